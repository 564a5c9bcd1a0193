// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The report without data, made by web/build.mjs when the program is built.
#pragma once

#include <string_view>

namespace zwang {

// Empty if the program was built without Node.
std::string_view report_template();

}  // namespace zwang
