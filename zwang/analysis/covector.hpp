// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Voss's forms of Jacobi's multiplier as formulas (zwang/analysis/last_multiplier.hpp): Σ θ_k dx_k,
// one coefficient per coordinate and, if constraints move, for time.
#pragma once

#include <map>
#include <vector>

#include "zwang/analysis/phase_flow.hpp"

namespace zwang {

using Covector = std::vector<NodeId>;

class VossForms {
 public:
  // Constants become parameters: they are not folded, so that 1/3 stays exact.
  explicit VossForms(const PhaseFlow& flow);

  int size() const { return forms_->coordinates(); }
  const Covector& d() const { return d_; }  // D = d log(Δ det M)
  const Covector& w() const { return w_; }  // W
  // tr[(M⁻¹ − M⁻¹pᵀβ) ∂Q/∂q'], for forces that act together.
  const std::vector<NodeId>& forces() const { return forces_; }

  // a D + b W + θ
  Covector sum(double a, double b, const Covector& theta) const;
  // dF/F
  Covector log_slopes(NodeId f);
  // θ − Σ h_s p_s with h_s = Σ θ_k β_sk: zero if θ is a combination of the constraints.
  Covector remainder(const Covector& theta) const;
  // Σ θ_k β_sk
  std::vector<NodeId> factors(const Covector& theta) const;

 private:
  using Table = std::vector<std::vector<NodeId>>;

  NodeId kept(NodeId node);
  void add(NodeId& sum, NodeId a, NodeId b) const;
  NodeId slope(NodeId f, int k);
  Table inverse(Table a) const;
  void make_forces(const PhaseFlow& flow, const Table& left);

  Graph* graph_;
  const PfaffianSystem* forms_;
  Table p_, beta_;
  Covector d_, w_;
  std::vector<NodeId> forces_;
  std::map<double, NodeId> constants_;
};

}  // namespace zwang
