// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model in words and formulas: what binds it, what each condition really is, who acts at the
// start, how freely it moves, and its equations.
#pragma once

#include <string>

#include "zwang/model/system.hpp"

namespace zwang {

std::string explanation(const System& system, const State& start);

}  // namespace zwang
