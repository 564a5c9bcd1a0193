// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/accumulations.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/arc/flow.hpp"
#include "zwang/base/index.hpp"
#include "zwang/friction/rubbing.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/motion/settle.hpp"
#include "zwang/system/applies.hpp"

namespace zwang {
namespace {

// Hops as they are after an impact.
class Hops {
 public:
  Hops(const System& system, const Nearness& nearness, const std::vector<int>& groups,
       const Checkpoint& now)
      : system_(system), nearness_(nearness), groups_(groups), now_(now) {}

  // Inequalities with a part in an impact that is not rounding alone.
  std::vector<int> partners(const Impact& impact) const {
    const Snapshot at = system_.at(now_.state);
    const auto blow = [&](int i) {
      double most = 0.0;
      for (const double a : at.rows[index(i)].a) most = std::max(most, std::abs(a));
      return impact.impulses[i] * most;
    };
    double largest = 0.0;
    for (int i = 0; i < system_.constraints(); ++i) largest = std::max(largest, std::abs(blow(i)));
    std::vector<int> found;
    for (int i = 0; i < system_.constraints(); ++i)
      if (!system_.constraint(i).equation && !system_.constraint(i).friction &&
          blow(i) > 1e-10 * largest)
        found.push_back(i);
    return found;
  }

  // What is thrown back whole comes to rest only if its cycles say so.
  bool go_on_for_ever(const Accumulation& found) const {
    return std::ranges::any_of(found.constraints, [&](int i) {
      return system_.constraint(i).options.restitution == 1.0 && !limit_of(now_.impacts[index(i)]);
    });
  }

  // What rounding of its gap makes of the time at which an inequality is struck: hops are slow at
  // last.
  double rounding_of_time(int constraint) const {
    const Snapshot at = system_.at(now_.state);
    const double gap = zero_of(system_, at, constraint, {.length = 0x1p-50}).f;
    return gap / std::max(at.rows[index(constraint)].rate, 1e-300);
  }

  // Whether no hop of the last cycle rose higher than counts: a quarter of speed times duration.
  bool are_low(const std::vector<int>& constraints, const Limit& limit, const Impact& impact,
               double low = lowest_hop) const {
    const Snapshot before = system_.at(now_.state);
    return std::ranges::all_of(constraints, [&](int i) {
      const Row& row = before.rows[index(i)];
      const double after = system_.along(before, i, impact.after.data(), row.b1);
      const double speed = std::max(std::abs(row.rate), std::abs(after));
      const double height = std::max(std::abs(row.f), 0.25 * speed * limit.cycle);
      return height <= zero_of(system_, before, i, {.length = low}).f;
    });
  }

  // Whether none would rise higher than counts after this impact before accelerations bring it
  // back. What they do not bring back others have to.
  bool stay_low(const std::vector<int>& constraints, const Impact& impact) const {
    InstantOptions options;
    options.nearness = nearness_;
    const State after{now_.state.q, impact.after, now_.state.t};
    const Instant instant = accelerations(system_, after, options);
    if (!instant.usable()) return false;
    const Snapshot there = system_.at(after);
    return std::ranges::all_of(constraints, [&](int i) {
      const Row& row = there.rows[index(i)];
      const double closing = system_.along(there, i, instant.accelerations.data(), row.b2);
      if (!(row.rate < 0.0 && closing > 0.0)) return true;
      const double height = 0.5 * row.rate * row.rate / closing;
      return height <= zero_of(system_, there, i, {.length = lowest_hop}).f;
    });
  }

  // The impact after which all of them hold, if accelerations press them then or leave them where
  // they are. `before` is the one of groups that end at the same time.
  std::optional<LastImpact> last(Accumulation& found, const Impact& impact, ImpactOptions options,
                                 const std::optional<LastImpact>& before) const {
    State start = now_.state;
    if (before) {
      start.q = before->q;
      for (const Settling& limit : before->limits)
        options.held.insert(options.held.end(), limit.constraints.begin(), limit.constraints.end());
    }
    std::vector<int> held = found.constraints;
    for (int i = 0; i < system_.constraints(); ++i) {
      if (now_.on[index(i)] != 1 || std::ranges::find(held, i) != held.end()) continue;
      const ConstraintAt& at = impact.constraints[index(i)];
      if (system_.constraint(i).equation || !(at.rate_after < 0.0)) held.push_back(i);
    }
    Flow flow(system_);
    flow.bind(held, now_.state.t);
    State state = start;
    if (!flow.project_positions(state)) return std::nullopt;
    if (const std::vector<int> met = met_there(held, state); !met.empty()) {
      if (!are_low(met, found.limit, impact)) return std::nullopt;
      found.constraints.insert(found.constraints.end(), met.begin(), met.end());
      held.insert(held.end(), met.begin(), met.end());
      flow.bind(held, now_.state.t);
      state = start;
      if (!flow.project_positions(state)) return std::nullopt;
    }
    // a corner of walls that are nearly parallel may be far for hops as low as these
    const double moved = (state.q - start.q).lpNorm<Eigen::Infinity>();
    const double far = now_.state.q.lpNorm<Eigen::Infinity>();
    if (!(moved <= 10.0 * lowest_hop * std::max(far, 1.0))) return std::nullopt;
    options.held.insert(options.held.end(), found.constraints.begin(), found.constraints.end());
    Impact last = zwang::impact(system_, state, options);
    if (const std::vector<int> slips = slips_that_end(found, state, last);
        last.usable() && !slips.empty()) {
      options.held.insert(options.held.end(), slips.begin(), slips.end());
      last = zwang::impact(system_, state, options);
    }
    if (!last.usable()) return std::nullopt;
    InstantOptions asked;
    asked.nearness = nearness_;
    const Instant instant = accelerations(system_, {state.q, last.after, state.t}, asked);
    if (!instant.usable()) return std::nullopt;
    for (const int i : found.constraints) {
      const ConstraintStatus status = instant.constraints[index(i)].status;
      if (status != ConstraintStatus::active && status != ConstraintStatus::closed)
        return std::nullopt;
    }
    // what is struck while they still go on shares their velocity
    if (struck_before(found.limit, held, {state.q, last.after, state.t}, instant) &&
        !are_low(found.constraints, found.limit, impact, lowest_followed))
      return std::nullopt;
    if (!before) return LastImpact{std::move(last), state.q};
    return LastImpact{std::move(last), state.q, before->struck, before->limits};
  }

  // Slips of what ends that are not faster than its hops: they end with these.
  std::vector<int> slips_that_end(const Accumulation& found, const State& state,
                                  const Impact& last) const {
    std::vector<int> slips = slip_rows(system_, found.constraints);
    if (slips.empty() || !last.usable()) return {};
    const Snapshot here = system_.at(now_.state);
    double fastest = 0.0;
    for (const int i : found.constraints)
      fastest = std::max(fastest, std::abs(here.rows[index(i)].rate));
    const Snapshot there = system_.at({state.q, last.after, state.t});
    std::erase_if(slips,
                  [&](int i) { return std::abs(there.rows[index(i)].rate) > 10.0 * fastest; });
    return slips;
  }

  // Whether something else that shares masses is struck hard before the limit is reached.
  bool struck_before(const Limit& limit, const std::vector<int>& held, const State& state,
                     const Instant& instant) const {
    const Snapshot there = system_.at(state);
    const double time = limit.t + limit.bound - state.t;
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.equation || constraint.of_velocities || !applies(constraint, there) ||
          now_.on[index(i)] || !shares_masses(i, held) || std::ranges::find(held, i) != held.end())
        continue;
      const Row& row = there.rows[index(i)];
      const double second = system_.along(there, i, instant.accelerations.data(), row.b2);
      const double approach = std::max(row.rate, row.rate + time * second);
      const double hard = zero_of(system_, there, i, {.length = hard_impact}).rate;
      if (approach > hard && row.f + time * approach >= 0.0) return true;
    }
    return false;
  }

  // Open inequalities that are closed where the others come to rest: a third wall through a corner.
  std::vector<int> met_there(const std::vector<int>& held, const State& state) const {
    const Snapshot there = system_.at(state);
    std::vector<int> met;
    for (int i = 0; i < system_.constraints(); ++i) {
      const Constraint& constraint = system_.constraint(i);
      if (constraint.equation || constraint.of_velocities || now_.on[index(i)] ||
          !shares_masses(i, held) || std::ranges::find(held, i) != held.end())
        continue;
      const ConstraintStatus status = first_status(system_, there, i, nearness_);
      if (status == ConstraintStatus::impacting || status == ConstraintStatus::closed)
        met.push_back(i);
    }
    return met;
  }

 private:
  // Directly or through others, with the first of those that end.
  bool shares_masses(int constraint, const std::vector<int>& ending) const {
    return groups_[index(constraint)] == groups_[index(ending[0])];
  }

  const System& system_;
  const Nearness& nearness_;
  const std::vector<int>& groups_;
  const Checkpoint& now_;
};

}  // namespace

Accumulations::Accumulations(const System& system, const Nearness& nearness)
    : system_(system), nearness_(nearness), groups_(groups_of(system)) {}

std::optional<LastImpact> Accumulations::end(const Impact& impact, const ImpactOptions& options,
                                             Checkpoint& now) const {
  const Hops hops(system_, nearness_, groups_, now);
  const std::vector<int> all = hops.partners(impact);
  for (const int i : all) {
    auto& times = now.impacts[index(i)];
    times.push_back(now.state.t);
    if (times.size() > impacts_remembered) times.erase(times.begin());
  }
  std::optional<LastImpact> last;
  std::vector<int> ended;  // groups
  for (const int i : all) {
    // what rests and hands an impulse on does not hop
    if (impact.constraints[index(i)].status != ConstraintStatus::impacting) continue;
    if (std::ranges::find(ended, groups_[index(i)]) != ended.end()) continue;
    auto found = accumulation(now.impacts, i, groups_);
    if (!found || !hops.are_low(found->constraints, found->limit, impact)) continue;
    if (!found->by_cycles && !hops.stay_low(found->constraints, impact)) continue;
    for (const int k : found->perhaps)
      if (hops.are_low({k}, found->limit, impact) && hops.stay_low({k}, impact))
        found->constraints.push_back(k);
    if (hops.go_on_for_ever(*found)) continue;
    auto another = hops.last(*found, impact, options, last);
    if (!another) continue;
    if (!last) another->struck = i;
    last = std::move(another);
    last->limits.push_back({found->constraints, found->limit.t,
                            std::max(found->limit.bound, hops.rounding_of_time(i))});
    ended.push_back(groups_[index(i)]);
  }
  return last;
}

std::vector<Settling> reached(Checkpoint& now) {
  std::vector<Settling> all;
  for (const Settling& settling : now.settling)
    if (settling.t - settling.bound <= now.state.t) all.push_back(settling);
  std::erase_if(now.settling, [&](const Settling& settling) {
    return settling.t - settling.bound <= now.state.t;
  });
  return all;
}

void forget_opened(Checkpoint& now) {
  const auto open = [&](int i) {
    const ConstraintStatus status = now.statuses[index(i)];
    return status != ConstraintStatus::active && status != ConstraintStatus::closed;
  };
  std::erase_if(now.settling, [&](const Settling& settling) {
    return std::ranges::any_of(settling.constraints, open);
  });
}

}  // namespace zwang
