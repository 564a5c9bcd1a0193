// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model prepared for evaluation: what the principle needs at one state.
//
//   M(q, t) u' = Q − c − Aᵀz,      g2 = A u' + b2                            theory (1.1), 2, 9
//
// Constraints and forces are written in coordinates and their rates q'; here everything is
// converted to velocity parameters u, with q' = G(q, t) u + g(q, t). No module above this one knows
// whether u is q' or not.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "zwang/linear/mass.hpp"
#include "zwang/model/model.hpp"
#include "zwang/scalars/taylor.hpp"
#include "zwang/system/turned_parts.hpp"

namespace zwang {

// One constraint at one state. Of Φ, which is not linear in the velocities, A = ∂Φ/∂u at this state
// and b1 = Φ − A u: g1 and g2 are right here, g1 of other velocities is that of the tangent.
struct Row {
  double f = 0.0;     // its value; for a velocity constraint 0, or that of its integral
  double rate = 0.0;  // g1 = A u + b1: f', or the value of a velocity constraint
  double b1 = 0.0;
  double b2 = 0.0;        // its second level is A u' + b2
  std::vector<double> a;  // A, at the columns of System::columns
};

// A system at one state. Created by System, reused without allocation.
struct Snapshot {
  State state;
  Vector rates;      // q'
  Vector drift;      // q'' for u' = 0
  MassMatrix mass;   // of u'
  Vector force;      // Q
  Vector net_force;  // Q − c
  std::vector<Row> rows;

  // Rates that are not velocity parameters: q' = G u + g, both for these coordinates only.
  Matrix rate_map;  // G
  Vector shift;     // g
  // t, q0, q0', ... along the motion with u' = 0, then parts that turn with bodies
  std::vector<Taylor<double, 2>> motion;
  std::vector<TurnedParts::Slope> slopes;  // of these parts
  // Of each body in space: its quaternion's rates by its angular velocity.
  std::vector<Eigen::Matrix<double, 4, 3>> turns;
};

// A velocity equation that is in fact holonomic: `leaf` = 0, whose gradient is parallel to its own.
// It is enforced there too, so that it does not drift.
struct HiddenEquation {
  int constraint = 0;
  std::shared_ptr<const Graph> layer;  // over the model's graph, for the leaf
  Formula leaf;
};

// Thread safety: immutable; any number of threads may use one concurrently, each with its own
// snapshots. The model must outlive it and stay unchanged.
class System {
 public:
  // Throws Error if the model is incomplete: coordinates without kinetic energy, velocity
  // parameters that do not fit. A run needs the hidden equations of its start: prepare().
  explicit System(const Model& model, std::span<const HiddenEquation> hidden = {});

  const Model& model() const { return *model_; }
  int coordinates() const { return coordinates_; }
  int velocities() const { return coordinates_; }
  int constraints() const { return static_cast<int>(model_->constraints().size()); }
  const Constraint& constraint(int i) const {
    return model_->constraints()[static_cast<std::size_t>(i)];
  }
  // Whether constraint i is a velocity equation whose holonomic form is enforced.
  bool hides_equation(int i) const { return hidden_.contains(i); }
  // The velocity parameters that constraint i binds, ascending.
  std::span<const int> columns(int i) const { return columns_[static_cast<std::size_t>(i)]; }
  // The formula of a row, if it is not code, and its arguments in the motion of a snapshot, whose
  // number is `arguments()`: those of the constraint, or parts that turn with a body.
  const Formula* formula(int i) const {
    const auto& reduced = turned_.reduced(i);
    return reduced ? &reduced->formula : constraint(i).formula ? &*constraint(i).formula : nullptr;
  }
  std::span<const int> places(int i) const {
    const auto& reduced = turned_.reduced(i);
    return reduced ? reduced->places : constraint(i).places;
  }
  bool is_turned(int place) const { return turned_.has(place); }
  const TurnedParts::Slope& slope(int place, const Snapshot& snapshot) const {
    return turned_.slope(place, snapshot.slopes);
  }
  int arguments() const { return Model::place_of(coordinates_) + static_cast<int>(turned_.size()); }
  // The position of each argument of row i among its columns; −1 if it is not bound.
  std::span<const int> positions(int i) const { return positions_[static_cast<std::size_t>(i)]; }
  // first + Aᵢx: the rate of constraint i with b1 and velocities, g2 with b2 and accelerations.
  double along(const Snapshot& snapshot, int i, const double* x, double first) const {
    const auto at = static_cast<std::size_t>(i);
    const std::vector<double>& a = snapshot.rows[at].a;
    const std::vector<int>& columns = columns_[at];
    for (std::size_t k = 0; k < columns.size(); ++k) first += a[k] * x[columns[k]];
    return first;
  }
  // Aᵢ with all columns.
  void write_row(const Snapshot& snapshot, int i, Vector& row) const;

  Snapshot snapshot() const;

  // Everything but the rows. Forces that begin or end are those of the time `phase`.
  void evaluate(const State& state, double phase, Snapshot& snapshot) const;
  // The row of one constraint, after evaluate().
  void row(int constraint, Snapshot& snapshot) const;
  // The same from f, f', f''/2 along the motion and the gradient, computed elsewhere.
  void write(int constraint, const Taylor<double, 2>& course, std::span<const double> gradient,
             Snapshot& snapshot) const;
  // Everything, at the time of the state.
  Snapshot at(const State& state) const;

  // Whether the mass matrix is the same at all states.
  bool has_constant_mass() const { return constant_mass_; }
  // Whether the kinetic energy is ½ uᵀMu without explicit time: only then is T' = Q·u + Σ z b1
  // (theory 12).
  bool energy_is_quadratic() const { return energy_is_quadratic_; }
  // Whether the rate of a coordinate is itself a velocity parameter (with the same number).
  bool is_rate_parameter(int coordinate) const {
    return place_in_replaced_[static_cast<std::size_t>(coordinate)] < 0 && !turns(coordinate);
  }

  // Whether all are: then u is q'.
  bool rates_are_parameters() const { return replaced_.empty() && turning_.empty(); }
  // Whether a coordinate is a number of a body's quaternion.
  bool turns(int coordinate) const { return body_of_[static_cast<std::size_t>(coordinate)] >= 0; }
  // Gives all quaternions the length 1 again.
  void restore_lengths(Vector& q) const;

  // q' at a state.
  Vector rates(const State& state) const;
  // Converts a force on coordinates to one on velocity parameters, and back (after evaluate()).
  Vector along_velocities(const Vector& force, const Snapshot& snapshot) const;
  Vector along_coordinates(const Vector& force, const Snapshot& snapshot) const;

  double kinetic(const State& state) const;
  double potential(const State& state) const;

  // Why a number of the snapshot is not finite (E310, E311); empty if all are finite.
  std::optional<Error> domain_error(const Snapshot& snapshot) const;

 private:
  // A formula with the places of its arguments.
  struct Placed {
    Formula formula;
    std::vector<int> places;
  };
  // An entry of the mass matrix of coordinates, in addition to the masses of points.
  struct Entry {
    int row = 0;
    int column = 0;
    Placed value;
  };

  Placed placed(Formula formula) const;
  // The first of the four numbers of a quaternion, of which the coordinate is one.
  int first_of(int coordinate) const {
    const int body = body_of_[static_cast<std::size_t>(coordinate)];
    return turning_[static_cast<std::size_t>(body)].first;
  }
  double on_leaf(const Constraint& constraint, const Placed& leaf, const Snapshot& snapshot,
                 std::span<const double> p) const;
  static double at_rest(const Constraint& constraint, const Snapshot& snapshot);
  void read_kinetic_energy();
  void read_steady_forces();
  void divide_into_blocks();
  void find_columns();
  std::vector<int> positions_of(int constraint) const;
  bool is_quadratic(const Placed& energy) const;
  void move(const State& state, Snapshot& snapshot) const;
  void move_replaced(Snapshot& snapshot) const;
  void fill_mass(Snapshot& snapshot) const;
  void fill_force(double phase, Snapshot& snapshot) const;
  void subtract_inertia(Snapshot& snapshot) const;
  void turn_into_velocities(Snapshot& snapshot) const;
  void move_bodies(Snapshot& snapshot) const;
  void turn_bodies(Snapshot& snapshot) const;

  const Model* model_;
  std::shared_ptr<Graph> graph_;  // a layer over the model's, of the formulas made here
  int coordinates_ = 0;
  std::vector<Entry> entries_;
  std::vector<Placed> kinetic_, potential_, quasi_;
  std::map<int, Placed> hidden_;  // the leaves of constraints
  std::vector<int> varying_;      // potentials that are not in steady_
  bool inertia_terms_ = false;    // c is not zero
  Vector steady_;                 // forces that are the same everywhere
  bool constant_mass_ = true;
  bool energy_is_quadratic_ = true;
  std::vector<int> block_starts_;
  std::vector<std::vector<int>> columns_;
  std::vector<std::vector<int>> positions_;  // of each argument of a row among its columns
  std::vector<int> replaced_;                // coordinates whose rates are not velocity parameters
  std::vector<int> place_in_replaced_;       // of each coordinate, −1 if it is not there
  std::vector<Body> turning_;                // bodies in space
  std::vector<int> body_of_;  // of these, whose quaternion a coordinate belongs to, or −1
  TurnedParts turned_;
};

}  // namespace zwang
