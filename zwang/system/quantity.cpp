// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/joint_reaction.hpp"
#include "zwang/system/second_rates.hpp"

namespace zwang {
namespace {

// What may be asked beside the names of formulas: of a constraint NAME.gap and so on, and of the
// whole.
const std::vector<std::string> of_a_constraint = {"gap", "rate", "multiplier", "state", "tension"};
const std::vector<std::string> of_the_whole = {"kinetic", "potential", "energy"};
const std::vector<std::string> of_a_path = {"curvature", "torsion"};

// Whether only one path is meant where no mass is named: of the only mass, or of three coordinates
// without masses. Its number among the points, or -1 for the latter.
std::optional<int> only_path(const Model& model) {
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(model.points().size()); ++i)
    if (model.points()[index(i)].free()) free.push_back(i);
  if (free.size() == 1) return free[0];
  if (free.empty() && model.coordinate_names().size() == 3) return -1;
  return std::nullopt;
}

// The word that was probably meant, where the scope of formulas, which does not know these, has no
// better one.
std::optional<std::string> meant(const std::string& name, const Model& model) {
  const auto dot = name.rfind('.');
  if (dot == std::string::npos) return nearest(name, of_the_whole);
  const std::string stem = name.substr(0, dot);
  std::vector<std::string> names;
  for (const Constraint& constraint : model.constraints()) names.push_back(constraint.name);
  if (std::ranges::find(names, stem) != names.end()) {
    const auto near = nearest(name.substr(dot + 1), of_a_constraint);
    return near ? std::optional(stem + "." + *near) : std::nullopt;
  }
  for (const Point& point : model.points()) names.push_back(point.name);
  if (std::ranges::find(names, stem) != names.end()) {
    const auto near = nearest(name.substr(dot + 1), of_a_path);
    return near ? std::optional(stem + "." + *near) : std::nullopt;
  }
  return nearest(stem, names);
}

// "of constraints string, wall: .gap, .rate, ..."
std::string of_constraints(const Model& model) {
  constexpr std::size_t shown = 12;
  std::string names;
  for (std::size_t i = 0; i < model.constraints().size() && i < shown; ++i)
    names += (i > 0 ? ", " : "") + model.constraints()[i].name;
  if (model.constraints().size() > shown) names += ", ...";
  return fmt::format("of constraints {}: .{}", names, fmt::join(of_a_constraint, ", ."));
}

Error with_hint(const Error& error, const Model& model) {
  const std::string unknown = "unknown name '";
  if (error.code() != Code::E103 || !error.message().starts_with(unknown)) return error;
  const std::string rest = error.message().substr(unknown.size());
  const std::string name = rest.substr(0, rest.find('\''));
  std::vector<std::string> notes = error.notes();
  if (!notes.empty() && notes.front().starts_with("known: ")) {
    notes.front() += fmt::format(", {}", fmt::join(of_the_whole, ", "));
    if (!model.constraints().empty()) notes.push_back(of_constraints(model));
  }
  // of the names of formulas one may be nearer
  const bool found = name.find('.') == std::string::npos && !error.mark().empty();
  if (name.ends_with(".impulse"))
    return Error(error.code(), error.message(), error.place(),
                 "impulses belong to events; in a sweep: max(...), sum(...)", notes);
  const auto near = found ? std::nullopt : meant(name, model);
  return Error(error.code(), error.message(), error.place(),
               near ? fmt::format("did you mean '{}'?", *near) : error.mark(), notes);
}

// Names of quasi-velocities and their places among the velocities; none while they do not fit the
// rates, of which the system tells.
std::vector<std::pair<std::string, int>> quasi_velocities(const Model& model) {
  std::vector<std::pair<std::string, int>> out;
  if (!model.replaces_rates()) return out;
  try {
    const std::vector<std::string> names = model.velocity_names();
    for (const int i : model.replaced_rates()) out.emplace_back(names[index(i)], i);
    for (const Body& body : model.bodies())
      for (int i = body.first; !body.in_plane && i < body.first + 3; ++i)
        out.emplace_back(names[index(i)], i);
  } catch (const Error&) {
    return {};
  }
  return out;
}

// Gives coordinates and masses a second time derivative where a text asks for it.
class Accelerations {
 public:
  Accelerations(const Model& model, Graph& graph) : model_(model), graph_(graph) {}

  void name_in(const std::string& text, Scope& scope) {
    const auto occurs = [&](const std::string& name) {
      return text.find(name) != std::string::npos;
    };
    for (const Point& point : model_.points())
      if (occurs(point.name)) add(scope, point.name, point.coordinates);
    const std::vector<std::string>& names = model_.coordinate_names();
    for (int i = 0; i < static_cast<int>(names.size()); ++i)
      if (occurs(names[index(i)])) add(scope, names[index(i)], {i, -1, -1});
  }

  const std::map<SymbolId, int>& symbols() const { return symbols_; }

 private:
  void add(Scope& scope, const std::string& name, const std::array<int, 3>& coordinates) {
    Named named = *scope.find(name);
    if (named.levels.size() > 2) return;
    std::array<NodeId, 3> second = {};
    for (int k = 0; k < named.size; ++k) {
      const int coordinate = coordinates[index(k)];
      // a place without a coordinate depends on time alone
      second[index(k)] = coordinate < 0
                             ? derivative(graph_, named.levels[1][index(k)], scope.time())
                             : symbol(coordinate);
    }
    named.levels.push_back(second);
    scope.hide(name, std::move(named));
  }

  NodeId symbol(int coordinate) {
    const NodeId made = graph_.symbol({.name = model_.coordinate_names()[index(coordinate)] + "''",
                                       .kind = Symbol::Kind::coordinate});
    symbols_.emplace(graph_[made].a, coordinate);
    return made;
  }

  const Model& model_;
  Graph& graph_;
  std::map<SymbolId, int> symbols_;
};

// Those of the first mass of a constraint, or all if it is no string, rod or the like.
std::vector<std::size_t> columns_of_one_mass(const System& system, int constraint) {
  const auto columns = system.columns(constraint);
  const auto shaped = shape_of(system.model(), system.constraint(constraint));
  std::vector<std::size_t> wanted;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (shaped.first >= 0) {
      const auto& own = system.model().points()[index(shaped.first)].coordinates;
      if (std::ranges::find(own, columns[k]) == own.end()) continue;
    }
    wanted.push_back(k);
  }
  return wanted;
}

}  // namespace

Query::Read Query::read(const Model& model, const std::string& text) {
  const auto layer = std::make_shared<Graph>(Graph::over(model.graph()));
  Graph& graph = *layer;
  Scope scope(model.scope(), graph);
  std::map<SymbolId, Argument> own;
  const auto offer = [&](const std::string& name, Argument argument) {
    if (text.find(name) == std::string::npos || scope.find(name)) return;
    const NodeId node = graph.symbol({.name = name, .kind = Symbol::Kind::coordinate});
    own.emplace(graph[node].a, argument);
    scope.hide(name, {.levels = {{node}}, .dimension = {}});
  };
  for (int i = 0; i < static_cast<int>(model.constraints().size()); ++i) {
    const std::string& name = model.constraints()[index(i)].name;
    if (text.find(name) == std::string::npos) continue;
    offer(name + ".gap", {What::gap, i});
    offer(name + ".rate", {What::constraint_rate, i});
    offer(name + ".multiplier", {What::multiplier, i});
    offer(name + ".state", {What::state, i});
    offer(name + ".tension", {What::tension, i});
    offer(name + ".rho", {What::rho, i});
    offer(name + ".normal_curvature", {What::normal_curvature, i});
  }
  const auto offer_vector = [&](const std::string& name, int first) {
    if (text.find(name) == std::string::npos || scope.find(name)) return;
    Named named = {.size = 3, .levels = {{}}, .dimension = {}};
    for (int k = 0; k < 3; ++k) {
      const NodeId node = graph.symbol(
          {.name = fmt::format("{}.{}", name, "xyz"[k]), .kind = Symbol::Kind::coordinate});
      own.emplace(graph[node].a, Argument{What::reaction, first + k});
      named.levels[0][index(k)] = node;
    }
    scope.hide(name, std::move(named));
  };
  for (int i = 0; i < static_cast<int>(model.joints().size()); ++i) {
    const std::string& name = model.joints()[index(i)].name;
    offer_vector(name + ".force", 6 * i);
    offer_vector(name + ".torque", 6 * i + 3);
  }
  for (int i = 0; i < static_cast<int>(model.points().size()); ++i) {
    const Point& point = model.points()[index(i)];
    if (!point.free() || text.find(point.name) == std::string::npos) continue;
    offer(point.name + ".curvature", {What::curvature, i});
    offer(point.name + ".torsion", {What::torsion, i});
  }
  if (const auto path = only_path(model)) {
    offer("curvature", {What::curvature, *path});
    offer("torsion", {What::torsion, *path});
  }
  if (text.find("''") != std::string::npos) {
    Accelerations accelerations(model, graph);
    accelerations.name_in(text, scope);
    for (const auto& [symbol, coordinate] : accelerations.symbols())
      own.emplace(symbol, Argument{What::acceleration, coordinate});
  }
  for (const auto& [name, place] : quasi_velocities(model)) offer(name, {What::velocity, place});
  const bool mechanical = !has_general_integrand(model);
  if (mechanical) offer("kinetic", {What::kinetic});
  offer("potential", {What::potential});
  if (mechanical) offer("energy", {What::energy});
  try {
    return {layer, Formula::read(text, scope), std::move(own)};
  } catch (const Error& error) {
    throw with_hint(error, model);
  }
}

Query::Query(const System& system, Read read, QueryContext context)
    : system_(&system),
      graph_(std::move(read.graph)),
      formula_(std::move(read.formula)),
      context_(std::move(context)) {
  for (const SymbolId symbol : formula_.inputs()) {
    if (const auto found = read.own.find(symbol); found != read.own.end()) {
      arguments_.push_back(found->second);
      if (found->second.what >= What::curvature && !context_.paths)
        throw Error(Code::E120, "how a path bends is not known here, only along a motion");
      if (found->second.what == What::tension)
        arguments_.back().columns = columns_of_one_mass(system, found->second.of);
      continue;
    }
    const int place = system.model().place(symbol);
    if (place == Model::time_place)
      arguments_.push_back({What::time});
    else
      arguments_.push_back(
          {Model::is_rate(place) ? What::rate : What::coordinate, Model::coordinate_at(place)});
  }
}

bool Query::is_of_state_alone() const {
  return std::ranges::none_of(arguments_, [](const Argument& argument) {
    return argument.what == What::multiplier || argument.what == What::state ||
           argument.what == What::tension || argument.what == What::rho ||
           argument.what == What::acceleration || argument.what >= What::reaction;
  });
}

bool Query::has_accelerations() const {
  return std::ranges::any_of(arguments_, [](const Argument& argument) {
    return argument.what == What::acceleration || argument.what == What::reaction;
  });
}

double Query::value(const Sample& sample) const {
  const State& state = sample.state;
  std::optional<Snapshot> here;
  std::optional<Vector> second;
  const auto path = [&](PathNumber what, int of) { return context_.paths(what, of, sample); };
  const auto snapshot = [&]() -> const Snapshot& {
    if (!here) here = system_->at(state);
    return *here;
  };
  std::vector<double> x;
  for (const Argument& argument : arguments_) {
    switch (argument.what) {
      case What::coordinate: x.push_back(state.q[argument.of]); break;
      case What::rate: x.push_back(system_->rates(state)[argument.of]); break;
      case What::acceleration:
        if (!second) second = accelerations_at(*system_, sample, context_.pull);
        x.push_back((*second)[argument.of]);
        break;
      case What::velocity: x.push_back(state.u[argument.of]); break;
      case What::time: x.push_back(state.t); break;
      case What::gap: x.push_back(snapshot().rows[index(argument.of)].f); break;
      case What::constraint_rate: x.push_back(snapshot().rows[index(argument.of)].rate); break;
      case What::multiplier: x.push_back(sample.multipliers[index(argument.of)]); break;
      case What::state: x.push_back(sample.states[index(argument.of)]); break;
      case What::kinetic: x.push_back(system_->kinetic(state)); break;
      case What::potential: x.push_back(system_->potential(state)); break;
      case What::energy: x.push_back(system_->kinetic(state) + system_->potential(state)); break;
      case What::reaction: {
        const JointReaction of =
            joint_reaction(*system_, snapshot(), argument.of / 6, sample.multipliers);
        const int k = argument.of % 6;
        x.push_back(k < 3 ? of.force[k] : of.torque[k - 3]);
        break;
      }
      case What::curvature: x.push_back(path(PathNumber::curvature, argument.of)); break;
      case What::torsion: x.push_back(path(PathNumber::torsion, argument.of)); break;
      case What::normal_curvature:
        x.push_back(path(PathNumber::normal_curvature, argument.of));
        break;
      case What::tension: {
        // multiplier times the gradient on one of its masses
        const auto& a = snapshot().rows[index(argument.of)].a;
        double squares = 0.0;
        for (const std::size_t k : argument.columns) squares += a[k] * a[k];
        x.push_back(sample.multipliers[index(argument.of)] * std::sqrt(squares));
        break;
      }
      case What::rho:
        if (sample.rho.empty())
          throw Error(Code::E120, fmt::format("'{}.rho' belongs to the geodesic or mixed problem",
                                              system_->constraint(argument.of).name));
        x.push_back(sample.rho[index(argument.of)]);
        break;
    }
  }
  return formula_.value(x);
}

// Forces that begin or end here are those of the side.
Vector accelerations_at(const System& system, const Sample& sample, const Pull& pull) {
  const State& state = sample.state;
  const double phase = sample.before ? std::nextafter(state.t, -always) : state.t;
  Vector added;
  if (pull)
    added = pull(state, Eigen::Map<const Vector>(sample.rho.data(),
                                                 static_cast<Eigen::Index>(sample.rho.size())));
  return second_rates(system, state, phase, sample.multipliers, sample.states, added);
}

std::vector<QuantityGroup> quantities(const Model& model) {
  QuantityGroup coordinates{"coordinates", model.coordinate_names()}, rates{"rates", {}},
      accelerations{"accelerations", {}}, constraints{"constraints", {}}, paths{"paths", {}};
  for (const std::string& name : coordinates.names) {
    rates.names.push_back(name + "'");
    accelerations.names.push_back(name + "''");
  }
  for (const Constraint& constraint : model.constraints())
    for (const std::string& what : of_a_constraint)
      constraints.names.push_back(fmt::format("{}.{}", constraint.name, what));
  QuantityGroup joints{"joints", {}};
  for (const Joint& joint : model.joints()) {
    for (const char* own : {"angle", "length"}) {
      const std::string name = fmt::format("{}.{}", joint.name, own);
      if (model.scope().find(name)) joints.names.push_back(name);
    }
    for (const char* what : {"force", "torque"})
      for (const char axis : {'x', 'y', 'z'})
        joints.names.push_back(fmt::format("{}.{}.{}", joint.name, what, axis));
  }
  QuantityGroup quasi{"velocities", {}};
  for (const auto& [name, place] : quasi_velocities(model)) quasi.names.push_back(name);
  for (const Point& point : model.points())
    if (point.free())
      for (const std::string& what : of_a_path)
        paths.names.push_back(fmt::format("{}.{}", point.name, what));
  if (only_path(model) == -1) paths.names = of_a_path;
  return {coordinates, rates, quasi, accelerations, constraints, joints, {"energies", of_the_whole},
          paths};
}

}  // namespace zwang
