// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The backwards construction and the mutators: each changes a problem and keeps its proof exact.
#pragma once

#include "tools/hard-problems/hard_problem.hpp"
#include "tools/hard-problems/random.hpp"

namespace zwang::hard {

enum class Mass { full, ill, massless, indefinite };

struct Shape {
  Mass mass = Mass::full;
  double weak = 0.0;  // chance that an active row carries no multiplier
  int least_equations = 0;
  int least_active = 0;
};

HardProblem build(Random& random, int max_n, const Shape& shape);

// Adds `row` with its multiplier λ: X += λ a. For an active row b is set to a·x*.
void append(HardProblem& problem, HardRow row);
Dyadic along(const std::vector<Dyadic>& a, const std::vector<Dyadic>& x);
std::vector<Dyadic> small_row(Random& random, int n, int size);
std::vector<int> active_rows(const HardProblem& problem);

void redundant_equation(HardProblem& problem, Random& random);
void duplicate_inequality(HardProblem& problem, Random& random);
void implied_inequality(HardProblem& problem, Random& random);
void equation_as_two_inequalities(HardProblem& problem, Random& random);
void active_as_equation(HardProblem& problem, Random& random);
void near_parallel_row(HardProblem& problem, Random& random);
void scale_rows(HardProblem& problem, Random& random);
void permute(HardProblem& problem, Random& random);
void shear(HardProblem& problem, Random& random);
void shift_frame(HardProblem& problem, Random& random);
void scale_mass(HardProblem& problem, int k);
void scale_time(HardProblem& problem, int k);
void zero_row(HardProblem& problem, Random& random);
void tiny_margin(HardProblem& problem, Random& random);
void overdetermine(HardProblem& problem, Random& random);
void thin_slab(HardProblem& problem, Random& random);
void contradict(HardProblem& problem, Random& random);

}  // namespace zwang::hard
