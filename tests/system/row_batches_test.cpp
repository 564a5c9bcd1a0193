// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows in eights have the bits of rows one by one.

#include "zwang/system/row_batches.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

namespace {

using namespace zwang;

bool same_bits(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Strings, rods, walls that move, hinges, a wheel and something of its own.
std::unique_ptr<Model> mixture() {
  auto model = std::make_unique<Model>("mixture");
  for (int i = 0; i < 21; ++i) {
    model->mass(fmt::format("m{}", i), 1.0 + 0.1 * i, {.axes = i % 5 == 0 ? "xz" : "xyz"});
    model->constraint(fmt::format("wall{}", i), fmt::format("m{}.z >= 0.1*sin(3*t)", i));
    if (i == 0) continue;
    model->constraint(fmt::format("string{}", i), fmt::format("|m{} - m{}| <= 0.7", i, i - 1));
    model->constraint(fmt::format("rod{}", i), fmt::format("|m{} - m{}| = 1", i, i / 2));
  }
  for (int i = 0; i < 10; ++i) {
    model->coordinate(fmt::format("a{}", i), {}).coordinate(fmt::format("b{}", i), {});
    model->kinetic(fmt::format("a{}'^2 + b{}'^2", i, i));
    model->constraint(fmt::format("hinge{}", i),
                      fmt::format("b{} + 0.5*cos(a{}) = m{}.x", i, i, 2 * i));
    model->constraint(fmt::format("wheel{}", i), fmt::format("a{}' = b{}*m{}.x'", i, i, i));
  }
  model->constraint("own", "m1.x*m2.z + exp(a3) <= 4");
  return model;
}

bool same_bits(const Row& a, const Row& b) {
  bool same = same_bits(a.f, b.f) && same_bits(a.rate, b.rate) && same_bits(a.b1, b.b1) &&
              same_bits(a.b2, b.b2) && a.a.size() == b.a.size();
  for (std::size_t k = 0; same && k < a.a.size(); ++k) same = same_bits(a.a[k], b.a[k]);
  return same;
}

}  // namespace

TEST_CASE("rows evaluated eight at a time have the bits of rows one by one") {
  const auto model = mixture();
  const System system(*model);
  std::vector<int> all(static_cast<std::size_t>(system.constraints()));
  std::iota(all.begin(), all.end(), 0);
  RowBatches batches(system, all);
  std::mt19937 random(1919);
  for (int turn = 0; turn < 50; ++turn) {
    State state = model->start();
    // the first has ends that meet: slack strings without a derivative
    for (double& x : state.q)
      x = turn ? std::uniform_real_distribution<double>(-1.0, 1.0)(random) : 0.0;
    for (double& x : state.u) x = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    state.t = 0.1 * turn;
    Snapshot one = system.snapshot(), eight = system.snapshot();
    system.evaluate(state, state.t, one);
    system.evaluate(state, state.t, eight);
    for (const int i : all) system.row(i, one);
    batches.fill(eight);
    int different = 0;
    for (const int i : all)
      if (!same_bits(one.rows[static_cast<std::size_t>(i)],
                     eight.rows[static_cast<std::size_t>(i)]))
        ++different;
    CHECK(different == 0);
  }
}

TEST_CASE("rows have the same bits with any number of threads") {
  constexpr int count = 5000;
  std::mt19937 random(1900);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Model model("strings");
  for (int i = 0; i <= count; ++i) model.mass(fmt::format("m{}", i), 1.0);
  for (int i = 0; i < count; ++i)
    model.constraint(fmt::format("s{}", i), fmt::format("|m{} - m{}| <= 1", i, i + 1));
  for (int i = 0; i < 100; ++i)
    model.constraint(fmt::format("w{}", i), fmt::format("sin(m{}.x) + cos(m{}.y) <= t", i, 2 * i));
  const System system(model);
  std::vector<int> all(static_cast<std::size_t>(system.constraints()));
  std::iota(all.begin(), all.end(), 0);
  State state = model.start();
  for (const int threads : {1, 2, 4, 8}) {
    CAPTURE(threads);
    RowBatches batches(system, all, threads);
    for (int turn = 0; turn < 5; ++turn) {
      for (double& x : state.q) x = number(random);
      for (double& x : state.u) x = number(random);
      Snapshot one = system.at(state), many = system.snapshot();
      system.evaluate(state, state.t, many);
      batches.fill(many);
      int different = 0;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (!same_bits(one.rows[i], many.rows[i])) ++different;
      CHECK(different == 0);
    }
  }
}
