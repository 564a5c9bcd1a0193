// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A hard problem as the library sees it, and how far an answer is from the known one.
#pragma once

#include "tools/hard-problems/hard_problem.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang::hard {

minimum::Problem question(const HardProblem& problem, double tau = minimum::exact_data);

enum class Judgement {
  right,
  wrong,         // the answer is off by more than 1e-9 (1 + |x*|) without saying so
  wrong_status,  // it says found where there is none, or the other way round
  above_bound,   // it is off by more than its own bound
  unanswered,    // undecided or gave up
  unproved,      // a contradiction whose proof does not hold
};

Judgement judge(const HardProblem& problem, const minimum::Problem& asked,
                const minimum::Solution& solution);

std::string_view name(Judgement judgement);

}  // namespace zwang::hard
