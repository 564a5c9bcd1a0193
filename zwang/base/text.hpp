// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Text as people see it: characters instead of bytes, and the closest word to a typo.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace zwang {

// Of ASCII, whatever the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The number of characters (code points) in `text`; a stray byte counts as one character.
int characters(std::string_view text);

// The text with every control character replaced by a blank: it stays on one line, cannot control a
// terminal, and marks below it line up with the columns.
std::string without_controls(std::string_view text);

// The number of letters to change, add, omit or swap with a neighbour.
int edit_distance(std::string_view a, std::string_view b);

// The candidate closest to `word`: at most 2 edits away, or a third of its length if that is more;
// 1 if it has only two or three letters. The first one wins a tie.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// The shortest text that reads back as the same number: 0.1, 1e-09, 3.
std::string shortest(double number);

}  // namespace zwang
