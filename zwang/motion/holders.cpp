// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/holders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "zwang/arc/degenerate.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/system/joint_reaction.hpp"

namespace zwang {
namespace {

// What a multiplier does to the coordinate on which it acts most.
double push_of(const System& system, const State& state, int constraint, double multiplier) {
  const Snapshot snapshot = system.at(state);
  double length = 0.0;
  for (const double a : snapshot.rows[index(constraint)].a) length = std::max(length, std::abs(a));
  return multiplier * length;
}

// The state after a time h with these accelerations, by the middle of it.
State moved_on(const System& system, const State& state, const Vector& accelerations, double h) {
  State middle = state;
  middle.q += 0.5 * h * system.at(state).rates;
  middle.u += 0.5 * h * accelerations;
  middle.t += 0.5 * h;
  State ahead = state;
  ahead.q += h * system.at(middle).rates;
  ahead.u += h * accelerations;
  ahead.t += h;
  return ahead;
}

}  // namespace

std::vector<char> quiet(const Checkpoint& now) {
  std::vector<char> all(now.on.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = now.on[i] && now.statuses[i] == ConstraintStatus::closed;
  return all;
}

// What slips, or sticks, goes on to as long as nothing says otherwise.
void Holders::tell_of_friction(const Cause& cause, bool struck, const Checkpoint& now,
                               InstantOptions& options) const {
  options.begin = cause.begin;
  options.rest = cause.rest;
  if (struck || !system_.model().has_friction()) return;
  const Snapshot here = system_.at(now.state);
  for (int i = 0; i < system_.constraints(); ++i) {
    const char on = now.on[index(i)];
    if (!system_.constraint(i).friction || on == 0) continue;
    const bool told = std::ranges::count(cause.rest, i) > 0 ||
                      std::ranges::find(cause.begin, i, &Slip::row) != cause.begin.end();
    if (told) continue;
    if (on == 1) {
      options.rest.push_back(i);
      continue;
    }
    if (std::abs(here.rows[index(i)].rate) > zero_of(system_, here, i, nearness_).rate) continue;
    // it has come to rest with others, or has not yet gone far
    if (now.armed[index(i)])
      options.rest.push_back(i);
    else
      options.begin.push_back({i, on == 2 ? 1.0 : -1.0});
  }
}

// What is at rest but led by equations is no more at rest a moment later, whatever holds it: it
// slips from here the way in which they lead it, though its slip begins with a third derivative.
// What is pressed on goes on to be, and leads with them: a box on a floor keeps upright.
std::vector<Slip> Holders::led(const Instant& instant, const State& state) const {
  std::vector<Slip> found;
  if (instant.rubbing.sticking.empty()) return found;
  std::vector<int> leading, pressed;
  for (int i = 0; i < system_.constraints(); ++i) {
    const Constraint& one = system_.constraint(i);
    if (one.friction) continue;
    if (one.equation && one.holds_at(state.t))
      leading.push_back(i);
    else if (instant.constraints[index(i)].status == ConstraintStatus::active)
      pressed.push_back(i);
  }
  if (leading.empty()) return found;
  for (const int i : independent_of(system_, state, leading, pressed)) leading.push_back(i);
  for (const int slip : instant.rubbing.sticking) {
    if (!independent_of(system_, state, leading, {slip}).empty()) continue;
    for (double h = 1e-4; h < 0.2; h *= 10.0) {
      State ahead = moved_on(system_, state, instant.accelerations, h);
      Flow flow(system_);
      flow.bind(leading, ahead.t);
      if (!flow.project(ahead)) continue;
      const double rate = system_.at(ahead).rows[index(slip)].rate;
      if (!(std::abs(rate) > 1e-9 * ahead.u.lpNorm<Eigen::Infinity>() + 1e-14)) continue;
      found.push_back({slip, rate > 0.0 ? 1.0 : -1.0});
      break;
    }
  }
  return found;
}

Instant Holders::decide(const Cause& cause, bool struck, double pull, Checkpoint& now,
                        std::vector<double>& multipliers) {
  const std::vector<int>& releases = cause.releases;
  const std::vector<char> were_quiet = quiet(now);
  InstantOptions options;
  options.nearness = nearness_;
  options.left = cause.handovers;
  tell_of_friction(cause, struck, now, options);
  Instant instant = accelerations(system_, now.state, options);
  for (int widen = 0; widen < 3 && (instant.outcome == InstantOutcome::violated ||
                                    instant.outcome == InstantOutcome::impacting);
       ++widen) {
    options.nearness.length *= 10.0;
    instant = accelerations(system_, now.state, options);
  }
  if (!instant.usable()) return instant;
  if (const std::vector<Slip> slips = led(instant, now.state); !slips.empty()) {
    for (const Slip& slip : slips) {
      std::erase(options.rest, slip.row);
      options.begin.push_back(slip);
    }
    instant = accelerations(system_, now.state, options);
    if (!instant.usable()) return instant;
  }
  warn(instant.regularity, now.state);

  std::vector<int> active, weak;
  std::vector<double> z;
  std::vector<char> on(now.on.size(), 0);
  for (int i = 0; i < system_.constraints(); ++i) {
    const ConstraintAt& at = instant.constraints[index(i)];
    now.statuses[index(i)] = at.status;
    multipliers[index(i)] = at.multiplier;
    if (at.status == ConstraintStatus::sticking) {
      active.push_back(i);
      z.push_back(at.multiplier);
    }
    const bool named = std::ranges::find(releases, i) != releases.end();
    // what held quietly and no longer does is told by the sign that ended it
    if (named && were_quiet[index(i)] && at.status == ConstraintStatus::closed)
      now.statuses[index(i)] = ConstraintStatus::released;
    // where others can share the load, who lets go of it may carry a part of it all the same
    const bool carries = named && push_of(system_, now.state, i, at.multiplier) > 1e-6 * pull;
    const bool told =
        named && !were_quiet[index(i)] && !carries &&
        (at.status == ConstraintStatus::active || at.status == ConstraintStatus::released);
    if (now.statuses[index(i)] == ConstraintStatus::closed || told) {
      weak.push_back(i);
    } else if (at.status == ConstraintStatus::held || at.status == ConstraintStatus::active) {
      active.push_back(i);
      z.push_back(at.multiplier);
      on[index(i)] = 1;
    }
  }
  if (!weak.empty())
    for (const int i : decide_weak(instant, active, z, weak, now)) on[index(i)] = 1;
  // multipliers that begin at zero are not yet to be trusted by their sign
  for (int i = 0; i < system_.constraints(); ++i) {
    const bool fresh = std::ranges::find(weak, i) != weak.end();
    now.armed_multiplier[index(i)] = on[index(i)] && !fresh;
    now.armed[index(i)] = !on[index(i)] && now.statuses[index(i)] == ConstraintStatus::open;
  }
  now.on = on;
  decide_friction(instant, now);
  return instant;
}

// Of surfaces that push. What begins to push from nothing slips as it moves, or sticks.
void Holders::decide_friction(const Instant& instant, Checkpoint& now) const {
  if (!system_.model().has_friction()) return;
  const Snapshot here = system_.at(now.state);
  for (int i = 0; i < system_.constraints(); ++i) {
    const auto& friction = system_.constraint(i).friction;
    if (!friction) continue;
    ConstraintStatus& status = now.statuses[index(i)];
    now.armed[index(i)] = now.armed_multiplier[index(i)] = 0;
    const bool rubs = friction->is_given()
                          ? std::ranges::count(instant.rubbing.rows, i) > 0
                          : now.on[index(friction->of)] &&
                                now.statuses[index(friction->of)] == ConstraintStatus::active;
    if (!rubs) {
      status = ConstraintStatus::absent;
      continue;
    }
    const double s = here.rows[index(i)].rate;
    const bool moves = std::abs(s) > zero_of(system_, here, i, nearness_).rate;
    double way = s;
    if (status == ConstraintStatus::absent) {
      status = moves ? ConstraintStatus::slipping : ConstraintStatus::sticking;
    } else if (status == ConstraintStatus::slipping) {
      way = std::ranges::find(instant.rubbing.slipping, i, &Slip::row)->way;
    }
    const bool sticks = status == ConstraintStatus::sticking;
    now.on[index(i)] = sticks ? 1 : way > 0.0 ? 2 : 3;
    now.armed[index(i)] = !sticks && moves;
    now.armed_multiplier[index(i)] = sticks ? 3 : 0;
  }
}

void Holders::warn(const Regularity& regularity, const State& state) {
  if (regularity.nearly_singular && regularity.kind != PositionClass::singular)
    log_.warn(fmt::format("W302: nearly singular position at t = {} ({:.1e})", state.t,
                          regularity.least));
  if (regularity.in_doubt())
    log_.warn(
        fmt::format("W302: rows at t = {} are dependent up to {:.1e}: the result depends on "
                    "insignificant digits",
                    state.t, regularity.zero));
  else if (regularity.kind == PositionClass::weakly_regular)
    warn_of_dependence(regularity.dependent, state);
}

// The first time it is told of which joints reactions are not unique; of other constraints which
// one follows from others, if one does.
void Holders::warn_of_dependence(const std::vector<int>& dependent, const State& state) {
  const auto marked = [&](int i) { return system_.constraint(i).options.redundant; };
  if (std::ranges::any_of(dependent, marked)) return;
  if (!dependence_) {
    dependence_ = fmt::format("W304: multipliers are not unique at t = {}", state.t);
    if (const std::vector<int> joints = joints_with(system_, dependent); !joints.empty())
      dependence_ =
          fmt::format("W304: {} at t = {}", describe_not_unique(system_, joints), state.t);
    else if (const auto found = following(system_, system_.at(state), dependent)) {
      std::vector<std::string_view> names;
      for (const int i : found->from) names.push_back(system_.constraint(i).name);
      dependence_ =
          fmt::format("W301: {} follows from {} at t = {}",
                      system_.constraint(found->constraint).name, fmt::join(names, ", "), state.t);
    }
  }
  log_.warn(*dependence_);
}

// Who of the weak ones holds. Where free and bound motion agree they stay closed and may hold too.
std::vector<int> Holders::decide_weak(const Instant& instant, const std::vector<int>& active,
                                      const std::vector<double>& z, const std::vector<int>& weak,
                                      Checkpoint& now) {
  std::vector<int> on;
  const double time = now.step > 0.0 ? std::clamp(now.step, 1e-4, 1.0) : 0.1;
  const auto by_jerk = decide_by_jerk(instant, now.state.t, active, z, weak, time);
  std::vector<int> pushed;
  for (std::size_t k = 0; k < weak.size(); ++k)
    if (by_jerk[k] == Decision::on) pushed.push_back(weak[k]);
  // who carries a load that several can share is found by trying
  const bool shared = independent_of(system_, now.state, active, pushed).size() < pushed.size();
  std::vector<int> open;
  std::vector<int> firm = active;
  for (std::size_t k = 0; k < weak.size(); ++k) {
    if (by_jerk[k] == Decision::on && !shared) {
      on.push_back(weak[k]);
      firm.push_back(weak[k]);
      now.statuses[index(weak[k])] = ConstraintStatus::active;
    } else if (by_jerk[k] == Decision::off) {
      now.statuses[index(weak[k])] = ConstraintStatus::released;
    } else {
      open.push_back(weak[k]);
    }
  }
  if (open.empty()) return on;
  const ShortProbe probe = decide_by_probe(instant, now.state.t, firm, open, time);
  for (std::size_t k = 0; k < open.size(); ++k) {
    now.statuses[index(open[k])] = ConstraintStatus::closed;
    if (probe.decisions[k] != Decision::on) continue;
    on.push_back(open[k]);
    now.statuses[index(open[k])] = ConstraintStatus::active;
  }
  if (!probe.indifferent) return on;
  if (!shared)
    log_.warn(fmt::format("W303: free and constrained motion coincide at t = {}", now.state.t));
  // they hold without a multiplier, so that rounding does not lead away from them
  std::erase_if(open, [&](int i) { return now.statuses[index(i)] != ConstraintStatus::closed; });
  for (const int i : on)
    if (std::ranges::find(firm, i) == firm.end()) firm.push_back(i);
  for (const int i : independent_of(system_, now.state, firm, open)) on.push_back(i);
  return on;
}

}  // namespace zwang
