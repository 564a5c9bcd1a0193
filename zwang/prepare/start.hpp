// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Where the motion of a model file begins, and what is wrong with that, said where it stands in the
// file, with the nearest start that would do.
#pragma once

#include <optional>
#include <vector>

#include "zwang/analysis/rest.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

// A start where more conditions hold at once is looked at for f and f' only: a file is checked
// while a person waits.
inline constexpr std::size_t solved_at_once = 200;

// The start as given, or the state of rest reached from there if the file asks for it.
struct Beginning {
  State state;
  Rest rest;  // not run if the start is as given
};
// E206 if nothing rests there. The system is the file's, here and below.
Beginning beginning(const ModelFile& file, const System& system);
// The same while a person waits: a state of rest of many coordinates is not sought, and nothing is
// returned.
std::optional<Beginning> beginning_soon(const ModelFile& file, const System& system);

// E201, E202, E203, E204 as mistakes, the first hundred of them, W301 and W302 as warnings; empty
// if the motion can begin.
std::vector<Error> start_mistakes(const ModelFile& file, const System& system, const State& start);

// The nearest start that obeys all conditions: least Σ m |dr|², then least Σ m |dv|².
State projected_start(const System& system, const State& start);

}  // namespace zwang
