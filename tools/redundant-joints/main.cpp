// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mechanisms with equations that follow from others beside their twins without: trees whose joints
// are written twice, doors on many hinges, planar loops in space, boxes on many feet.
//
//   redundant-joints [--count N] [--first K] [--seed S]
//
// N of each kind. Accelerations, what joints exert on each body together, and reactions that are
// unique must agree within 1e-9 of the largest; multipliers are those of least norm; the joints
// named as not unique are those that rank in whole numbers says. Exit 1 if not.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/redundant-joints/compare.hpp"
#include "tools/redundant-joints/examples.hpp"
#include "tools/redundant-joints/feet.hpp"

namespace {

using namespace redundant;

constexpr double allowed_part = 1e-9;

struct Range {
  std::uint64_t first = 0, count = 40, seed = 1;
};

// How many are wrong.
int mechanisms(const char* kind, const Range& range, Example (*make)(trees::Random)) {
  int wrong = 0, equations = 0;
  Differences worst;
  for (std::uint64_t k = range.first; k < range.first + range.count; ++k) {
    const Example example = make(trees::Random(range.seed, k));
    equations += example.redundant_equations;
    const Differences found =
        compare(example.redundant, example.twin, example.state, example.not_unique);
    worst.worsen(found);
    if (found.fault.empty() &&
        std::max({found.accelerations, found.sums, found.unique, found.norm}) <= allowed_part)
      continue;
    ++wrong;
    fmt::print(
        "{} {}: accelerations off by {:.1e}, sums {:.1e}, unique reactions {:.1e}, norm "
        "{:.1e} {}\n",
        kind, k, found.accelerations, found.sums, found.unique, found.norm, found.fault);
  }
  fmt::print(
      "{} {} with {} equations too many: {} wrong; accelerations off by {:.1e}, sums {:.1e}, "
      "unique reactions {:.1e}, norm {:.1e}\n",
      range.count, kind, equations, wrong, worst.accelerations, worst.sums, worst.unique,
      worst.norm);
  return wrong;
}

int boxes(const Range& range, int feet, bool corners) {
  int wrong = 0, pressed = 0;
  double accelerations = 0.0, sums = 0.0;
  for (std::uint64_t k = range.first; k < range.first + range.count; ++k) {
    const Standing found = on_feet(trees::Random(range.seed, k), feet, corners);
    accelerations = std::max(accelerations, found.accelerations);
    sums = std::max(sums, found.sums);
    pressed += found.pressed == 3;
    if (found.fault.empty() && std::max(found.accelerations, found.sums) <= allowed_part) continue;
    ++wrong;
    fmt::print("box {} on {} {}: accelerations off by {:.1e}, sums {:.1e} {}\n", k, feet,
               corners ? "corners" : "feet", found.accelerations, found.sums, found.fault);
  }
  fmt::print(
      "{} boxes on {} {}, {} pressed flat: {} wrong; accelerations off by {:.1e}, sums "
      "{:.1e}\n",
      range.count, feet, corners ? "corners" : "feet", pressed, wrong, accelerations, sums);
  return wrong;
}

}  // namespace

int main(int count, char** given) {
  Range range;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view key = given[i];
    (key == "--first"  ? range.first
     : key == "--seed" ? range.seed
                       : range.count) = std::strtoull(given[i + 1], nullptr, 10);
  }
  int wrong = mechanisms("trees", range, doubled_tree);
  wrong += mechanisms("doors", range, door);
  wrong += mechanisms("loops", range, planar_loops);
  wrong += boxes(range, 4, true);
  for (const int feet : {4, 8, 100}) wrong += boxes(range, feet, false);
  return wrong == 0 ? 0 : 1;
}
