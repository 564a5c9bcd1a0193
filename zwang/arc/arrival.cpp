// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How a step ends at an event: what is met or left first, and the state there.

#include <algorithm>
#include <cmath>

#include "zwang/arc/arc.hpp"
#include "zwang/base/index.hpp"
#include "zwang/system/applies.hpp"

namespace zwang {

// What rises to zero where a constraint is met or lets go: a gap with its sign turned, the value of
// a velocity inequality, a multiplier with its sign turned.
double Arc::rising(int constraint, const State& state) {
  const auto& bound = flow_.bound();
  const auto held = std::ranges::find(bound, constraint);
  if (const Slip* const slip = slip_of(constraint))
    return -slip->way * system_->at(state).rows[index(constraint)].rate;
  if (held != bound.end() && at_border_)
    return out_of_domain(system_->constraint(constraint), system_->at(state));
  if (held == bound.end()) {
    const Row row = system_->at(state).rows[index(constraint)];
    return system_->constraint(constraint).of_velocities ? row.rate : row.f;
  }
  std::vector<double> y(stage_.size()), rates(stage_.size());
  std::copy_n(state.q.data(), state.q.size(), y.begin());
  std::copy_n(state.u.data(), state.u.size(), y.begin() + state.q.size());
  if (!field(state.t, y.data(), rates.data())) return unset;
  const auto& friction = system_->constraint(constraint).friction;
  const double z = flow_.multipliers()[static_cast<std::size_t>(held - bound.begin())];
  if (!friction) return -z;
  return std::abs(z) -
         sticking_bound(*system_, flow_.snapshot(), constraint) * flow_.load(constraint);
}

const Slip* Arc::slip_of(int constraint) const {
  const auto& slipping = flow_.slipping();
  const auto found = std::ranges::find(slipping, constraint, &Slip::row);
  return found == slipping.end() ? nullptr : &*found;
}

// Events are found on the curve of a step, which runs beside the motion and the constraints that
// hold by its error. Going back to them and to a contact nearly parallel to them at once would lead
// far away: the time of the event is found anew on the way along them.
double Arc::along_bound(double theta) {
  if (causes_.empty() || (flow_.bound().empty() && !curve_is_off())) return theta;
  const double rounding = 1e-16 * std::max(1e-3, std::abs(dense_.t)) / dense_.h;
  const double back = std::min(1e-5, 0.5 * theta);
  State state = state_;
  on_curve(theta - back, state);
  double slope = -rising(causes_[0], state);
  on_curve(theta, state);
  slope = (slope + rising(causes_[0], state)) / back;
  double found = theta;
  for (int turn = 0; turn < 3; ++turn) {
    if (!reach(found, state) || !flow_.project(state)) return theta;
    const double late = rising(causes_[0], state) / slope;
    // what hardly rises has no better time
    if (!(slope > 0.0 && std::abs(late) < 1e-3)) return theta;
    if (std::abs(late) <= rounding) break;
    found -= late;
    if (!(found > 0.0 && found <= 1.0)) return theta;
  }
  return found;
}

// Ends the step at theta: the state there, back on the constraints and on what was reached. False
// if there is no way back.
bool Arc::cut(double theta) {
  theta = along_bound(theta);
  if (!reach(theta, state_)) return false;
  const double t = state_.t;
  const int n = system_->coordinates();
  const std::vector<int> bound = flow_.bound();
  const std::vector<Slip> slipping = flow_.slipping();
  const double phase = dense_.t;
  std::vector<int> reached = bound, nonlinear = bound;
  for (const int i : causes_) {
    if (std::ranges::find(bound, i) != bound.end()) continue;
    // what is entered from behind is not put in front of it
    const Constraint& asked = system_->constraint(i);
    if (asked.domain &&
        rising(i, state_) > 1e-6 * std::max(1.0, state_.q.lpNorm<Eigen::Infinity>()))
      continue;
    if (asked.friction) continue;
    if (!asked.of_velocities) reached.push_back(i);
    if (system_->constraint(i).nonlinear) nonlinear.push_back(i);
  }
  const State found = state_;
  // what the way back pushes through another constraint goes back to that as well
  for (bool complete = false; !complete;) {
    state_ = found;
    flow_.bind(reached, phase);
    if (!flow_.project_positions(state_)) {
      state_ = found;
      break;
    }
    const std::vector<int> pushed = pushed_through(reached);
    reached.insert(reached.end(), pushed.begin(), pushed.end());
    complete = pushed.empty();
  }
  // no impact mends what is beyond a bound that is not linear in the velocities
  flow_.bind(nonlinear, phase);
  if (!flow_.project(state_)) return false;
  if (nonlinear.size() > bound.size() || !slipping.empty()) flow_.bind(bound, phase, slipping);
  std::erase_if(grazes_, [&](const Arrival& graze) { return graze.theta >= theta; });
  for (int i = 0; i < n; ++i) stage_[index(i)] = state_.q[i];
  for (int i = 0; i < system_->velocities(); ++i) stage_[index(n + i)] = state_.u[i];
  y_ = stage_;
  if (!field(t, y_.data(), stepper_.first())) return false;
  bends_.begin_here();
  remember_forces();
  return true;
}

// Open constraints beyond zero by more than counts as zero, but not by more than a contact is off.
std::vector<int> Arc::pushed_through(const std::vector<int>& reached) {
  const double size = std::max(1.0, state_.q.lpNorm<Eigen::Infinity>());
  Snapshot snapshot = system_->snapshot();
  system_->evaluate(state_, flow_.phase(), snapshot);
  std::vector<int> pushed;
  for (const int i : open_) {
    if (system_->constraint(i).of_velocities || std::ranges::find(reached, i) != reached.end())
      continue;
    system_->row(i, snapshot);
    if (!applies(system_->constraint(i), snapshot)) continue;
    const double f = snapshot.rows[index(i)].f;
    if (f > 1e-12 * size && f < 1e-6 * size) pushed.push_back(i);
  }
  return pushed;
}

// How far in time an error of what was last searched for carries.
double Arc::time_error_at(int searched, double theta) {
  const double ahead = std::min(1.0, theta + 1e-6), behind = std::max(0.0, theta - 1e-6);
  const double slope = (search_.value(searched, ahead) - search_.value(searched, behind)) /
                       ((ahead - behind) * dense_.h);
  return slope > 0.0 ? std::min(dense_.h, search_.error() / slope) : dense_.h;
}

// Whether what holds reaches the border of where it applies before an event, which is then that.
bool Arc::leaves_domain(std::optional<Arrival>& event) {
  bool any = false;
  for (const int i : flow_.bound()) {
    if (!system_->constraint(i).domain) continue;
    const auto theta = search_.leaves(i, event ? event->theta : 1.0);
    if (!theta || (event && *theta > event->theta)) continue;
    if (!any || *theta < event->theta) causes_.clear();
    causes_.push_back(i);
    event = Arrival{i, *theta, false};
    time_error_ = time_error_at(search_.border(i), *theta);
    any = true;
  }
  return any;
}

std::optional<Arrival> Arc::first_contact(std::vector<char>& armed) {
  std::optional<Arrival> first;
  for (const int i : open_) {
    bool is_armed = armed[index(i)] != 0;
    const double until = first ? first->theta : 1.0;
    const auto found = search_.first(i, until, is_armed, grazes_);
    armed[index(i)] = is_armed;
    // on the border of where a constraint applies, grazing it means nothing
    if (system_->constraint(i).domain)
      std::erase_if(grazes_, [&](const Arrival& graze) {
        return graze.constraint == i && !search_.inside(i, graze.theta);
      });
    if (!found || (first && found->theta > first->theta)) continue;
    if (first && found->theta == first->theta) {
      causes_.push_back(i);
      continue;
    }
    first = found;
    causes_ = {i};
    time_error_ = time_error_at(i, found->theta);
    double widest = 0.0;
    for (int k = 0; k < 8; ++k)
      widest = std::max(widest, std::abs(search_.value(i, 0.125 * k * found->theta)));
    coarse_ = search_.error() > 1e-5 * widest;
  }
  first_to_rest(first, armed);
  std::ranges::sort(grazes_, {}, &Arrival::theta);
  return first;
}

// Whose slip falls to zero before anything else happens. That it touches zero means nothing.
void Arc::first_to_rest(std::optional<Arrival>& first, std::vector<char>& armed) {
  for (const Slip& slip : flow_.slipping()) {
    bool is_armed = armed[index(slip.row)] != 0;
    const int searched = slip.way > 0.0 ? search_.border(slip.row) : slip.row;
    std::vector<Arrival> touches;
    const auto found = search_.first(searched, first ? first->theta : 1.0, is_armed, touches);
    armed[index(slip.row)] = is_armed;
    if (!found || (first && found->theta > first->theta)) continue;
    if (!first || found->theta < first->theta) {
      causes_.clear();
      coarse_ = false;
    }
    causes_.push_back(slip.row);
    first = Arrival{slip.row, found->theta, false};
    time_error_ = time_error_at(searched, found->theta);
  }
}

}  // namespace zwang
