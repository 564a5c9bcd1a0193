// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "apps/zwang/screen.hpp"

namespace zwang::apps {

Progress::Way way_of_progress(const Common& common) {
  const std::string& asked = common.progress;
  if (common.quiet > 0 || (common.json && asked == "auto")) return Progress::Way::none;
  if (asked == "never") return Progress::Way::none;
  if (asked == "json") return Progress::Way::json;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return asked == "always" || terminal ? Progress::Way::bar : Progress::Way::lines;
}

// "  42 %  ========------------  t 2.53 / 6 s   31 events   0.8 s left", cut to the terminal.
std::string Progress::bar(double share, const std::string& said, double seconds) const {
  constexpr int width = 20;
  const bool unicode = unicode_wanted();
  std::string line = fmt::format("  {:3.0f} %  ", 100.0 * share);
  std::string rest = "  " + said;
  if (share > 0.0) rest += fmt::format("   {:.1f} s left", seconds * (1.0 - share) / share);
  // the last column stays free: writing there would wrap
  auto room = static_cast<std::size_t>(terminal_width(STDERR_FILENO) - 1);
  if (room < line.size() + width) return line.substr(0, room);
  room -= line.size() + width;
  for (int i = 0; i < width; ++i) {
    const double here = share * width - i;
    if (unicode)
      line += here >= 1.0 ? "\xe2\x94\x81" : here >= 0.5 ? "\xe2\x95\xb8" : "\xe2\x94\x80";
    else
      line += here >= 1.0 ? '=' : '-';
  }
  return line + rest.substr(0, room);
}

bool Progress::due() {
  if (way_ == Way::none) return false;
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  const auto pause = way_ == Way::lines  ? 10000ms
                     : way_ == Way::json ? 1000ms
                     : drawn_            ? 100ms
                                         : 500ms;
  if (now - last_ < pause) return false;
  last_ = now;
  return true;
}

void Progress::show(double share, const Said& said) {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  if (way_ == Way::bar) {
    drawn_ = true;
    fmt::print(stderr, "\r{}\x1b[K", bar(share, said.bar, seconds));
  } else if (way_ == Way::lines) {
    fmt::print(stderr, "zwang: {}\n", said.line);
  } else if (way_ == Way::json) {
    fmt::print(stderr, "{{\"zwang\":1,{},\"wall\":{:.3f}}}\n", said.json, seconds);
  }
  std::fflush(stderr);
}

void Progress::erase() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace zwang::apps
