// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What more threads are worth where the rows of many constraints are asked for: 5,000 strings.

#include <fmt/format.h>

#include <numeric>

#include "bench/stopwatch.hpp"
#include "zwang/system/row_batches.hpp"

int main() {
  using namespace zwang;
  constexpr int count = 5000;
  Model model("strings");
  for (int i = 0; i <= count; ++i)
    model.mass(fmt::format("m{}", i), 1.0, {.at = {0.6 * i, 0.01 * (i % 7), 0.02 * (i % 5)}});
  for (int i = 0; i < count; ++i)
    model.constraint(fmt::format("s{}", i), fmt::format("|m{} - m{}| <= 0.5", i, i + 1));
  const System system(model);
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  Snapshot snapshot = system.snapshot();
  system.evaluate(model.start(), 0.0, snapshot);

  RowBatches one(system, all), two(system, all, 2), four(system, all, 4);
  bench::Stopwatch by_one([&] { one.fill(snapshot); });
  bench::Stopwatch by_two([&] { two.fill(snapshot); });
  bench::Stopwatch by_four([&] { four.fill(snapshot); });
  for (int turn = 0; turn < 100; ++turn) {
    by_one.turn();
    by_two.turn();
    by_four.turn();
  }
  fmt::print("{} strings: {:.1f} us\n", count, by_one.least());
  fmt::print("2 threads: {:.1f} us, {:.2f} times as fast\n", by_two.least(),
             by_one.least() / by_two.least());
  fmt::print("4 threads: {:.1f} us, {:.2f} times as fast\n", by_four.least(),
             by_one.least() / by_four.least());
}
