// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A mechanical system, described: masses and coordinates, what acts on them, what binds them.
//
//   Model model("pendulum");
//   model.parameter("L", 1.0);
//   model.mass("bob", 1.0, {.at = {"0.6*L", 0, "0.8*L"}});
//   model.gravity({0, 0, -9.81});
//   model.constraint("string", "|bob| <= L");
//
// A text may use any name declared before it. A mistake in a text throws Error with its column.
// Units are SI.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/calculus/scope.hpp"
#include "zwang/model/body.hpp"
#include "zwang/model/constraint.hpp"
#include "zwang/model/contact.hpp"
#include "zwang/model/force.hpp"
#include "zwang/model/impact_law.hpp"
#include "zwang/model/joint.hpp"
#include "zwang/model/packing.hpp"
#include "zwang/model/state.hpp"
#include "zwang/model/value.hpp"

namespace zwang {

struct MassOptions {
  Triple at = {};            // m
  Triple velocity = {};      // m/s
  std::string axes = "xyz";  // the coordinates it has; along the others it stays at `at`
};

struct CoordinateOptions {
  Value start = {};
  Value rate = {};
};

// A point mass, or a point of the world that is fixed or follows a prescribed motion.
struct Point {
  std::string name;
  double mass = 0.0;                                 // kg
  std::array<int, 3> coordinates = {-1, -1, -1};     // number of each coordinate, −1 if it has none
  std::array<std::optional<Formula>, 3> given = {};  // position on an axis without coordinate
  bool free() const { return coordinates[0] >= 0 || coordinates[1] >= 0 || coordinates[2] >= 0; }
};

// A point without mass, whose place is a formula of coordinates and time.
struct Marker {
  std::string name;
  std::array<Formula, 3> at;
  std::array<std::vector<int>, 3> places;  // of their arguments, as of a constraint
};

// To be drawn, between masses, fixed points or markers, by name.
struct Line {
  std::string from, to;
  bool told = true;  // or made for a body, from its centre of mass to its points and joints
};

// Thread safety: one thread describes it; then any number of threads may query and run it, which
// changes nothing.
class Model {
 public:
  // With units, the dimensions of parameters, points and time are known, and texts that mix them
  // throw E107.
  explicit Model(std::string name = {}, bool with_units = false);

  const std::string& name() const { return name_; }

  // A value with a unit ("9.81 m/s^2") gives the parameter its dimension.
  Model& parameter(const std::string& name, const Value& value);

  // A mass may be 0 if the constraints leave it no free direction.
  Model& mass(const std::string& name, const Value& mass, const MassOptions& options = {});
  Model& fixed(const std::string& name, const Triple& at);
  Model& follows(const std::string& name, const Triple& of_time);
  // Another name for a mass or point.
  Model& also_called(const std::string& name, const std::string& point);
  Model& coordinate(const std::string& name, const CoordinateOptions& options = {});

  // A point given by a formula of coordinates and time, for formulas, plots and pictures.
  Model& point(const std::string& name, const Triple& at);
  // A line of the picture, between two masses or points. Bodies without one are drawn as bars from
  // the centre of mass to their points and joints.
  Model& line(const std::string& from, const std::string& to);

  // A rigid body. Then NAME is the origin of its frame, NAME.com its centre of mass, NAME.omega its
  // angular velocity in the world, and its points and directions are vectors: NAME.tip, NAME.pin.
  Model& body(const std::string& name, const Value& mass, const BodyOptions& told);
  // A piece of the world: NAME is the origin of its frame. Joints take it for the world.
  Model& fixture(const std::string& name, const FixtureOptions& options);

  // A velocity parameter u = Σ P q' + p that replaces rates of coordinates: as many as there are
  // coordinates whose rates occur in them (theory 9). Its start follows from the initial rates.
  Model& quasi_velocity(const std::string& name, const std::string& text);

  // Of coordinates; that of masses is added. Only problems A, C take more than quadratic (E205).
  Model& kinetic(const std::string& text);
  Model& potential(const std::string& text);

  Model& gravity(const Triple& acceleration);
  // On a mass; the text may use r, v, m for its position, velocity and mass. Also on a point of a
  // body, where r and v are those of the point.
  Model& force(const std::string& mass, const Triple& force, const ForceOptions& options = {});
  // On a body: a couple, in the axes of the world.
  Model& torque(const std::string& body, const Triple& torque, const ForceOptions& options = {});
  // Along a coordinate, or the coordinate of a joint, "hinge.angle".
  Model& force_along(const std::string& coordinate, const Value& force,
                     const ForceOptions& options = {});
  Model& force(ForceCode code);
  Model& impulse(const std::string& mass, const Triple& impulse, double at);
  Model& impulse_along(const std::string& coordinate, const Value& impulse, double at);

  // "|bob| <= L", "cos(w)*y' = sin(w)*x'", "0 <= s <= 0.4" (two: NAME.lower, NAME.upper).
  Model& constraint(const std::string& name, const std::string& text,
                    const ConstraintOptions& options = {});
  // The same with names substituted, {{"p", "net[3,4]"}}.
  Model& constraint(const std::string& name, const std::string& text,
                    const std::vector<std::pair<std::string, std::string>>& words,
                    const ConstraintOptions& options);
  // From code: f ≤ 0 or f = 0 of the named arguments, "bob.x", "x'", "t". If one of them is a rate,
  // it is a velocity constraint and must be linear in the rates.
  Model& inequality(const std::string& name, const std::vector<std::string>& arguments,
                    Function function, const ConstraintOptions& options = {});
  Model& equation(const std::string& name, const std::vector<std::string>& arguments,
                  Function function, const ConstraintOptions& options = {});

  // No two of these masses come closer than `distance`: |p - q| >= distance for all pairs.
  Model& packing(const std::string& name, const std::vector<std::string>& masses,
                 const Value& distance, const PackingOptions& options = {});

  // Friction whose bound is given, a brake: it sticks and slips like a surface.
  Model& friction(const std::string& name, const GivenFrictionOptions& options);

  // Joins two bodies, or one with the world, as they stand at the start.
  Model& joint(const std::string& name, JointKind kind, const JointOptions& options);

  // The shapes of two bodies, or of one and a fixture, do not penetrate each other.
  Model& contact(const std::string& name, const ContactOptions& options);

  // How constraints that are struck at the same time share the impact; at once if not told.
  Model& impacts(ImpactLaw law);

  // --- the description ---

  State start(double t = 0.0) const;

  const std::vector<std::string>& coordinate_names() const { return coordinate_names_; }
  // "x'" or the name of a quasi-velocity. Throws E120 unless these are as many as the rates in
  // them.
  std::vector<std::string> velocity_names() const;
  // Rates of all coordinates at the start, also of those that quasi-velocities replace.
  const std::vector<double>& start_rates() const { return rate_; }
  // The coordinates whose rates are replaced by quasi-velocities, ascending.
  std::vector<int> replaced_rates() const;
  // Whether velocity parameters are others than the rates of coordinates: quasi-velocities, or
  // angular velocities of bodies in space.
  bool replaces_rates() const { return !quasi_.empty() || !spins_.empty(); }
  const std::vector<Point>& points() const { return points_; }
  // Those that were named, points of bodies and ends of lines.
  const std::vector<Marker>& markers() const { return markers_; }
  // Those to draw: told ones, and those of bodies that no told one belongs to.
  std::vector<Line> lines() const;
  // Where a marker is.
  std::array<double, 3> place_of_marker(const Marker& marker, const State& state) const;
  const std::vector<Body>& bodies() const { return bodies_; }
  const std::vector<std::string>& fixtures() const { return fixtures_; }
  const std::vector<Shaping>& shapes() const { return shapes_; }
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<Contact>& contacts() const { return contacts_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const std::vector<Packing>& packings() const { return packings_; }
  // Nothing if it was not told.
  const std::optional<ImpactLaw>& impact_law() const { return impact_law_; }
  // Throws E120 if constraints rub: `what` knows nothing of that.
  void refuse_friction(std::string_view what) const;
  bool has_friction() const;
  bool impacts_in_sequence() const { return impact_law_ == ImpactLaw::in_sequence; }
  // Throws E120 if there are packings: they have too many pairs to judge one by one, and only time
  // stepping follows the near ones.
  void refuse_packings() const;
  const std::vector<Force>& forces() const { return forces_; }
  const std::vector<ForceCode>& force_codes() const { return force_codes_; }
  const std::vector<Impulse>& impulses() const { return impulses_; }
  const std::vector<Formula>& kinetic_formulas() const { return kinetic_; }
  const std::vector<Formula>& potential_formulas() const { return potential_; }
  const std::vector<Formula>& quasi_velocities() const { return quasi_; }
  // Gravitational acceleration.
  const std::array<double, 3>& gravity() const { return gravity_; }
  // The mass along each coordinate; 0 for generalised coordinates.
  const std::vector<double>& coordinate_masses() const { return coordinate_masses_; }

  // Its names and formulas. To add more, use a layer over the graph.
  const Scope& scope() const { return scope_; }
  const Graph& graph() const { return *graph_; }

  // Formula arguments are numbered in one list: t, q0, q0', q1, q1', ...
  static constexpr int time_place = 0;
  static constexpr int place_of(int coordinate) { return 1 + 2 * coordinate; }
  static constexpr int place_of_rate(int coordinate) { return 2 + 2 * coordinate; }
  static constexpr bool is_rate(int place) { return place > 0 && place % 2 == 0; }
  static constexpr int coordinate_at(int place) { return (place - 1) / 2; }
  int place(SymbolId symbol) const;
  // Whether it is a coordinate of the model; the graph may have other symbols.
  bool is_coordinate(SymbolId symbol) const {
    return symbol < coordinate_of_symbol_.size() && coordinate_of_symbol_[symbol] >= 0;
  }
  std::vector<int> places(const Formula& formula) const;
  // The number that a value denotes.
  double number(const Value& value) const;
  // The number of the constraint, point or coordinate; empty if the name is unknown.
  std::optional<int> find_constraint(std::string_view name) const;
  std::optional<int> find_point(std::string_view name) const;
  std::optional<int> find_coordinate(std::string_view name) const;

 private:
  friend class JointMaker;
  friend class RollingMaker;
  friend class ContactMaker;
  friend class FrictionMaker;
  void mark(const std::string& name);
  Joint rolling_joint(const std::string& name, const JointOptions& options);
  void stick(const Body& body, const std::string& point);

  std::array<NodeId, 3> nodes(const Triple& triple);
  std::array<double, 3> numbers(const Triple& triple) const;
  std::array<double, 3> numbers_at_start(const Triple& triple) const;
  NodeId node(const Value& value);
  void name_in_frame(const Body& body, const std::string& name, const std::array<double, 3>& r,
                     bool place);
  void add_in_space(Body& body, const Value& mass, const BodyOptions& options);
  void add_in_plane(Body& body, const Value& mass, const BodyOptions& options);
  void name_angular_velocity(const Body& body);
  void name_shapes(const std::string& owner, int body, const std::vector<Solid>& solids,
                   const Eigen::Vector3d& from);
  std::array<NodeId, 3> turned(const Body& body, const std::array<double, 3>& r);
  NodeId rate_of(NodeId node);
  Eigen::Vector3d centre_at_start(const Body& body) const;
  void add_power(std::span<const NodeId> forces, std::span<const NodeId> rates,
                 const ForceOptions& options);
  void name_on(int body, const std::string& name, const Eigen::Vector3d& now, bool place);
  const Body& body_named(const std::string& name) const;
  const Point& free_point(const std::string& name) const;
  int coordinate_number(const std::string& name) const;
  int new_coordinate(const std::string& name, SymbolId symbol, double mass, double at, double rate);
  void add_point(Point point);
  void add_force(int coordinate, NodeId value, const ForceOptions& options);
  void add_force_at(const std::string& name, const Named& point, const Triple& force,
                    const ForceOptions& options);
  void add_constraint(Constraint constraint);
  void add_friction(int constraint, const FrictionOptions& options);
  std::optional<Domain> domain_of(NodeId f, const std::vector<std::string>& where);
  void demand_new_name(const std::string& name) const;
  Model& from_code(const std::string& name, const std::vector<std::string>& arguments,
                   Function function, const ConstraintOptions& options, bool equation);

  std::string name_;
  std::unique_ptr<Graph> graph_;
  Scope scope_;
  std::vector<int> coordinate_of_symbol_;
  std::vector<std::string> coordinate_names_, quasi_names_;
  std::vector<double> coordinate_masses_;
  std::vector<double> start_, rate_;
  std::vector<Point> points_;
  std::vector<Marker> markers_;
  std::vector<Line> lines_;
  std::vector<Body> bodies_;
  std::vector<std::string> fixtures_;
  std::vector<Shaping> shapes_;
  std::vector<Joint> joints_;
  std::vector<Contact> contacts_;
  std::vector<double> spins_;  // of bodies in space at the start, in body axes, three each
  std::vector<Constraint> constraints_;
  std::map<std::string, int, std::less<>> constraint_numbers_, point_numbers_, coordinate_numbers_;
  std::vector<Packing> packings_;
  std::optional<ImpactLaw> impact_law_;
  std::vector<Force> forces_;
  std::vector<ForceCode> force_codes_;
  std::vector<Impulse> impulses_;
  std::vector<Formula> kinetic_, potential_, quasi_;
  std::array<double, 3> gravity_ = {0.0, 0.0, 0.0};
};

}  // namespace zwang
