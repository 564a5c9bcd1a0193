// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "apps/zwang/screen.hpp"

namespace zwang::apps {

Progress::Way way_of_progress(const std::string& asked) {
  if (asked == "never") return Progress::Way::none;
  if (asked == "json") return Progress::Way::json;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return asked == "always" || terminal ? Progress::Way::bar : Progress::Way::lines;
}

Progress::Progress(Way way, double from, double until) : way_(way), from_(from), until_(until) {}

// "  42 %  ========------------  t 2.53 / 6 s   31 events   0.8 s left", cut to the terminal.
std::string Progress::bar(double t, long events, double seconds) const {
  constexpr int width = 20;
  const double share = (t - from_) / (until_ - from_);
  const bool unicode = unicode_wanted();
  std::string line = fmt::format("  {:3.0f} %  ", 100.0 * share);
  std::string rest = fmt::format("  t {:.4g} / {:.6g} s   {} events", t, until_, events);
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

void Progress::show(double t, long events) {
  if (way_ == Way::none) return;
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  const auto pause = way_ == Way::lines  ? 10000ms
                     : way_ == Way::json ? 1000ms
                     : drawn_            ? 100ms
                                         : 500ms;
  if (now - last_ < pause) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (way_ == Way::bar) {
    drawn_ = true;
    fmt::print(stderr, "\r{}\x1b[K", bar(t, events, seconds));
  } else if (way_ == Way::lines) {
    fmt::print(stderr, "zwang: t={:.6g}/{:.6g} events={}\n", t, until_, events);
  } else {
    fmt::print(stderr,
               "{{\"zwang\":1,\"t\":{:.17g},\"until\":{:.17g},\"events\":{},\"wall\":{:.3f}}}\n", t,
               until_, events, seconds);
  }
  std::fflush(stderr);
}

void Progress::erase() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace zwang::apps
