// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/start.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "zwang/analysis/boundary.hpp"
#include "zwang/analysis/way_back.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/system/applies.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/joint_reaction.hpp"
#include "zwang/system/status.hpp"

namespace zwang {
namespace {

std::string list(const std::vector<double>& numbers, const char* form) {
  std::vector<std::string> parts;
  for (const double x : numbers)
    parts.push_back(x == 0.0 ? "0" : fmt::format(fmt::runtime(form), x));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

// The nearest positions that obey all constraints, with the velocities of the start. Nothing if
// there are none, or finding them takes more than so many products of numbers.
std::optional<State> projected_positions(const System& system, const State& start,
                                         double most_work) {
  State state = start;
  Flow flow(system);
  flow.limit_work(most_work);
  // what is violated, until nothing is
  std::vector<int> held;
  for (int turn = 0; turn < 8; ++turn) {
    const Snapshot snapshot = system.at(state);
    std::vector<int> wanted;
    for (int i = 0; i < system.constraints(); ++i) {
      const Constraint& constraint = system.constraint(i);
      if (constraint.of_velocities || !applies(constraint, snapshot)) continue;
      const bool was = std::ranges::binary_search(held, i);
      if (constraint.equation || was || snapshot.rows[index(i)].f > 0.0) wanted.push_back(i);
    }
    if (wanted == held && turn > 0) break;
    held = wanted;
    flow.bind(held, state.t);
    if (!flow.project_positions(state)) return std::nullopt;
  }
  return state;
}

// Velocities near to those given that satisfy all equations, and what is violated as an equation.
void obey_nonlinear(const System& system, State& state) {
  const Snapshot snapshot = system.at(state);
  std::vector<int> held;
  for (int i = 0; i < system.constraints(); ++i) {
    const ConstraintStatus status = first_status(system, snapshot, i, {});
    if (status == ConstraintStatus::held || status == ConstraintStatus::violated ||
        status == ConstraintStatus::closed || status == ConstraintStatus::impacting)
      held.push_back(i);
  }
  Flow flow(system);
  flow.bind(held, state.t);
  State near = state;
  if (flow.project(near)) state.u = near.u;
}

// The same where there is no mass matrix.
State beside(const System& system, const State& start) {
  State near = start;
  return WayBack(system).project(near) ? near : start;
}

class Start {
 public:
  Start(const ModelFile& file, const System& system, const State& state)
      : file_(file),
        system_(system),
        state_(state),
        snapshot_(system_.at(state_)),
        mechanical_(!has_general_integrand(system.model())) {
    if (mechanical_)
      instant_ = accelerations(system_, state_, {.most_binding = solved_at_once});
    else
      look_at_constraints();
  }

  std::vector<Error> run() {
    constexpr std::size_t most = 100;  // many have one cause
    for (int i = 0; i < system_.constraints() && !instant_.constraints.empty(); ++i) {
      if (found_.size() >= most) break;
      const ConstraintAt& at = instant_.constraints[index(i)];
      const Constraint& constraint = system_.constraint(i);
      const bool broken = at.status == ConstraintStatus::violated;
      const bool rates_only =
          constraint.of_velocities ||
          (constraint.equation && std::abs(at.f) <= zero_of(system_, snapshot_, i, {}).f);
      if (broken && !rates_only) violated(i);
      if (file_.run.impact_at_start) continue;
      if (broken && rates_only) breaks_rate(i);
      if (at.status == ConstraintStatus::impacting && mechanical_)
        constraint.nonlinear ? breaks_rate(i) : strikes(i);
    }
    if (file_.run.method == RunOptions::Method::time_stepping)
      for (int i = 0; i < system_.constraints(); ++i)
        if (system_.constraint(i).nonlinear) not_by_steps(i);
    if (instant_.domain_error) found_.push_back(*instant_.domain_error);
    if (instant_.outcome == InstantOutcome::singular && !file_.branch.given()) singular();
    if (instant_.usable() && instant_.regularity.kind == PositionClass::weakly_regular) redundant();
    if (!file_.model->impact_law() && file_.run.method == RunOptions::Method::event_driven && few())
      touching();
    return found_;
  }

 private:
  const std::string& name(int i) const { return system_.constraint(i).name; }

  // All that can be asked of them without a mass matrix.
  void look_at_constraints() {
    instant_.domain_error = system_.domain_error(snapshot_);
    for (int i = 0; i < system_.constraints(); ++i) {
      ConstraintAt at;
      at.status = first_status(system_, snapshot_, i, {});
      at.f = snapshot_.rows[index(i)].f;
      instant_.constraints.push_back(at);
    }
  }

  // The text of a constraint without its quotes.
  Place text_place(int i) const {
    Place place = index(i) < file_.constraint_places.size() ? file_.constraint_places[index(i)]
                                                            : Place{.file = file_.sources[0].path};
    if (place.column > 0 && place.end_column > place.column + 2) {
      ++place.column;
      --place.end_column;
    }
    return place;
  }
  std::string text_of(const Place& place) const {
    for (const Source& source : file_.sources)
      if (source.path == place.file && place.line > 0)
        return std::string(source.line(place.line))
            .substr(static_cast<std::size_t>(place.column - 1),
                    static_cast<std::size_t>(place.end_column - place.column));
    return {};
  }

  // "|bob| = 1.01986, L = 1"
  std::string sides(const std::string& text) const {
    std::vector<std::string> parts;
    try {
      const ConstraintText constraint = parse_constraint(text);
      Graph layer = Graph::over(file_.model->graph());
      const auto all = meanings(constraint.tree, text, file_.model->scope(), layer);
      for (const auto side : constraint.sides) {
        const auto& part = constraint.tree[side];
        if (part.kind == Expression::Kind::number || all[side].size != 1) continue;
        const Formula formula(layer, all[side].nodes[0]);
        std::vector<double> x;
        for (const int place : file_.model->places(formula))
          x.push_back(snapshot_.motion[index(place)][0]);
        parts.push_back(fmt::format("{} = {:.6g}", text.substr(part.begin, part.end - part.begin),
                                    formula.value(x)));
      }
    } catch (const Error&) {
      return {};
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  // The masses that a constraint binds.
  std::vector<const Point*> masses(int i) const {
    std::vector<const Point*> result;
    for (const Point& point : file_.model->points())
      if (std::ranges::any_of(system_.columns(i), [&](int column) {
            return std::ranges::find(point.coordinates, column) != point.coordinates.end();
          }))
        result.push_back(&point);
    return result;
  }

  // Where a mass stays on an axis on which it has no coordinate.
  static double stays(const Point& point, std::size_t axis) {
    const auto& given = point.given[axis];
    return given && given->inputs().empty() ? given->value({}) : 0.0;
  }

  // "[0.804029, 0, -0.594590]", or with names if there are several.
  std::string vectors(int i, const Vector& numbers, const char* form, bool places) const {
    std::vector<std::string> parts;
    const auto all = masses(i);
    for (const Point* point : all) {
      std::vector<double> three;
      for (std::size_t k = 0; k < 3; ++k) {
        const int column = point->coordinates[k];
        const double x = column >= 0 ? numbers[column] : places ? stays(*point, k) : 0.0;
        three.push_back(std::abs(x) < 1e-15 ? 0.0 : x);
      }
      parts.push_back(all.size() > 1 ? fmt::format("{} {}", point->name, list(three, form))
                                     : list(three, form));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  // "a [0.8, 0, -0.6], s = 1": where the masses and coordinates of a constraint would be.
  std::string start_at(int i, const Vector& numbers) const {
    std::string text = vectors(i, numbers, "{:.6f}", true);
    const auto& points = file_.model->points();
    for (const int column : system_.columns(i)) {
      if (std::ranges::any_of(points, [&](const Point& point) {
            return std::ranges::find(point.coordinates, column) != point.coordinates.end();
          }))
        continue;
      text += fmt::format("{}{} = {:.6f}", text.empty() ? "" : ", ",
                          file_.model->coordinate_names()[index(column)], numbers[column]);
    }
    return text;
  }

  std::string_view unit(int i) const {
    return shape_of(*file_.model, system_.constraint(i)).shape == Shape::other ? "" : " m";
  }

  // Whether so few constraints hold or are violated that a better start is found while a person
  // waits.
  bool few() const {
    const auto binds = [](const ConstraintAt& at) {
      return at.status != ConstraintStatus::open && at.status != ConstraintStatus::absent;
    };
    const auto& all = instant_.constraints;
    return static_cast<std::size_t>(std::ranges::count_if(all, binds)) <= solved_at_once;
  }
  const State& nearest() {
    constexpr double most_work = 5e8;  // less than half a second
    if (!nearest_ && !mechanical_) nearest_ = beside(system_, state_);
    if (!nearest_ && few()) nearest_ = projected_positions(system_, state_, most_work);
    if (!nearest_) nearest_ = state_;
    return *nearest_;
  }

  void violated(int i) {
    const Place place = text_place(i);
    std::vector<std::string> notes;
    for (const Point* point : masses(i))
      if (const auto at = file_.places.find(point->name); at != file_.places.end())
        notes.push_back(fmt::format("at: masses.{}.at = {}  (line {})", point->name,
                                    at->second.text, at->second.place.line));
    if (const State& near = nearest(); (near.q - state_.q).norm() > 0.0) {
      notes.push_back(fmt::format("nearest allowed start: {}  (least sum {}|dr|^2)",
                                  start_at(i, near.q), mechanical_ ? "m " : ""));
      notes.emplace_back("help: copy it, or let the program do it: zwang run --project-start");
    } else {
      notes.emplace_back(few() ? "note: no allowed start was found near this one"
                               : "help: let the program look for the nearest allowed start: "
                                 "zwang run --project-start");
    }
    found_.emplace_back(Code::E201,
                        fmt::format("the start violates constraint '{}' by {:.3g}{}", name(i),
                                    std::abs(snapshot_.rows[index(i)].f), unit(i)),
                        place, sides(text_of(place)), notes);
  }

  void breaks_rate(int i) {
    const Constraint& constraint = system_.constraint(i);
    std::vector<std::string> notes;
    if (constraint.nonlinear)
      notes.emplace_back(
          "help: let the program look for allowed velocities near these: zwang run "
          "--project-start");
    found_.emplace_back(
        Code::E204,
        fmt::format("the start velocity violates '{}': {:.3g} instead of {}", name(i),
                    snapshot_.rows[index(i)].rate, constraint.equation ? "0" : "at most 0"),
        text_place(i), "", notes);
  }

  void not_by_steps(int i) {
    found_.emplace_back(
        Code::E106,
        fmt::format("time-stepping cannot follow '{}', which is not linear in the velocities",
                    name(i)),
        text_place(i), "",
        std::vector<std::string>{"note: a step is an impact, and an impact has no law for it",
                                 "help: leave out 'method': the default goes event by event"});
  }

  void strikes(int i) {
    const double rate = snapshot_.rows[index(i)].rate;
    Place place = text_place(i);
    for (const Point* point : masses(i))
      if (const auto given = file_.velocities.find(point->name); given != file_.velocities.end())
        place = given->second.place;
    const Shape shape = shape_of(*file_.model, system_.constraint(i)).shape;
    const std::string_view speed = unit(i).empty() ? "" : " m/s";
    const std::string headline =
        shape == Shape::string
            ? fmt::format("the start velocity would stretch the taut '{}' at {:.3g}{}", name(i),
                          rate, speed)
            : fmt::format("the start velocity strikes '{}' at {:.3g}{}", name(i), rate, speed);
    std::string help = "help: say so with [run] start = \"impact\"";
    if (!after_) after_ = few() ? impact(system_, state_) : Impact{};
    if (after_->usable() && !masses(i).empty())
      help += fmt::format(", or use the nearest velocity {}",
                          vectors(i, after_->after, "{:.6g}", false));
    found_.emplace_back(
        Code::E202, headline, place, fmt::format("f' = +{:.3g} > 0 while f = 0", rate),
        std::vector<std::string>{"note: as written, the motion begins with an impact", help});
  }

  void singular() {
    const auto& dependent = instant_.regularity.dependent;
    const int i = dependent.empty() ? 0 : dependent[0];
    Place place = text_place(i);
    const bool no_gradient = instant_.regularity.rank == 0;
    if (!no_gradient) {
      std::vector<std::string> names;
      for (const int k : dependent) names.push_back(name(k));
      found_.emplace_back(
          Code::E203, fmt::format("the start is a singular position of {}", fmt::join(names, ", ")),
          place,
          fmt::format("rank {} of {} rows", instant_.regularity.rank, instant_.regularity.rows),
          choices());
      return;
    }
    // the left side is what has no gradient
    const std::string text = text_of(place);
    const auto relation = text.find_first_of("<>=");
    if (relation != std::string::npos) {
      std::size_t end = relation;
      while (end > 0 && text[end - 1] == ' ') --end;
      place.end_column = place.column + static_cast<int>(end);
    }
    const bool nonlinear = system_.constraint(i).nonlinear;
    std::vector<std::string> numbers;
    for (const int column : system_.columns(i))
      numbers.push_back(fmt::format("{:.6g}", (nonlinear ? state_.u : state_.q)[column]));
    if (nonlinear) {
      found_.emplace_back(
          Code::E203, fmt::format("'{}' has no gradient at the start", name(i)), place,
          fmt::format("all derivatives by velocities are 0 at the velocities ({})",
                      fmt::join(numbers, ", ")),
          std::vector<std::string>{"note: there it does not say which accelerations it allows",
                                   "help: start with other velocities"});
      return;
    }
    found_.emplace_back(
        Code::E203, fmt::format("'{}' has no gradient at the start", name(i)), place,
        fmt::format("all partial derivatives are 0 at ({})", fmt::join(numbers, ", ")), choices());
  }

  // What can be done at a singular start.
  std::vector<std::string> choices() const {
    const Vertex& vertex = instant_.regularity.vertex;
    const std::string& path = file_.sources[0].path;
    if (!vertex.found)
      return {
          vertex.missing.empty()
              ? std::string("note: the constraints on the accelerations are of higher degree")
              : fmt::format("note: the minima of Gauss's zwang are not known: {}", vertex.missing),
          "help: start beside it"};
    bool continuum = false, follows = false;
    for (int number = 1; const Stationary* const one = vertex.minimum(number); ++number) {
      continuum = continuum || one->family > 0;
      follows = follows || (one->family == 0 && !one->in_doubt && one->accelerations.norm() > 0.0);
    }
    const std::string minima = continuum              ? "a continuum of minima"
                               : vertex.minima() == 1 ? "one minimum"
                                                      : fmt::format("{} minima", vertex.minima());
    return {"note: there the constraints on the accelerations are of higher degree;",
            fmt::format("      Gauss's zwang has {} (St\xc3\xa4"
                        "ckel 1919)",
                        minima),
            fmt::format("help: list them: zwang explain {}{}; or start beside it", path,
                        follows ? "; choose one: [run] branch = 1" : "")};
  }

  void redundant() {
    if (instant_.regularity.in_doubt()) return in_doubt();
    const std::vector<int>& dependent = instant_.regularity.dependent;
    if (const std::vector<int> joints = joints_with(system_, dependent); !joints.empty())
      return not_unique(joints, dependent[0]);
    const auto found = following(system_, snapshot_, dependent);
    if (!found) return;
    const int last = found->constraint;
    std::vector<std::string> others;
    for (const int i : found->from) others.push_back(fmt::format("'{}'", name(i)));
    const auto key = file_.keys.find(name(last));
    found_.emplace_back(
        Code::W301, fmt::format("'{}' follows from {}", name(last), fmt::join(others, ", ")),
        key == file_.keys.end() ? text_place(last) : key->second, "redundant",
        std::vector<std::string>{
            fmt::format(
                "the motion and the reaction forces are unique, the {} multipliers are not:",
                others.size() == 1 ? "two" : fmt::format("{}", 1 + others.size())),
            others.size() == 1 ? "  the pair of least norm is given, marked 'not unique'"
                               : "  those of least norm are given, marked 'not unique'",
            fmt::format("help: drop it, or mark it: {} = {{ ..., redundant = true }}",
                        name(last))});
  }

  void not_unique(const std::vector<int>& joints, int row) {
    const Regularity& regularity = instant_.regularity;
    const int more = regularity.rows - regularity.rank;
    found_.emplace_back(
        Code::W304, describe_not_unique(system_, joints), text_place(row), "",
        std::vector<std::string>{
            fmt::format("note: {} {} from others; the motion, and the sum of the forces on each "
                        "body, are unique",
                        more, more == 1 ? "equation follows" : "equations follow"),
            "note: of all reactions those of least norm are given",
            "help: where single ones matter, free what need not be held: a spherical joint and a "
            "cylindrical one in place of two hinges"});
  }

  void in_doubt() {
    std::vector<std::string> names;
    for (const int i : instant_.regularity.dependent) names.push_back(name(i));
    found_.emplace_back(
        Code::W302,
        fmt::format("{} are dependent up to {:.1e}: the result depends on insignificant digits",
                    fmt::join(names, ", "), instant_.regularity.zero),
        text_place(instant_.regularity.dependent[0]), "",
        std::vector<std::string>{"note: they are treated as dependent",
                                 "help: write equal coefficients, or drop the duplicate"});
  }

  // Closed pairs with restitution that share a mass: a blow on one is passed on to the other.
  void touching() {
    std::vector<int> closed;
    for (int i = 0; i < system_.constraints() && !instant_.constraints.empty(); ++i)
      if (system_.constraint(i).options.restitution > 0.0 &&
          std::abs(instant_.constraints[index(i)].f) <= zero_of(system_, snapshot_, i, {}).f &&
          applies(system_.constraint(i), snapshot_))
        closed.push_back(i);
    if (closed.size() < 2 || !snapshot_.mass.factor()) return;
    for (const int one : closed) {
      Vector pushed(system_.velocities());
      system_.write_row(snapshot_, one, pushed);
      snapshot_.mass.solve(pushed.data());
      for (const int other : closed) {
        if (other <= one || std::abs(system_.along(snapshot_, other, pushed.data(), 0.0)) <=
                                1e-12 * pushed.lpNorm<Eigen::Infinity>())
          continue;
        found_.emplace_back(
            Code::W306,
            fmt::format("'{}' and '{}' touch: a blow on one is passed on to the other", name(one),
                        name(other)),
            text_place(one), "",
            std::vector<std::string>{
                "note: they share it at once; one after the other gives other velocities",
                "help: choose with [run] impacts = \"at once\" or \"in sequence\""});
        return;
      }
    }
  }

  const ModelFile& file_;
  const System& system_;
  State state_;
  Snapshot snapshot_;
  bool mechanical_;
  Instant instant_;
  std::optional<State> nearest_;  // start that is allowed
  std::optional<Impact> after_;   // the impact at the start
  std::vector<Error> found_;
};

}  // namespace

namespace {

Beginning at_equilibrium(const ModelFile& file, const System& system) {
  Beginning begin{.state = file.model->start(file.run.from), .equilibrium = {}};
  begin.equilibrium = find_equilibrium(system, begin.state);
  begin.state = begin.equilibrium.state;
  if (!begin.equilibrium.usable())
    throw Error(Code::E206, fmt::format("no equilibrium was found: {}", begin.equilibrium.reason),
                file.equilibrium_place, std::string(name(begin.equilibrium.outcome)));
  return begin;
}

// Problem A is by origin one between two positions (theory 10).
Beginning aimed(const ModelFile& file, const System& system) {
  const State start = file.model->start(file.run.from);
  Vector to = start.q;
  for (const auto& [coordinate, value] : file.problem.to) to[coordinate] = value;
  const BoundaryPath path =
      join(file.problem.variation(system), start.q, to, file.run.from, file.run.until);
  if (!path.found)
    throw Error(Code::E206,
                fmt::format("no curve from the start to the end was found in {} tries", path.tries),
                file.problem.place, "",
                {"help: several guesses were tried; another end or another time may be in reach"});
  return {path.start, {}, {path.rho.begin(), path.rho.end()}};
}

}  // namespace

Beginning beginning(const ModelFile& file, const System& system) {
  if (!file.problem.to.empty() && !file.problem.is_mechanical()) return aimed(file, system);
  if (!file.at_equilibrium) return {.state = file.model->start(file.run.from), .equilibrium = {}};
  return at_equilibrium(file, system);
}

std::optional<Beginning> beginning_soon(const ModelFile& file, const System& system) {
  if (!file.at_equilibrium) return beginning(file, system);
  // a step of the search asks all constraints anew along each coordinate, and takes the curvature
  // to its axes; there may be hundreds of steps
  constexpr double most = 5e3;
  constexpr int most_velocities = 300;
  const double work = static_cast<double>(system.velocities()) * (1.0 + system.constraints());
  if (work > most || system.velocities() > most_velocities) return std::nullopt;
  return at_equilibrium(file, system);
}

std::vector<Error> start_mistakes(const ModelFile& file, const System& system, const State& start) {
  try {
    if (file.problem.is_mechanical()) demand_energy(system.model());
  } catch (const Error& error) {
    return {error.at(file.kinetic_place)};
  }
  std::vector<Error> found = Start(file, system, start).run();
  if (file.problem.is_mechanical()) return found;
  try {
    file.problem.variation(system);
  } catch (const Error& error) {
    found.push_back(error.at(file.problem.place));
  }
  return found;
}

State projected_start(const System& system, const State& start) {
  if (has_general_integrand(system.model())) return beside(system, start);
  auto state = projected_positions(system, start, std::numeric_limits<double>::infinity());
  if (!state) return start;
  const Impact velocities = impact(system, *state);
  if (velocities.usable() || velocities.outcome == InstantOutcome::nonlinear)
    state->u = velocities.after;
  if (velocities.outcome == InstantOutcome::nonlinear) obey_nonlinear(system, *state);
  return *state;
}

}  // namespace zwang
