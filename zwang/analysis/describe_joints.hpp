// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Joints in words, as `explain` prints them: lines with their ends.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// What joins which bodies; empty without joints.
std::string describe_joints(const System& system);

// What each transmits at an instant.
std::string describe_reactions(const Instant& instant);

// Constraints that are equations of joints; limits stand among the other constraints.
std::set<int> equations_of_joints(const Model& model);

// Equations of positions whose rows depend on those before them, here and around.
std::vector<int> repeated_equations(const System& system, const State& start);

// The formula of a constraint, or whose it is where it would fill the page.
std::string readable_formula(const Model& model, const Constraint& constraint);

}  // namespace zwang
