// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Problems built backwards from their answer, so that it is known without error:
//
//   min ½ xᵀMx − Xᵀx   with   A x = b (equations),  A x ≤ b (inequalities),
//
// every datum equal to its double. A problem is named by (class, number, largest n): one line
// reproduces it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/hard-problems/dyadic.hpp"

namespace zwang::hard {

enum class Expected {
  found,
  contradictory,
  indefinite,    // E303
  undetermined,  // E304
  unbounded,     // E305
};

struct HardRow {
  std::vector<Dyadic> a;
  Dyadic b;
  bool equation = false;
  Dyadic multiplier;  // one of the possible ones, if the answer is `found`
  Dyadic weight;      // of the proof, if it is `contradictory`: Σ w a = 0, Σ w b < 0
};

struct HardProblem {
  std::string name;  // class, number and largest n, as the command line takes them
  int n = 0;
  std::vector<Dyadic> mass;  // n × n
  std::vector<Dyadic> force;
  std::vector<HardRow> rows;
  Expected expected = Expected::found;
  std::vector<Dyadic> answer;
  Dyadic gap;                // of a contradiction
  bool exponential = false;  // a cube on which simplex-like methods may take 2^n steps
  int blocks_of = 0;         // if > 0, the mass is block diagonal with blocks of this size

  Dyadic& m(int i, int j) { return mass[static_cast<std::size_t>(i * n + j)]; }
  const Dyadic& m(int i, int j) const { return mass[static_cast<std::size_t>(i * n + j)]; }
};

// The 17 classes of the standard campaign, and the additions.
std::span<const std::string_view> classes();
std::span<const std::string_view> more_classes();

// Throws std::out_of_range for an unknown class.
HardProblem make(std::string_view name, std::uint64_t number, int max_n, std::uint64_t seed = 1);

// Whether the construction's own proof (multipliers, or weights of the contradiction) holds
// exactly.
bool proved(const HardProblem& problem);

}  // namespace zwang::hard
