// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion that arrives in a singular position with velocity and goes on there (theory 5.6): the
// place at which rows become dependent is found exactly, velocities go on as they are, and the rows
// of the third derivative determine the accelerations.
#pragma once

#include <string>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace zwang {

struct Passage {
  std::string why;          // nothing is known of how the motion goes on; empty if it goes on
  Vector accelerations;     // in that position
  double time_error = 0.0;  // s, by what the course misses it
  Instant instant;          // singular, with the position, velocity and time
  std::vector<int> dependent;
};

// `course` leads to about `t`, where the rows of `bound` become dependent; what it is known to is
// the tolerance. The system must outlive the result.
Passage passage(const System& system, const DenseStep& course, double t,
                const std::vector<int>& bound, double tolerance);

// Whether rows become dependent about where a motion with these accelerations leads in so many
// seconds: a quick look before passage() is asked.
bool leads_to_dependence(const System& system, const State& state, const Vector& accelerations,
                         double ahead, const std::vector<int>& bound);

// The accelerations with which a stored motion passes a singular state, to its last digits; empty
// if it is none. Costs O(k³) for k bound rows.
Vector passing_accelerations(const System& system, const State& state,
                             const std::vector<int>& bound);

}  // namespace zwang
