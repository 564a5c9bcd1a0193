// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number to query from a motion: an expression of coordinates and velocities, of constraints
// (`string.gap`, `.rate`, `.multiplier`, `.state`, `.tension`), `kinetic`, `potential`, `energy`.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "zwang/calculus/formula.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

// Thread safety: immutable; any number of threads may evaluate one. The system must outlive it.
class Query {
 public:
  // Throws E103 and the like.
  Query(const System& system, const std::string& text)
      : Query(system, read(system.model(), text)) {}

  // Throws the same, without a system.
  static void check(const Model& model, const std::string& text) { read(model, text); }

  // Whether it depends on the state alone: multipliers and states are then ignored.
  bool is_of_state_alone() const;

  // At a state with its multipliers, one per constraint (0 where it is open), and states 0 to 3.
  double value(const State& state, const std::vector<double>& multipliers,
               const std::vector<int>& states) const;

 private:
  enum class What {
    coordinate,
    rate,
    time,
    gap,
    constraint_rate,
    multiplier,
    state,
    tension,
    kinetic,
    potential,
    energy
  };
  struct Argument {
    What what;
    int of = 0;
    std::vector<std::size_t> columns = {};  // of a tension: those of one mass in its row
  };
  struct Read {
    std::shared_ptr<const Graph> graph;  // a layer over the model's
    Formula formula;
    std::map<SymbolId, Argument> own;  // other than coordinates, rates and time
  };
  static Read read(const Model& model, const std::string& text);
  Query(const System& system, Read read);

  const System* system_;
  std::vector<Argument> arguments_;
  std::shared_ptr<const Graph> graph_;  // of the formula
  Formula formula_;
};

// Names that a query may contain, with what they are: "coordinates", "rates", "constraints",
// "energies". Formulas of them are queries, too.
struct QuantityGroup {
  std::string title;
  std::vector<std::string> names;
};
std::vector<QuantityGroup> quantities(const Model& model);

}  // namespace zwang
