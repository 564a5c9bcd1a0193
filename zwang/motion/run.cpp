// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The loop of theory 8.2. At an instant: conditions end and begin, then impulses and shocks, then
// accelerations say who holds; in between a smooth arc up to the first event.

#include "zwang/motion/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "zwang/gauss/regularity.hpp"
#include "zwang/model/schedule.hpp"
#include "zwang/motion/arc.hpp"
#include "zwang/motion/degenerate.hpp"
#include "zwang/motion/ending.hpp"
#include "zwang/motion/ledger.hpp"
#include "zwang/motion/settle.hpp"
#include "zwang/motion/steps.hpp"
#include "zwang/motion/uncertainty.hpp"
#include "zwang/motion/witness.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

RunOutcome outcome_of(InstantOutcome outcome) {
  switch (outcome) {
    case InstantOutcome::singular: return RunOutcome::singular;
    case InstantOutcome::contradictory: return RunOutcome::contradictory;
    case InstantOutcome::indefinite: return RunOutcome::indefinite;
    case InstantOutcome::undetermined: return RunOutcome::undetermined;
    case InstantOutcome::unbounded: return RunOutcome::unbounded;
    case InstantOutcome::not_finite: return RunOutcome::not_finite;
    case InstantOutcome::not_run:
    case InstantOutcome::found:
    case InstantOutcome::violated:
    case InstantOutcome::striking:
    case InstantOutcome::undecided: break;
  }
  return RunOutcome::undecided;
}

// Conditions that hold without a multiplier.
std::vector<char> quiet(const Checkpoint& now) {
  std::vector<char> all(now.on.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = now.on[i] && now.standings[i] == Standing::closed;
  return all;
}

// What brought an instant about.
struct Cause {
  std::vector<int> contacts = {};  // gaps that closed, velocity inequalities that were reached
  std::vector<int> releases = {};  // multipliers that fell to zero
  bool scheduled = false;
  bool start = false;
  double bound = 0.0;
};

class Run {
 public:
  Run(const System& system, const RunOptions& options)
      : system_(system),
        options_(options),
        arc_(system, options),
        ledger_(system, options_, arc_),
        result_(ledger_.motion) {
    nearness_.length = near_contact;
    groups_ = groups_of(system_);
    schedule_ = schedule(system_.model(), options.from, options.until);
  }

  Trajectory from_start(const State& start) {
    const auto n = index(system_.conditions());
    now_.state = start;
    now_.on.assign(n, 0);
    now_.armed.assign(n, 0);
    now_.armed_multiplier.assign(n, 0);
    now_.shocks.resize(n);
    now_.standings.assign(n, Standing::absent);
    multipliers_.assign(n, 0.0);
    ending_.guarded([&] {
      if (!admissible()) return;
      instant({.start = true});
      go();
    });
    return finish();
  }

  Trajectory from_checkpoint(const Checkpoint& checkpoint) {
    now_ = checkpoint;
    now_.standings.resize(index(system_.conditions()), Standing::absent);
    multipliers_.assign(index(system_.conditions()), 0.0);
    ending_.guarded([&] {
      begin_arc();
      if (running()) ledger_.recall(now_);
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
  }

  void step() {
    const double limit = next_scheduled();
    const double begin = now_.state.t;
    const Arc::Ending ending = arc_.advance(limit, now_.armed, now_.armed_multiplier, quiet(now_));
    now_.step = arc_.step();
    switch (ending) {
      case Arc::Ending::not_finite: return outside_domain();
      case Arc::Ending::no_gradient: return end(RunOutcome::outside_domain, arc_.complaint());
      case Arc::Ending::too_small:
        return end(RunOutcome::step_too_small,
                   fmt::format("the step became too small at t = {}", now_.state.t));
      case Arc::Ending::undecided:
        if (complaint_ahead()) return outside_domain();
        return end(RunOutcome::graze_undecided,
                   fmt::format("a gap could not be told from zero near t = {}", now_.state.t));
      case Arc::Ending::went_on:
      case Arc::Ending::contact:
      case Arc::Ending::release:
      case Arc::Ending::singular: break;
    }
    ++now_.steps;
    now_.state = arc_.state();
    if (options_.keep_course) result_.course.push_back(arc_.course());
    if (ending == Arc::Ending::went_on) ledger_.audit_energy(now_.step);
    ledger_.spaced_rows(now_.state.t, now_.standings);
    for (const Contact& graze : arc_.grazes()) {
      ++now_.events;
      ledger_.graze(graze, now_.standings);
    }
    if (ending == Arc::Ending::went_on && now_.state.t < limit) {
      if (!(options_.every > 0.0)) row(0);
      checkpoint();
      return;
    }
    if (ending == Arc::Ending::singular) {
      row(0);
      return fail(InstantOutcome::singular,
                  fmt::format("a singular position at t = {}: the conditions that hold there are "
                              "no longer independent",
                              now_.state.t));
    }
    Cause cause;
    cause.bound = arc_.time_error();
    if (ending == Arc::Ending::contact) cause.contacts = arc_.causes();
    if (ending == Arc::Ending::release) cause.releases = arc_.causes();
    const bool has_row =
        now_.state.t == begin && (!(options_.every > 0.0) || now_.last_instant == begin);
    const bool settled = settle_due(has_row);
    if (ending == Arc::Ending::went_on) {
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
    RegularityOptions options;
    options.dependent = 1e-3;
    const Regularity found =
        regularity(system_, system_.at(now_.state), arc_.flow().bound(), options);
    // what depends all along is none of it
    if (found.rank == found.rows || !(found.zero > 1e-12)) return;
    row(0);
    result_.outcome = RunOutcome::not_run;
    fail(
        InstantOutcome::singular,
        fmt::format("the motion runs into a singular position just after t = {}: {} come to depend "
                    "on each other, and forces grow without bound",
                    now_.state.t, fmt::join(names_of(found.dependent), ", ")));
  }

  std::vector<std::string_view> names_of(const std::vector<int>& conditions) const {
    std::vector<std::string_view> names;
    for (const int i : conditions) names.push_back(system_.condition(i).name);
    return names;
  }

  void checkpoint() {
    now_.work = work_base_ + arc_.work();
    if (!running()) return;
    ledger_.tally(now_);
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
    if (const auto refused = refused_start(system_, snapshot, options_.shock_at_start)) {
      end(refused->outcome, refused->message);
      return false;
    }
    Nearness start = nearness_;
    start.length = near_start;
    // to the last digit
    std::vector<int> held;
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (!condition.holds_at(now_.state.t)) continue;
      const Row& row = snapshot.rows[index(i)];
      const Zero zero = zero_of(system_, snapshot, i, start);
      if (condition.equation || (!condition.of_velocities && row.f >= -zero.f)) held.push_back(i);
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

  // --- an instant ---

  void instant(Cause cause) {
    if (repeats()) return;
    Event event;
    event.t = now_.state.t;
    event.located = cause.bound;
    event.before = now_.state.u;
    std::vector<Standing> before = now_.standings;
    std::vector<EventKind> kinds;
    if (!cause.start) row(-1);

    Vector impulse;
    if (cause.start || cause.scheduled) {
      if (!follow_schedule(cause, kinds, impulse)) return;
    }
    ShockOptions shock_options;
    shock_options.nearness = nearness_;
    shock_options.impulse = impulse;

    std::optional<Shock> shock;
    if (impulse.size() > 0 || strikes(shock_options)) {
      shock = zwang::shock(system_, now_.state, shock_options);
      if (!shock->usable()) return fail(shock->outcome, shock->brief());
      shock = settle(std::move(*shock), shock_options);
      if (!running()) return;
      if (shock->gained_energy)
        return end(RunOutcome::gained_energy,
                   fmt::format("a shock at t = {} gained energy", now_.state.t));
      result_.audit.certificate = std::max(result_.audit.certificate, shock->certificate.worst());
      now_.state.u = shock->after;
      kinds.push_back(soft_ ? EventKind::touch : EventKind::shock);
    }

    const std::vector<char> were_quiet = quiet(now_);
    if (!decide(cause, were_quiet)) return;
    event.q = now_.state.q;
    event.after = now_.state.u;
    describe(cause, shock, before, kinds, event);
    forget_settling();
    begin_arc();
    if (!running()) return;
    row(cause.start ? 0 : 1);
    if (!event.parts.empty() || cause.start || !kinds.empty()) record(std::move(event));
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

  // Conditions end and begin, forces jump, impulses are due. False if a condition begins where it
  // does not hold.
  bool follow_schedule(const Cause& cause, std::vector<EventKind>& kinds, Vector& impulse) {
    const double t = now_.state.t;
    while (at_schedule()) ++now_.scheduled;
    impulse = impulse_at(system_.model(), t);
    if (impulse.size() > 0) kinds.push_back(EventKind::impulse);
    const Snapshot snapshot = system_.at(now_.state);
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (condition.options.until == t && !cause.start) {
        kinds.push_back(EventKind::removed);
        now_.on[index(i)] = 0;
      }
      if (condition.options.from != t || cause.start) continue;
      if (const auto refused = refused_beginning(system_, snapshot, i, nearness_)) {
        end(refused->outcome, refused->message);
        return false;
      }
      if (condition.equation) {
        kinds.push_back(EventKind::sudden_equation);
        Flow flow(system_);
        std::vector<int> held = {i};
        for (int k = 0; k < system_.conditions(); ++k)
          if (now_.on[index(k)]) held.push_back(k);
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
  // made it is no shock but a touch: nothing is thrown back.
  bool strikes(ShockOptions& options) {
    const Snapshot snapshot = system_.at(now_.state);
    bool any = false;
    soft_ = true;
    Nearness loose = nearness_;
    loose.length = 1e-8;
    for (int i = 0; i < system_.conditions(); ++i) {
      const Standing standing = first_standing(system_, snapshot, i, nearness_);
      const Row& row = snapshot.rows[index(i)];
      const bool sudden = standing == Standing::violated && system_.condition(i).equation;
      if (standing != Standing::striking && !sudden) continue;
      any = true;
      if (std::abs(row.rate) > zero_of(system_, snapshot, i, loose).rate)
        soft_ = false;
      else
        options.settled.push_back(i);
    }
    return any;
  }

  // Shocks that accumulate (theory 8.7): when their hops have become low enough they end here and
  // now, and what was struck holds.
  Shock settle(Shock shock, const ShockOptions& options) {
    const std::vector<int> all = partners(shock);
    remember(all);
    for (const int i : all) {
      // what rests and hands an impulse on does not hop
      if (shock.conditions[index(i)].standing != Standing::striking) continue;
      auto found = accumulation(now_.shocks, i, groups_);
      if (!found || !is_low(found->conditions, found->limit, shock)) continue;
      if (!found->by_cycles && !stays_low(found->conditions, shock)) continue;
      for (const int k : found->perhaps)
        if (is_low({k}, found->limit, shock) && stays_low({k}, shock))
          found->conditions.push_back(k);
      if (bounces_for_ever(*found)) continue;
      auto ended = last_of(*found, shock, options);
      if (!ended) continue;
      if (options_.settle == RunOptions::Settle::stop) {
        end(RunOutcome::accumulation, fmt::format("shocks of {} accumulate towards t = {}",
                                                  system_.condition(i).name, found->limit.t));
        return shock;
      }
      const double bound = std::max(found->limit.bound, rounding_of_time(i));
      now_.settling.push_back({found->conditions, found->limit.t, bound});
      for (const int k : found->conditions) now_.shocks[index(k)].clear();
      return *std::move(ended);
    }
    return shock;
  }

  // Inequalities with a part in a shock that is not rounding alone.
  std::vector<int> partners(const Shock& shock) const {
    const Snapshot at = system_.at(now_.state);
    const auto blow = [&](int i) {
      double most = 0.0;
      for (const double a : at.rows[index(i)].a) most = std::max(most, std::abs(a));
      return shock.impulses[i] * most;
    };
    double largest = 0.0;
    for (int i = 0; i < system_.conditions(); ++i) largest = std::max(largest, std::abs(blow(i)));
    std::vector<int> found;
    for (int i = 0; i < system_.conditions(); ++i)
      if (!system_.condition(i).equation && blow(i) > 1e-10 * largest) found.push_back(i);
    return found;
  }

  void remember(const std::vector<int>& partners) {
    for (const int i : partners) {
      auto& times = now_.shocks[index(i)];
      times.push_back(now_.state.t);
      if (times.size() > shocks_remembered) times.erase(times.begin());
    }
  }

  // What is thrown back whole comes to rest only if its cycles say so.
  bool bounces_for_ever(const Accumulation& found) const {
    return std::ranges::any_of(found.conditions, [&](int i) {
      return system_.condition(i).options.restitution == 1.0 && !limit_of(now_.shocks[index(i)]);
    });
  }

  // What rounding of its gap makes of the time at which an inequality is struck: hops are slow at
  // last.
  double rounding_of_time(int condition) const {
    const Snapshot at = system_.at(now_.state);
    const double gap = zero_of(system_, at, condition, {.length = 0x1p-50}).f;
    return gap / std::max(at.rows[index(condition)].rate, 1e-300);
  }

  // Whether no hop of the last cycle rose higher than counts: a quarter of speed times duration.
  bool is_low(const std::vector<int>& conditions, const Limit& limit, const Shock& shock,
              double low = lowest_hop) const {
    const Snapshot before = system_.at(now_.state);
    return std::ranges::all_of(conditions, [&](int i) {
      const Row& row = before.rows[index(i)];
      const double after = system_.along(before, i, shock.after.data(), row.b1);
      const double speed = std::max(std::abs(row.rate), std::abs(after));
      const double height = std::max(std::abs(row.f), 0.25 * speed * limit.cycle);
      return height <= zero_of(system_, before, i, {.length = low}).f;
    });
  }

  // Whether none would rise higher than counts after this shock before accelerations bring it back.
  // What they do not bring back others have to.
  bool stays_low(const std::vector<int>& conditions, const Shock& shock) const {
    InstantOptions options;
    options.nearness = nearness_;
    const State after{now_.state.q, shock.after, now_.state.t};
    const Instant instant = accelerations(system_, after, options);
    if (!instant.usable()) return false;
    const Snapshot there = system_.at(after);
    return std::ranges::all_of(conditions, [&](int i) {
      const Row& row = there.rows[index(i)];
      const double closing = system_.along(there, i, instant.accelerations.data(), row.b2);
      if (!(row.rate < 0.0 && closing > 0.0)) return true;
      const double height = 0.5 * row.rate * row.rate / closing;
      return height <= zero_of(system_, there, i, {.length = lowest_hop}).f;
    });
  }

  // The shock after which all of them hold, if accelerations press them then or leave them where
  // they are.
  std::optional<Shock> last_of(Accumulation& found, const Shock& shock, ShockOptions options) {
    std::vector<int> held = found.conditions;
    for (int i = 0; i < system_.conditions(); ++i) {
      if (!now_.on[index(i)] || std::ranges::find(held, i) != held.end()) continue;
      const ConditionAt& at = shock.conditions[index(i)];
      if (system_.condition(i).equation || !(at.second < 0.0)) held.push_back(i);
    }
    Flow flow(system_);
    flow.bind(held, now_.state.t);
    State state = now_.state;
    if (!flow.project_positions(state)) return std::nullopt;
    if (const std::vector<int> met = met_there(held, state); !met.empty()) {
      if (!is_low(met, found.limit, shock)) return std::nullopt;
      found.conditions.insert(found.conditions.end(), met.begin(), met.end());
      held.insert(held.end(), met.begin(), met.end());
      flow.bind(held, now_.state.t);
      state = now_.state;
      if (!flow.project_positions(state)) return std::nullopt;
    }
    // a corner of walls that are nearly parallel may be far for hops as low as these
    const double moved = (state.q - now_.state.q).lpNorm<Eigen::Infinity>();
    const double far = now_.state.q.lpNorm<Eigen::Infinity>();
    if (!(moved <= 10.0 * lowest_hop * std::max(far, 1.0))) return std::nullopt;
    options.held = found.conditions;
    Shock last = zwang::shock(system_, state, options);
    if (!last.usable()) return std::nullopt;
    InstantOptions asked;
    asked.nearness = nearness_;
    const Instant instant = accelerations(system_, {state.q, last.after, state.t}, asked);
    if (!instant.usable()) return std::nullopt;
    for (const int i : found.conditions) {
      const Standing standing = instant.conditions[index(i)].standing;
      if (standing != Standing::acting && standing != Standing::closed) return std::nullopt;
    }
    // what is struck while they still go on shares their velocity
    if (struck_before(found.limit, held, {state.q, last.after, state.t}, instant) &&
        !is_low(found.conditions, found.limit, shock, lowest_followed))
      return std::nullopt;
    now_.state.q = state.q;
    return last;
  }

  // Whether something else is struck hard before the limit is reached.
  bool struck_before(const Limit& limit, const std::vector<int>& held, const State& state,
                     const Instant& instant) const {
    const Snapshot there = system_.at(state);
    const double time = limit.t + limit.bound - state.t;
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (condition.equation || condition.of_velocities || !condition.holds_at(state.t) ||
          now_.on[index(i)] || std::ranges::find(held, i) != held.end())
        continue;
      const Row& row = there.rows[index(i)];
      const double second = system_.along(there, i, instant.accelerations.data(), row.b2);
      const double approach = std::max(row.rate, row.rate + time * second);
      const double hard = zero_of(system_, there, i, {.length = hard_shock}).rate;
      if (approach > hard && row.f + time * approach >= 0.0) return true;
    }
    return false;
  }

  // Open inequalities that are closed where the others come to rest: a third wall through a corner.
  std::vector<int> met_there(const std::vector<int>& held, const State& state) const {
    const Snapshot there = system_.at(state);
    std::vector<int> met;
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (condition.equation || condition.of_velocities || now_.on[index(i)] ||
          std::ranges::find(held, i) != held.end())
        continue;
      const Standing standing = first_standing(system_, there, i, nearness_);
      if (standing == Standing::striking || standing == Standing::closed) met.push_back(i);
    }
    return met;
  }

  // What opens before the limit of its shocks does not come to rest there.
  void forget_settling() {
    const auto open = [&](int i) {
      const Standing standing = now_.standings[index(i)];
      return standing != Standing::acting && standing != Standing::closed;
    };
    std::erase_if(now_.settling, [&](const Settling& settling) {
      return std::ranges::any_of(settling.conditions, open);
    });
  }

  // The limit of accumulating shocks has been reached, or something else happens as near to it as
  // it is known: which of the two is first only digits that do not count could say.
  bool settle_due(bool has_row) {
    bool any = false;
    for (std::size_t p = 0; p < now_.settling.size();) {
      if (now_.settling[p].t - now_.settling[p].bound > now_.state.t) {
        ++p;
        continue;
      }
      Event event;
      event.kind = EventKind::settle;
      event.t = now_.state.t;
      event.located = now_.settling[p].bound;
      event.q = now_.state.q;
      event.before = event.after = now_.state.u;
      for (const int i : now_.settling[p].conditions)
        event.parts.push_back({.condition = i,
                               .cause = true,
                               .before = now_.standings[index(i)],
                               .after = now_.standings[index(i)],
                               .multiplier = ledger_.multipliers()[index(i)]});
      now_.settling.erase(now_.settling.begin() + static_cast<std::ptrdiff_t>(p));
      if (!has_row && !any) row(0);
      record(std::move(event));
      any = true;
    }
    return any;
  }

  // Who holds from here on (theory 8.2, stage 2; 8.5 where accelerations leave it open).
  bool decide(const Cause& cause, const std::vector<char>& were_quiet) {
    InstantOptions options;
    options.nearness = nearness_;
    Instant instant = accelerations(system_, now_.state, options);
    for (int widen = 0; widen < 3 && (instant.outcome == InstantOutcome::violated ||
                                      instant.outcome == InstantOutcome::striking);
         ++widen) {
      options.nearness.length *= 10.0;
      instant = accelerations(system_, now_.state, options);
    }
    if (!instant.usable()) {
      fail(instant.outcome, instant.brief());
      return false;
    }
    result_.audit.certificate = std::max(result_.audit.certificate, instant.certificate.worst());
    if (instant.regularity.nearly_singular)
      ledger_.warn(fmt::format("W302: nearly singular position at t = {} ({:.1e})", now_.state.t,
                               instant.regularity.least));
    if (instant.regularity.in_doubt())
      ledger_.warn(
          fmt::format("W302: rows at t = {} are {:.1e} apart from dependence: the answer "
                      "depends on digits that do not count",
                      now_.state.t, instant.regularity.zero));
    else if (instant.regularity.kind == PositionClass::weakly_regular)
      warn_of_dependence(instant.regularity.dependent);

    std::vector<int> acting, weak;
    std::vector<double> z;
    std::vector<char> on(now_.on.size(), 0);
    for (int i = 0; i < system_.conditions(); ++i) {
      const ConditionAt& at = instant.conditions[index(i)];
      now_.standings[index(i)] = at.standing;
      multipliers_[index(i)] = at.multiplier;
      const bool named = std::ranges::find(cause.releases, i) != cause.releases.end();
      // what held quietly and no longer does is told by the sign that ended it
      if (named && were_quiet[index(i)] && at.standing == Standing::closed)
        now_.standings[index(i)] = Standing::released;
      const bool told = named && !were_quiet[index(i)] &&
                        (at.standing == Standing::acting || at.standing == Standing::released);
      if (now_.standings[index(i)] == Standing::closed || told) {
        weak.push_back(i);
      } else if (at.standing == Standing::held || at.standing == Standing::acting) {
        acting.push_back(i);
        z.push_back(at.multiplier);
        on[index(i)] = 1;
      }
    }
    if (!weak.empty()) {
      decide_weak(instant.accelerations, acting, z, weak);
      for (const int i : still_on_) on[index(i)] = 1;
    }
    // multipliers that begin at zero are not yet to be trusted by their sign
    for (int i = 0; i < system_.conditions(); ++i) {
      const bool fresh = std::ranges::find(weak, i) != weak.end();
      now_.armed_multiplier[index(i)] = on[index(i)] && !fresh;
      now_.armed[index(i)] = !on[index(i)] && now_.standings[index(i)] == Standing::open;
    }
    now_.on = on;
    return true;
  }

  // Conditions that follow from others are named the first time; where none does, the multipliers
  // are not unique all the same.
  void warn_of_dependence(const std::vector<int>& dependent) {
    const auto marked = [&](int i) { return system_.condition(i).options.redundant; };
    if (std::ranges::any_of(dependent, marked)) return;
    if (!dependence_) {
      dependence_ = fmt::format("W304: multipliers are not unique at t = {}", now_.state.t);
      if (const auto found = following(system_, system_.at(now_.state), dependent)) {
        dependence_ = fmt::format("W301: {} follows from {} at t = {}",
                                  system_.condition(found->condition).name,
                                  fmt::join(names_of(found->from), ", "), now_.state.t);
      }
    }
    ledger_.warn(*dependence_);
  }

  void decide_weak(const Vector& accelerations, const std::vector<int>& acting,
                   const std::vector<double>& z, const std::vector<int>& weak) {
    still_on_.clear();
    const double time = now_.step > 0.0 ? std::clamp(now_.step, 1e-4, 1.0) : 0.1;
    const auto by_jerk =
        decide_by_jerk(system_, now_.state, now_.state.t, accelerations, acting, z, weak, time);
    std::vector<int> pushed;
    for (std::size_t k = 0; k < weak.size(); ++k)
      if (by_jerk[k] == Decision::on) pushed.push_back(weak[k]);
    // who carries a load that several can share is found by trying
    const bool shared = independent_of(system_, now_.state, acting, pushed).size() < pushed.size();
    std::vector<int> open;
    std::vector<int> firm = acting;
    for (std::size_t k = 0; k < weak.size(); ++k) {
      if (by_jerk[k] == Decision::on && !shared) {
        still_on_.push_back(weak[k]);
        firm.push_back(weak[k]);
        now_.standings[index(weak[k])] = Standing::acting;
      } else if (by_jerk[k] == Decision::off) {
        now_.standings[index(weak[k])] = Standing::released;
      } else {
        open.push_back(weak[k]);
      }
    }
    if (open.empty()) return;
    const Probe probe = decide_by_probe(system_, now_.state, now_.state.t, firm, open, time);
    for (std::size_t k = 0; k < open.size(); ++k) {
      now_.standings[index(open[k])] = Standing::closed;
      if (probe.decisions[k] != Decision::on) continue;
      still_on_.push_back(open[k]);
      now_.standings[index(open[k])] = Standing::acting;
    }
    if (!probe.indifferent) return;
    if (!shared)
      ledger_.warn(fmt::format("W303: free and bound motion coincide at t = {}", now_.state.t));
    // they hold without a multiplier, so that rounding does not lead away from them
    std::erase_if(open, [&](int i) { return now_.standings[index(i)] != Standing::closed; });
    for (const int i : still_on_)
      if (std::ranges::find(firm, i) == firm.end()) firm.push_back(i);
    for (const int i : independent_of(system_, now_.state, firm, open)) still_on_.push_back(i);
  }

  void begin_arc() {
    std::vector<int> bound, open;
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      if (!condition.holds_at(now_.state.t)) continue;
      if (now_.on[index(i)])
        bound.push_back(i);
      else if (!condition.equation)
        open.push_back(i);
    }
    work_base_ = now_.work;
    if (!arc_.begin(now_.state, bound, open, now_.step)) return outside_domain();
    for (std::size_t k = 0; k < bound.size(); ++k)
      multipliers_[index(bound[k])] = arc_.multipliers()[k];
    ledger_.begin_arc();
  }

  // --- what is written down ---

  void describe(const Cause& cause, const std::optional<Shock>& shock,
                const std::vector<Standing>& before, std::vector<EventKind>& kinds, Event& event) {
    const auto is_on = [](Standing s) { return s == Standing::acting || s == Standing::held; };
    const auto among = [](const std::vector<int>& list, int i) {
      return std::ranges::find(list, i) != list.end();
    };
    for (int i = 0; i < system_.conditions(); ++i) {
      Part part;
      part.condition = i;
      part.before = before[index(i)];
      part.after = now_.standings[index(i)];
      part.multiplier = is_on(part.after) ? multipliers_[index(i)] : 0.0;
      part.cause = among(cause.contacts, i) || among(cause.releases, i);
      if (shock) {
        part.impulse = shock->impulses[i];
        part.rate_before = shock->conditions[index(i)].rate;
        part.rate_after = shock->conditions[index(i)].second;
        if (shock->conditions[index(i)].standing == Standing::striking) part.cause = true;
      }
      const bool took_hold = !is_on(part.before) && is_on(part.after);
      const bool let_go = (is_on(part.before) && !is_on(part.after)) ||
                          (among(cause.releases, i) && part.after == Standing::released);
      if (cause.start) {
        if (part.after != Standing::open && part.after != Standing::absent)
          event.parts.push_back(part);
        continue;
      }
      if (!shock && took_hold)
        kinds.push_back(system_.condition(i).of_velocities ? EventKind::reach : EventKind::touch);
      if (!shock && let_go && system_.condition(i).holds_at(now_.state.t))
        kinds.push_back(EventKind::release);
      // who takes hold or lets go together with the first one is a cause as well
      if (!shock && (took_hold || let_go)) part.cause = true;
      if (part.impulse != 0.0 || took_hold || let_go || (shock && part.cause))
        event.parts.push_back(part);
    }
    if (shock) {
      event.energy_before = shock->energy_before;
      event.energy_after = shock->energy_after;
      event.dissipated = shock->dissipated;
      event.supplied = shock->supplied;
    }
    event.kind = kinds.empty() ? EventKind::graze : *std::ranges::min_element(kinds);
    if (cause.start) event.kind = EventKind::start;
    // a contact that neither struck nor took hold
    if (kinds.empty() && !cause.start) {
      for (const int i : cause.contacts)
        event.parts.push_back({.condition = i,
                               .cause = true,
                               .before = before[index(i)],
                               .after = now_.standings[index(i)]});
    }
  }

  void record(Event event) {
    ++now_.events;
    ledger_.event(std::move(event));
  }
  void row(int side) { ledger_.row(now_.state, side, now_.standings); }

  void fail(InstantOutcome outcome, const std::string& message) {
    if (outcome == InstantOutcome::singular) {
      Event event;
      event.kind = EventKind::singular;
      event.t = now_.state.t;
      event.q = now_.state.q;
      event.before = event.after = now_.state.u;
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
      const auto complaint = system_.complaint(system_.at(ahead));
      if (complaint && (!first || first->code() == Code::E311)) first = complaint;
    }
    return first;
  }

  void outside_domain() {
    if (const auto complaint = complaint_ahead())
      return end(outcome_of(*complaint), complaint->what());
    end(RunOutcome::not_finite,
        fmt::format("a force or condition is not finite just after t = {}", now_.state.t));
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
    return ledger_.close(now_);
  }

  const System& system_;
  RunOptions options_;
  Arc arc_;
  Ledger ledger_;
  Trajectory& result_;
  Ending ending_{result_};
  Checkpoint now_;
  Nearness nearness_;
  std::vector<double> schedule_;
  std::vector<double> multipliers_;
  std::vector<int> groups_;                // of conditions that share masses
  std::optional<std::string> dependence_;  // what is said of rows that depend on each other
  std::vector<int> still_on_;
  bool soft_ = false;
  double work_base_ = 0.0;
};

}  // namespace

void RunOptions::check() const {
  const auto refuse = [](const std::string& text) { throw Error(Code::E120, text); };
  if (!(until > from)) refuse(fmt::format("'until' ({}) is not after 'from' ({})", until, from));
  if (!(tolerance >= 1e-14 && tolerance <= 1e-2))
    refuse(fmt::format("the tolerance {} is not between 1e-14 and 1e-2", tolerance));
  if (!(max_step > 0.0)) refuse(fmt::format("the longest step {} is not above 0", max_step));
  if (every <= 0.0 || (until - from) / every > 1e9)
    refuse(
        fmt::format("the spacing of rows {} is not above 0, or makes more than 1e9 rows", every));
  if (max_events < 1) refuse(fmt::format("max_events {} is below 1", max_events));
  if (step <= 0.0 || (until - from) / step > 1e9)
    refuse(fmt::format("the step {} is not above 0, or makes more than 1e9 steps", step));
  if (method == Method::steps && (uncertainty || finer))
    refuse("uncertainty is of the method of events: time steps know them to a step");
  if (method == Method::steps && every > 0.0 && !(step > 0.0))
    refuse("rows at a spacing need a 'step' of time steps");
  if (threads < 1 || threads > 1024)
    refuse(fmt::format("the number of threads {} is not between 1 and 1024", threads));
}

Trajectory run(const System& system, const State& start, const RunOptions& options) {
  options.check();
  if (options.uncertainty && !options.finer) {
    const FinerRun finer(system, start, options);
    RunOptions compared = options;
    compared.finer = &finer;
    return run(system, start, compared);
  }
  return judged(system, options, {}, [&](const RunOptions& heard) {
    if (heard.method == RunOptions::Method::steps) return run_by_steps(system, start, heard);
    system.model().refuse_packings();
    return Run(system, heard).from_start(start);
  });
}

Trajectory run(const Model& model, const RunOptions& options) {
  const auto system = std::make_shared<const System>(model);
  Trajectory result = run(*system, model.start(options.from), options);
  result.system = system;
  return result;
}

Trajectory resume(const System& system, const Checkpoint& checkpoint, const RunOptions& options) {
  options.check();
  if (options.uncertainty && !options.finer)
    throw Error(Code::E120, "to go on with uncertainty the finer run is needed: RunOptions::finer");
  return judged(
      system, options, {},
      [&](const RunOptions& heard) {
        if (heard.method == RunOptions::Method::steps)
          return resume_by_steps(system, checkpoint, heard);
        system.model().refuse_packings();
        return Run(system, heard).from_checkpoint(checkpoint);
      },
      false);
}

}  // namespace zwang
