// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model in words and formulas: its constraints, what each of them really is, which act at the
// start, the degrees of freedom, and the equations.
#pragma once

#include <string>

#include "zwang/system/system.hpp"

namespace zwang {

std::string explanation(const System& system, const State& start);

}  // namespace zwang
