// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The first-order flow of (q, q') with multipliers eliminated, and its derivatives by the state:
//
//   d/dt ∂T/∂q' − ∂T/∂q + ∂U/∂q − Q + Σ z_s p_s = 0,      d/dt (Σ p_si q_i' + p_s0) = 0
//
// Differentiated by q and q', these equations are linear in the derivatives of (q'', z), with the
// same bordered matrix. All derivatives come from the formulas, without differencing.
#pragma once

#include <optional>
#include <vector>

#include "zwang/laws/pfaffian.hpp"
#include "zwang/scalars/taylor.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

// The flow at one state.
struct PhaseInstant {
  Vector rates, accelerations, multipliers;  // q', q'', z
  Matrix by_place, by_rate;                  // ∂q''/∂q, ∂q''/∂q'
  Vector by_time;                            // ∂q''/∂t at fixed q, q'

  Matrix mass, mass_rate;  // M and dM/dt
  Matrix p, p_rate;        // p_si and dp_si/dt
  Matrix slopes;           // ∂/∂q_i of Σ p_sk q_k' + p_s0
  Matrix force_by_rate;    // ∂Q/∂q'

  // Of (q', q'') by (q, q').
  Matrix jacobian() const;
  // q''' of the motion.
  Vector third() const { return by_place * rates + by_rate * accelerations + by_time; }
};

// Thread safety: one thread at a time. The system must outlive it.
class PhaseFlow {
 public:
  // `held` act as equations, other constraints do not act. E120 if one of them or a force is code.
  // The system must outlive it.
  PhaseFlow(const System& system, std::vector<int> held);
  // The equations that hold at t, or at 0.
  static PhaseFlow of_equations(const System& system, double t);
  explicit PhaseFlow(const System& system);

  // Empty where the constraints do not determine the accelerations or a number is not finite.
  // Forces are those in force at `phase`.
  std::optional<PhaseInstant> at(const State& state, double phase) const;
  std::optional<PhaseInstant> at(const State& state) const { return at(state, state.t); }
  // The same at given rates q', where velocity parameters differ from them.
  std::optional<PhaseInstant> at_rates(const Vector& q, const Vector& rates, double t,
                                       double phase) const;

  const System& system() const { return *system_; }
  const std::vector<int>& held() const { return held_; }
  // The held constraints; time is the last coordinate if they need it. Their graph contains all
  // formulas here.
  const PfaffianSystem& forms() const { return forms_; }
  // ∂T/∂q_i' and q_i' as formulas.
  NodeId momentum(int i) const { return momenta_[static_cast<std::size_t>(i)].formula.node(); }
  NodeId rate(int i) const { return rate_nodes_[static_cast<std::size_t>(i)]; }

 private:
  using Course = Taylor<double, 1>;
  // A formula with the indices of its arguments.
  struct Placed {
    Formula formula;
    std::vector<int> places;
  };
  // A formula along a direction, with its slopes and their rates.
  struct Along {
    Course value;
    std::vector<Course> slopes;
  };

  Placed placed(NodeId node) const;
  static Along along(const Formula& formula, const std::vector<int>& places,
                     const std::vector<Course>& motion);
  Vector forces(const std::vector<Course>& motion, double phase, PhaseInstant& now,
                Matrix& left) const;
  template <class Visit>
  void visit(const std::vector<Course>& motion, Visit&& visit) const;
  void add_reactions(std::vector<Course>& motion, const Vector& z, Matrix& left) const;

  const System* system_;
  std::vector<int> held_;
  PfaffianSystem forms_;
  std::vector<NodeId> rate_nodes_;
  std::vector<Placed> momenta_;  // ∂T/∂q_i'
  std::vector<Placed> slopes_;   // ∂(T − U)/∂q_i
  std::vector<Placed> levels_;   // Σ p_si q_i' + p_s0
  Vector weight_;                // of points, along coordinates
};

}  // namespace zwang
