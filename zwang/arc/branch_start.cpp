// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/branch_start.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// Whether the combinations that an inequality belongs to are all satisfied strictly, and there is
// one: then it opens.
bool opens(const System& system, const Snapshot& snapshot, const LeadingForms& leading,
           int constraint, const Vector& accelerations) {
  LeadingForms own;
  for (const LeadingForm& form : leading.forms)
    if (std::ranges::any_of(form.weights, [&](const auto& w) { return w.first == constraint; }))
      own.forms.push_back(form);
  return !own.forms.empty() && strictly_inside(system, snapshot, own, accelerations);
}

}  // namespace

BranchStart branch_start(const System& system, const Instant& instant, const Vector& accelerations,
                         const Nearness& nearness) {
  BranchStart start;
  const Snapshot snapshot = system.at(instant.state);
  for (int i = 0; i < system.constraints(); ++i) {
    ConstraintStatus status = instant.constraints[index(i)].status;
    const Row& row = snapshot.rows[index(i)];
    if (status == ConstraintStatus::closed) {
      const double second = system.along(snapshot, i, accelerations.data(), row.b2);
      const double zero = zero_of(system, snapshot, i, nearness).second;
      const bool leaves =
          second < -zero ||
          opens(system, snapshot, instant.regularity.vertex.leading, i, accelerations);
      status = leaves ? ConstraintStatus::released : ConstraintStatus::active;
    }
    start.statuses.push_back(status);
    if (status == ConstraintStatus::held || status == ConstraintStatus::active)
      start.bound.push_back(i);
    else if (status != ConstraintStatus::absent && !system.constraint(i).equation &&
             !system.constraint(i).of_velocities)
      start.open.push_back(i);
  }
  return start;
}

}  // namespace zwang
