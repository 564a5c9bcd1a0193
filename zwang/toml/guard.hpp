// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Checks a TOML text before the parser sees it: not too deeply nested, not too many dots, only
// ASCII keys.
#pragma once

#include <optional>
#include <string_view>

#include "zwang/base/error.hpp"

namespace zwang {

// Throws E108 or E110 with the position.
void guard_toml(std::string_view text, const std::string& path);

// The bracket of a list that is still open where `line` begins a new table or key.
std::optional<Place> unclosed_bracket(std::string_view text, const std::string& path, int line);

}  // namespace zwang
