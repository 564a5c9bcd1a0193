// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/samples.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "zwang/prepare/followed.hpp"

namespace zwang {

std::vector<StoredRow> refined(const StoredRun& run, std::size_t wanted) {
  // large systems are shown as they were stored: their steps would take too long
  constexpr int small = 300;
  const std::vector<StoredRow>& rows = run.rows;
  // between time steps nothing was computed
  const bool by_steps = run.file.run.method == RunOptions::Method::time_stepping;
  if (rows.size() < 2 || rows.size() >= wanted || run.system->coordinates() > small || by_steps)
    return rows;
  const double spacing = (rows.back().t - rows.front().t) / static_cast<double>(wanted);
  std::vector<StoredRow> out;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const StoredRow& first = rows[i];
    out.push_back(first);
    const double h = rows[i + 1].t - first.t;
    if (!(h > 1.5 * spacing)) continue;
    try {
      Followed between(run.file, *run.system, first, rows[i + 1]);
      const auto pieces = static_cast<int>(std::min(std::ceil(h / spacing), 1e4));
      for (int k = 1; k < pieces; ++k) out.push_back(between.at(first.t + h * k / pieces));
    } catch (const Error&) {  // then the rows are all there is
    }
  }
  out.push_back(rows.back());
  return out;
}

std::vector<std::size_t> frames_of(const std::vector<StoredRow>& samples, std::size_t most) {
  std::vector<std::size_t> frames;
  if (samples.empty()) return frames;
  const double from = samples.front().t;
  const double spacing =
      (samples.back().t - from) / static_cast<double>(std::max<std::size_t>(most, 2) - 1);
  double next = from;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const bool due = samples[i].t >= next || i + 1 == samples.size();
    if (!due && samples[i].side == 0) continue;
    frames.push_back(i);
    while (due && next <= samples[i].t && spacing > 0.0) next += spacing;
  }
  return frames;
}

std::vector<std::size_t> plot_points(const std::vector<double>& times,
                                     const std::vector<const std::vector<double>*>& columns,
                                     const std::vector<double>& events, std::size_t buckets) {
  constexpr std::size_t whole_events = 200;
  constexpr std::size_t around = 64;
  std::vector<std::size_t> chosen;
  const std::size_t n = times.size();
  if (n <= 2 * buckets) {
    for (std::size_t i = 0; i < n; ++i) chosen.push_back(i);
    return chosen;
  }
  std::set<std::size_t> kept = {0, n - 1};
  const double from = times.front();
  const double width = (times.back() - from) / static_cast<double>(buckets);
  std::size_t begin = 0;
  for (std::size_t b = 0; b < buckets && begin < n; ++b) {
    std::size_t end = begin;
    const double limit = b + 1 == buckets ? 1e300 : from + static_cast<double>(b + 1) * width;
    while (end < n && times[end] < limit) ++end;
    for (const std::vector<double>* const column : columns) {
      std::size_t least = n, largest = n;
      for (std::size_t i = begin; i < end; ++i) {
        const double x = (*column)[i];
        if (std::isnan(x)) continue;
        if (least == n || x < (*column)[least]) least = i;
        if (largest == n || x > (*column)[largest]) largest = i;
      }
      if (least < n) kept.insert(least);
      if (largest < n) kept.insert(largest);
    }
    begin = end;
  }
  for (std::size_t e = 0; e < std::min(whole_events, events.size()); ++e) {
    const auto at =
        static_cast<std::size_t>(std::ranges::lower_bound(times, events[e]) - times.begin());
    for (std::size_t i = at > around ? at - around : 0; i < std::min(n, at + around); ++i)
      kept.insert(i);
  }
  chosen.assign(kept.begin(), kept.end());
  return chosen;
}

}  // namespace zwang
