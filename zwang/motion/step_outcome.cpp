// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/step_outcome.hpp"

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

}  // namespace zwang
