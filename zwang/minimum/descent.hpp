// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The descent to the minimum with many sparse rows: projected Newton steps on the dual, with bursts
// of accelerated gradient steps between them. The same on one machine and on many, which differ in
// who owns the rows: a World names the types that do, and combines what all its processes found.
// Every loop here is over the rows of this process.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/burst.hpp"
#include "zwang/minimum/row.hpp"
#include "zwang/minimum/sparse_solution.hpp"

namespace zwang::minimum {

template <class World>
class Descent {
 public:
  using Problem = typename World::Problem;

  explicit Descent(World world)
      : world_(std::move(world)),
        dual_(world_.dual()),
        burst_(world_.burst()),
        free_rows_(world_.free_rows()) {}

  SparseSolution solve(const Problem& problem, const SparseStart& start,
                       const SparseOptions& options);

 private:
  // Differences of the dual's value below this fraction of Σ|z_i b_i| are rounding.
  static constexpr double noise_part = 1e-13;
  // The equations of the free rows are solved to this fraction of the tolerance.
  static constexpr double enough = 0.01;
  static constexpr int halvings = 30;
  // Rows that a Newton step passes one by one before the projected arc is searched.
  static constexpr int bounds_tried = 8;
  static constexpr int stalls_allowed = 3;
  static constexpr int polishings = 3;
  // A burst before the first Newton step pays if more than this fraction of rows changed last time.
  static constexpr double busy = 0.005;
  // A Newton step that leaves less than this fraction of the wrong signs needs no burst after it.
  static constexpr double fast = 0.1;
  static constexpr int longest_burst = 4;  // times the usual one

  // A point z of the dual with its gradient w, its value and its natural residual.
  struct DualPoint {
    std::vector<double> z, w;
    double value = 0.0;
    double natural = 0.0;
  };

  void begin(const SparseStart& start);
  SparseOutcome descend(const Problem& problem, const SparseStart& start);
  void take_free();
  void add_touching();
  bool settled(const Problem& problem);
  bool polish(const Problem& problem);
  bool find_direction(const Problem& problem);
  bool newton_step(const Problem& problem);
  bool slide();
  bool step_to_bound();
  bool take_arc();
  bool better(const DualPoint& y, bool clipped) const;
  double noise(const DualPoint& y) const;
  bool try_step(double t, int& clipped);
  void run_burst(int steps, BurstEnd end = BurstEnd::settled);
  void evaluate(DualPoint& y);
  int wrong_signs() const;
  bool empty_contradiction(const Problem& problem);
  bool contradictory(const Problem& problem);
  void count_dependent();
  void answer(const Problem& problem, const SparseStart& start);

  SparseOptions options_;
  double target_ = 0.0;  // the natural residual at which the search ends
  SparseSolution solution_;
  World world_;
  typename World::Dual dual_;
  typename World::Burst burst_;
  typename World::FreeRows free_rows_;
  DualPoint now_, trial_, arc_;
  std::vector<double> r_, d_, before_;
  std::vector<unsigned char> free_;
  Vector y_;            // the point of the solution
  bool exact_ = false;  // whether the last Newton step was a full one that met no bound
};

template <class World>
SparseSolution Descent<World>::solve(const Problem& problem, const SparseStart& start,
                                     const SparseOptions& options) {
  options_ = options;
  target_ = 0.9 * options.tolerance;  // the rest is for the rounding of the certificate
  solution_ = SparseSolution();
  if (!dual_.read(problem, options.touching)) {
    solution_.outcome = SparseOutcome::no_inertia;
    return solution_;
  }
  solution_.snapped = dual_.snapped();
  solution_.moved = dual_.moved();
  free_rows_.begin(dual_);
  begin(start);
  dual_.point(now_.z, y_);
  solution_.outcome =
      empty_contradiction(problem) ? SparseOutcome::contradictory : descend(problem, start);
  answer(problem, start);
  return std::move(solution_);
}

template <class World>
void Descent<World>::begin(const SparseStart& start) {
  const auto m = index(dual_.rows());
  for (DualPoint* const point : {&now_, &trial_, &arc_}) {
    point->z.resize(m);
    point->w.resize(m);
  }
  r_.assign(m, 0.0);
  d_.assign(m, 0.0);
  free_.assign(m, 0);
  const bool cold = start.multipliers.size() == 0;
  for (int i = 0; i < dual_.rows(); ++i) {
    const double z = cold ? 0.0 : start.multipliers[i] * dual_.length(i);
    now_.z[index(i)] = std::max(dual_.least()[index(i)], z);
  }
  evaluate(now_);
}

template <class World>
void Descent<World>::evaluate(DualPoint& y) {
  dual_.gradient(y.z, y.w);
  ++solution_.products;
  y.value = dual_.value(y.z, y.w);
  y.natural = dual_.natural(y.z, y.w);
}

// Every accepted point lowers the dual's value beyond its noise, by a Newton arc or by a burst, so
// no point recurs. A Newton step solves the equations of the free rows and is then projected, z :=
// max(0, z + d); the next free rows come from the signs at the projected point, not from the
// solution itself, which would drop far too many.
template <class World>
SparseOutcome Descent<World>::descend(const Problem& problem, const SparseStart& start) {
  int before = 0;
  int stalls = 0;
  if (start.changed > busy * dual_.all_rows() && now_.natural > target_) {
    run_burst(options_.burst);
    before = std::numeric_limits<int>::max();
  }
  while (!settled(problem)) {
    if (solution_.outcome == SparseOutcome::contradictory) return SparseOutcome::contradictory;
    if (++solution_.steps > options_.max_steps) return SparseOutcome::not_certified;
    const double natural_before = now_.natural;
    take_free();
    if (start.multipliers.size() == 0 && solution_.steps == 1) add_touching();
    const bool moved = newton_step(problem);
    if (solution_.outcome == SparseOutcome::contradictory) return SparseOutcome::contradictory;
    const int wrong = wrong_signs();
    // An exact step that leaves the residual unchanged: only rounding remains of it.
    const bool idle = exact_ && wrong == 0 && now_.natural > 0.5 * natural_before;
    if (!moved || idle) {
      if (idle && polish(problem)) return SparseOutcome::found;
      if (solution_.outcome == SparseOutcome::contradictory) return SparseOutcome::contradictory;
      if (++stalls == stalls_allowed) return SparseOutcome::not_certified;
      run_burst(longest_burst * options_.burst, BurstEnd::all);
      continue;
    }
    const double burst_flops = options_.burst * dual_.flops();
    const bool slow = wrong >= fast * before || free_rows_.flops() > burst_flops;
    if (now_.natural > target_ && wrong > free_rows_.room() && slow) {
      const int longer = 1 << std::clamp(solution_.steps - 3, 0, 2);
      run_burst(options_.burst * std::min(longer, longest_burst));
    }
    before = wrong;
  }
  return SparseOutcome::found;
}

// Whether the residual is small, as seen from both the point and the multipliers.
template <class World>
bool Descent<World>::settled(const Problem& problem) {
  return now_.natural <= target_ && polish(problem);
}

// z is known only to its own rounding. Where large multipliers balance each other, that exceeds the
// error allowed in the point: corrections that are lost in z are not lost in the point.
template <class World>
bool Descent<World>::polish(const Problem& problem) {
  for (int i = 0; i < dual_.rows(); ++i) {  // residual multipliers on open rows
    double& z = now_.z[index(i)];
    const bool open = !dual_.equation(i) && z < now_.w[index(i)];
    if (open && z * dual_.length(i) <= target_ * dual_.scale()) z = 0.0;
  }
  trial_.z = now_.z;
  dual_.point(now_.z, y_);
  for (int turn = 0; turn <= polishings; ++turn) {
    dual_.gradient_at(y_, now_.w);
    now_.natural = dual_.natural(now_.z, now_.w);
    if (now_.natural <= target_) return true;
    if (turn == polishings) break;
    take_free();
    if (!find_direction(problem)) return false;
    for (std::size_t i = 0; i < d_.size(); ++i) {
      d_[i] = std::max(d_[i], dual_.least()[i] - now_.z[i]);
      now_.z[i] += d_[i];
    }
    dual_.move(d_, y_);
  }
  now_.z = trial_.z;
  evaluate(now_);
  dual_.point(now_.z, y_);
  return false;
}

// d on the free rows. Borders around a singular factor may end the gradients too early; then the
// free rows are factored themselves.
template <class World>
bool Descent<World>::find_direction(const Problem& problem) {
  const double small = enough * options_.tolerance * dual_.scale();
  free_rows_.take(dual_, free_);
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = free_[i] != 0 ? -now_.w[i] : 0.0;
    solution_.products += free_rows_.solve(dual_, r_, small, d_);
    const bool good = !free_rows_.met_null() || free_rows_.left() <= target_ * dual_.scale();
    if (good || !free_rows_.bordered()) break;
    free_rows_.factor(dual_, free_);
  }
  if (!free_rows_.met_null() || !contradictory(problem)) return true;
  solution_.outcome = SparseOutcome::contradictory;
  return false;
}

template <class World>
bool Descent<World>::newton_step(const Problem& problem) {
  before_ = now_.z;
  exact_ = false;
  int clipped = 0;
  if constexpr (requires { free_rows_.take_roughly(free_); })
    if (free_rows_.take_roughly(free_)) {
      for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = free_[i] != 0 ? -now_.w[i] : 0.0;
      solution_.products += free_rows_.solve_roughly(dual_, r_, d_);
      try_step(1.0, clipped);
      if (trial_.value < now_.value) {
        std::swap(now_, trial_);
        return true;
      }
    }
  if (!find_direction(problem)) return false;
  for (int k = 0; k < bounds_tried; ++k) {
    const bool stuck = free_rows_.met_null() && free_rows_.left() > target_ * dual_.scale();
    if (!stuck || !slide()) break;
    if (!find_direction(problem)) return false;
  }
  if (try_step(1.0, clipped)) {
    exact_ = clipped == 0;
    std::swap(now_, trial_);
    return true;
  }
  // Where Φ_FF is nearly singular d is long, and a few rows are in its way: go as far as the first
  // of them allows, drop it, and try again.
  bool moved = false;
  for (int k = 0; k < bounds_tried; ++k) {
    if (!step_to_bound()) break;
    moved = true;
    if (now_.natural <= target_) return true;
    if (!find_direction(problem)) return false;
    if (try_step(1.0, clipped)) {
      std::swap(now_, trial_);
      return true;
    }
  }
  return take_arc() || moved;
}

// The residual of the equations of the free rows lies in their null space, or so close to it that
// no step was taken: along it the point hardly moves and the value falls. Dependent rows cannot all
// hold if their offsets disagree: the first whose multiplier reaches 0 is dropped.
template <class World>
bool Descent<World>::slide() {
  for (int turn = 0; turn < 3; ++turn) free_rows_.keep_null(dual_, r_);
  dual_.gradient(r_, trial_.w);
  ++solution_.products;
  double fall = 0.0, bend = 0.0, far = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < r_.size(); ++i) {
    fall -= r_[i] * now_.w[i];
    bend += r_[i] * (trial_.w[i] + dual_.right()[i]);
    if (dual_.least()[i] == 0.0 && r_[i] < 0.0) far = std::min(far, -now_.z[i] / r_[i]);
  }
  fall = world_.sum(fall);
  bend = world_.sum(bend);
  far = world_.least(far);
  if (!(fall > 0.0)) return false;
  if (bend > 0.0) far = std::min(far, fall / bend);
  if (!std::isfinite(far)) return false;
  for (std::size_t i = 0; i < d_.size(); ++i) d_[i] = far * r_[i];
  return step_to_bound();
}

// z := z + t d with the largest t that keeps z ≥ 0; rows that reach 0 are no longer free.
template <class World>
bool Descent<World>::step_to_bound() {
  double t = 1.0;
  for (std::size_t i = 0; i < d_.size(); ++i)
    if (dual_.least()[i] == 0.0 && now_.z[i] + d_[i] < 0.0) t = std::min(t, -now_.z[i] / d_[i]);
  t = world_.least(t);
  const auto bound = [&](std::size_t i) {
    return dual_.least()[i] == 0.0 && d_[i] < 0.0 && now_.z[i] + t * d_[i] <= 1e-14 * now_.z[i];
  };
  for (std::size_t i = 0; i < d_.size(); ++i) {
    const bool stop = free_[i] != 0 && bound(i);
    trial_.z[i] = stop ? 0.0 : now_.z[i] + t * d_[i];
    if (stop) free_[i] = 0;
  }
  evaluate(trial_);
  if (trial_.value > now_.value + noise(trial_)) return false;
  std::swap(now_, trial_);
  return true;
}

// F: equations, rows that carry a multiplier, rows that are violated.
template <class World>
void Descent<World>::take_free() {
  for (int i = 0; i < dual_.rows(); ++i)
    free_[index(i)] = dual_.equation(i) || now_.z[index(i)] > 0.0 || now_.w[index(i)] < 0.0;
}

// Without a start every touching row is taken first: a taut net found from the signs alone takes
// fifty times as long, if it is found at all.
template <class World>
void Descent<World>::add_touching() {
  for (int i = 0; i < dual_.rows(); ++i)
    if (dual_.touches(i)) free_[index(i)] = 1;
}

// y = max(0, z + t d); whether it is better.
template <class World>
bool Descent<World>::try_step(double t, int& clipped) {
  clipped = 0;
  for (std::size_t i = 0; i < trial_.z.size(); ++i) {
    const double moved = now_.z[i] + t * d_[i];
    const double kept = std::max(dual_.least()[i], moved);
    clipped += kept != moved;
    trial_.z[i] = kept;
  }
  clipped = world_.sum(clipped);
  evaluate(trial_);
  return better(trial_, clipped > 0);
}

// Without clipping the full step is exact and taken untested. A search below the value's noise
// would stall.
template <class World>
bool Descent<World>::better(const DualPoint& y, bool clipped) const {
  if (y.natural <= target_ || !clipped) return true;
  const double small = noise(y);
  if (y.value <= now_.value - small) return true;
  return std::abs(y.value - now_.value) <= small && y.natural < now_.natural;
}

// Differences of the value that are rounding.
template <class World>
double Descent<World>::noise(const DualPoint& y) const {
  double size = 0.0;
  for (std::size_t i = 0; i < y.z.size(); ++i) size += std::abs(y.z[i] * dual_.right()[i]);
  return noise_part * world_.sum(size);
}

// The best point of the projected arc beyond t = 1; false if none is better than the current one.
template <class World>
bool Descent<World>::take_arc() {
  bool found = false;
  int clipped = 0;
  double t = 1.0;
  for (int k = 0; k < halvings; ++k) {
    t *= 0.5;
    const bool good = try_step(t, clipped);
    if (found && trial_.value >= arc_.value) break;
    if (!good) continue;
    found = true;
    std::swap(arc_, trial_);
  }
  if (found) std::swap(now_, arc_);
  return found;
}

// Rows dropped in the last arc, and rows that wait to be taken.
template <class World>
int Descent<World>::wrong_signs() const {
  int count = 0;
  for (int i = 0; i < dual_.rows(); ++i) {
    if (dual_.equation(i) || now_.z[index(i)] > 0.0) continue;
    if (now_.w[index(i)] < 0.0 || before_[index(i)] > 0.0) ++count;
  }
  return world_.sum(count);
}

template <class World>
void Descent<World>::run_burst(int steps, BurstEnd end) {
  if (solution_.bursts++ == 0) {
    burst_.prepare(dual_);
    solution_.products += burst_.products();
  }
  const int before = burst_.products();
  trial_.z = now_.z;
  burst_.run(dual_, trial_.z, steps, end);
  solution_.products += burst_.products() - before;
  evaluate(trial_);
  if (trial_.value < now_.value) std::swap(now_, trial_);
}

// Empty rows whose offsets are not admissible exclude every point by themselves.
template <class World>
bool Descent<World>::empty_contradiction(const Problem& problem) {
  int found = 0;
  for (int i = 0; i < dual_.rows(); ++i) {
    const double offset = problem.offset(i);
    if (dual_.length(i) > 0.0 || std::abs(offset) <= options_.touching) continue;
    if (offset < 0.0 && problem.kind(i) == Kind::inequality) continue;
    if (found++ == 0) solution_.proof = Vector::Zero(dual_.rows());
    solution_.proof[i] = offset > 0.0 ? 1.0 : -1.0;
  }
  return world_.sum(found) > 0;
}

// The residual of the equations of the free rows lies in the null space: Σ r a = 0. If r ≥ 0 on the
// inequalities and Σ r c > 0 it proves that the rows exclude each other.
template <class World>
bool Descent<World>::contradictory(const Problem& problem) {
  double left = 0.0;
  for (const int i : free_rows_.rows()) left = std::max(left, std::abs(r_[index(i)]));
  left = world_.largest(left);
  if (left * 10.0 < options_.tolerance * dual_.scale()) return false;
  for (int turn = 0; turn < 3; ++turn) free_rows_.keep_null(dual_, r_);
  double largest = 0.0;
  for (const int i : free_rows_.rows()) largest = std::max(largest, std::abs(r_[index(i)]));
  largest = world_.largest(largest);
  solution_.proof = Vector::Zero(dual_.rows());
  for (const int i : free_rows_.rows()) {
    const double weight = r_[index(i)] / largest;
    if (std::abs(weight) > 1e-13) solution_.proof[i] = weight / dual_.length(i);
  }
  if (world_.excludes(problem, solution_.proof, options_.touching)) return true;
  solution_.proof.resize(0);
  return false;
}

// Rows that hold are equations, rows that carry a multiplier and rows whose value is 0 within the
// tolerance. If they outnumber the unknowns they move, they are dependent; else the pivots decide.
template <class World>
void Descent<World>::count_dependent() {
  const double touching = options_.tolerance * dual_.scale();
  int holding = 0;
  for (int i = 0; i < dual_.rows(); ++i) {
    const std::size_t k = index(i);
    const double length = dual_.length(i);
    free_[k] = length > 0.0 &&
               (dual_.equation(i) || now_.z[k] > 0.0 || std::abs(now_.w[k]) * length <= touching);
    holding += free_[k];
  }
  holding = world_.sum(holding);
  const int moved = dual_.unknowns_of(free_);
  if (holding > moved) {
    solution_.null_directions = holding - moved;
  } else if (holding > 0) {
    free_rows_.take(dual_, free_);
    solution_.null_directions = free_rows_.dependent(dual_);
  }
  solution_.unique = solution_.null_directions == 0;
}

template <class World>
void Descent<World>::answer(const Problem& problem, const SparseStart& start) {
  const int m = dual_.rows();
  solution_.x = dual_.unscaled(y_);
  solution_.multipliers = Vector::Zero(m);
  for (int i = 0; i < m; ++i) {
    const double z = now_.z[index(i)];
    if (z != 0.0) solution_.multipliers[i] = z / dual_.length(i);
    const bool acted = start.multipliers.size() > 0 && start.multipliers[i] != 0.0;
    solution_.active += z != 0.0;
    solution_.changed += acted != (z != 0.0);
  }
  solution_.active = world_.sum(solution_.active);
  solution_.changed = world_.sum(solution_.changed);
  solution_.certificate =
      world_.certify(problem, solution_.x, solution_.multipliers, options_.touching);
  if (solution_.outcome == SparseOutcome::found) {
    if (!solution_.certificate.holds(options_.tolerance))
      solution_.outcome = SparseOutcome::not_certified;
    else if (options_.judge_unique)
      count_dependent();
    else
      solution_.unique = false;
  }
  solution_.factorisations = free_rows_.factorisations();
}

}  // namespace zwang::minimum
