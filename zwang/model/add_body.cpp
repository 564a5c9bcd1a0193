// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rigid bodies of a model: their coordinates, and the formulas of what moves with them.

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

// Principal moments are positive, and none is above the sum of the others: a rod may have one 0.
void demand_possible(const Eigen::Matrix3d& inertia) {
  const Vector3d m =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(m[0] > 0.0) || !(m[2] <= (m[0] + m[1]) * (1.0 + 1e-12)))
    throw Error(Code::E120,
                fmt::format("no body has the principal moments of inertia {}, {}, {}: each is "
                            "above 0 and at most the sum of the others",
                            m[0], m[1], m[2]));
}

// Formulas of a quaternion w, x, y, z with its rates.
class TurningFormulas {
 public:
  TurningFormulas(Graph& graph, const std::array<NodeId, 4>& e, const std::array<NodeId, 4>& rates)
      : graph_(graph), e_(e), rates_(rates) {}

  // R r: r + 2 w (v × r) + 2 v × (v × r) written as a matrix of products, for a unit quaternion.
  std::array<NodeId, 3> turned(const std::array<double, 3>& r) const {
    const auto [w, x, y, z] = e_;
    const std::array<std::array<NodeId, 3>, 3> rows = {
        std::array{one_minus(y, z), twice(x, y, -1, w, z), twice(x, z, 1, w, y)},
        std::array{twice(x, y, 1, w, z), one_minus(x, z), twice(y, z, -1, w, x)},
        std::array{twice(x, z, -1, w, y), twice(y, z, 1, w, x), one_minus(x, y)}};
    std::array<NodeId, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
      NodeId sum = graph_.constant(0.0);
      for (std::size_t k = 0; k < 3; ++k)
        if (r[k] != 0.0)
          sum = graph_.add({sum, graph_.multiply({graph_.constant(r[k]), rows[i][k]})});
      out[i] = sum;
    }
    return out;
  }

  // 2 (w v' − w' v + v × v'), in the world.
  std::array<NodeId, 3> angular_velocity() const {
    std::array<NodeId, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t a = 1 + (i + 1) % 3, b = 1 + (i + 2) % 3;
      const NodeId along = difference(e_[0], rates_[i + 1], rates_[0], e_[i + 1]);
      const NodeId across = difference(e_[a], rates_[b], e_[b], rates_[a]);
      out[i] = graph_.multiply({graph_.constant(2.0), graph_.add({along, across})});
    }
    return out;
  }

 private:
  NodeId product(NodeId a, NodeId b) const { return graph_.multiply({a, b}); }
  NodeId difference(NodeId a, NodeId b, NodeId c, NodeId d) const {
    return graph_.subtract({product(a, b), product(c, d)});
  }
  // 1 − 2(a² + b²)
  NodeId one_minus(NodeId a, NodeId b) const {
    const NodeId squares = graph_.add({product(a, a), product(b, b)});
    return graph_.subtract(
        {graph_.constant(1.0), graph_.multiply({graph_.constant(2.0), squares})});
  }
  // 2(a b ± c d)
  NodeId twice(NodeId a, NodeId b, int sign, NodeId c, NodeId d) const {
    const NodeId first = product(a, b), second = product(c, d);
    const NodeId sum = sign > 0 ? graph_.add({first, second}) : graph_.subtract({first, second});
    return graph_.multiply({graph_.constant(2.0), sum});
  }

  Graph& graph_;
  std::array<NodeId, 4> e_, rates_;
};

// With the inertia and the centre of mass of its shapes, if none are given.
BodyOptions filled(BodyOptions options, double mass) {
  if (options.shapes.empty() || !options.inertia.matrix().isZero(0.0)) return options;
  const Filling one = filling(options.shapes, 1.0);
  const double density = mass / one.mass;
  if (!(density > 0.0)) throw Error(Code::E120, fmt::format("its mass is {}, not above 0", mass));
  const Filling whole = filling(options.shapes, density);
  options.inertia = whole.inertia;
  options.com = {whole.com[0], whole.com[1], whole.com[2]};
  return options;
}

std::string quaternion_part(const Body& body, std::size_t i) {
  return fmt::format("{}.quaternion.{}", body.name, "wxyz"[i]);
}

TurningFormulas formulas_of(const Body& body, const Scope& scope, Graph& graph) {
  std::array<NodeId, 4> e{}, rates{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Named part = *scope.find(quaternion_part(body, i));
    e[i] = part.levels[0][0];
    rates[i] = part.levels[1][0];
  }
  return {graph, e, rates};
}

}  // namespace

Model& Model::body(const std::string& name, const Value& mass, const BodyOptions& told) {
  reading(name, [&] {
    if (name == "world") throw Error(Code::E112, "only the world is called 'world'");
    const BodyOptions options = filled(told, number(mass));
    Body body{.name = name, .point = static_cast<int>(points_.size())};
    const auto com = numbers(options.com);
    if (options.axes == "xyz")
      add_in_space(body, mass, options);
    else
      add_in_plane(body, mass, options);
    const auto from_com = [&](const Triple& point) {
      auto r = numbers(point);
      for (std::size_t i = 0; i < 3; ++i) r[i] -= com[i];
      return r;
    };
    name_in_frame(body, name, from_com({}), true);
    for (const auto& [called, point] : options.points) {
      const std::string full = fmt::format("{}.{}", name, called);
      name_in_frame(body, full, from_com(point), true);
      stick(body, full);
    }
    for (const auto& [called, direction] : options.directions) {
      const auto unit = direction_of(vector3(numbers(direction)));
      if (!unit) throw Error(Code::E120, fmt::format("'{}' has no direction", called));
      const auto& r = *unit;
      name_in_frame(body, fmt::format("{}.{}", name, called), {r[0], r[1], r[2]}, false);
    }
    name_angular_velocity(body);
    bodies_.push_back(std::move(body));
    name_shapes(name, static_cast<int>(bodies_.size()) - 1, options.shapes, vector3(com));
  });
  return *this;
}

void Model::add_in_space(Body& body, const Value& mass, const BodyOptions& options) {
  body.inertia = options.inertia.matrix();
  demand_possible(body.inertia);
  const auto [w, x, y, z] = options.orientation.value();
  const Quaterniond turn(w, x, y, z);
  const Vector3d arm = turn * vector3(numbers(options.com));
  const Vector3d told = vector3(numbers(options.angular_velocity));
  const Vector3d rate = options.rates_in_body_axes ? Vector3d(turn * told) : told;
  const Vector3d at = vector3(numbers(options.at)) + arm;
  const Vector3d velocity = vector3(numbers(options.velocity)) + rate.cross(arm);
  this->mass(body.name + ".com", mass,
             {.at = {at[0], at[1], at[2]}, .velocity = {velocity[0], velocity[1], velocity[2]}});

  const Vector3d spin = options.rates_in_body_axes ? told : Vector3d(turn.conjugate() * rate);
  const Eigen::Vector4d e(w, x, y, z);
  const Eigen::Vector4d rates = turning(e) * spin;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    coordinate(quaternion_part(body, i), {.start = e[k], .rate = rates[k]});
  }
  body.first = static_cast<int>(coordinate_names_.size()) - 4;
  spins_.insert(spins_.end(), {spin[0], spin[1], spin[2]});
}

void Model::add_in_plane(Body& body, const Value& mass, const BodyOptions& options) {
  const std::string& axes = options.axes;
  if (axes.size() != 2 || axes[0] == axes[1] || axes.find_first_not_of("xyz") != std::string::npos)
    throw Error(Code::E120,
                fmt::format("axes '{}' must be \"xyz\" or two of x, y, z", options.axes));
  body.in_plane = true;
  body.normal = Vector3d::Unit(axes[0] - 'x').cross(Vector3d::Unit(axes[1] - 'x'));
  const double moment = body.normal.dot(options.inertia.matrix() * body.normal);
  if (!(moment > 0.0))
    throw Error(Code::E120, fmt::format("the moment of inertia {} is not above 0", moment));
  const double angle = number(options.angle), rate = number(options.angle_rate);
  const Vector3d com = vector3(numbers(options.com));
  const Vector3d arm = AngleAxisd(angle, body.normal) * com;
  const Vector3d at = vector3(numbers(options.at)) + arm;
  const Vector3d velocity = vector3(numbers(options.velocity)) + rate * body.normal.cross(arm);
  this->mass(body.name + ".com", mass,
             {.at = {at[0], at[1], at[2]},
              .velocity = {velocity[0], velocity[1], velocity[2]},
              .axes = axes});
  const std::string called = body.name + ".angle";
  scope_.coordinate(called);
  const SymbolId symbol = (*graph_)[scope_.find(called)->levels[0][0]].a;
  body.first = new_coordinate(called, symbol, moment, angle, rate);
}

// R r in the axes of the world, r in those of the body.
std::array<NodeId, 3> Model::turned(const Body& body, const std::array<double, 3>& r) {
  if (!body.in_plane) return formulas_of(body, scope_, *graph_).turned(r);
  const NodeId angle = scope_.find(body.name + ".angle")->levels[0][0];
  const NodeId cosine = graph_->make(Operation::cos, angle);
  const NodeId sine = graph_->make(Operation::sin, angle);
  const Vector3d along = body.normal * body.normal.dot(vector3(r));
  const Vector3d across = vector3(r) - along, third = body.normal.cross(across);
  std::array<NodeId, 3> out{};
  const auto times = [&](double factor, NodeId node) {
    return factor == 0.0 ? graph_->constant(0.0)
                         : graph_->multiply({graph_->constant(factor), node});
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    const NodeId across_axis = graph_->add({times(across[k], cosine), times(third[k], sine)});
    out[i] = graph_->add({graph_->constant(along[k]), across_axis});
  }
  return out;
}

// The time derivative of what depends on coordinates alone.
NodeId Model::rate_of(NodeId node) {
  NodeId rate = graph_->constant(0.0);
  const std::array roots = {node};
  for (const NodeId below : graph_->below(roots)) {
    const Node& one = (*graph_)[below];
    if (one.operation != Operation::symbol ||
        graph_->symbol_at(one.a).kind != Symbol::Kind::coordinate)
      continue;
    const std::string& name = coordinate_names_[index(coordinate_of_symbol_[one.a])];
    const NodeId prime = scope_.find(name)->levels[1][0];
    rate = graph_->add({rate, graph_->multiply({derivative(*graph_, node, below), prime})});
  }
  return rate;
}

// A point or direction with the components r in body axes; a point is given from the centre of
// mass.
void Model::name_in_frame(const Body& body, const std::string& name, const std::array<double, 3>& r,
                          bool place) {
  const Named centre = *scope_.find(body.name + ".com");
  Named named = {.size = 3, .levels = {turned(body, r), {}}, .dimension = {}};
  if (place) named.dimension = scope_.length_dimension();
  for (std::size_t i = 0; i < 3; ++i) {
    const NodeId prime = rate_of(named.levels[0][i]);
    named.levels[1][i] = place ? graph_->add({centre.levels[1][i], prime}) : prime;
    if (place) named.levels[0][i] = graph_->add({centre.levels[0][i], named.levels[0][i]});
  }
  scope_.add(name, "points of bodies", std::move(named));
}

void Model::name_angular_velocity(const Body& body) {
  Named named = {.size = 3, .levels = {{}}, .dimension = {}};
  if (body.in_plane) {
    const NodeId rate = scope_.find(body.name + ".angle")->levels[1][0];
    for (std::size_t i = 0; i < 3; ++i)
      named.levels[0][i] =
          graph_->multiply({graph_->constant(body.normal[static_cast<Eigen::Index>(i)]), rate});
  } else {
    named.levels[0] = formulas_of(body, scope_, *graph_).angular_velocity();
  }
  scope_.add(body.name + ".omega", "points of bodies", std::move(named));
}

// A point or direction that is `now` in the world and moves with a body, or with the world (−1).
void Model::name_on(int number, const std::string& name, const Eigen::Vector3d& now, bool place) {
  if (number < 0) {
    Named named = {.size = 3, .levels = {{}, {}}, .dimension = {}};
    if (place) named.dimension = scope_.length_dimension();
    for (std::size_t i = 0; i < 3; ++i) {
      named.levels[0][i] = graph_->constant(now[static_cast<Eigen::Index>(i)]);
      named.levels[1][i] = graph_->constant(0.0);
    }
    return scope_.add(name, "points of bodies", std::move(named));
  }
  const Body& body = bodies_[static_cast<std::size_t>(number)];
  const Eigen::VectorXd q =
      Eigen::Map<const Eigen::VectorXd>(start_.data(), static_cast<Eigen::Index>(start_.size()));
  const Vector3d from = place ? Vector3d(now - centre_at_start(body)) : now;
  const Vector3d r = body.axes(q).transpose() * from;
  name_in_frame(body, name, {r[0], r[1], r[2]}, place);
}

Eigen::Vector3d Model::centre_at_start(const Body& body) const {
  const Point& point = points_[index(body.point)];
  Vector3d at;
  for (std::size_t i = 0; i < 3; ++i)
    at[static_cast<Eigen::Index>(i)] =
        point.coordinates[i] >= 0 ? start_[index(point.coordinates[i])] : point.given[i]->value({});
  return at;
}

// Shapes given in a frame whose origin is seen from the centre of mass, or of the world, at −from.
void Model::name_shapes(const std::string& owner, int body, const std::vector<Solid>& solids,
                        const Eigen::Vector3d& from) {
  for (std::size_t i = 0; i < solids.size(); ++i) {
    Shaping one{.owner = owner,
                .name = i == 0 ? owner + ".shape" : fmt::format("{}.shape{}", owner, i + 1),
                .body = body,
                .solid = solids[i]};
    const Vector3d at = vector3(solids[i].at) - from;
    one.solid.at = {at[0], at[1], at[2]};
    const auto name_it = [&](const std::string& part, const Vector3d& r, bool place) {
      if (body >= 0)
        name_in_frame(bodies_[index(body)], one.name + part, {r[0], r[1], r[2]}, place);
      else
        name_on(-1, one.name + part, r, place);
    };
    name_it("", at, true);
    const Eigen::Matrix3d axes = one.solid.orientation.matrix();
    if (one.solid.kind != Solid::Kind::sphere) {
      name_it(".side1", axes.col(0), false);
      name_it(".side2", axes.col(1), false);
      name_it(".axis", axes.col(2), false);
    }
    shapes_.push_back(std::move(one));
  }
}

// Forces F_k along quantities whose rates are w_k, linear in those of coordinates: the power is
// ΣF w, so that Q_i = Σ F_k ∂w_k/∂q_i'.
void Model::add_power(std::span<const NodeId> forces, std::span<const NodeId> rates,
                      const ForceOptions& options) {
  for (const NodeId below : graph_->below(rates)) {
    const Node node = (*graph_)[below];  // a copy: the graph grows
    if (node.operation != Operation::symbol || !is_rate(place(node.a))) continue;
    NodeId along = graph_->constant(0.0);
    for (std::size_t k = 0; k < rates.size(); ++k)
      along =
          graph_->add({along, graph_->multiply({forces[k], derivative(*graph_, rates[k], below)})});
    add_force(coordinate_at(place(node.a)), along, options);
  }
}

void Model::add_force_at(const std::string& name, const Named& point, const Triple& force,
                         const ForceOptions& options) {
  if (point.size != 3 || point.levels.size() < 2)
    throw Error(Code::E113,
                fmt::format("'{}' is no place; a force acts on a mass or a point", name));
  Hidden words(scope_);
  words.hide("r", {.size = 3, .levels = {point.levels[0]}, .dimension = {}});
  words.hide("v", {.size = 3, .levels = {point.levels[1]}, .dimension = {}});
  add_power(nodes(force), point.levels[1], options);
}

const Body& Model::body_named(const std::string& name) const {
  const auto found = std::ranges::find(bodies_, name, &Body::name);
  if (found == bodies_.end()) {
    if (!scope_.find(name)) throw scope_.unknown(name, {});
    throw Error(Code::E113, fmt::format("'{}' is not a body, nothing turns it", name));
  }
  return *found;
}

Model& Model::torque(const std::string& body, const Triple& torque, const ForceOptions& options) {
  reading(fmt::format("torque on {}", body), [&] {
    const std::string rate = body_named(body).name + ".omega";
    add_power(nodes(torque), scope_.find(rate)->levels[0], options);
  });
  return *this;
}

}  // namespace zwang
