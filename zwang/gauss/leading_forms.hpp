// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What constraints demand of the accelerations where their rows are dependent (Stäckel 1919, §§ 1
// to 5; theory 5.3). A combination g = Σ w f, w ≥ 0 on inequalities, whose gradient vanishes says
// nothing in the linear problem. Along q + v t + a t²/2 + ...
//
//   in motion   g''' = 3 g_qq[v, a] + g_qqq[v, v, v] = 0 or ≤ 0
//   at rest     aᵀ g_qq a = 0 or ≤ 0,   and where g_qq = 0 too   g_qqq[a, a, a] = 0 or ≤ 0
//
// The linear problem is a relaxation: what satisfies it and every form strictly is admissible.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

struct LeadingForm {
  std::vector<std::pair<int, double>> weights;  // of the constraints in g
  bool equation = true;                         // = 0, otherwise ≤ 0
  int degree = 2;                               // in the accelerations: 1 in motion, 2, 3
  Vector row;                                   // of degree 1: row·a + offset
  double offset = 0.0;
  Matrix second;  // of degree 2: g_qq in velocity parameters
};

struct LeadingForms {
  std::string missing;  // why a form could not be found; empty if all were
  std::vector<LeadingForm> forms;
};

// H = f_qq in velocity parameters. O(n) evaluations of f.
Matrix hessian(const System& system, const Snapshot& snapshot, int constraint);

// f_qqq[d, d, d] along a direction of the coordinates; the time stands still.
double third_along(const System& system, const Snapshot& snapshot, int constraint,
                   const Vector& direction);

// Of constraints that bind at this state; `vanishing` are those whose row counts as zero. Their
// rows are needed. Tries all sets of inequalities, of which it takes at most twelve.
LeadingForms leading_forms(const System& system, const Snapshot& snapshot,
                           const std::vector<int>& constraints, const std::vector<int>& vanishing);

// Whether accelerations satisfy every form, inequalities strictly; never if one is an equation.
bool strictly_inside(const System& system, const Snapshot& snapshot, const LeadingForms& forms,
                     const Vector& accelerations);

}  // namespace zwang
