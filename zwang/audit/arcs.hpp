// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of smooth arcs. Numbers are relative to the terms they consist of.
//
//   violation        f of constraints that hold
//   gap              f above zero of open constraints
//   rate             g1 of constraints that hold
//   multiplier       below zero, of inequalities
//   friction         beyond its bound while it sticks, off its bound while it slips, or along the
//                    slip; relative to the bound
//   complementarity  multiplier of open constraints
//   equation         g2 of constraints that hold, accelerations from forces and multipliers
//   succession       a row compared with the motion from the row before it
//   energy           drift of T + V between events, where forces and constraints conserve it; of a
//                    variational problem with another constant of energy, of that
//   momentum         change of momenta that symmetries of the model conserve
#pragma once

#include <array>
#include <vector>

#include "zwang/audit/number.hpp"
#include "zwang/audit/succession.hpp"

namespace zwang {

class ArcAuditor {
 public:
  // The system and the laws must outlive it.
  ArcAuditor(const System& system, double tolerance, const Laws& laws);

  // `singular`: what holds becomes dependent there.
  void row(const AuditRow& row, bool singular = false);
  // After the last row.
  std::vector<AuditNumber> numbers();

 private:
  bool keeps_energy() const;
  void evaluate(const AuditRow& row, bool singular);
  bool accelerate(const AuditRow& row);
  bool rates(const AuditRow& row, bool singular);
  void energy(const AuditRow& row);
  void momenta(const AuditRow& row);
  double reach(int constraint) const;
  void rub(const AuditRow& row, int slip);
  double possible_energy(const AuditRow& row) const;
  double rounding_of_potential() const;
  double rounding_of(const AuditRow& row, int constraint);

  const System& system_;
  const Laws& laws_;
  double tolerance_;
  HeldMotion motion_;
  Succession succession_;
  bool has_energy_ = false;
  bool first_ = true;
  std::vector<int> held_;
  std::vector<Slip> slipping_;
  std::vector<double> rates_;
  Vector force_;
  // the largest so far; forces that pass through zero count as a thousandth of it
  double q_ = 1e-3, u_ = 1e-3, kinetic_ = 0.0, least_pull_ = 0.0;
  double least_force_ = 0.0;  // including constraint forces, a thousandth
  double energy_base_ = 0.0;
  std::vector<double> momenta_;  // at the first row
  double momentum_ = 1e-300;     // the largest
  double steps_before_ = 0.0;    // of arcs that have ended
  // of each constraint the largest terms of f, g1 and g2 so far
  std::vector<std::array<double, 3>> sizes_;
  AuditNumber violation_, gap_, rate_, equation_, friction_;
  GrowingNumber multiplier_, complementarity_, energy_, momentum_kept_;
};

}  // namespace zwang
