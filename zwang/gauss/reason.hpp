// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Why a condition stands as it does at an instant: in one clause, and in a sentence with its
// numbers. Reports, explanations and pages say it with these words.
#pragma once

#include <string>
#include <string_view>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

// "the free motion would break it"
std::string reason(const ConditionAt& at);
// "It acts: f = f' = 0, and without its push of 4.2 it would be broken. The free motion has ..."
std::string reason_in_full(const ConditionAt& at, bool equation);
// The same of a row, which stores no more than open, closed, acting or held.
std::string_view reason_of_state(Standing state);

}  // namespace zwang
