// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Maurer's singular integrals (1905, nos. 1–4; theory 9): x' = X(x, t) changed along directions p_k
// so that the constraints φ_k(x, t) = 0 are kept.
//
//   x' = X + Σ ρ_k p_k,   ρ from   dφ_i (X + Σ ρ_k p_k) + ∂φ_i/∂t = 0
//
// Functions ψ that are constant along the p_k keep their equations, ψ' = dψ X + ∂ψ/∂t; conversely,
// n − r such functions determine the p_k.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/calculus/formula.hpp"

namespace zwang {

// A field X projected onto the constraints along given directions.
struct Projected {
  Vector rho;
  Vector field;  // X + Σ ρ_k p_k
};

// `differentials`: dφ_k, one row each; `directions`: p_k, one column each. E120 if their sizes
// disagree, E301 if a combination of the p_k leaves all constraints unchanged.
Projected oblique_projection(const Vector& field, const Matrix& differentials,
                             const Matrix& directions);

// A singular integral as text: formulas of the names and of t.
struct SingularIntegralText {
  std::vector<std::string> names;
  std::vector<std::string> field;                    // X, one per name
  std::vector<std::string> constraints;              // φ
  std::vector<std::vector<std::string>> directions;  // p, one per constraint; or
  std::vector<std::string> kept;                     // ψ, the free functions
};

// Thread safety: immutable; any number of threads may use one.
class SingularIntegral {
 public:
  // All formulas depend on the coordinates alone and share one graph, which must outlive it. E120
  // if sizes disagree. For a field that depends on time, make time a coordinate with X = 1, p = 0.
  SingularIntegral(const Graph& graph, std::vector<SymbolId> coordinates,
                   const std::vector<NodeId>& field, const std::vector<NodeId>& constraints,
                   const std::vector<std::vector<NodeId>>& directions);
  // E103 and the like for mistakes in a formula, E120 if sizes disagree. Time is its last
  // coordinate: positions have one number more than there are names.
  explicit SingularIntegral(const SingularIntegralText& text);

  // E301 as above.
  Projected at(const Vector& x) const;

  // φ at a position.
  Vector violation(const Vector& x) const;

  // The p_k must be a complete system: [p_k, p_l] = Σ c_m p_m. Returns the largest part of a
  // bracket outside their span, relative to its terms: rounding if they are complete, 0 if they are
  // given by the functions that are kept.
  double incompleteness(const Vector& x) const;

  // Positions at parameters s ≥ 0 after `start`, ascending, each step within the tolerance. E320 if
  // no step is small enough, E301 as above.
  std::vector<Vector> follow(const Vector& start, const std::vector<double>& s,
                             double tolerance = 1e-10) const;

 private:
  // A formula with the indices of the coordinates it needs.
  struct Placed {
    Formula formula;
    std::vector<Eigen::Index> places;
  };

  Placed placed(const Graph& graph, NodeId node) const;
  static double value(const Placed& one, const Vector& x);
  Vector gradient(const Placed& one, const Vector& x) const;
  Matrix gradients(const std::vector<Placed>& all, const Vector& x) const;
  Matrix directions_at(const Vector& x) const;

  std::shared_ptr<Graph> own_;  // if made from text
  std::vector<SymbolId> coordinates_;
  std::vector<Placed> field_, constraints_;
  std::vector<std::vector<Placed>> directions_;
  std::vector<Placed> kept_;
};

}  // namespace zwang
