// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/followed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/analysis/variation_path.hpp"
#include "zwang/analysis/way_back.hpp"
#include "zwang/arc/departure.hpp"
#include "zwang/arc/passage.hpp"
#include "zwang/base/index.hpp"

namespace zwang {

Followed::Followed(const ModelFile& file, const System& system, const StoredRow& row,
                   const StoredRow& next)
    : system_(system),
      row_(row),
      next_(next),
      tolerance_(file.run.tolerance),
      by_steps_(file.run.method == RunOptions::Method::time_stepping),
      flow_(system) {
  std::vector<int> bound;
  for (int i = 0; i < system.constraints(); ++i)
    if (row.holds(i)) bound.push_back(i);
  // forces are those in force after the row
  flow_.bind(bound, row.t, row.slipping());
  if (!(next.t > row.t)) return;
  if (!file.problem.is_mechanical()) {
    variation_ = file.problem.variation(system);
    follow_variation();
  } else if (by_steps_) {
    if (file.run.step > 0.0 && next.t - row.t > 1.5 * file.run.step)
      throw Error(
          Code::E120,
          fmt::format("no rows were stored for the time steps between {:.9g} s and {:.9g} s", row.t,
                      next.t));
    follow_step();
  } else if (file.run.branch.size() > 0 && row.t == file.run.from) {
    depart(file.run.branch, bound);
  } else if (const Vector passing =
                 row.events.empty() ? Vector() : passing_accelerations(system, row.state(), bound);
             passing.size() > 0) {
    depart(passing, bound);
  } else if (!next.events.empty() &&
             passing_accelerations(system, next.state(), bound).size() > 0) {
    approach(bound);
  } else {
    follow();
  }
}

// From a singular start, or a singular position that is passed.
void Followed::depart(const Vector& accelerations, const std::vector<int>& bound) {
  Departure departure(system_, row_.state(), accelerations, bound, {});
  if (!departure.over(next_.t - row_.t)) refuse(row_.t);
  course_.push_back(departure.course());
}

// To a singular position that is passed: over it, as far again.
void Followed::approach(const std::vector<int>& bound) {
  std::vector<double> y(row_.q.begin(), row_.q.end()), rates(index(flow_.size()));
  y.insert(y.end(), row_.u.begin(), row_.u.end());
  if (!flow_.rates(row_.t, y.data(), rates.data())) refuse(row_.t);
  Departure across(system_, row_.state(),
                   Eigen::Map<const Vector>(rates.data() + row_.q.size(), row_.u.size()), bound,
                   {});
  if (!across.over((next_.t - row_.t) / 0.48)) return follow();
  course_.push_back(across.course());
}

// Steps as the run made them, the last one to the row that was stored.
void Followed::follow() {
  const auto field = [&](double t, const double* y, double* dy) { return flow_.rates(t, y, dy); };
  DormandPrince stepper(flow_.size());
  const auto numbers = [](const StoredRow& row) {
    std::vector<double> y(row.q.begin(), row.q.end());
    y.insert(y.end(), row.u.begin(), row.u.end());
    return y;
  };
  std::vector<double> y = numbers(row_), scale(y.size());
  const std::vector<double> end = numbers(next_);
  double t = row_.t, h = next_.t - row_.t;
  if (!field(t, y.data(), stepper.first())) refuse(t);
  while (t < next_.t) {
    for (std::size_t i = 0; i < y.size(); ++i)
      scale[i] = tolerance_ * std::max(1.0, std::abs(y[i]));
    const bool last = t + 1.01 * h >= next_.t;
    if (last) h = next_.t - t;
    const bool made = stepper.attempt(field, t, y.data(), h);
    const double error = made ? stepper.error(scale, h) : unset;
    if (!(error <= 1.0)) {
      h *= 0.5;
      if (!(t + h > t)) refuse(t);
      continue;
    }
    const double reached = last ? next_.t : t + h;
    if (last) {
      std::ranges::copy(end, stepper.next());
    } else {
      State state{Eigen::Map<const Vector>(stepper.next(), row_.q.size()),
                  Eigen::Map<const Vector>(stepper.next() + row_.q.size(), row_.u.size()), reached};
      if (!flow_.project(state)) refuse(reached);
      std::ranges::copy(state.q, stepper.next());
      std::ranges::copy(state.u, stepper.next() + row_.q.size());
    }
    DenseStep step;
    if (!field(reached, stepper.next(), stepper.last()) ||
        !stepper.interpolate(field, t, y.data(), h, step, [](double) {}))
      refuse(t);
    course_.push_back(std::move(step));
    std::copy_n(stepper.next(), y.size(), y.begin());
    std::copy_n(stepper.last(), y.size(), stepper.first());
    t = reached;
    h *= 2.0;
  }
}

void Followed::follow_variation() {
  const Eigen::Map<const Vector> rho(row_.rho.data(), static_cast<Eigen::Index>(row_.rho.size()));
  // as the run: between the ends of steps it is less exact than there
  zwang::follow(*variation_, row_.state(), rho, next_.t, 0.1 * tolerance_,
                [&](const DenseStep& step, const State&, const Vector&) {
                  course_.push_back(step);
                  return true;
                });
}

// A step has one velocity; its places are on a cubic through both ends.
void Followed::follow_step() {
  DenseStep step;
  const int n = system_.coordinates(), m = system_.velocities();
  step.t = row_.t;
  step.h = next_.t - row_.t;
  step.size = n + m;
  step.f.assign(7 * index(step.size), 0.0);
  const auto line = [&](int k) { return step.f.data() + index(k) * index(step.size); };
  const Vector first = step.h * system_.rates(row_.state());
  const Vector last = step.h * system_.rates(next_.state());
  for (int i = 0; i < n; ++i) {
    const double change = next_.q[i] - row_.q[i];
    step.y.push_back(row_.q[i]);
    line(0)[i] = change;
    line(1)[i] = first[i] - change;
    line(2)[i] = 2.0 * change - last[i] - first[i];
  }
  for (int i = 0; i < m; ++i) {
    step.y.push_back(row_.u[i]);
    line(0)[n + i] = next_.u[i] - row_.u[i];
  }
  course_.push_back(std::move(step));
}

const DenseStep& Followed::step_at(double t) const {
  const auto after = std::ranges::upper_bound(course_, t, {}, &DenseStep::t);
  return after == course_.begin() ? *after : *(after - 1);
}

void Followed::refuse(double t) const {
  throw Error(Code::E306, fmt::format("the motion cannot be followed from {:.9g} s beyond {:.9g} s",
                                      row_.t, t));
}

StoredRow Followed::at(double t) {
  if (t <= row_.t || course_.empty()) return row_;
  StoredRow row = row_;
  row.side = 0;
  row.t = t;
  row.events.clear();
  const DenseStep& step = step_at(t);
  const double theta = std::min(1.0, (t - step.t) / step.h);
  const int n = system_.coordinates(), m = system_.velocities();
  for (int i = 0; i < n; ++i) row.q[i] = step.value(i, theta);
  for (int i = 0; i < m; ++i) row.u[i] = step.value(n + i, theta);
  if (by_steps_) {
    // means over the step, which its end has
    row.multipliers = next_.multipliers;
    row.states = next_.states;
    return row;
  }
  State state = row.state();
  if (!(variation_ ? WayBack(system_).project(state) : flow_.project(state))) refuse(t);
  row.q = state.q;
  row.u = state.u;
  if (variation_) {
    for (int i = 0; i < system_.constraints(); ++i)
      row.rho[index(i)] = step.value(n + m + i, theta);
    const Eigen::Map<const Vector> rho(row.rho.data(), system_.constraints());
    const Vector multipliers = variation_->at(state, rho).multipliers;
    row.multipliers.assign(multipliers.begin(), multipliers.end());
    return row;
  }
  std::vector<double> y(row.q.begin(), row.q.end());
  y.insert(y.end(), row.u.begin(), row.u.end());
  std::vector<double> rates(y.size());
  if (!flow_.rates(t, y.data(), rates.data())) refuse(t);
  std::ranges::fill(row.multipliers, 0.0);
  for (std::size_t k = 0; k < flow_.bound().size(); ++k)
    row.multipliers[index(flow_.bound()[k])] = flow_.multipliers()[k];
  for (std::size_t k = 0; k < flow_.slipping().size(); ++k)
    row.multipliers[index(flow_.slipping()[k].row)] = flow_.friction()[k];
  return row;
}

StoredRow row_at(const StoredRun& run, double t) {
  const auto& rows = run.rows;
  if (rows.empty() || !(t >= rows.front().t && t <= rows.back().t))
    throw Error(Code::E120, fmt::format("{}: the motion runs from {:.9g} s to {:.9g} s", run.path,
                                        rows.empty() ? 0.0 : rows.front().t,
                                        rows.empty() ? 0.0 : rows.back().t));
  const auto later = std::ranges::upper_bound(rows, t, {}, &StoredRow::t);
  const StoredRow& row = *(later - 1);
  return t > row.t ? Followed(run.file, *run.system, row, *later).at(t) : row;
}

}  // namespace zwang
