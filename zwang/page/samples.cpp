// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/page/samples.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "zwang/motion/dormand_prince.hpp"
#include "zwang/motion/flow.hpp"

namespace zwang {
namespace {

// The step between two stored rows once more, with the conditions that hold at the first: the curve
// between them is that of the run.
class Between {
 public:
  Between(const System& system, const StoredRow& first)
      : system_(system), flow_(system), stepper_(flow_.size()) {
    std::vector<int> bound;
    for (int i = 0; i < system.conditions(); ++i)
      if (first.states[static_cast<std::size_t>(i)] >= 2) bound.push_back(i);
    flow_.bind(bound, first.t);
  }

  // False if it cannot be made.
  bool step(const StoredRow& from, const StoredRow& to) {
    const auto field = [&](double t, const double* y, double* dy) { return flow_.rates(t, y, dy); };
    const double h = to.t - from.t;
    std::vector<double> y = numbers(from);
    if (!field(from.t, y.data(), stepper_.first()) || !stepper_.attempt(field, from.t, y.data(), h))
      return false;
    const std::vector<double> end = numbers(to);
    std::copy(end.begin(), end.end(), stepper_.next());
    return field(to.t, stepper_.next(), stepper_.last()) &&
           stepper_.interpolate(field, from.t, y.data(), h, course_, [](double) {});
  }

  // A row somewhere in the step, back on the conditions.
  bool at(double theta, StoredRow& row) {
    State state = row.state();
    const int n = system_.coordinates();
    state.t = row.t = course_.t + theta * course_.h;
    row.side = 0;
    for (int i = 0; i < n; ++i) state.q[i] = course_.value(i, theta);
    for (int i = 0; i < system_.velocities(); ++i) state.u[i] = course_.value(n + i, theta);
    if (!flow_.project(state)) return false;
    row.q = state.q;
    row.u = state.u;
    const std::vector<double> y = numbers(row);
    std::vector<double> rates(y.size());
    if (!flow_.rates(row.t, y.data(), rates.data())) return false;
    for (std::size_t k = 0; k < flow_.bound().size(); ++k)
      row.multipliers[static_cast<std::size_t>(flow_.bound()[k])] = flow_.multipliers()[k];
    return true;
  }

 private:
  static std::vector<double> numbers(const StoredRow& row) {
    std::vector<double> y(row.q.begin(), row.q.end());
    y.insert(y.end(), row.u.begin(), row.u.end());
    return y;
  }

  const System& system_;
  Flow flow_;
  DormandPrince stepper_;
  DenseStep course_;
};

// The same for a curve of a variational problem.
void add_variational(const StoredRun& run, const StoredRow& first, double until, double spacing,
                     std::vector<StoredRow>& out) {
  const Variation variation = run.file.problem.variation(*run.system);
  const Eigen::Map<const Vector> rho(first.rho.data(), run.system->conditions());
  const Path path = variation.run(first.state(), rho, until);
  const double h = until - first.t;
  const auto pieces = static_cast<int>(std::min(std::ceil(h / spacing), 1e4));
  for (int k = 1; k < pieces; ++k) {
    StoredRow row = first;
    row.side = 0;
    row.t = first.t + h * k / pieces;
    const State state = path.at(row.t);
    row.q = state.q;
    row.u = state.u;
    const Vector constants = path.rho(row.t);
    const Vector multipliers = variation.at(state, constants).multipliers;
    row.rho.assign(constants.begin(), constants.end());
    row.multipliers.assign(multipliers.begin(), multipliers.end());
    out.push_back(std::move(row));
  }
}

}  // namespace

std::vector<StoredRow> refined(const StoredRun& run, std::size_t wanted) {
  // large systems are shown as they were stored: their steps would take too long
  constexpr int small = 300;
  const std::vector<StoredRow>& rows = run.rows;
  // between time steps nothing was computed
  const bool by_steps = run.file.run.method == RunOptions::Method::steps;
  if (rows.size() < 2 || rows.size() >= wanted || run.system->coordinates() > small || by_steps)
    return rows;
  const double spacing = (rows.back().t - rows.front().t) / static_cast<double>(wanted);
  std::vector<StoredRow> out;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const StoredRow& first = rows[i];
    out.push_back(first);
    const double h = rows[i + 1].t - first.t;
    if (!(h > 1.5 * spacing)) continue;
    if (!run.file.problem.is_mechanical()) {
      add_variational(run, first, rows[i + 1].t, spacing, out);
      continue;
    }
    Between between(*run.system, first);
    if (!between.step(first, rows[i + 1])) continue;
    const auto pieces = static_cast<int>(std::min(std::ceil(h / spacing), 1e4));
    for (int k = 1; k < pieces; ++k) {
      StoredRow row = first;
      if (between.at(static_cast<double>(k) / pieces, row)) out.push_back(std::move(row));
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
