// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where the motion of a model file begins, and what is wrong with that start, at its position in
// the file and with the nearest valid start.
#pragma once

#include <optional>
#include <vector>

#include "zwang/analysis/equilibrium_point.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

// Where more constraints hold at once, a start is checked for f and f' only: the user is waiting.
inline constexpr std::size_t solved_at_once = 200;

// The start as given, or the equilibrium reached from it if the file requests that, or its position
// with the velocities and constants of a curve that ends where the file requests.
struct Beginning {
  State state;
  EquilibriumPoint equilibrium;  // not run if the start is as given
  std::vector<double> rho = {};  // of a curve between two positions, otherwise empty
};
// E206 if no equilibrium or no curve is found. The system is the file's, here and below.
Beginning beginning(const ModelFile& file, const System& system);
// The same while the user waits: with many coordinates no equilibrium is sought, and nothing is
// returned.
std::optional<Beginning> beginning_soon(const ModelFile& file, const System& system);

// E201, E202, E203, E204 as errors, the first hundred of them, W301, W302 and W304 as warnings;
// empty if the motion can begin.
std::vector<Error> start_mistakes(const ModelFile& file, const System& system, const State& start);

// The nearest start that satisfies all constraints: least Σ m |dr|², then least Σ m |dv|².
State projected_start(const System& system, const State& start);

}  // namespace zwang
