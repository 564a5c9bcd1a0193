// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a report leaves out must not be missed.

#include "zwang/report/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace zwang;

TEST_CASE("no spike among a million rows is lost") {
  constexpr std::size_t n = 1'000'000;
  std::vector<double> times(n), quiet(n), spiky(n, 1.0);
  for (std::size_t i = 0; i < n; ++i) {
    times[i] = 1e-5 * static_cast<double>(i);
    quiet[i] = std::sin(times[i]);
  }
  const std::size_t up = 314159, down = 271828;
  spiky[up] = 7.0;
  spiky[down] = -7.0;
  const auto chosen = plot_points(times, {&quiet, &spiky}, {}, 2048);
  CHECK(chosen.size() < 4 * 2 * 2048);
  CHECK(std::ranges::is_sorted(chosen));
  CHECK(std::ranges::binary_search(chosen, up));
  CHECK(std::ranges::binary_search(chosen, down));
  CHECK(chosen.front() == 0);
  CHECK(chosen.back() == n - 1);
}

TEST_CASE("every row around an event is kept") {
  constexpr std::size_t n = 100'000;
  std::vector<double> times(n), values(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) times[i] = static_cast<double>(i);
  const auto chosen = plot_points(times, {&values}, {50'000.0}, 100);
  for (std::size_t i = 50'000 - 64; i < 50'000 + 64; ++i)
    CHECK(std::ranges::binary_search(chosen, i));
}

TEST_CASE("all rows are kept if they are few, and a column without a number needs none") {
  const std::vector<double> times = {0, 1, 2}, values = {unset, unset, unset};
  CHECK(plot_points(times, {&values}, {}, 2048).size() == 3);
  std::vector<double> many(10'000), none(10'000, unset);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
  CHECK(plot_points(many, {&none}, {}, 10).size() == 2);
}

TEST_CASE("frames lie at equal times and on both sides of a jump") {
  std::vector<StoredRow> rows(1001);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].t = 0.001 * static_cast<double>(i);
  rows[333].side = -1;
  rows[334].side = 1;
  rows[334].t = rows[333].t;
  const auto frames = frames_of(rows, 101);
  CHECK(frames.size() <= 104);
  CHECK(frames.size() >= 101);
  CHECK(std::ranges::binary_search(frames, 333U));
  CHECK(std::ranges::binary_search(frames, 334U));
  CHECK(frames.front() == 0);
  CHECK(frames.back() == 1000);
}
