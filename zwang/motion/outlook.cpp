// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/outlook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {

Outlook::Outlook(double from, double until, double limit)
    : from_(from), until_(until), limit_(limit), spacing_(std::min(1.0, limit / 8.0)) {
  marks_.fill({.t = from});
}

std::optional<Outlook::Remainder> Outlook::after(const Checkpoint& now, double work) {
  if (told_ || work < marks_[1].work + spacing_) return std::nullopt;
  const Mark since = marks_[0];
  marks_ = {marks_[1], {work, now.state.t, now.steps, now.events}};
  if (++marked_ < 2) return std::nullopt;
  const double pace = (now.state.t - since.t) / (work - since.work);
  Remainder remainder{.t = now.state.t,
                      .seconds = pace > 0.0 ? (until_ - now.state.t) / pace : always,
                      .events = now.events};
  const double allowed = std::isfinite(limit_) ? limit_ - work : 60.0;
  if (!(remainder.seconds > allowed)) return std::nullopt;
  told_ = true;
  // an arc between two events is some steps long if the events are not what takes the time
  remainder.by_events = 10 * (now.events - since.events) > now.steps - since.steps;
  remainder.text = fmt::format("{:.4g} of {:.4g} s and {} events in {:.2g} s of work; ",
                               now.state.t - from_, until_ - from_, now.events, work) +
                   (std::isfinite(remainder.seconds)
                        ? fmt::format("at this pace the rest takes {}", duration(remainder.seconds))
                        : std::string("time does not advance"));
  return remainder;
}

std::string duration(double seconds) {
  struct Step {
    double size;
    const char* name;
  };
  constexpr std::array<Step, 5> units = {
      {{1.0, "s"}, {60.0, "min"}, {3600.0, "h"}, {86400.0, "days"}, {31557600.0, "years"}}};
  std::size_t i = 0;
  while (i + 1 < units.size() && seconds >= 2.0 * units[i + 1].size) ++i;
  const double count = seconds / units[i].size;
  return fmt::format(fmt::runtime(count < 9.5   ? "{:.2g} {}"
                                  : count < 1e6 ? "{:.0f} {}"
                                                : "{:.1e} {}"),
                     count, units[i].name);
}

}  // namespace zwang
