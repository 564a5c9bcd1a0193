// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The loop of theory 8.2. At an instant: constraints end and begin, then impulses and impacts, then
// accelerations say who holds; in between a smooth arc up to the first event.

#include "zwang/motion/by_events.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "zwang/arc/arc.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/motion/accumulations.hpp"
#include "zwang/motion/cause.hpp"
#include "zwang/motion/departures.hpp"
#include "zwang/motion/friction_by_hand.hpp"
#include "zwang/motion/holders.hpp"
#include "zwang/motion/run_end.hpp"
#include "zwang/motion/run_log.hpp"
#include "zwang/system/applies.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/schedule.hpp"

namespace zwang {
namespace {

RunOutcome outcome_of(InstantOutcome outcome) {
  switch (outcome) {
    case InstantOutcome::singular: return RunOutcome::singular;
    case InstantOutcome::contradictory: return RunOutcome::contradictory;
    case InstantOutcome::indefinite: return RunOutcome::indefinite;
    case InstantOutcome::undetermined: return RunOutcome::undetermined;
    case InstantOutcome::unbounded: return RunOutcome::unbounded;
    case InstantOutcome::nonlinear: return RunOutcome::nonlinear;
    case InstantOutcome::not_finite: return RunOutcome::not_finite;
    case InstantOutcome::endless: return RunOutcome::endless_events;
    case InstantOutcome::none: return RunOutcome::no_acceleration;
    case InstantOutcome::several: return RunOutcome::several_accelerations;
    case InstantOutcome::not_run:
    case InstantOutcome::found:
    case InstantOutcome::violated:
    case InstantOutcome::impacting:
    case InstantOutcome::undecided: break;
  }
  return RunOutcome::undecided;
}

class Run {
 public:
  Run(const System& system, const RunOptions& options)
      : system_(system),
        options_(options),
        arc_(system, options),
        log_(system, options_, arc_),
        accumulations_(system, nearness_),
        holders_(system, nearness_, log_),
        departures_(system, options_, nearness_, arc_, log_, now_, multipliers_),
        result_(log_.motion) {
    schedule_ = schedule(system_.model(), options.from, options.until);
  }

  Trajectory from_start(const State& start) {
    const auto n = index(system_.constraints());
    now_.state = start;
    now_.on.assign(n, 0);
    now_.armed.assign(n, 0);
    now_.armed_multiplier.assign(n, 0);
    now_.impacts.resize(n);
    now_.statuses.assign(n, ConstraintStatus::absent);
    multipliers_.assign(n, 0.0);
    ending_.guarded([&] {
      if (!admissible()) return;
      if (options_.branch.size() == 0)
        instant({.start = true});
      else
        depart();
      go();
    });
    return finish();
  }

  Trajectory from_checkpoint(const Checkpoint& checkpoint) {
    now_ = checkpoint;
    now_.statuses.resize(index(system_.constraints()), ConstraintStatus::absent);
    multipliers_.assign(index(system_.constraints()), 0.0);
    ending_.guarded([&] {
      begin_arc();
      if (running()) log_.recall(now_);
      go();
    });
    return finish();
  }

 private:
  // --- the loop ---

  bool running() const { return ending_.running(); }
  void end(RunOutcome outcome, std::string message) { ending_.end(outcome, std::move(message)); }

  void go() {
    while (ending_.goes_on(options_, now_)) step();
    if (result_.outcome == RunOutcome::step_too_small) look_for_dependence();
    if (result_.outcome != RunOutcome::step_too_small) return;
    if (const std::string hint = friction_by_hand(system_, now_.state); !hint.empty())
      result_.message += "; " + hint;
  }

  void step() {
    const double limit = next_scheduled();
    const double begin = now_.state.t;
    const Arc::Termination ending =
        arc_.advance(limit, now_.armed, now_.armed_multiplier, quiet(now_));
    now_.step = arc_.step();
    switch (ending) {
      case Arc::Termination::not_finite: return outside_domain();
      case Arc::Termination::no_gradient:
        return end(RunOutcome::outside_domain, arc_.missing_gradient());
      case Arc::Termination::too_small:
        return end(RunOutcome::step_too_small,
                   fmt::format("the step became too small at t = {}", now_.state.t));
      case Arc::Termination::undecided:
        if (complaint_ahead()) return outside_domain();
        return end(RunOutcome::graze_undecided,
                   fmt::format("could not decide whether a gap is zero near t = {}", now_.state.t));
      case Arc::Termination::went_on:
      case Arc::Termination::contact:
      case Arc::Termination::release:
      case Arc::Termination::handover:
      case Arc::Termination::singular: break;
    }
    ++now_.steps;
    now_.state = arc_.state();
    departures_.before(limit);
    Passage passed;
    if (ending == Arc::Termination::singular) {
      passed =
          passage(system_, arc_.course(), now_.state.t, arc_.flow().bound(), options_.tolerance);
      if (passed.why.empty() && departures_.goes_through(passed)) return arrive();
    }
    if (options_.keep_course) result_.course.push_back(arc_.course());
    if (ending == Arc::Termination::went_on) log_.audit_energy(now_.step);
    log_.spaced_rows(now_.state.t, now_.statuses);
    for (const Arrival& graze : arc_.grazes()) {
      ++now_.events;
      log_.graze(graze, now_.statuses);
    }
    if (ending == Arc::Termination::went_on && now_.state.t < limit) {
      if (!(options_.every > 0.0)) row(0);
      if (departures_.crosses(now_.state, arc_.time_of_dependence() - now_.state.t, 0))
        return arrive();
      checkpoint();
      return;
    }
    if (ending == Arc::Termination::singular) {
      const std::vector<int> dependent = dependent_here();
      row(0);
      return fail(
          InstantOutcome::singular,
          fmt::format("a singular position at t = {}: {}{}", now_.state.t,
                      dependent.size() == 1 ? fmt::format("the gradient of {} vanishes",
                                                          system_.constraint(dependent[0]).name)
                                            : fmt::format("{} become dependent",
                                                          fmt::join(names_of(dependent), ", ")),
                      passed.why.empty() ? "" : "; " + passed.why),
          dependent);
    }
    Cause cause;
    cause.bound = arc_.time_error();
    if (ending == Arc::Termination::contact) cause.contacts = arc_.causes();
    if (ending == Arc::Termination::release) cause.releases = arc_.causes();
    tell_of_friction(system_, arc_, cause);
    if (ending == Arc::Termination::handover) cause.handovers = arc_.causes();
    const bool has_row =
        now_.state.t == begin && (!(options_.every > 0.0) || now_.last_instant == begin);
    const bool settled = settle_due(has_row);
    if (ending == Arc::Termination::went_on) {
      // when nothing else is due the arc goes on as it is
      if (settled && !at_schedule()) return checkpoint();
      if (now_.state.t >= options_.until && !at_schedule()) {
        row(0);
        return checkpoint();
      }
      cause.scheduled = true;
      cause.bound = 0.0;
    }
    instant(cause);
    checkpoint();
  }

  // Velocities and forces grow without bound towards a position at which what holds comes to depend
  // on each other: no step leads there.
  void look_for_dependence() {
    const Regularity found = regularity_here();
    // what depends all along is none of it
    if (found.rank == found.rows || !(found.zero > 1e-12)) return;
    row(0);
    result_.outcome = RunOutcome::not_run;
    fail(InstantOutcome::singular,
         fmt::format("the motion runs into a singular position just after t = {}: {} become "
                     "dependent, and forces grow without bound",
                     now_.state.t, fmt::join(names_of(found.dependent), ", ")),
         found.dependent);
  }

  // Of the constraints that hold, with those that are dependent but for a thousandth.
  Regularity regularity_here() const {
    RegularityOptions options;
    options.dependent = 1e-3;
    return regularity(system_, system_.at(now_.state), arc_.flow().bound(), options);
  }

  // Those that depend on each other, or all that hold if no smaller set is found.
  std::vector<int> dependent_here() const {
    const Regularity found = regularity_here();
    return found.dependent.empty() ? arc_.flow().bound() : found.dependent;
  }

  std::vector<std::string_view> names_of(const std::vector<int>& constraints) const {
    std::vector<std::string_view> names;
    for (const int i : constraints) names.push_back(system_.constraint(i).name);
    return names;
  }

  void checkpoint() {
    now_.work = work_base_ + arc_.work();
    if (!running()) return;
    log_.tally(now_);
    if (options_.recorder) options_.recorder->checkpoint(now_);
  }

  // --- schedule ---

  double next_scheduled() const {
    double t = options_.until;
    if (now_.scheduled < schedule_.size()) t = std::min(t, schedule_[now_.scheduled]);
    for (const Settling& settling : now_.settling) t = std::min(t, settling.t);
    return t;
  }
  bool at_schedule() const {
    return now_.scheduled < schedule_.size() && schedule_[now_.scheduled] <= now_.state.t;
  }

  // --- the start ---

  bool admissible() {
    const Snapshot snapshot = system_.at(now_.state);
    if (const auto refused = refused_start(system_, snapshot, options_.impact_at_start)) {
      end(refused->outcome, refused->message);
      return false;
    }
    Nearness start = nearness_;
    start.length = near_start;
    // to the last digit
    std::vector<int> held;
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (!applies(constraint, snapshot)) continue;
      const Row& row = snapshot.rows[index(i)];
      const Zero zero = zero_of(system_, snapshot, i, start);
      const bool reached = constraint.of_velocities ? constraint.nonlinear && row.rate >= -zero.rate
                                                    : row.f >= -zero.f;
      if (constraint.equation || reached) held.push_back(i);
    }
    Flow flow(system_);
    flow.bind(held, now_.state.t);
    State state = now_.state;
    if (flow.project_positions(state)) now_.state.q = state.q;
    std::erase_if(held, [&](int i) {
      const Zero zero = zero_of(system_, snapshot, i, start);
      return std::abs(snapshot.rows[index(i)].rate) > zero.rate;
    });
    flow.bind(held, now_.state.t);
    state = now_.state;
    if (flow.project(state)) now_.state = state;
    return true;
  }

  // The first step from a singular position, with the accelerations chosen (theory 5.5).
  void depart() {
    const Instant found = accelerations(system_, now_.state, {.nearness = nearness_});
    if (found.outcome != InstantOutcome::singular) return instant({.start = true});
    departures_.before(next_scheduled());
    if (const std::string why = departures_.begin(found); !why.empty())
      return end(RunOutcome::start_singular,
                 fmt::format("the branch cannot be followed from the singular start: {}", why));
    while (at_schedule()) ++now_.scheduled;
    arrive();
  }

  // Behind a singular position.
  void arrive() {
    begin_arc();
    if (!running()) return;
    row(0);
    checkpoint();
  }

  // --- an instant ---

  void instant(Cause cause) {
    if (repeats()) return;
    Event event;
    event.t = now_.state.t;
    event.located = cause.bound;
    event.before = now_.state.u;
    std::vector<ConstraintStatus> before = now_.statuses;
    const std::vector<char> on_before = now_.on;
    std::vector<EventKind> kinds;
    if (!cause.start) row(-1);

    Vector impulse;
    if (cause.start || cause.scheduled) {
      if (!follow_schedule(cause, kinds, impulse)) return;
    }
    ImpactOptions impact_options;
    impact_options.nearness = nearness_;
    impact_options.impulse = impulse;

    std::optional<Impact> impact;
    if (impulse.size() > 0 || strikes(impact_options)) {
      impact = zwang::impact(system_, now_.state, impact_options);
      if (!impact->usable()) return fail(impact->outcome, impact->brief());
      impact = settle(std::move(*impact), impact_options);
      if (!running()) return;
      if (impact->gained_energy)
        return end(RunOutcome::gained_energy,
                   fmt::format("an impact at t = {} gained energy", now_.state.t));
      if (impact->restitution_used < 1.0)
        log_.warn(
            fmt::format("W307: {:.3g} of the restitution is used in the impact at t = {}: with "
                        "friction more would gain energy",
                        impact->restitution_used, now_.state.t));
      result_.audit.certificate = std::max(result_.audit.certificate, impact->certificate.worst());
      now_.state.u = impact->after;
      kinds.push_back(soft_ ? EventKind::touch : EventKind::impact);
    }

    const Instant instant =
        holders_.decide(cause, impact.has_value(), arc_.largest_pull(), now_, multipliers_);
    if (!instant.usable()) return fail(instant.outcome, instant.brief());
    result_.audit.certificate = std::max(result_.audit.certificate, instant.certificate.worst());
    event.q = now_.state.q;
    event.after = now_.state.u;
    const bool telling =
        describe(system_, cause, impact, before, on_before, now_, multipliers_, kinds, event);
    forget_opened(now_);
    begin_arc();
    if (!running()) return;
    row(cause.start ? 0 : 1);
    if (telling) record(std::move(event));
  }

  // The same time again and again: release and touch repeat without end.
  bool repeats() {
    const double t = now_.state.t;
    const bool same = t - now_.last_instant <= 1e-13 * std::max(1e-3, std::abs(t));
    now_.repeated = same ? now_.repeated + 1 : 0;
    now_.last_instant = t;
    if (now_.repeated < 64) return false;
    end(RunOutcome::endless_events, fmt::format("events repeat without end at t = {}", t));
    return true;
  }

  // Constraints end and begin, forces jump, impulses are due. False if a constraint begins where it
  // does not hold.
  bool follow_schedule(const Cause& cause, std::vector<EventKind>& kinds, Vector& impulse) {
    const double t = now_.state.t;
    while (at_schedule()) ++now_.scheduled;
    impulse = impulse_at(system_.model(), t);
    if (impulse.size() > 0) kinds.push_back(EventKind::impulse);
    const Snapshot snapshot = system_.at(now_.state);
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.options.until == t && !cause.start) {
        kinds.push_back(EventKind::removed);
        now_.on[index(i)] = 0;
      }
      if (constraint.options.from != t || cause.start) continue;
      if (constraint.friction) {
        if (constraint.friction->is_given()) kinds.push_back(EventKind::jump);
        continue;
      }
      if (const auto refused = refused_beginning(system_, snapshot, i, nearness_)) {
        end(refused->outcome, refused->message);
        return false;
      }
      if (constraint.equation) {
        kinds.push_back(EventKind::sudden_equation);
        Flow flow(system_);
        std::vector<int> held = {i};
        for (int k = 0; k < system_.constraints(); ++k)
          if (now_.on[index(k)] == 1) held.push_back(k);
        flow.bind(held, t);
        State state = now_.state;
        if (flow.project_positions(state)) now_.state.q = state.q;
      }
    }
    for (const Force& force : system_.model().forces())
      if (!cause.start && (force.options.from == t || force.options.until == t))
        kinds.push_back(EventKind::jump);
    return true;
  }

  // Whether velocities break something. An approach so slow that the error of the gap could have
  // made it is no impact but a touch: nothing is thrown back.
  bool strikes(ImpactOptions& options) {
    const Snapshot snapshot = system_.at(now_.state);
    bool any = false;
    soft_ = true;
    Nearness loose = nearness_;
    loose.length = 1e-8;
    for (int i = 0; i < system_.constraints(); ++i) {
      const ConstraintStatus status = first_status(system_, snapshot, i, nearness_);
      const Row& row = snapshot.rows[index(i)];
      const bool sudden = status == ConstraintStatus::violated && system_.constraint(i).equation;
      if (status != ConstraintStatus::impacting && !sudden) continue;
      any = true;
      if (std::abs(row.rate) > zero_of(system_, snapshot, i, loose).rate)
        soft_ = false;
      else
        options.settled.push_back(i);
    }
    return any;
  }

  // Impacts that accumulate (theory 8.7): when their hops have become low enough they end here and
  // now, and what was struck holds.
  Impact settle(Impact impact, const ImpactOptions& options) {
    auto last = accumulations_.end(impact, options, now_);
    if (!last) return impact;
    now_.state.q = last->q;
    if (options_.settle == RunOptions::Settle::stop) {
      end(RunOutcome::accumulation,
          fmt::format("impacts of {} accumulate towards t = {}",
                      system_.constraint(last->struck).name, last->limits[0].t));
      return impact;
    }
    for (Settling& limit : last->limits) {
      for (const int k : limit.constraints) now_.impacts[index(k)].clear();
      now_.settling.push_back(std::move(limit));
    }
    return std::move(last->impact);
  }

  // Tells of limits of impacts that have been reached. False if there are none.
  bool settle_due(bool has_row) {
    const std::vector<Settling> all = reached(now_);
    if (!all.empty() && !has_row) row(0);
    for (const Settling& settling : all) {
      Event event;
      event.kind = EventKind::settle;
      event.t = now_.state.t;
      event.located = settling.bound;
      event.q = now_.state.q;
      event.before = event.after = now_.state.u;
      for (const int i : settling.constraints)
        event.parts.push_back({.constraint = i,
                               .cause = true,
                               .before = now_.statuses[index(i)],
                               .after = now_.statuses[index(i)],
                               .multiplier = log_.multipliers()[index(i)]});
      record(std::move(event));
    }
    return !all.empty();
  }

  void begin_arc() {
    std::vector<int> bound, open;
    std::vector<Slip> slipping;
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.friction) {
        const char on = now_.on[index(i)];
        if (on == 1) bound.push_back(i);
        if (on > 1) slipping.push_back({i, on == 2 ? 1.0 : -1.0});
        continue;
      }
      if (!constraint.holds_at(now_.state.t)) continue;
      if (now_.on[index(i)])
        bound.push_back(i);
      else if (!constraint.equation)
        open.push_back(i);
    }
    work_base_ = now_.work;
    if (!arc_.begin(now_.state, bound, open, slipping, now_.step)) return outside_domain();
    for (std::size_t k = 0; k < bound.size(); ++k)
      multipliers_[index(bound[k])] = arc_.multipliers()[k];
    for (std::size_t k = 0; k < slipping.size(); ++k)
      multipliers_[index(slipping[k].row)] = arc_.friction()[k];
    log_.begin_arc();
  }

  // --- what is written down ---

  void record(Event event) {
    ++now_.events;
    log_.event(std::move(event));
  }
  void row(int side) { log_.row(now_.state, side, now_.statuses); }

  void fail(InstantOutcome outcome, const std::string& message,
            const std::vector<int>& dependent = {}) {
    if (outcome == InstantOutcome::singular) {
      Event event;
      event.kind = EventKind::singular;
      event.t = now_.state.t;
      event.q = now_.state.q;
      event.before = event.after = now_.state.u;
      for (const int i : dependent)
        event.parts.push_back({.constraint = i,
                               .cause = true,
                               .before = now_.statuses[index(i)],
                               .after = now_.statuses[index(i)]});
      if (result_.arcs > 0) record(std::move(event));
      return end(result_.arcs > 0 ? RunOutcome::singular : RunOutcome::start_singular, message);
    }
    end(outcome_of(outcome), message);
  }

  // What leaves its domain here or straight ahead, where no step could be made. Slopes grow without
  // bound before a domain ends: its end says more.
  std::optional<Error> complaint_ahead() const {
    State ahead = now_.state;
    std::optional<Error> first;
    const Vector rates = system_.rates(ahead);
    for (double time = 0.0; time <= 1e-6; time = time == 0.0 ? 1e-15 : 10.0 * time) {
      ahead.q = now_.state.q + time * rates;
      ahead.t = now_.state.t + time;
      const auto domain_error = system_.domain_error(system_.at(ahead));
      if (domain_error && (!first || first->code() == Code::E311)) first = domain_error;
    }
    return first;
  }

  void outside_domain() {
    if (const auto domain_error = complaint_ahead())
      return end(outcome_of(*domain_error), domain_error->what());
    end(RunOutcome::not_finite,
        fmt::format("a force or constraint is not finite just after t = {}", now_.state.t));
  }

  Trajectory finish() {
    if (result_.outcome == RunOutcome::finished) {
      Event event;
      event.kind = EventKind::end;
      event.t = now_.state.t;
      event.q = now_.state.q;
      event.before = event.after = now_.state.u;
      record(std::move(event));
    }
    return log_.close(now_);
  }

  const System& system_;
  RunOptions options_;
  const Nearness nearness_{.length = near_contact};
  Arc arc_;
  RunLog log_;
  Accumulations accumulations_;
  Holders holders_;
  Departures departures_;
  Trajectory& result_;
  RunEnd ending_{result_};
  Checkpoint now_;
  std::vector<double> schedule_;
  std::vector<double> multipliers_;
  bool soft_ = false;
  double work_base_ = 0.0;
};

}  // namespace

Trajectory run_by_events(const System& system, const State& start, const RunOptions& options) {
  system.model().refuse_packings();
  if (system.model().impacts_in_sequence()) system.model().refuse_friction("impacts in sequence");
  demand_energy(system.model());
  return Run(system, options).from_start(start);
}

Trajectory resume_by_events(const System& system, const Checkpoint& checkpoint,
                            const RunOptions& options) {
  system.model().refuse_packings();
  demand_energy(system.model());
  return Run(system, options).from_checkpoint(checkpoint);
}

}  // namespace zwang
