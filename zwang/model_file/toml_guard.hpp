// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a TOML text must not be before the parser sees it: too deep, too dotted, with keys that are
// not ASCII.
#pragma once

#include <optional>
#include <string_view>

#include "zwang/base/error.hpp"

namespace zwang {

// Throws E108 or E110 with its place.
void guard_toml(std::string_view text, const std::string& path);

// The bracket of a list that is still open where `line` begins a new table or a new key.
std::optional<Place> unclosed_bracket(std::string_view text, const std::string& path, int line);

}  // namespace zwang
