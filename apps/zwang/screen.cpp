// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/screen.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace zwang::apps {

bool colours_wanted(std::string_view asked, int descriptor) {
  if (asked == "always") return true;
  if (asked == "never") return false;
  const auto given = [](const char* name) {
    const char* const value = std::getenv(name);
    return value && *value;
  };
  if (given("NO_COLOR")) return false;
  if (given("CLICOLOR_FORCE")) return true;
  const char* const term = std::getenv("TERM");
  if (!term || std::string_view(term) == "dumb") return false;
  return isatty(descriptor) != 0;
}

std::string painted(std::string_view text, Colour colour, bool wanted) {
  if (!wanted) return std::string(text);
  const int code = colour == Colour::red      ? 31
                   : colour == Colour::green  ? 32
                   : colour == Colour::yellow ? 33
                   : colour == Colour::grey   ? 90
                                              : 1;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace zwang::apps
