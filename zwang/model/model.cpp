// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/calculus/statement.hpp"
#include "zwang/model/reading.hpp"

namespace zwang {
namespace {

constexpr std::array<char, 3> axis_names = {'x', 'y', 'z'};

std::optional<int> number_in(const std::map<std::string, int, std::less<>>& numbers,
                             std::string_view name) {
  const auto found = numbers.find(name);
  if (found == numbers.end()) return std::nullopt;
  return found->second;
}

void demand_times(double from, double until) {
  if (!(from < until))
    throw Error(Code::E120, fmt::format("'until' ({}) is not after 'from' ({})", until, from));
}

}  // namespace

Model::Model(std::string name, bool with_units)
    : name_(std::move(name)), graph_(std::make_unique<Graph>()), scope_(*graph_, with_units) {}

// --- values ---

double Model::number(const Value& value) const {
  const double number = value.is_text() ? read_value(value.text(), scope_).value : value.number();
  if (!std::isfinite(number)) throw Error(Code::E120, "a number that is not finite");
  return number;
}

NodeId Model::node(const Value& value) {
  if (!value.is_text()) return graph_->constant(number(value));
  if (const auto quantity = read_quantity(value.text())) return graph_->constant(quantity->value);
  return Formula::read(value.text(), scope_).node();
}

std::array<NodeId, 3> Model::nodes(const Triple& triple) {
  if (!triple.is_text()) return {node(triple[0]), node(triple[1]), node(triple[2])};
  return vector_of(triple.text(), scope_, *graph_);
}

std::array<double, 3> Model::numbers(const Triple& triple) const {
  if (!triple.is_text()) return {number(triple[0]), number(triple[1]), number(triple[2])};
  Graph layer = Graph::over(*graph_);
  const auto read = vector_of(triple.text(), scope_, layer);
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Formula formula(layer, read[i]);
    if (!formula.inputs().empty())
      throw Error(Code::E113, "expected a vector of numbers, without coordinates or time");
    numbers[i] = formula.value({});
  }
  return numbers;
}

// --- names ---

Model& Model::parameter(const std::string& name, const Value& value) {
  reading(name, [&] {
    std::optional<Dimension> dimension;
    if (value.is_text())
      if (const auto quantity = read_quantity(value.text())) dimension = quantity->unit.dimension;
    scope_.parameter(name, number(value), dimension);
  });
  return *this;
}

int Model::new_coordinate(const std::string& name, SymbolId symbol, double mass, double at,
                          double rate) {
  const int number = static_cast<int>(coordinate_names_.size());
  if (coordinate_of_symbol_.size() <= symbol) coordinate_of_symbol_.resize(symbol + 1, -1);
  coordinate_of_symbol_[symbol] = number;
  coordinate_numbers_.emplace(name, number);
  coordinate_names_.push_back(name);
  coordinate_masses_.push_back(mass);
  start_.push_back(at);
  rate_.push_back(rate);
  return number;
}

Model& Model::mass(const std::string& name, const Value& mass, const MassOptions& options) {
  Point point{.name = name};
  reading(name, [&] {
    point.mass = number(mass);
    if (!(point.mass >= 0.0))
      throw Error(Code::E120, fmt::format("the mass {} is below 0", point.mass));
    const auto at = numbers(options.at);
    const auto velocity = numbers(options.velocity);
    Named named = {.size = 3, .levels = {{}, {}}, .dimension = scope_.length_dimension()};
    std::set<char> asked(options.axes.begin(), options.axes.end());
    if (asked.size() != options.axes.size() || asked.empty() ||
        options.axes.find_first_not_of("xyz") != std::string::npos)
      throw Error(Code::E120, fmt::format("axes '{}' must be some of x, y, z", options.axes));
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string axis = fmt::format("{}.{}", name, axis_names[i]);
      if (asked.contains(axis_names[i])) {
        const NodeId place = graph_->symbol({.name = axis, .kind = Symbol::Kind::coordinate});
        const SymbolId symbol = (*graph_)[place].a;
        named.levels[0][i] = place;
        named.levels[1][i] = graph_->symbol(
            {.name = axis + "'", .kind = Symbol::Kind::velocity, .coordinate = symbol});
        point.coordinates[i] = new_coordinate(axis, symbol, point.mass, at[i], velocity[i]);
      } else {
        if (velocity[i] != 0.0)
          throw Error(Code::E120,
                      fmt::format("a velocity along {}, which is not one of the axes '{}'",
                                  axis_names[i], options.axes));
        named.levels[0][i] = graph_->constant(at[i]);
        named.levels[1][i] = graph_->constant(0.0);
        point.given[i] = Formula(*graph_, named.levels[0][i]);
      }
    }
    scope_.add(name, "masses", std::move(named));
  });
  add_point(std::move(point));
  return *this;
}

void Model::add_point(Point point) {
  point_numbers_.emplace(point.name, static_cast<int>(points_.size()));
  points_.push_back(std::move(point));
}

Model& Model::fixed(const std::string& name, const Triple& at) {
  const auto place = reading(name, [&] { return numbers(at); });
  return follows(name, {place[0], place[1], place[2]});
}

Model& Model::follows(const std::string& name, const Triple& of_time) {
  Point point{.name = name};
  reading(name, [&] {
    Named named = {
        .size = 3, .levels = {nodes(of_time), {}}, .dimension = scope_.length_dimension()};
    for (std::size_t i = 0; i < 3; ++i) {
      const NodeId place = named.levels[0][i];
      if (depends_on(*graph_, place, Symbol::Kind::coordinate) ||
          depends_on(*graph_, place, Symbol::Kind::velocity))
        throw Error(Code::E113, "a prescribed motion may depend on parameters and time only");
      named.levels[1][i] = derivative(*graph_, place, scope_.time());
      point.given[i] = Formula(*graph_, place);
    }
    scope_.add(name, "masses", std::move(named));
  });
  add_point(std::move(point));
  return *this;
}

Model& Model::also_called(const std::string& name, const std::string& point) {
  const auto named = scope_.find(point);
  if (!named) throw scope_.unknown(point, {});
  scope_.add(name, "masses", *named);
  return *this;
}

Model& Model::coordinate(const std::string& name, const CoordinateOptions& options) {
  reading(name, [&] {
    const double start = number(options.start);
    const double rate = number(options.rate);
    scope_.coordinate(name);
    const NodeId node = scope_.find(name)->levels[0][0];
    new_coordinate(name, (*graph_)[node].a, 0.0, start, rate);
  });
  return *this;
}

Model& Model::quasi_velocity(const std::string& name, const std::string& text) {
  reading(name, [&] {
    const Formula formula = Formula::read(text, scope_);
    if (degrees(*graph_, formula.node(), Symbol::Kind::velocity).at(formula.node()) != 1)
      throw Error(Code::E106, "a velocity parameter must be linear in the rates of coordinates");
    quasi_.push_back(formula);
    quasi_names_.push_back(name);
  });
  return *this;
}

std::vector<int> Model::replaced_rates() const {
  std::set<int> replaced;
  for (const Formula& formula : quasi_)
    for (const int place : places(formula))
      if (is_rate(place)) replaced.insert(coordinate_at(place));
  if (replaced.size() != quasi_.size())
    throw Error(Code::E120, fmt::format("{} velocity parameters for the rates of {} coordinates",
                                        quasi_.size(), replaced.size()));
  return {replaced.begin(), replaced.end()};
}

std::vector<std::string> Model::velocity_names() const {
  std::vector<std::string> names;
  for (const std::string& name : coordinate_names_) names.push_back(name + "'");
  const auto replaced = replaced_rates();
  for (std::size_t i = 0; i < replaced.size(); ++i) names[index(replaced[i])] = quasi_names_[i];
  for (const Body& body : bodies_) {
    if (body.in_plane) continue;
    for (std::size_t i = 0; i < 3; ++i)
      names[index(body.first) + i] = fmt::format("{}.spin.{}", body.name, axis_names[i]);
    names[index(body.first) + 3] = body.name + ".stretch";
  }
  return names;
}

// --- energy and forces ---

Model& Model::kinetic(const std::string& text) {
  reading("kinetic energy", [&] { kinetic_.push_back(Formula::read(text, scope_)); });
  return *this;
}

Model& Model::potential(const std::string& text) {
  reading("potential energy", [&] {
    const Formula formula = Formula::read(text, scope_);
    if (depends_on(*graph_, formula.node(), Symbol::Kind::velocity))
      throw Error(Code::E113, "a potential energy depends on positions and time, not on rates");
    potential_.push_back(formula);
  });
  return *this;
}

Model& Model::gravity(const Triple& acceleration) {
  gravity_ = reading("gravity", [&] { return numbers(acceleration); });
  return *this;
}

void Model::add_force(int coordinate, NodeId value, const ForceOptions& options) {
  if (graph_->is_constant(value, 0.0)) return;
  demand_times(options.from, options.until);
  Formula formula(*graph_, value);
  auto where = places(formula);
  forces_.push_back({coordinate, std::move(formula), std::move(where), options});
}

const Point& Model::free_point(const std::string& name) const {
  const auto found = find_point(name);
  if (!found) throw scope_.unknown(name, {});
  const Point& point = points_[index(*found)];
  if (!point.free())
    throw Error(Code::E113, fmt::format("'{}' is fixed or prescribed, nothing can move it", name));
  return point;
}

int Model::coordinate_number(const std::string& name) const {
  const auto found = find_coordinate(name);
  if (!found) throw scope_.unknown(name, {});
  return *found;
}

Model& Model::force(const std::string& mass, const Triple& force, const ForceOptions& options) {
  reading(fmt::format("force on {}", mass), [&] {
    if (const auto of_body = scope_.find(mass); of_body && !find_point(mass) && !bodies_.empty())
      return add_force_at(mass, *of_body, force, options);
    const Point& point = free_point(mass);
    const Named named = *scope_.find(mass);
    Hidden words(scope_);
    words.hide("r", {.size = 3, .levels = {named.levels[0]}, .dimension = {}});
    words.hide("v", {.size = 3, .levels = {named.levels[1]}, .dimension = {}});
    words.hide("m", {.levels = {{graph_->constant(point.mass)}}, .dimension = {}});
    const auto components = nodes(force);
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0) add_force(point.coordinates[i], components[i], options);
  });
  return *this;
}

Model& Model::force_along(const std::string& coordinate, const Value& force,
                          const ForceOptions& options) {
  reading(fmt::format("force along {}", coordinate), [&] {
    if (const auto own = scope_.find(coordinate); own && !find_coordinate(coordinate)) {
      if (own->size != 1 || own->levels.size() < 2 ||
          !depends_on(*graph_, own->levels[1][0], Symbol::Kind::velocity))
        throw Error(Code::E113, fmt::format("nothing moves along '{}'", coordinate));
      return add_power(std::array{node(force)}, std::array{own->levels[1][0]}, options);
    }
    add_force(coordinate_number(coordinate), node(force), options);
  });
  return *this;
}

Model& Model::force(ForceCode code) {
  force_codes_.push_back(std::move(code));
  return *this;
}

Model& Model::impulse(const std::string& mass, const Triple& impulse, double at) {
  reading(fmt::format("impulse on {}", mass), [&] {
    const Point& point = free_point(mass);
    const auto components = numbers(impulse);
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0) impulses_.push_back({point.coordinates[i], components[i], at});
  });
  return *this;
}

Model& Model::impulse_along(const std::string& coordinate, const Value& impulse, double at) {
  reading(fmt::format("impulse along {}", coordinate),
          [&] { impulses_.push_back({coordinate_number(coordinate), number(impulse), at}); });
  return *this;
}

// --- constraints ---

Model& Model::constraint(const std::string& name, const std::string& text,
                         const std::vector<std::pair<std::string, std::string>>& words,
                         const ConstraintOptions& options) {
  Hidden hidden(scope_);
  for (const auto& [word, meant] : words) {
    const auto named = scope_.find(meant);
    if (!named) throw scope_.unknown(meant, {});
    hidden.hide(word, *named);
  }
  return constraint(name, text, options);
}

Model& Model::constraint(const std::string& name, const std::string& text,
                         const ConstraintOptions& options) {
  const auto statements =
      reading(fmt::format("constraint {}", name), [&] { return read_constraint(text, scope_); });
  for (const Statement& statement : statements) {
    Formula formula(*graph_, statement.f);
    auto where = places(formula);
    auto domain = reading(fmt::format("where {} applies", name),
                          [&] { return domain_of(statement.f, options.where); });
    add_constraint({.name = name + statement.suffix,
                    .function = Function(formula),
                    .places = std::move(where),
                    .equation = statement.equation,
                    .of_velocities = statement.of_velocities,
                    .nonlinear = statement.nonlinear,
                    .options = options,
                    .formula = formula,
                    .domain = std::move(domain)});
    if (options.friction)
      add_friction(static_cast<int>(constraints_.size()) - 1, *options.friction);
  }
  return *this;
}

std::optional<Domain> Model::domain_of(NodeId f, const std::vector<std::string>& where) {
  if (where.empty()) return std::nullopt;
  std::vector<Domain::Condition> conditions;
  std::optional<NodeId> border;
  for (const std::string& one : where) {
    for (const Statement& condition : read_constraint(one, scope_)) {
      if (condition.equation || condition.of_velocities)
        throw Error(Code::E113, "expected an inequality between positions, 'x <= 1' for instance");
      const Formula formula(*graph_, condition.f);
      conditions.push_back({formula, places(formula)});
      border = border ? graph_->make(Operation::max, {*border, condition.f}) : condition.f;
    }
  }
  const NodeId entry = graph_->make(Operation::min, {f, graph_->negate(*border)});
  const Formula edge(*graph_, *border), inward(*graph_, entry);
  return Domain{std::move(conditions), Function(edge), places(edge), Function(inward),
                places(inward)};
}

Model& Model::inequality(const std::string& name, const std::vector<std::string>& arguments,
                         Function function, const ConstraintOptions& options) {
  return from_code(name, arguments, std::move(function), options, false);
}

Model& Model::equation(const std::string& name, const std::vector<std::string>& arguments,
                       Function function, const ConstraintOptions& options) {
  return from_code(name, arguments, std::move(function), options, true);
}

Model& Model::from_code(const std::string& name, const std::vector<std::string>& arguments,
                        Function function, const ConstraintOptions& options, bool equation) {
  if (arguments.size() != function.inputs())
    throw Error(Code::E120, fmt::format("constraint {}: {} arguments are named, the code takes {}",
                                        name, arguments.size(), function.inputs()));
  Constraint constraint{.name = name,
                        .function = std::move(function),
                        .places = {},
                        .equation = equation,
                        .options = options};
  for (std::string argument : arguments) {
    if (argument == "t") {
      constraint.places.push_back(time_place);
      continue;
    }
    const bool rate = argument.ends_with('\'');
    if (rate) argument.pop_back();
    const int coordinate = coordinate_number(argument);
    constraint.places.push_back(rate ? place_of_rate(coordinate) : place_of(coordinate));
    constraint.of_velocities = constraint.of_velocities || rate;
  }
  add_constraint(std::move(constraint));
  return *this;
}

void Model::demand_new_name(const std::string& name) const {
  const auto packing = std::ranges::find(packings_, name, &Packing::name);
  if (find_constraint(name) || scope_.find(name) || packing != packings_.end() ||
      std::ranges::find(joints_, name, &Joint::name) != joints_.end() ||
      std::ranges::find(contacts_, name, &Contact::name) != contacts_.end())
    throw Error(Code::E112, fmt::format("the name '{}' is used twice", name));
}

void Model::add_constraint(Constraint constraint) {
  demand_new_name(constraint.name);
  if (constraint.domain && (constraint.equation || constraint.of_velocities))
    throw Error(Code::E120,
                fmt::format("constraint {}: only an inequality between positions may apply in a "
                            "part of space",
                            constraint.name));
  const double e = constraint.options.restitution;
  if (!(e >= 0.0 && e <= 1.0))
    throw Error(Code::E118, fmt::format("constraint {}: the restitution {} is not in [0, 1]",
                                        constraint.name, e));
  if (e > 0.0 && (constraint.equation || constraint.of_velocities))
    throw Error(Code::E118,
                fmt::format("constraint {}: only holonomic inequalities have a restitution",
                            constraint.name));
  demand_times(constraint.options.from, constraint.options.until);
  constraint_numbers_.emplace(constraint.name, static_cast<int>(constraints_.size()));
  constraints_.push_back(std::move(constraint));
}

Model& Model::impacts(ImpactLaw law) {
  impact_law_ = law;
  return *this;
}

Model& Model::packing(const std::string& name, const std::vector<std::string>& masses,
                      const Value& distance, const PackingOptions& options) {
  demand_new_name(name);
  Packing packing{.name = name, .restitution = options.restitution};
  reading(fmt::format("packing {}", name), [&] {
    packing.distance = number(distance);
    if (!(packing.distance > 0.0))
      throw Error(Code::E120, fmt::format("the distance {} is not above 0", packing.distance));
    if (!(options.restitution >= 0.0 && options.restitution <= 1.0))
      throw Error(Code::E118,
                  fmt::format("the restitution {} is not in [0, 1]", options.restitution));
    if (masses.size() < 2)
      throw Error(Code::E120, fmt::format("expected two or more masses, not {}", masses.size()));
    for (const std::string& mass : masses) {
      const auto found = find_point(mass);
      if (!found) throw scope_.unknown(mass, {});
      packing.points.push_back(*found);
    }
    std::ranges::sort(packing.points);
    const auto twice = std::ranges::adjacent_find(packing.points);
    if (twice != packing.points.end())
      throw Error(Code::E112, fmt::format("'{}' appears twice", points_[index(*twice)].name));
  });
  packings_.push_back(std::move(packing));
  return *this;
}

void Model::refuse_packings() const {
  if (packings_.empty()) return;
  throw Error(Code::E120, fmt::format("the packing '{}' needs the method time-stepping",
                                      packings_.front().name));
}

std::optional<int> Model::find_constraint(std::string_view name) const {
  return number_in(constraint_numbers_, name);
}

std::optional<int> Model::find_point(std::string_view name) const {
  return number_in(point_numbers_, name);
}

std::optional<int> Model::find_coordinate(std::string_view name) const {
  return number_in(coordinate_numbers_, name);
}

// --- places ---

int Model::place(SymbolId symbol) const {
  if (symbol >= graph_->symbols()) throw Error(Code::E900, "a symbol that is not in the model");
  const Symbol& meant = graph_->symbol_at(symbol);
  switch (meant.kind) {
    case Symbol::Kind::time: return time_place;
    case Symbol::Kind::coordinate: return place_of(coordinate_of_symbol_[symbol]);
    case Symbol::Kind::velocity: return place_of_rate(coordinate_of_symbol_[meant.coordinate]);
    case Symbol::Kind::parameter: break;
  }
  throw Error(Code::E900, fmt::format("a formula refers to the parameter '{}'", meant.name));
}

std::vector<int> Model::places(const Formula& formula) const {
  std::vector<int> result;
  for (const SymbolId symbol : formula.inputs()) result.push_back(place(symbol));
  return result;
}

State Model::start(double t) const {
  State state;
  state.t = t;
  const auto n = static_cast<Eigen::Index>(start_.size());
  state.q = Eigen::Map<const Vector>(start_.data(), n);
  state.u = Eigen::Map<const Vector>(rate_.data(), n);
  const auto replaced = replaced_rates();
  for (std::size_t i = 0; i < replaced.size(); ++i) {
    std::vector<double> arguments;
    for (const int place : places(quasi_[i])) {
      const auto coordinate = index(coordinate_at(place));
      arguments.push_back(place == time_place ? t
                          : is_rate(place)    ? rate_[coordinate]
                                              : start_[coordinate]);
    }
    state.u[replaced[i]] = quasi_[i].value(arguments);
  }
  for (std::size_t next = 0; const Body& body : bodies_) {
    if (body.in_plane) continue;
    for (int i = 0; i < 3; ++i) state.u[body.first + i] = spins_[next++];
    state.u[body.first + 3] = 0.0;
  }
  return state;
}

}  // namespace zwang
