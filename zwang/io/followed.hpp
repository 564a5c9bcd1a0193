// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion between its rows.
#pragma once

#include "zwang/model/system.hpp"

namespace zwang {

// From a state in which these conditions hold as equations, the state at a later time before
// anything happens. E306 if it cannot be followed.
State followed(const System& system, const State& from, std::vector<int> held, double t);

}  // namespace zwang
