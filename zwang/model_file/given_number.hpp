// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number that the user gives in addition to a model file, with or without a unit.
#pragma once

#include <string>

namespace zwang {

// In SI. Errors refer to the option.
double given_number(const std::string& option, const std::string& text);

}  // namespace zwang
