// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/screen.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>

namespace zwang::apps {
namespace {

// "" if it is not set.
std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

bool colours_wanted(std::string_view asked, int descriptor) {
  if (asked == "always") return true;
  if (asked == "never") return false;
  if (!variable("NO_COLOR").empty()) return false;
  if (!variable("CLICOLOR_FORCE").empty()) return true;
  if (variable("TERM").empty() || variable("TERM") == "dumb") return false;
  return isatty(descriptor) != 0;
}

std::string painted(std::string_view text, Colour colour, bool wanted) {
  if (!wanted) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", colour == Colour::red ? 31 : 32, text);
}

bool unicode_wanted() {
  std::string locale;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (locale.empty()) locale = variable(name);
  std::ranges::transform(locale, locale.begin(), [](unsigned char c) { return std::tolower(c); });
  return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
}

int terminal_width(int descriptor) {
  int columns = 0;
  const std::string_view asked = variable("COLUMNS");
  std::from_chars(asked.data(), asked.data() + asked.size(), columns);
  winsize size{};
  if (columns <= 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns > 0 ? columns : 80;
}

}  // namespace zwang::apps
