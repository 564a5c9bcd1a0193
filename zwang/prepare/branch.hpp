// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The branch that a user chose at a singular start.
#pragma once

#include "zwang/model_file/model_file.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// The accelerations of the minimum chosen. Throws E120 if there is none to choose, none with this
// number, none in this direction, or none that singles out a motion.
Vector branch_accelerations(const System& system, const State& start, const BranchChoice& choice);

// The branch of the file, if it has one, for its run. Throws the same, at the place in the file.
void choose_branch(ModelFile& file, const System& system, const State& start);

// How many minima the start has to choose from; 0 if it is not singular, or they are not known.
int branches_at(const System& system, const State& start);

}  // namespace zwang
