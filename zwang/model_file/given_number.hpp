// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number that a person gives beside a model file, with or without a unit.
#pragma once

#include <string>

namespace zwang {

// In SI. Throws what is wrong with it, in the name of its option.
double given_number(const std::string& option, const std::string& text);

}  // namespace zwang
