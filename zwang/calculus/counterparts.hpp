// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Functions and signs of other languages, and how a formula writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zwang {

// What to write instead of a function: of "abs" and "a.x" it is "write '|a.x|'". Nothing if there
// is no counterpart.
std::optional<std::string> counterpart_of_function(std::string_view function,
                                                   std::string_view argument);

// What to write instead of a word between operands: of "and" it is "write two constraints".
std::optional<std::string_view> counterpart_of_word(std::string_view word);

// What to write instead of the sign that `text` begins with: of "**2" it is "write '^'".
std::optional<std::string_view> counterpart_of_sign(std::string_view text);

}  // namespace zwang
