// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/uncertainty.hpp"

#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

// Whether two states are the same but for an error: by chance two times can be near each other
// long after the motions have parted, states cannot.
bool near(const Vector& a, const Vector& b) {
  constexpr double part = 0.05;
  return (a - b).lpNorm<Eigen::Infinity>() <= part * (1e-3 + a.lpNorm<Eigen::Infinity>());
}

}  // namespace

FinerRun::Sort FinerRun::sort_of(const Event& event) {
  Sort sort = {static_cast<int>(event.kind)};
  for (const Part& part : event.parts)
    if (part.cause) sort.push_back(part.constraint);
  return sort;
}

FinerRun::FinerRun(Trajectory finer) {
  // An impact that comes at the wrong time leads the motion astray; both runs may have done so
  // alike, where they took the same steps.
  double carried = 0.0;
  for (Event& event : finer.events) {
    events_[sort_of(event)].push_back({.t = event.t,
                                       .q = std::move(event.q),
                                       .before = std::move(event.before),
                                       .carried = carried + event.located});
    if (std::isfinite(event.energy_after)) carried += event.located;
  }
}

double FinerRun::uncertainty(const Event& event) const {
  if (event.kind == EventKind::start || event.kind == EventKind::end) return unset;
  const auto like = events_.find(sort_of(event));
  if (like == events_.end()) return unset;
  const std::vector<Known>& events = like->second;
  auto same = std::ranges::lower_bound(events, event.t, {}, &Known::t);
  if (same == events.end() ||
      (same != events.begin() && event.t - (same - 1)->t < same->t - event.t))
    --same;
  const double apart = std::abs(event.t - same->t);
  // no other one may be meant
  constexpr double clearly = 0.25;
  if (same != events.begin() && apart > clearly * (same->t - (same - 1)->t)) return unset;
  if (same + 1 != events.end() && apart > clearly * ((same + 1)->t - same->t)) return unset;
  if (!near(event.q, same->q) || !near(event.before, same->before)) return unset;
  constexpr double rounding = 0x1p-52;
  return std::max({apart, event.located, same->carried, rounding * std::abs(event.t)});
}

}  // namespace zwang
