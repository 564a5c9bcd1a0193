// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number to query from a motion: an expression of coordinates and velocities, of constraints
// (`string.gap`, `.rate`, `.multiplier`, `.state`, `.tension`, `.rho`), `kinetic`, `potential`,
// `energy`, and how paths bend (`bob.curvature`, `bob.torsion`, `wall.normal_curvature`).
// Joints have `hinge.force` and `hinge.torque`, vectors. Coordinates and masses have accelerations
// there, too: `bob.z''`.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "zwang/calculus/formula.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// One instant of a motion.
struct Sample {
  State state;
  // One per constraint: 0 where it is open.
  std::vector<double> multipliers = {};
  std::vector<int> states = {};  // 0 open, 1 closed, 2 active, 3 held
  std::vector<double> rho = {};  // of a variational problem, otherwise empty
  bool before = false;           // a jump at this time is still to come
};

// What the constraints of a variational problem add to the forces, from a state and rho.
using Pull = std::function<Vector(const State& state, const Vector& rho)>;

// How a path bends, 1/m: of a mass (-1 is the only three coordinates), or of a constraint along the
// velocity.
enum class PathNumber { curvature, torsion, normal_curvature };
using PathNumbers = std::function<double(PathNumber what, int of, const Sample& sample)>;

// What layers above know of a motion: prepare/query_context.
struct QueryContext {
  Pull pull = {};          // of a variational problem, otherwise empty
  PathNumbers paths = {};  // without it, queries for them are E120
};

// Thread safety: immutable; any number of threads may evaluate one. The system must outlive it.
class Query {
 public:
  // Throws E103 and the like.
  Query(const System& system, const std::string& text, QueryContext context = {})
      : Query(system, read(system.model(), text), std::move(context)) {}

  // Throws the same, without a system.
  static void check(const Model& model, const std::string& text) { read(model, text); }

  // Whether it depends on the state alone: multipliers and states are then ignored.
  bool is_of_state_alone() const;

  // Whether it needs the multipliers of all constraints, which an event does not record.
  bool has_accelerations() const;

  // Of one that depends on the state alone, the sample needs nothing else. E120 for rho of a
  // mechanical motion.
  double value(const Sample& sample) const;

 private:
  enum class What {
    coordinate,
    rate,
    acceleration,
    velocity,
    time,
    gap,
    constraint_rate,
    multiplier,
    state,
    tension,
    rho,
    kinetic,
    potential,
    energy,
    reaction,
    curvature,
    torsion,
    normal_curvature
  };
  struct Argument {
    What what;
    int of = 0;  // its number; of a reaction six times the joint's, and which of force and torque
    std::vector<std::size_t> columns = {};  // of a tension: those of one mass in its row
  };
  struct Read {
    std::shared_ptr<const Graph> graph;  // a layer over the model's
    Formula formula;
    std::map<SymbolId, Argument> own;  // other than coordinates, rates and time
  };
  static Read read(const Model& model, const std::string& text);
  Query(const System& system, Read read, QueryContext context);

  const System* system_;
  std::vector<Argument> arguments_;
  std::shared_ptr<const Graph> graph_;  // of the formula
  Formula formula_;
  QueryContext context_;
};

// q'' of a motion at an instant, by its multipliers; `pull` of a variational problem. With time
// stepping, where multipliers are means over a step, these are, too. Not finite where a mass is 0
// and the constraints do not determine them.
Vector accelerations_at(const System& system, const Sample& sample, const Pull& pull);

// Names that a query may contain, with what they are: "coordinates", "rates",
// "velocities", "accelerations", "constraints", "joints", "energies", "paths". Formulas of them are
// queries, too.
struct QuantityGroup {
  std::string title;
  std::vector<std::string> names;
};
std::vector<QuantityGroup> quantities(const Model& model);

}  // namespace zwang
