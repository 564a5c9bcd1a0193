// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which of the surfaces that touch stick and which slip, by Coulomb's law (theory 18.1): at an
// instant, or one level down in an impact.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/friction/planar.hpp"
#include "zwang/system/rubbing.hpp"

namespace zwang {

// One level: g2 = A u' + b2 of accelerations, or g1 = A u + b1 of velocities after an impact.
enum class Level { accelerations, velocities };

struct RubbingQuestion {
  Level level = Level::accelerations;
  std::vector<int> equations = {};
  std::vector<int> candidates = {};  // inequalities that may push
  std::vector<double> shift = {};    // of each candidate, added to g1
  Vector free = {};                  // u' or u without any of them
  double nearness = 0.0;             // relative to what counts as zero slip, `Nearness`
  std::vector<Slip> begin = {};      // that are about to slip from rest
  std::vector<int> rest = {};        // whose slip has just become 0
};

// How many answers the law has; undecided where there were too many modes to try.
enum class RubbingOutcome { one, none, several, undecided };

struct Rubbing {
  RubbingOutcome outcome = RubbingOutcome::one;
  std::vector<int> rows;  // slip rows of the candidates
  std::vector<int> sticking;
  std::vector<int> holding;  // of these, none of which depends on others and on what pushes
  std::vector<Slip> slipping;
  std::vector<double> friction;  // of each of `rows`
  // Equations and candidates, and their multipliers: where these are not unique, those to which the
  // friction belongs.
  std::vector<int> loaded;
  std::vector<double> loads;
  std::vector<PlanarSolution> all;  // of equations, candidates and rows, in this order

  bool any() const { return !rows.empty(); }
  double friction_of(int row) const;
  std::optional<double> load_of(int constraint) const;
  // Whether these multipliers of constraints are other ones than those the friction belongs to.
  bool differs(const std::vector<int>& constraints, const Vector& multipliers) const;
};

// The slip rows whose surfaces are among the candidates.
std::vector<int> slip_rows(const System& system, const std::vector<int>& candidates);

// Why there is not one answer: "2 motions obey the law of friction: floor slips, or floor is open".
std::string describe(const System& system, const Rubbing& rubbing);

// `rows` are not empty; the mass of the snapshot has its factors.
Rubbing rub(const System& system, const Snapshot& at, const RubbingQuestion& question);

}  // namespace zwang
