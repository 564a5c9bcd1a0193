// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A Pfaffian form: what a velocity constraint really is (Voss 1884, theory section 11).
//
//   omega = sum p_i dx_i + p0 dt,      the constraint  sum p_i x_i' + p0 = 0   (or <= 0)
//
// p_i and p0 are formulas of positions and time in the graph of the constraint.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "zwang/calculus/graph.hpp"

namespace zwang {

// Thread safety: one thread at a time, since results are new nodes of its graph. The graph must
// outlive it.
class Form {
 public:
  // From g = sum p_i x_i' + p0. Throws E106 if g is not linear in the velocities.
  Form(Graph& graph, NodeId g);

  // The coordinates x_i that occur, as symbols, with their coefficients.
  std::span<const SymbolId> coordinates() const { return coordinates_; }
  NodeId coefficient(std::size_t i) const { return coefficients_[i]; }
  NodeId time_coefficient() const { return time_coefficient_; }

  // Voss's covariant (ik) = dp_i/dx_k - dp_k/dx_i of two coordinates; p = 0 for one that does not
  // occur in the form.
  NodeId covariant(SymbolId x_i, SymbolId x_k) const;
  // The same with time in place of x_k: dp_i/dt - dp0/dx_i.
  NodeId time_covariant(SymbolId x_i, NodeId time) const;

  // "y dx - x dy + k dz"
  std::string text() const;

 private:
  NodeId coefficient_of(SymbolId coordinate) const;

  Graph* graph_;
  std::vector<SymbolId> coordinates_;
  std::vector<NodeId> coefficients_;
  NodeId time_coefficient_ = 0;
};

// sum coefficients[i] dx_i as a person would write it.
std::string form_text(const Graph& graph, std::span<const SymbolId> x,
                      std::span<const NodeId> coefficients);

}  // namespace zwang
