// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Conjugate velocity parameters, and the oblique projection behind them (Maurer 1905, nos. 1–4,
// 9–11; theory 9).
//
//   u1 = P1 u,   P1 = WᵀM,   A W = 0;      u2 = A u + b1
//
// T has no mixed terms in u1 and u2. What the conditions do to the velocities they do to u2 alone:
// a sudden equation leaves u1 as it is, and the bound motion is the free one with u2 held at zero:
//
//   x' = X + Σ ρ_k p_k,   ρ from   dφ_i (X + Σ ρ_k p_k) = 0
//
// with x = (q, u), φ = u2 and p_k = (0, M⁻¹A_kᵀ); then ρ = −z.
#pragma once

#include <vector>

#include "zwang/calculus/formula.hpp"
#include "zwang/gauss/reduced.hpp"

namespace zwang {

// Immutable: any number of threads may use one.
class ConjugateParameters {
 public:
  // Of conditions held as equations, at a state. The columns of W are orthonormal in the metric of
  // the mass, so that T = ½|u1|² + ..., unless `basis` gives them. E301 if the conditions depend on
  // each other there, E120 if the basis does not fit them.
  ConjugateParameters(const System& system, const State& state, const std::vector<int>& conditions);
  ConjugateParameters(const System& system, const State& state, const std::vector<int>& conditions,
                      Matrix basis);

  const Matrix& basis() const { return basis_; }              // W
  const Conjugate& parameters() const { return conjugate_; }  // P1, A, B

  Vector first(const Vector& u) const { return conjugate_.first * u; }              // u1
  Vector second(const Vector& u) const { return conjugate_.second * u + offset_; }  // u2
  // Velocities after all the conditions begin at once: u1 as before, u2 = 0.
  Vector after(const Vector& u) const;

 private:
  Matrix basis_;
  Conjugate conjugate_;
  Vector offset_;  // b1
};

// A direction X led back onto conditions along given directions.
struct Projected {
  Vector rho;
  Vector field;  // X + Σ ρ_k p_k
};

// `differentials`: dφ_k, one row each; `directions`: p_k, one column each. E120 if their sizes
// disagree, E301 if a combination of the p_k keeps all conditions.
Projected oblique_projection(const Vector& field, const Matrix& differentials,
                             const Matrix& directions);

// x' = X(x) changed along directions p_k(x) so that φ_k(x) = 0 is kept: Maurer's singular integral.
// Functions that are constant along the p_k keep the equations they had.
// Immutable: any number of threads may use one.
class SingularIntegral {
 public:
  // All formulas are of the coordinates alone, in one graph. E120 if their numbers disagree.
  SingularIntegral(const Graph& graph, std::vector<SymbolId> coordinates,
                   const std::vector<NodeId>& field, const std::vector<NodeId>& conditions,
                   const std::vector<std::vector<NodeId>>& directions);

  // E301 as above.
  Projected at(const Vector& x) const;

  // The p_k must be a complete system: [p_k, p_l] = Σ c_m p_m. The largest part of a bracket that
  // is none of these, relative to its terms: rounding if they are.
  double incompleteness(const Vector& x) const;

 private:
  // A formula with the numbers of the coordinates it needs.
  struct Placed {
    Formula formula;
    std::vector<Eigen::Index> places;
  };

  Placed placed(const Graph& graph, NodeId node) const;
  static double value(const Placed& one, const Vector& x);
  Vector gradient(const Placed& one, const Vector& x) const;
  Matrix directions_at(const Vector& x) const;

  std::vector<SymbolId> coordinates_;
  std::vector<Placed> field_, conditions_;
  std::vector<std::vector<Placed>> directions_;
};

}  // namespace zwang
