// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every time step whose two ends are stored is set up anew (theory 17):
//
//   violation   f after the step
//   multiplier  below zero, of inequalities
//   balance     M (u⁺ − u) = h (Q − c) − Aᵀp at its middle, u after an impulse at its beginning
//   rate        A u⁺ + b1 with the bend, the open gap or the restitution that the step owes each
//               condition: 0 for equations and where p is above 0, not above 0 elsewhere
//   way         places against those the velocities lead to: what is left beyond a way back onto
//               the conditions, nearest in the metric of the mass, as a part of the way
//   energy      how far it rises above its lowest before, beside the work of forces and moving
//               conditions, as a part of the largest
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
