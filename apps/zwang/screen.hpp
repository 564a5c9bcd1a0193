// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the terminal can do: colours, width.
#pragma once

#include <string>
#include <string_view>

namespace zwang::apps {

enum class Colour { red, green, yellow, grey, bold };

// "auto", "always", "never"; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are respected.
bool colours_wanted(std::string_view asked, int descriptor);

// The text in a colour, or as it is.
std::string painted(std::string_view text, Colour colour, bool wanted);

}  // namespace zwang::apps
