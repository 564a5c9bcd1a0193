// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Text as a person sees it: characters instead of bytes, and the nearest word to a misspelt one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace zwang {

// How many characters (code points) stand in `text`; a stray byte counts as one character.
int characters(std::string_view text);

// The text with every control character as one blank: it stays on its line, cannot speak to a
// terminal, and marks below it stand where columns say.
std::string without_controls(std::string_view text);

// How many letters must be changed, added, left out or exchanged with a neighbour.
int edit_distance(std::string_view a, std::string_view b);

// The candidate nearest to `word`: at most 2 edits away, or a third of its length if that is more.
// Of equally near ones the first.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// The shortest text that reads back as the same number: 0.1, 1e-09, 3.
std::string shortest(double number);

}  // namespace zwang
