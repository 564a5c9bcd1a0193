// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/by_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "zwang/base/index.hpp"
#include "zwang/motion/run_end.hpp"
#include "zwang/stepping/stepping.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/schedule.hpp"

namespace zwang {
namespace {

// A family with more members makes events as a whole, and names so many in one.
constexpr std::size_t most_parts = 8;
// A step looks at its middle: what it finds there happened since the middle of the one before, and
// the event is at its end.
constexpr double late = 1.5;

RunOutcome outcome_of(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::contradictory: return RunOutcome::contradictory;
    case StepOutcome::no_inertia: return RunOutcome::indefinite;
    case StepOutcome::not_finite: return RunOutcome::not_finite;
    case StepOutcome::coinciding: return RunOutcome::singular;
    case StepOutcome::apart: return RunOutcome::step_too_small;
    case StepOutcome::taken:
    case StepOutcome::not_certified: break;
  }
  return RunOutcome::undecided;
}

class StepRun {
 public:
  StepRun(const System& system, const RunOptions& options)
      : system_(system),
        options_(options),
        stepping_(system, options.threads),
        snapshot_(system.snapshot()),
        schedule_(schedule(system.model(), options.from, options.until)) {
    motion_.tolerance = options.tolerance;
    motion_.by_steps = true;
    motion_.system = &system;
    find_families();
  }

  Trajectory from_start(const State& start) {
    now_.state = start;
    ending_.guarded([&] {
      const Snapshot snapshot = system_.at(start);
      if (const auto refused = refused_start(system_, snapshot, options_.impact_at_start))
        return end(refused->outcome, refused->message);
      if (const double nearer = stepping_.overlap(start); !(nearer <= near_start))
        return end(RunOutcome::start_violates,
                   fmt::format("two masses of a packing start {:.6g} m too close", nearer));
      stepping_.save(now_);
      // what the exact method needs besides
      const auto n = index(system_.constraints());
      now_.armed.assign(n, 0);
      now_.armed_multiplier.assign(n, 0);
      now_.impacts.resize(n);
      begin(snapshot);
      go();
    });
    return finish();
  }

  Trajectory from_checkpoint(const Checkpoint& checkpoint) {
    if (checkpoint.impulses.size() != index(system_.constraints()))
      throw Error(Code::E120, "the checkpoint is not from time-stepping");
    now_ = checkpoint;
    stepping_.recall(checkpoint);
    statuses_ = checkpoint.statuses;
    for (int i = 0; i < system_.constraints(); ++i)
      families_[index(family_[index(i)])].on += int(is_on(statuses_[index(i)]));
    if (now_.steps > 0 && !has_a_row(now_.last_instant, now_.state.t))
      pending_ = frame_of(now_.state, now_.state.t - now_.last_instant, statuses_);
    ending_.guarded([&] { go(); });
    return finish();
  }

 private:
  // --- the loop ---

  bool running() const { return ending_.running(); }
  void end(RunOutcome outcome, std::string message) { ending_.end(outcome, std::move(message)); }

  void go() {
    while (ending_.goes_on(options_, now_)) {
      if (options_.step > 0.0)
        equal_step();
      else
        chosen_step();
      if (running()) follow_schedule();
      checkpoint();
    }
  }

  // Between two times of the schedule all steps are equal: this is the one from t, or about it.
  struct EqualStep {
    double length = 0.0, end = 0.0;
  };
  EqualStep equal_step_at(double t) const {
    double from = options_.from;
    for (const double time : schedule_)
      if (time <= t) from = time;
    const double to = next_scheduled(t);
    const double count = std::ceil((to - from) / options_.step * (1.0 - 1e-12));
    const double length = (to - from) / count;
    const double k = std::round((t - from) / length) + 1.0;
    return {length, k >= count ? to : from + k * length};
  }

  void equal_step() {
    const double time = equal_step_at(now_.state.t).end;
    State next = after_impulse(system_, now_.state);
    const StepOutcome outcome = stepping_.advance_to(
        next, time, [&](const State& after, double h) { take(after, frame_of(after, h)); });
    if (outcome != StepOutcome::taken) fail(outcome);
  }

  // One step and two of half its length: the two are taken if the places agree, and if the energy
  // of neither asks for shorter ones.
  void chosen_step() {
    const double t = now_.state.t, to = next_scheduled(t);
    const State begin = after_impulse(system_, now_.state);
    double h = now_.step > 0.0 ? now_.step : 1e-3 * (options_.until - options_.from);
    const Stepping::Memory before = stepping_.memory();
    for (int halvings = 0;;) {
      double time = t + h;
      if (t + 1.01 * h >= to)
        time = to;
      else if (t + 2.0 * h > to)
        time = t + 0.5 * (to - t);
      const double middle = t + 0.5 * (time - t);
      State whole = begin, first = begin;
      StepOutcome outcome = stepping_.advance(whole, time - t);
      stepping_.return_to(before);
      bool errs = false;
      if (outcome == StepOutcome::taken) outcome = half(first, middle - t, halvings, errs);
      first.t = middle;
      Frame between = frame_of(first, middle - t);
      State second = first;
      if (outcome == StepOutcome::taken) outcome = half(second, time - middle, halvings, errs);
      second.t = time;
      double error = 1e300;
      if (outcome == StepOutcome::taken) {
        const double size = std::clamp(now_.state.q.lpNorm<Eigen::Infinity>(), 1e-3, 1.0);
        const Vector sizes = now_.state.q.cwiseAbs().cwiseMax(size);
        error = (whole.q - second.q).cwiseQuotient(sizes).lpNorm<Eigen::Infinity>() /
                options_.tolerance;
      }
      // an error of order h where something is struck, of order h³ elsewhere; by square roots,
      // which are the same bits on every machine
      if (error <= 1.0 && !errs) {
        const double root = std::sqrt(std::sqrt(std::max(error, 1e-3)));
        const double grown = h * std::clamp(0.8 / root, 0.5, 2.0);
        if (time < to || grown < h) now_.step = grown;
        Frame after = frame_of(second, time - middle);
        take(first, std::move(between));
        take(second, std::move(after));
        return;
      }
      ++motion_.refused;
      if (errs) {
        stepping_.count_halved();
        ++halvings;
      }
      stepping_.return_to(before);
      h = 0.5 * (time - t);
      if (h > 1e-14 * std::max(1e-3, std::abs(t))) continue;
      if (outcome != StepOutcome::taken) return fail(outcome);
      return end(RunOutcome::step_too_small, fmt::format("the step became too small at t = {}", t));
    }
  }

  // With rows that cannot gain energy if it would gain otherwise; `errs` is set if it should be
  // shorter.
  StepOutcome half(State& state, double h, int halvings, bool& errs) {
    const State begin = state;
    const Stepping::Memory before = stepping_.memory();
    StepOutcome outcome = stepping_.advance(state, h);
    if (outcome != StepOutcome::taken) return outcome;
    const StepAdvice advised = advice(stepping_.energy(), stepping_.book(), halvings);
    errs = errs || advised == StepAdvice::halve;
    if (advised != StepAdvice::guard) return outcome;
    state = begin;
    stepping_.return_to(before);
    stepping_.count_dissipative();
    return stepping_.advance(state, h, {.dissipative = true});
  }

  double next_scheduled(double t) const {
    for (const double time : schedule_)
      if (time > t) return time;
    return options_.until;
  }

  void fail(StepOutcome outcome) {
    if (outcome == StepOutcome::not_finite)
      if (const auto domain_error = system_.domain_error(system_.at(now_.state)))
        return end(outcome_of(*domain_error), domain_error->what());
    std::string why(in_words(outcome));
    if (outcome == StepOutcome::apart) why += farthest() + "; try shorter steps";
    end(outcome_of(outcome), fmt::format("the step from t = {} failed: {}", now_.state.t, why));
  }
  // The constraint that is farthest off after a step that was not taken.
  std::string farthest() const {
    const auto off = [&](int i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.of_velocities || !constraint.holds_at(now_.state.t)) return 0.0;
      return constraint.equation ? std::abs(stepping_.gap(i)) : stepping_.gap(i);
    };
    int worst = -1;
    for (int i = 0; i < system_.constraints(); ++i)
      if (off(i) > (worst < 0 ? 0.0 : off(worst))) worst = i;
    if (worst < 0) return "";
    return fmt::format("; {} stays off by {:.2g}", system_.constraint(worst).name, off(worst));
  }
  static std::string_view in_words(StepOutcome outcome) {
    switch (outcome) {
      case StepOutcome::contradictory: return "no velocities satisfy all constraints";
      case StepOutcome::not_certified:
        return "its minimum problem was not solved accurately enough";
      case StepOutcome::no_inertia: return "a direction has no inertia";
      case StepOutcome::not_finite: return "a force or constraint is not finite";
      case StepOutcome::coinciding: return "two masses of a packing coincide";
      case StepOutcome::apart: return "the positions do not return to the constraints";
      case StepOutcome::taken: break;
    }
    return "";
  }

  // --- what a step did ---

  void take(const State& next, Frame frame) {
    const State before = std::exchange(now_.state, next);
    now_.last_instant = before.t;
    ++now_.steps;
    frame.accelerations = (next.u - before.u) / (next.t - before.t);
    const std::vector<ConstraintStatus> stood = std::exchange(statuses_, frame.statuses);
    if (options_.keep_course) motion_.course.push_back(course(before, next));
    const bool passes = has_a_row(before.t, next.t) || next.t >= options_.until;
    if (passes && pending_) keep(std::move(*pending_));
    pending_.reset();
    events(before, frame, stood);
    if (passes)
      keep(std::move(frame));
    else
      pending_ = std::move(frame);
  }

  // Without `every` each step has its row, and pieces of a step have theirs in any case: from two
  // rows a step can be checked.
  bool has_a_row(double from, double to) const {
    if (!(options_.every > 0.0) || to - from < 0.75 * equal_step_at(from).length) return true;
    const auto number = [&](double t) {
      return std::floor((t - options_.from) / options_.every + 1e-9);
    };
    return number(to) > number(from);
  }

  // After a step of length h.
  Frame frame_of(const State& state, double h) const {
    std::vector<ConstraintStatus> statuses(statuses_.size());
    const double small = closed_gap(state.q);
    for (int i = 0; i < system_.constraints(); ++i) {
      const bool closed = !system_.constraint(i).of_velocities && stepping_.gap(i) > -small;
      const bool pushed = stepping_.impulses()[index(i)] > 0.0;
      statuses[index(i)] = status(i, state.t, closed || pushed);
      if (statuses[index(i)] == ConstraintStatus::closed && stepping_.acted(i))
        statuses[index(i)] = ConstraintStatus::active;
    }
    return frame_of(state, h, std::move(statuses));
  }
  Frame frame_of(const State& state, double h, std::vector<ConstraintStatus> statuses) const {
    Frame frame;
    frame.t = state.t;
    frame.q = state.q;
    frame.u = state.u;
    frame.statuses = std::move(statuses);
    for (const double impulse : stepping_.impulses()) frame.multipliers.push_back(impulse / h);
    return frame;
  }
  ConstraintStatus status(int i, double t, bool closed) const {
    if (!system_.constraint(i).holds_at(t)) return ConstraintStatus::absent;
    if (system_.constraint(i).equation) return ConstraintStatus::held;
    return closed ? ConstraintStatus::closed : ConstraintStatus::open;
  }

  // A cubic through both ends.
  DenseStep course(const State& from, const State& to) const {
    DenseStep step;
    const int n = system_.coordinates(), m = system_.velocities();
    step.t = from.t;
    step.h = to.t - from.t;
    step.size = n + m;
    step.f.assign(7 * index(step.size), 0.0);
    const auto row = [&](int k) { return step.f.data() + index(k) * index(step.size); };
    const Vector first = step.h * system_.rates(from), last = step.h * system_.rates(to);
    for (int i = 0; i < n; ++i) {
      const double change = to.q[i] - from.q[i];
      step.y.push_back(from.q[i]);
      row(0)[i] = change;
      row(1)[i] = first[i] - change;
      row(2)[i] = 2.0 * change - last[i] - first[i];
    }
    for (int i = 0; i < m; ++i) {
      step.y.push_back(from.u[i]);
      row(0)[n + i] = to.u[i] - from.u[i];
    }
    return step;
  }

  void keep(Frame frame) {
    if (options_.recorder) options_.recorder->row(frame);
    if (options_.keep_frames) motion_.frames.push_back(std::move(frame));
  }

  // --- events ---

  void find_families() {
    std::unordered_map<std::string, int> numbers;
    for (int i = 0; i < system_.constraints(); ++i) {
      const std::string& name = system_.constraint(i).name;
      const auto found = numbers.emplace(name.substr(0, name.find('[')), families_.size());
      if (found.second) families_.emplace_back();
      family_.push_back(found.first->second);
      ++families_[index(found.first->second)].members;
    }
    statuses_.assign(index(system_.constraints()), ConstraintStatus::absent);
  }

  static bool is_on(ConstraintStatus status) { return status == ConstraintStatus::active; }
  void begin(const Snapshot& snapshot) {
    const double small = closed_gap(now_.state.q);
    Event event = event_at(now_.state, EventKind::start, now_.state.u);
    for (int i = 0; i < system_.constraints(); ++i) {
      const bool closed =
          !system_.constraint(i).of_velocities && snapshot.rows[index(i)].f > -small;
      statuses_[index(i)] = status(i, now_.state.t, closed);
      if (statuses_[index(i)] != ConstraintStatus::absent &&
          statuses_[index(i)] != ConstraintStatus::open)
        event.parts.push_back({.constraint = i, .after = statuses_[index(i)]});
    }
    keep(frame_of(now_.state, 1.0, statuses_));
    record(std::move(event));
    checkpoint();
  }

  Event event_at(const State& state, EventKind kind, const Vector& before) const {
    Event event;
    event.kind = kind;
    event.t = state.t;
    event.q = state.q;
    event.before = before;
    event.after = state.u;
    return event;
  }

  void record(Event event) {
    ++now_.events;
    if (options_.recorder) options_.recorder->event(event);
    motion_.events.push_back(std::move(event));
  }

  void events(const State& before, const Frame& frame, const std::vector<ConstraintStatus>& stood) {
    const double h = frame.t - before.t;
    std::vector<int> taken, left;
    for (int i = 0; i < system_.constraints(); ++i) {
      if (system_.constraint(i).equation) continue;
      const Family& family = families_[index(family_[index(i)])];
      const bool as_a_whole = family.members > most_parts;
      const bool was = is_on(stood[index(i)]), is = is_on(statuses_[index(i)]);
      if (!was && is && !(as_a_whole && family.on > 0)) taken.push_back(i);
      if (was && !is) left.push_back(i);
    }
    for (int i = 0; i < system_.constraints(); ++i)
      families_[index(family_[index(i)])].on +=
          int(is_on(statuses_[index(i)])) - int(is_on(stood[index(i)]));
    std::erase_if(left, [&](int i) {
      const Family& family = families_[index(family_[index(i)])];
      return family.members > most_parts && family.on > 0;
    });
    if (!taken.empty()) record(taking_hold(taken, before, frame, stood));
    remember_approaches(before, frame);
    if (left.empty()) return;
    Event event = event_at(now_.state, EventKind::release, now_.state.u);
    event.located = late * h;
    for (const int i : largest(left, frame))
      event.parts.push_back({.constraint = i,
                             .cause = true,
                             .before = stood[index(i)],
                             .after = statuses_[index(i)]});
    record(std::move(event));
  }

  // Those with the largest impulses, so many as an event names.
  static std::vector<int> largest(std::vector<int> constraints, const Frame& frame) {
    std::ranges::stable_sort(constraints, std::ranges::greater(),
                             [&](int i) { return std::abs(frame.multipliers[index(i)]); });
    if (constraints.size() > most_parts) constraints.resize(most_parts);
    std::ranges::sort(constraints);
    return constraints;
  }

  // A gap that was only used up is struck in the next step: how fast, and with what impulse so far.
  void remember_approaches(const State& before, const Frame& frame) {
    bool looked = false;
    for (int i = 0; i < system_.constraints(); ++i) {
      std::vector<double>& approach = now_.impacts[index(i)];
      const double impulse = frame.multipliers[index(i)] * (frame.t - before.t);
      if (statuses_[index(i)] != ConstraintStatus::closed || !(impulse > 0.0)) {
        approach.clear();
        continue;
      }
      if (approach.size() != 2) {
        if (!std::exchange(looked, true)) system_.evaluate(before, before.t, snapshot_);
        system_.row(i, snapshot_);
        approach = {0.0, snapshot_.rows[index(i)].rate};
      }
      approach[0] += impulse;
    }
  }

  // An impact if something came nearer faster than the forces of one step could have made it. The
  // energy is what the impulses take and what constraints that move give.
  Event taking_hold(const std::vector<int>& taken, const State& before, const Frame& frame,
                    const std::vector<ConstraintStatus>& stood) {
    const double h = frame.t - before.t;
    Event event = event_at(now_.state, EventKind::touch, now_.state.u);
    event.located = late * h;
    system_.evaluate(before, before.t, snapshot_);
    Vector free = snapshot_.net_force;
    if (snapshot_.mass.factor()) snapshot_.mass.solve(free.data());
    for (const int i : taken) {
      system_.row(i, snapshot_);
      const Row& row = snapshot_.rows[index(i)];
      Part part{.constraint = i,
                .cause = true,
                .before = stood[index(i)],
                .after = statuses_[index(i)],
                .impulse = frame.multipliers[index(i)] * h,
                .multiplier = frame.multipliers[index(i)],
                .rate_before = row.rate};
      if (const std::vector<double>& approach = now_.impacts[index(i)]; approach.size() == 2) {
        part.impulse += approach[0];
        part.rate_before = approach[1];
      }
      event.parts.push_back(part);
      const bool of_velocities = system_.constraint(i).of_velocities;
      const double made = 2.0 * h * std::abs(system_.along(snapshot_, i, free.data(), row.b2));
      if (of_velocities && event.kind == EventKind::touch) event.kind = EventKind::reach;
      if (!of_velocities && part.rate_before > made) event.kind = EventKind::impact;
    }
    event.energy_before = 0.5 * snapshot_.mass.square(before.u);
    system_.evaluate(now_.state, now_.state.t, snapshot_);
    for (Part& part : event.parts) {
      system_.row(part.constraint, snapshot_);
      part.rate_after = snapshot_.rows[index(part.constraint)].rate;
      event.dissipated += 0.5 * part.impulse * (part.rate_before + part.rate_after);
      event.supplied += part.impulse * snapshot_.rows[index(part.constraint)].b1;
    }
    event.energy_after = event.energy_before - event.dissipated + event.supplied;
    if (event.kind == EventKind::impact)
      for (Part& part : event.parts) {
        part.multiplier = 0.0;  // the step's is of the blow
        for (const int j : system_.columns(part.constraint)) event.before[j] = before.u[j];
      }
    const std::vector<int> named = largest(taken, frame);
    std::erase_if(event.parts, [&](const Part& part) {
      return !std::ranges::binary_search(named, part.constraint);
    });
    return event;
  }

  // Constraints end and begin, forces jump, impulses are due.
  void follow_schedule() {
    const double t = now_.state.t;
    if (std::ranges::find(schedule_, t) == schedule_.end()) return;
    std::vector<EventKind> kinds;
    Event event = event_at(now_.state, EventKind::jump, now_.state.u);
    if (impulse_at(system_.model(), t).size() > 0) kinds.push_back(EventKind::impulse);
    const Snapshot snapshot = system_.at(now_.state);
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.options.until == t) kinds.push_back(EventKind::removed);
      if (constraint.options.from != t) continue;
      if (const auto refused = refused_beginning(system_, snapshot, i, {}))
        return end(refused->outcome, refused->message);
      if (!constraint.equation) continue;
      kinds.push_back(EventKind::sudden_equation);
      event.parts.push_back({.constraint = i, .cause = true, .after = ConstraintStatus::held});
    }
    if (!kinds.empty()) event.kind = *std::ranges::min_element(kinds);
    record(std::move(event));
  }

  // --- books ---

  void checkpoint() {
    if (!running()) return;
    stepping_.save(now_);
    now_.statuses = statuses_;
    tally();
    if (options_.recorder) options_.recorder->checkpoint(now_);
  }

  void tally() {
    const StepCounts& counts = stepping_.counts();
    now_.tally.refused += std::exchange(motion_.refused, 0);
    now_.tally.evaluations = now_.tally.evaluations - solves_ + counts.solves;
    solves_ = counts.solves;
    now_.tally.certificate = std::max(now_.tally.certificate, counts.natural);
    now_.tally.position_drift = std::max(now_.tally.position_drift, counts.breach);
  }

  Trajectory finish() {
    if (motion_.outcome == RunOutcome::finished)
      record(event_at(now_.state, EventKind::end, now_.state.u));
    tally();
    motion_.t = now_.state.t;
    motion_.steps = now_.steps;
    motion_.refused = now_.tally.refused;
    motion_.evaluations = now_.tally.evaluations;
    motion_.audit.certificate = now_.tally.certificate;
    motion_.audit.position_drift = now_.tally.position_drift;
    motion_.audit.energy = stepping_.book().rise();
    motion_.last = now_;
    return std::move(motion_);
  }

  struct Family {
    std::size_t members = 0;
    int on = 0;
  };

  const System& system_;
  RunOptions options_;
  Stepping stepping_;
  Snapshot snapshot_;
  std::vector<double> schedule_;
  Trajectory motion_;
  RunEnd ending_{motion_};
  Checkpoint now_;
  std::vector<Family> families_;
  std::vector<int> family_;  // of each constraint
  std::vector<ConstraintStatus> statuses_;
  std::optional<Frame> pending_;  // the last row, if it was not kept
  long solves_ = 0;               // counted in the tally
};

// A step is one impact (theory 17): it has no law for what is not linear in the velocities, and no
// time within it at which a constraint comes to an end.
void refuse_nonlinear(const Model& model) {
  for (const Constraint& constraint : model.constraints())
    if (constraint.nonlinear || constraint.domain)
      throw Error(Code::E106, fmt::format("time-stepping cannot follow '{}', which {}: use method "
                                          "= \"event-driven\"",
                                          constraint.name,
                                          constraint.nonlinear ? "is not linear in the velocities"
                                                               : "applies in a part of space"));
}

}  // namespace

Trajectory run_by_steps(const System& system, const State& start, const RunOptions& options) {
  system.model().refuse_friction("time stepping");
  refuse_nonlinear(system.model());
  demand_energy(system.model());
  return StepRun(system, options).from_start(start);
}

Trajectory resume_by_steps(const System& system, const Checkpoint& checkpoint,
                           const RunOptions& options) {
  refuse_nonlinear(system.model());
  demand_energy(system.model());
  return StepRun(system, options).from_checkpoint(checkpoint);
}

}  // namespace zwang
