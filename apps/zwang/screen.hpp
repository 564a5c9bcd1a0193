// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the terminal can do: colours, width, letters.
#pragma once

#include <string>
#include <string_view>

namespace zwang::apps {

enum class Colour { red, green };

// "auto", "always", "never"; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are respected.
bool colours_wanted(std::string_view asked, int descriptor);

// The text in a colour, or as it is.
std::string painted(std::string_view text, Colour colour, bool wanted);

// Whether the locale says UTF-8.
bool unicode_wanted();

// COLUMNS, or what the terminal says, or 80.
int terminal_width(int descriptor);

}  // namespace zwang::apps
