// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/departures.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/motion/cause.hpp"

namespace zwang {
namespace {

constexpr int most = 40;  // coordinates or constraints: a step over is solved densely

State beginning_of(const System& system, const DenseStep& course) {
  const int n = system.coordinates(), m = system.velocities();
  State state{Vector(n), Vector(m), course.t};
  for (int i = 0; i < n; ++i) state.q[i] = course.value(i, 0.0);
  for (int i = 0; i < m; ++i) state.u[i] = course.value(n + i, 0.0);
  return state;
}

}  // namespace

// Long at first: close to the start rounding is large.
double Departures::longest(double t) const {
  return std::min({0.5, options_.max_step, 0.25 * (limit_ - t)});
}

std::string Departures::begin(const Instant& found) {
  const BranchStart start = branch_start(system_, found, options_.branch, nearness_);
  Departure departure(system_, now_.state, options_.branch, start.bound, start.open);
  if (!departure.run(longest(now_.state.t), options_.tolerance)) return departure.why();
  now_.statuses = start.statuses;
  leave(departure, start, options_.branch, 0, [&](Event& event) {
    describe(system_, {.start = true}, std::nullopt,
             std::vector<ConstraintStatus>(now_.statuses.size(), ConstraintStatus::absent), now_.on,
             now_, multipliers_, {}, event);
  });
  return {};
}

// A step over a singular position, and the first one from it.
struct Departures::Crossing {
  State begin;
  Vector accelerations;
  std::vector<double> multipliers;
  std::optional<Departure> across, departure;
  Passage passed;
  BranchStart start;
};

bool Departures::crosses(const State& from, double ahead, int halvings) {
  if (!(ahead < limit_ - from.t) || system_.coordinates() > most ||
      arc_.flow().bound().size() > index(most) || !system_.rates_are_parameters())
    return false;
  if (halvings == 0 &&
      !leads_to_dependence(system_, from, arc_.accelerations(), ahead, arc_.flow().bound()))
    return false;
  for (int k = 0; k <= halvings; ++k) {
    const double t = k == 0 ? from.t : from.t + ahead * (1.0 - std::ldexp(1.0, -k));
    if (crosses_at_once(from, t, from.t + ahead)) return true;
  }
  return false;
}

bool Departures::crosses_at_once(const State& from, double t, double singular) {
  const std::vector<int> bound = arc_.flow().bound();
  std::vector<int> open;
  for (int i = 0; i < system_.constraints(); ++i) {
    const Constraint& constraint = system_.constraint(i);
    if (!now_.on[index(i)] && !constraint.equation && !constraint.of_velocities &&
        constraint.holds_at(from.t))
      open.push_back(i);
  }
  Crossing crossing;
  crossing.begin = from;
  if (!Departure(system_, from, Vector(), bound, open)
           .follow(crossing.begin, t, options_.tolerance))
    return false;
  const State& begin = crossing.begin;
  std::vector<double> y(begin.q.begin(), begin.q.end());
  y.insert(y.end(), begin.u.begin(), begin.u.end());
  std::vector<double> rates(y.size());
  Flow flow(system_);
  flow.bind(bound, begin.t);
  if (!flow.rates(begin.t, y.data(), rates.data())) return false;
  crossing.accelerations = Eigen::Map<const Vector>(rates.data() + begin.q.size(), begin.u.size());
  crossing.multipliers = flow.multipliers();
  crossing.across.emplace(system_, begin, crossing.accelerations, bound, open);
  if (!find(crossing, singular)) return false;
  ++now_.steps;
  if (begin.t > from.t) {
    if (options_.keep_course) log_.motion.course.push_back(arc_.course());
    log_.spaced_rows(begin.t, now_.statuses);
    spread(*crossing.across, crossing.multipliers);
    write(begin, crossing.accelerations, 0);
  }
  if (options_.keep_course) log_.motion.course.push_back(crossing.across->course());
  now_.state = crossing.passed.instant.state;
  rows_of(*crossing.across, now_.state.t);
  go_through(crossing.passed, crossing.start, *crossing.departure);
  return true;
}

// The singular position on the step over it, about where it was thought to be.
bool Departures::find(Crossing& crossing, double singular) const {
  constexpr double middle = 0.48;  // of the step: between two of its places
  const double t = crossing.begin.t;
  Departure& across = *crossing.across;
  Passage& passed = crossing.passed;
  const auto look = [&] {
    passed = passage(system_, across.course(), singular, across.bound(), options_.tolerance);
    return passed.instant.system != nullptr;
  };
  for (int turn = 0; turn < 3; ++turn) {
    const double ahead = singular - t, h = ahead / middle;
    if (!(ahead > 0.0) || !(h < limit_ - t) || !across.over(h) || !look()) return false;
    singular = passed.instant.state.t;
    if (std::abs(singular - t - ahead) < 0.05 * ahead) break;
  }
  const double ahead = singular - t;
  if (!passed.why.empty() || !across.across(ahead / middle, options_.tolerance) || !look() ||
      !passed.why.empty())
    return false;
  crossing.start = branch_start(system_, passed.instant, passed.accelerations, nearness_);
  crossing.departure.emplace(system_, passed.instant.state, passed.accelerations,
                             crossing.start.bound, crossing.start.open);
  const double room = longest(passed.instant.state.t);
  return room > 0.1 * ahead && crossing.departure->run(room, options_.tolerance);
}

bool Departures::goes_through(Passage& passed) {
  // by a step of its own, which knows more than the ends of the arc's
  const State from = beginning_of(system_, arc_.course());
  constexpr int halvings = 6;
  if (crosses(from, passed.instant.state.t - from.t, halvings)) return true;
  // what is due at once would have to be judged in the singular position
  const State arrived = passed.instant.state;
  if (!(longest(arrived.t) > 1e-3 * arc_.course().h)) {
    passed.why = "something else is due at once";
    return false;
  }
  const BranchStart start = branch_start(system_, passed.instant, passed.accelerations, nearness_);
  Departure departure(system_, arrived, passed.accelerations, start.bound, start.open);
  if (!departure.run(longest(arrived.t), options_.tolerance)) {
    passed.why = departure.why();
    return false;
  }
  if (options_.keep_course) log_.motion.course.push_back(arc_.course());
  log_.spaced_rows(arrived.t, now_.statuses);
  now_.state = arrived;
  go_through(passed, start, departure);
  return true;
}

void Departures::go_through(const Passage& passed, const BranchStart& start, Departure& departure) {
  const std::vector<ConstraintStatus> before = now_.statuses;
  // who opens does so from here on, as in every other event
  const bool changes = before != start.statuses;
  if (changes) log_.row(now_.state, -1, now_.statuses);
  now_.statuses = start.statuses;
  leave(departure, start, passed.accelerations, changes ? 1 : 0, [&](Event& event) {
    event.kind = EventKind::singular;
    event.located = passed.time_error;
    for (int i = 0; i < system_.constraints(); ++i) {
      const bool cause = std::ranges::find(passed.dependent, i) != passed.dependent.end();
      if (!cause && before[index(i)] == now_.statuses[index(i)]) continue;
      event.parts.push_back({.constraint = i,
                             .cause = cause,
                             .before = before[index(i)],
                             .after = now_.statuses[index(i)],
                             .multiplier = multipliers_[index(i)]});
    }
  });
}

void Departures::leave(Departure& departure, const BranchStart& start, const Vector& accelerations,
                       int side, const std::function<void(Event&)>& tell) {
  now_.last_instant = now_.state.t;
  spread(departure, departure.first_multipliers());
  write(now_.state, accelerations, side);
  Event event;
  event.t = now_.state.t;
  event.q = now_.state.q;
  event.before = event.after = now_.state.u;
  tell(event);
  ++now_.events;
  log_.event(std::move(event));
  rows_of(departure, departure.course().t + departure.course().h);
  if (options_.keep_course) log_.motion.course.push_back(departure.course());
  now_.state = departure.end();
  std::ranges::fill(now_.on, 0);
  for (const int i : start.bound) {
    now_.on[index(i)] = 1;
    now_.armed_multiplier[index(i)] = 1;
  }
  for (const int i : start.open) now_.armed[index(i)] = 1;
}

// Before `until`: rows that were asked for, and some by which the step can be judged.
void Departures::rows_of(Departure& departure, double until) {
  const double begin = departure.course().t;
  std::vector<double> times;
  for (const double part : {0.25, 0.5, 0.75}) times.push_back(begin + part * (until - begin));
  if (options_.every > 0.0)
    for (double k = std::floor((begin - options_.from) / options_.every);; k += 1.0) {
      const double t = options_.from + k * options_.every;
      if (t >= until) break;
      if (t > begin) times.push_back(t);
    }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (const double t : times) {
    State state;
    Vector second;
    std::vector<double> z;
    if (!departure.evaluate(t, state, second, z)) continue;
    spread(departure, z);
    write(state, second, 0);
  }
}

// Multipliers of what is bound.
void Departures::spread(const Departure& departure, const std::vector<double>& z) {
  std::ranges::fill(multipliers_, 0.0);
  for (std::size_t k = 0; k < z.size(); ++k) multipliers_[index(departure.bound()[k])] = z[k];
}

void Departures::write(const State& state, const Vector& accelerations, int side) {
  Frame frame{.t = state.t, .q = state.q, .u = state.u, .accelerations = accelerations};
  frame.side = side;
  frame.multipliers = multipliers_;
  frame.statuses = now_.statuses;
  log_.row(std::move(frame));
}

}  // namespace zwang
