// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/arc.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/arc/decay.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/system/status.hpp"

namespace zwang {
namespace {

// By square roots, which are the same bits on every machine.
double eighth_root(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }

// Across a kink a step and its halves may agree by chance: so much closer than the tolerance they
// must agree there.
constexpr double across_kinks = 0.1;

}  // namespace

Arc::Arc(const System& system, const RunOptions& options)
    : system_(&system),
      options_(options),
      flow_(system, options.threads),
      bends_(system),
      multipliers_(system, options.tolerance),
      search_(system, near_contact),
      stepper_(flow_.size() + 1),
      y_(index(flow_.size() + 1)),
      scale_(y_.size()),
      stage_(y_.size()),
      decays_(has_drag(system.model())) {}

// The last component is the work of forces and of moving constraints: T' = Q·u + Σ z b1.
bool Arc::field(double t, const double* y, double* dy) {
  ++evaluations;
  if (!flow_.rates(t, y, dy)) return false;
  const Snapshot& here = flow_.snapshot();
  const int n = system_->coordinates();
  double power = 0.0;
  for (int i = 0; i < system_->velocities(); ++i) power += here.force[i] * y[n + i];
  for (std::size_t k = 0; k < flow_.bound().size(); ++k)
    power += flow_.multipliers()[k] * here.rows[index(flow_.bound()[k])].b1;
  for (std::size_t k = 0; k < flow_.slipping().size(); ++k) {
    const Row& slip = here.rows[index(flow_.slipping()[k].row)];
    power -= flow_.friction()[k] * (slip.rate - slip.b1);
  }
  dy[flow_.size()] = power;
  if (bends_.any()) bends_.see(here);
  if (watched_rank_) independence_.push_back(flow_.independence(longest_));
  if (multipliers_.watched()) multipliers_.see(flow_);
  return std::isfinite(power);
}

bool Arc::begin(const State& state, const std::vector<int>& bound, const std::vector<int>& open,
                const std::vector<Slip>& slipping, double step) {
  state_ = state;
  open_ = open;
  flow_.bind(bound, state.t, slipping);
  multipliers_.begin(bound);
  const int n = system_->coordinates();
  for (int i = 0; i < n; ++i) y_[index(i)] = state.q[i];
  for (int i = 0; i < system_->velocities(); ++i) y_[index(n + i)] = state.u[i];
  y_.back() = 0.0;
  longest_.assign(bound.size(), 0.0);
  watched_rank_ = false;
  most_independent_ = independent_before_ = independent_now_ = 0.0;
  if (!field(state.t, y_.data(), stepper_.first())) return false;
  bends_.begin_here();
  // rows that depend from the beginning do so all around: the instant looked at that
  watched_rank_ = !bound.empty() && flow_.independence(longest_) > 0.0;
  remember_forces();
  set_scale();
  step_ = step > 0.0 ? step : first_step();
  return true;
}

// Errors count relative to the size of each number, or to the largest of its kind up to 1.
void Arc::set_scale() {
  const int n = system_->coordinates();
  const int size = flow_.size();
  double q = 0.0;
  double v = 0.0;
  for (int i = 0; i < n; ++i) q = std::max(q, std::abs(y_[index(i)]));
  for (int i = n; i < size; ++i) v = std::max(v, std::abs(y_[index(i)]));
  q = std::min(1.0, std::max(q, 1e-3));
  v = std::min(1.0, std::max(v, q));
  for (int i = 0; i < size; ++i)
    scale_[index(i)] = options_.tolerance * std::max(std::abs(y_[index(i)]), i < n ? q : v);
  scale_.back() = 1e300;
}

double Arc::first_step() const {
  double state = 0.0;
  double rate = 0.0;
  for (int i = 0; i < flow_.size(); ++i) {
    const double unit = scale_[index(i)];
    state += (y_[index(i)] / unit) * (y_[index(i)] / unit);
    rate += (stepper_.first()[i] / unit) * (stepper_.first()[i] / unit);
  }
  if (state < 1e-10 || rate < 1e-10) return 1e-3;
  return 0.02 * std::sqrt(state / rate);
}

void Arc::remember_forces() {
  z_ = flow_.multipliers();
  friction_ = flow_.friction();
  numbers_ = multipliers_.numbers(flow_);
}

Vector Arc::accelerations() const {
  return Eigen::Map<const Vector>(stepper_.first() + system_->coordinates(), system_->velocities());
}

bool Arc::evaluate(double t, State& state, Vector& accelerations, std::vector<double>& multipliers,
                   std::vector<double>& friction) {
  const double theta = (t - dense_.t) / dense_.h;
  const int n = system_->coordinates();
  const int m = system_->velocities();
  state.t = t;
  state.q.resize(n);
  state.u.resize(m);
  for (int i = 0; i < n; ++i) state.q[i] = dense_.value(i, theta);
  for (int i = 0; i < m; ++i) state.u[i] = dense_.value(n + i, theta);
  // beside the flow of the arc, which stands at the end of the step
  if (!beside_) beside_.emplace(*system_, options_.threads);
  Flow& flow = *beside_;
  if (!flow.is_like(flow_)) flow.bind(flow_.bound(), flow_.phase(), flow_.slipping());
  if (!flow.project(state)) return false;
  std::vector<double> y(index(n + m)), dy(y.size());
  for (int i = 0; i < n; ++i) y[index(i)] = state.q[i];
  for (int i = 0; i < m; ++i) y[index(n + i)] = state.u[i];
  if (!flow.rates(t, y.data(), dy.data())) return false;
  accelerations = Eigen::Map<const Vector>(dy.data() + n, m);
  multipliers = flow.multipliers();
  friction = flow.friction();
  return true;
}

double Arc::kinetic() const { return 0.5 * flow_.snapshot().mass.square(state_.u); }

// The end of a step: back on the constraints, with its rates.
bool Arc::take(const double* y, double t) {
  const int n = system_->coordinates();
  const int m = system_->velocities();
  for (int i = 0; i < n; ++i) state_.q[i] = y[i];
  for (int i = 0; i < m; ++i) state_.u[i] = y[n + i];
  state_.t = t;
  return flow_.project(state_);
}

Arc::Termination Arc::advance(double limit, std::vector<char>& armed,
                              std::vector<char>& armed_multiplier, const std::vector<char>& quiet) {
  const double t = state_.t;
  const State before = state_;
  const auto rates = [this](double time, const double* y, double* dy) {
    return field(time, y, dy);
  };
  const double smallest = 1e-14 * std::max(1e-3, std::abs(t));
  bool finite = true;
  bool refused_once = false;
  int undecided = 0;
  bool all_rows = false;  // at every stage
  int unknown = 0;  // times that a multiplier was not known well enough for the length of the step
  constexpr int most_unknown = 8;
  const std::vector<char> armed_before = armed;
  const std::vector<char> armed_multiplier_before = armed_multiplier;
  // back to where the step began, for a shorter one; false if there is none
  const auto shorter = [&](double h) {
    state_ = before;
    armed = armed_before;
    armed_multiplier = armed_multiplier_before;
    finite = false;
    step_ = 0.25 * h;
    return step_ > smallest;
  };
  for (;;) {
    causes_.clear();
    grazes_.clear();
    double h = std::min(step_, options_.max_step);
    bool last = false;
    if (t + 1.01 * h >= limit) {
      h = limit - t;
      last = true;
    } else if (t + 2.0 * h > limit) {
      h = 0.5 * (limit - t);
    }
    if (!(h > smallest) && !last) return finite ? Termination::too_small : Termination::not_finite;
    independence_.clear();
    multipliers_.forget();
    bends_.forget();
    const int rank = flow_.rank();
    const bool open = !all_rows && !watched_rank_ && !multipliers_.watched();
    flow_.leave_multipliers_open(open);
    finite = stepper_.attempt(rates, t, y_.data(), h);
    const double error = finite ? stepper_.error(scale_, h) : 1e300;
    step_error_ = error;
    if (!(error <= 1.0)) {
      ++refused;
      refused_once = true;
      step_ = h * (finite ? std::max(0.333, 0.9 / eighth_root(error)) : 0.2);
      if (!(step_ > smallest)) return finite ? Termination::too_small : Termination::not_finite;
      continue;
    }
    // no bend that is narrower than this can be made out
    const bool switched = bends_.switched();
    if ((switched || bends_.passed_zero()) && h > 1e6 * smallest &&
        !agrees_with_halves(t, h, switched ? across_kinks : 1.0)) {
      ++refused;
      refused_once = true;
      step_ = 0.5 * h;
      continue;
    }
    double grow = error > 0.0 ? std::min(6.0, 0.9 / eighth_root(error)) : 6.0;
    if (refused_once) grow = std::min(1.0, grow);
    const double t_end = last ? limit : t + h;
    if (!take(stepper_.next(), t_end)) {
      if (!shorter(h)) return Termination::not_finite;
      continue;
    }
    flow_.leave_multipliers_open(false);
    for (int i = 0; i < system_->coordinates(); ++i) stepper_.next()[i] = state_.q[i];
    for (int i = 0; i < system_->velocities(); ++i)
      stepper_.next()[system_->coordinates() + i] = state_.u[i];
    if (!field(t_end, stepper_.next(), stepper_.last())) {
      if (!shorter(h)) return Termination::not_finite;
      continue;
    }
    // the rows that were independent at its beginning were not all there are
    if (open && flow_.rank() != rank) {
      all_rows = true;
      state_ = before;
      continue;
    }
    bends_.mark_end();
    last_step_ = t_end - t;
    independent_before_ = independent_now_;
    if (!independence_.empty()) independent_now_ = independence_.back();
    if (!last || grow < 1.0) step_ = h * grow;
    position_drift = std::max(position_drift, flow_.drift_of_positions());
    velocity_drift = std::max(velocity_drift, flow_.drift_of_velocities());
    acceleration_drift = std::max(
        acceleration_drift, flow_.drift_of_accelerations(stepper_.last() + system_->coordinates()));
    const std::vector<double> z_end = flow_.multipliers(), friction_end = flow_.friction();
    const std::vector<double> numbers_end = multipliers_.numbers(flow_);

    const bool doubtful = looks_singular();
    const bool bordered = std::ranges::any_of(
        flow_.bound(), [&](int i) { return system_->constraint(i).domain.has_value(); });
    const bool watch = !open_.empty() || !flow_.slipping().empty() || multipliers_.watched() ||
                       doubtful || bordered;
    std::optional<Arrival> event;
    bool release = false, handover = false;
    if (watch || options_.keep_course || options_.every > 0.0) {
      multipliers_.sample(0, numbers_);
      multipliers_.sample(4, numbers_end);
      std::size_t place = 1;
      const long needed = evaluations;
      const auto seen = [&](double) { multipliers_.sample(place++, multipliers_.numbers(flow_)); };
      flow_.leave_multipliers_open(open);
      const bool known = stepper_.interpolate(rates, t, y_.data(), t_end - t, dense_, seen);
      flow_.leave_multipliers_open(false);
      if (!known) {
        if (!shorter(h)) return Termination::not_finite;
        continue;
      }
      // who keeps the course for himself counts the same motion as who does not
      if (!watch && !(options_.every > 0.0)) evaluations = needed;
      // what stands still has no errors, and its multipliers may swing within a step
      if (!multipliers_.known(flow_) && unknown++ < most_unknown && shorter(h)) {
        refused_once = true;
        continue;
      }
      const bool departs = std::ranges::any_of(open_, [&](int i) { return !armed[index(i)]; }) ||
                           std::ranges::any_of(flow_.slipping(), [&](const Slip& one) {
                             return !armed[index(one.row)];
                           });
      search_.begin(dense_, departs ? 1e-15 * flow_.largest_free() * h * h : 0.0);
      event = first_contact(armed);
      if (search_.undefined()) {
        if (!shorter(h)) return Termination::not_finite;
        continue;
      }
      // the error of a shorter step may leave the gap to be told from zero
      if (search_.gave_up()) {
        constexpr int most_undecided = 8;
        if (++undecided <= most_undecided && shorter(h)) continue;
        state_ = before;
        return Termination::undecided;
      }
      // a hop far shorter than the step is looked at in a step of its own
      if (event && coarse_ && event->theta < 0.5) {
        const double own = 1.25 * event->theta * h;
        if (own > smallest) {
          state_ = before;
          armed = armed_before;
          step_ = own;
          continue;
        }
      }
      const double rounding = 4e-16 * (1.0 + std::abs(dense_.t) / dense_.h);
      if (const auto let_go =
              multipliers_.first(flow_, event ? event->theta : 1.0, rounding, armed_multiplier,
                                 quiet, [&](double theta) { return multipliers_at(theta); })) {
        // it took hold where its multiplier was zero, and may have grown before it fell
        const bool at_once = let_go->theta == 0.0 && !armed_multiplier[index(let_go->constraint)];
        if (at_once && unknown++ < most_unknown && shorter(h)) {
          refused_once = true;
          continue;
        }
        event = Arrival{let_go->constraint, let_go->theta, false};
        causes_ = let_go->causes;
        time_error_ = dense_.h * let_go->time_error;
        release = true;
      }
      if (bordered && leaves_domain(event)) {
        handover = true;
        release = false;
      }
    }
    ++steps;
    if (doubtful)
      if (const auto theta = singular_place(); theta && (!event || *theta < event->theta)) {
        causes_.clear();
        // no projection: gradients that vanish or coincide lead anywhere
        if (reach(*theta, state_)) return Termination::singular;
      }
    if (!event) {
      std::copy_n(stepper_.next(), y_.size(), y_.begin());
      std::copy_n(stepper_.last(), y_.size(), stepper_.first());
      bends_.begin_at_end();
      z_ = z_end;
      friction_ = friction_end;
      numbers_ = numbers_end;
      set_scale();
      if (decays_ && step_ > h) {
        const double rate =
            fastest_rate(flow_, state_.t, y_, stepper_.first(), scale_, options_.tolerance);
        evaluations += fastest_rate_evaluations;
        step_ = std::max(h, std::min(step_, most_decay / rate));
      }
      return Termination::went_on;
    }
    if (!release && !handover && lacks_gradient(event->theta)) {
      state_ = before;
      return Termination::no_gradient;
    }
    at_border_ = handover;
    if (!cut(event->theta)) {
      state_ = before;
      return Termination::not_finite;
    }
    return handover ? Termination::handover : release ? Termination::release : Termination::contact;
  }
}

// Whether the step ends where two of half its length do, to `part` of the tolerance. Leaves what
// was seen at its stages as it is.
bool Arc::agrees_with_halves(double t, double h, double part) {
  const auto rates = [this](double time, const double* y, double* dy) {
    return field(time, y, dy);
  };
  if (!halves_) halves_.emplace(flow_.size() + 1);
  const std::vector<double> independence = independence_;
  const Multipliers multipliers = multipliers_;
  std::copy_n(stepper_.first(), y_.size(), halves_->first());
  bool agrees = halves_->attempt(rates, t, y_.data(), 0.5 * h);
  std::copy_n(halves_->next(), y_.size(), stage_.begin());
  agrees = agrees && rates(t + 0.5 * h, stage_.data(), halves_->first()) &&
           halves_->attempt(rates, t + 0.5 * h, stage_.data(), 0.5 * h);
  for (std::size_t i = 0; agrees && i < y_.size(); ++i)
    agrees = std::abs(halves_->next()[i] - stepper_.next()[i]) <= part * scale_[i];
  independence_ = independence;
  multipliers_ = multipliers;
  return agrees;
}

// Between two stages the independence of rows can fall to 0 and rise again; the nearest stage is at
// most a third as high as the highest then.
bool Arc::looks_singular() {
  if (!watched_rank_ || independence_.empty()) return false;
  const auto [least, most] = std::ranges::minmax(independence_);
  most_independent_ = std::max(most_independent_, most);
  return least < 0.3 * most || (least < too_dependent() && least < 0.3 * most_independent_);
}

// Rows that vanish or come together as the way to a place do leave their multipliers with errors of
// the places over the square of that way: nearer than this nothing is known of the motion.
double Arc::too_dependent() const {
  return std::clamp(std::sqrt(options_.tolerance), RegularityOptions().dependent, 1e-3);
}

double Arc::independence_at(double theta) {
  std::vector<double> rates(stage_.size());
  for (std::size_t i = 0; i < stage_.size(); ++i)
    stage_[i] = dense_.value(static_cast<int>(i), theta);
  if (!flow_.rates(dense_.t + theta * dense_.h, stage_.data(), rates.data())) return 0.0;
  return flow_.independence(longest_);
}

// The least independence in the step by golden section, about the lowest of some places; then the
// judge of instants is asked.
std::optional<double> Arc::singular_place() {
  constexpr int places_tried = 24;
  int lowest = 0;
  double least = 2.0;
  for (int i = 0; i <= places_tried; ++i) {
    const double here = independence_at(i / double(places_tried));
    if (here < least) {
      least = here;
      lowest = i;
    }
  }
  double left = std::max(0, lowest - 1) / double(places_tried);
  double right = std::min(places_tried, lowest + 1) / double(places_tried);
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  double a = right - golden * (right - left), b = left + golden * (right - left);
  double at_a = independence_at(a), at_b = independence_at(b);
  while (right - left > 1e-12) {
    if (at_a < at_b) {
      right = b;
      b = a;
      at_b = at_a;
      a = right - golden * (right - left);
      at_a = independence_at(a);
    } else {
      left = a;
      a = b;
      at_a = at_b;
      b = left + golden * (right - left);
      at_b = independence_at(b);
    }
  }
  const double theta = 0.5 * (left + right);
  const double reached = independence_at(theta);
  RegularityOptions options;
  options.dependent = too_dependent();
  if (!(reached < options.dependent)) return std::nullopt;
  const Regularity found = regularity(*system_, flow_.snapshot(), flow_.bound(), options);
  if (found.kind != PositionClass::singular) return std::nullopt;
  return theta;
}

// Whether a constraint is met where it has no gradient: nothing says in which direction it acts.
bool Arc::lacks_gradient(double theta) {
  // as near as counts as the same place
  const double part = std::clamp(1e-2 * options_.tolerance, 1e-12, 1e-9);
  const auto lacks = [&](int i) { return !search_.has_gradient(i, theta, part); };
  const auto which = std::ranges::find_if(causes_, lacks);
  if (which == causes_.end()) return false;
  const Constraint& constraint = system_->constraint(*which);
  std::string at;
  for (const int place : constraint.places) {
    if (place == Model::time_place || Model::is_rate(place)) continue;
    const int i = Model::coordinate_at(place);
    at += fmt::format(", {} = {:.3g}", system_->model().coordinate_names()[index(i)],
                      dense_.value(i, theta));
  }
  missing_gradient_ = fmt::format(
      "constraint {}{} is reached where it has no gradient: t = {:.9g}{}", constraint.name,
      constraint.formula ? fmt::format(" ({})", constraint.formula->text()) : "",
      dense_.t + theta * dense_.h, at);
  return true;
}

// The place in the step as it is computed, before it goes back on the constraints: on its curve, or
// where that may be off by more than the tolerance by a step that ends there.
bool Arc::reach(double theta, State& state) {
  if (!curve_is_off() || theta >= 1.0) {
    on_curve(theta, state);
    return true;
  }
  const auto rates = [this](double time, const double* y, double* dy) {
    return field(time, y, dy);
  };
  if (!stepper_.attempt(rates, dense_.t, y_.data(), theta * dense_.h)) return false;
  std::copy_n(stepper_.next(), stage_.size(), stage_.begin());
  leave_stage(theta, state);
  return true;
}

void Arc::on_curve(double theta, State& state) {
  for (std::size_t i = 0; i < stage_.size(); ++i)
    stage_[i] = dense_.value(static_cast<int>(i), theta);
  leave_stage(theta, state);
}

void Arc::leave_stage(double theta, State& state) const {
  const int n = system_->coordinates();
  for (int i = 0; i < n; ++i) state.q[i] = stage_[index(i)];
  for (int i = 0; i < system_->velocities(); ++i) state.u[i] = stage_[index(n + i)];
  state.t = dense_.t + theta * dense_.h;
}

// Of all bound constraints on the curve of the step; empty if there are none.
std::vector<double> Arc::multipliers_at(double theta) {
  for (std::size_t i = 0; i < stage_.size(); ++i)
    stage_[i] = dense_.value(static_cast<int>(i), theta);
  std::vector<double> rates(stage_.size());
  if (!field(dense_.t + theta * dense_.h, stage_.data(), rates.data())) return {};
  return multipliers_.numbers(flow_);
}

}  // namespace zwang
