// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/settle.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/disjoint_sets.hpp"

namespace zwang {
namespace {

// The limit if `impacts` of them make a cycle.
std::optional<Limit> limit_of(const std::vector<double>& times, std::size_t impacts) {
  if (times.size() < 3 * impacts + 1) return std::nullopt;
  const auto ago = [&](std::size_t cycles) { return times[times.size() - 1 - cycles * impacts]; };
  const double first = ago(2) - ago(3);
  const double second = ago(1) - ago(2);
  const double third = ago(0) - ago(1);
  const double early = second / first;
  const double late = third / second;
  constexpr double slowest = 0.9995;
  if (!(early < slowest && late < slowest && std::abs(late - early) < 0.05 * late))
    return std::nullopt;
  // geometric continuation of the last cycle, and of the one before
  const double now = ago(0) + third * late / (1.0 - late);
  const double before = ago(1) + second * early / (1.0 - early);
  // and rounding of the times, magnified by the continuation
  const double rounding = 0x1p-46 * std::abs(now) / ((1.0 - late) * (1.0 - late));
  const Limit limit{now, std::max(std::abs(now - before), rounding), third};
  if (!(limit.bound < now - ago(0))) return std::nullopt;
  return limit;
}

// Cycles that shrink too fast to be judged end within the length of the last one, or what its ratio
// to the one before makes of that.
Limit soon_after(const std::vector<double>& times) {
  const double last = times.back();
  const double cycle = last - times[times.size() - 2];
  double rest = cycle;
  if (times.size() > 2) {
    const double before = times[times.size() - 2] - times[times.size() - 3];
    if (cycle < 0.5 * before) rest = cycle * cycle / (before - cycle);
  }
  return {last + rest, rest, cycle};
}

}  // namespace

std::optional<Limit> limit_of(const std::vector<double>& times) {
  for (std::size_t impacts = 1; 3 * impacts < impacts_remembered; ++impacts)
    if (const auto limit = limit_of(times, impacts)) return limit;
  return std::nullopt;
}

std::vector<int> groups_of(const System& system) {
  const MassMatrix mass = system.snapshot().mass;
  DisjointSets partition(mass.size());
  for (int b = 0; b < mass.blocks(); ++b)
    for (int j = mass.first(b); j < mass.first(b + 1); ++j) partition.join(mass.first(b), j);
  for (int i = 0; i < system.constraints(); ++i)
    for (const int j : system.columns(i)) partition.join(system.columns(i)[0], j);
  std::vector<int> groups;
  for (int i = 0; i < system.constraints(); ++i)
    groups.push_back(system.columns(i).empty() ? -1 : partition.lowest(system.columns(i)[0]));
  return groups;
}

std::optional<Accumulation> accumulation(const std::vector<std::vector<double>>& impacts,
                                         int struck, const std::vector<int>& groups) {
  const auto& own_times = impacts[static_cast<std::size_t>(struck)];
  if (own_times.size() < 2) return std::nullopt;
  const double last = own_times[own_times.size() - 2];
  const auto own = limit_of(own_times);
  Accumulation found{{}, {}, own.value_or(soon_after(own_times)), own.has_value()};
  for (int i = 0; i < static_cast<int>(impacts.size()); ++i) {
    const auto& times = impacts[static_cast<std::size_t>(i)];
    const bool same =
        groups[static_cast<std::size_t>(i)] == groups[static_cast<std::size_t>(struck)];
    if (!same || times.empty()) continue;
    if (!own) {
      if (times.back() >= last) found.constraints.push_back(i);
      continue;
    }
    const auto limit = limit_of(times);
    const double apart = limit ? std::abs(limit->t - own->t) : always;
    if (!limit || apart > limit->bound + own->bound + 1e-2 * own->cycle) {
      if (times.back() >= own_times.back() - own->cycle) found.perhaps.push_back(i);
      continue;
    }
    found.constraints.push_back(i);
    found.limit.bound = std::max({found.limit.bound, limit->bound, apart});
  }
  return found;
}

}  // namespace zwang
