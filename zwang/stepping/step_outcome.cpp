// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/stepping/step_outcome.hpp"

namespace zwang {

std::string_view name(StepOutcome outcome) {
  switch (outcome) {
    case StepOutcome::taken: return "taken";
    case StepOutcome::contradictory: return "contradictory";
    case StepOutcome::not_certified: return "not certified";
    case StepOutcome::no_inertia: return "no inertia";
    case StepOutcome::not_finite: return "not finite";
    case StepOutcome::apart: return "apart";
    case StepOutcome::coinciding: return "coinciding";
  }
  return "";
}

StepOutcome outcome_of(minimum::SparseOutcome outcome) {
  switch (outcome) {
    case minimum::SparseOutcome::found: return StepOutcome::taken;
    case minimum::SparseOutcome::contradictory: return StepOutcome::contradictory;
    case minimum::SparseOutcome::no_inertia: return StepOutcome::no_inertia;
    case minimum::SparseOutcome::not_run:
    case minimum::SparseOutcome::not_certified: break;
  }
  return StepOutcome::not_certified;
}

}  // namespace zwang
