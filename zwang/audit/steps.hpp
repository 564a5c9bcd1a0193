// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sets up anew every time step whose two ends are stored (theory 17):
//
//   violation   f after the step
//   multiplier  below zero, of inequalities
//   balance     M (u⁺ − u) = h (Q − c) − Aᵀp at its middle, u after an impulse at its beginning
//   rate        A u⁺ + b1 with the curvature term, the open gap or the restitution that the step
//               owes each constraint: 0 for equations and where p > 0, at most 0 elsewhere
//   way         positions compared with those the velocities lead to: the residual beyond a
//               projection onto the constraints in the mass metric, relative to the distance moved
//   energy      how far it rises above its lowest before, apart from the work of forces and moving
//               constraints, relative to the largest
#pragma once

#include <memory>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/audit/number.hpp"

namespace zwang {

class StepAuditor;

class StepAudit {
 public:
  // Length of the steps, unset if they were chosen. The system must outlive it.
  StepAudit(const System& system, double length);
  ~StepAudit();

  void row(const AuditRow& row);
  std::vector<AuditNumber> numbers() const;

 private:
  std::unique_ptr<StepAuditor> auditor_;
};

}  // namespace zwang
