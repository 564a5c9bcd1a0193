// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Why a constraint has its status at an instant: in one clause, and in a sentence with numbers;
// and what Ostrogradsky's rule would have made of it.
// Explanations and reports use these words.
#pragma once

#include <string>
#include <string_view>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

// "the free motion would violate it"
std::string reason(const ConstraintAt& at);
// "It acts: f = f' = 0, and without its push of 4.2 it would be violated. The free motion has ..."
std::string reason_in_full(const ConstraintAt& at, bool equation);
// The same for a row, which stores only open, closed, active or held.
std::string_view reason_of_state(ConstraintStatus state);
// "Ostrogradsky's rule keeps wall as an equation and gives (0, 2): that violates string."
std::string rule_of_ostrogradsky(const System& system, const Ostrogradsky& rule);

}  // namespace zwang
