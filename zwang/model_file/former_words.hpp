// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Model-file words that have been renamed: [conditions.x] is now [constraints.x], shock is impact.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zwang {

// The current word; empty if this one was never renamed.
std::optional<std::string_view> renamed(std::string_view former);

// A model file in current words: tables, kinds of events, methods and starts. Comments, layout and
// formulas are unchanged. Linear in the length of the text.
std::string in_todays_words(std::string_view text);

}  // namespace zwang
