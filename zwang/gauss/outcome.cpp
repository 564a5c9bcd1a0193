// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/outcome.hpp"

namespace zwang {

std::string_view name(InstantOutcome outcome) {
  switch (outcome) {
    case InstantOutcome::not_run: return "not run";
    case InstantOutcome::found: return "found";
    case InstantOutcome::violated: return "violated";
    case InstantOutcome::impacting: return "impacting";
    case InstantOutcome::singular: return "singular";
    case InstantOutcome::contradictory: return "contradictory";
    case InstantOutcome::indefinite: return "indefinite";
    case InstantOutcome::undetermined: return "undetermined";
    case InstantOutcome::unbounded: return "unbounded";
    case InstantOutcome::undecided: return "undecided";
    case InstantOutcome::nonlinear: return "nonlinear";
    case InstantOutcome::not_finite: return "not finite";
    case InstantOutcome::none: return "none";
    case InstantOutcome::several: return "several";
    case InstantOutcome::endless: break;
  }
  return "endless";
}

InstantOutcome outcome_of(minimum::Outcome outcome) {
  switch (outcome) {
    case minimum::Outcome::found: return InstantOutcome::found;
    case minimum::Outcome::contradictory: return InstantOutcome::contradictory;
    case minimum::Outcome::indefinite: return InstantOutcome::indefinite;
    case minimum::Outcome::undetermined: return InstantOutcome::undetermined;
    case minimum::Outcome::unbounded: return InstantOutcome::unbounded;
    case minimum::Outcome::not_run:
    case minimum::Outcome::undecided:
    case minimum::Outcome::gave_up: break;
  }
  return InstantOutcome::undecided;
}

InstantOutcome outcome_of(RubbingOutcome outcome) {
  switch (outcome) {
    case RubbingOutcome::one: return InstantOutcome::found;
    case RubbingOutcome::none: return InstantOutcome::none;
    case RubbingOutcome::several: return InstantOutcome::several;
    case RubbingOutcome::undecided: break;
  }
  return InstantOutcome::undecided;
}

}  // namespace zwang
