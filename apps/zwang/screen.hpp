// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the terminal supports: colours, width, characters.
#pragma once

#include <string>
#include <string_view>

namespace zwang::apps {

enum class Colour { red, green };

// "auto", "always", "never"; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are respected.
bool colours_wanted(std::string_view asked, int descriptor);

// The text in a colour, or unchanged.
std::string painted(std::string_view text, Colour colour, bool wanted);

// Whether the locale uses UTF-8.
bool unicode_wanted();

// COLUMNS, or the terminal's own width, or 80.
int terminal_width(int descriptor);

}  // namespace zwang::apps
