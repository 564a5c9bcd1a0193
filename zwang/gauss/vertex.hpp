// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Singular positions (Stäckel 1919, §§ 2, 3; theory 5.3, 5.4): the vertex of a cone, crossing
// wires, a surface and its tangent plane. What the leading forms leave to the accelerations is a
// cone, in general not convex: Z has one minimum on it, several, or a continuum. No choice is made
// here.
#pragma once

#include <string>
#include <vector>

#include "zwang/gauss/leading_forms.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct Stationary {
  enum class Kind { minimum, saddle };
  Kind kind = Kind::minimum;
  Vector accelerations = {};
  Vector reaction = {};  // M a − X, one number per velocity parameter
  double zwang = unset;  // Z
  // 0: a single point. Otherwise one of a family of this many dimensions (1: a circle).
  int family = 0;
  // A form vanishes along it to the second order: terms of higher order may exclude it.
  bool in_doubt = false;
};

struct Vertex {
  bool found = false;   // whether the list is complete
  std::string missing;  // otherwise why not; empty if the position was not analysed
  LeadingForms leading;
  std::vector<Stationary> stationary;  // sorted by Z; saddles of quadratic cones too

  int minima() const;
  // The minimum with this number, from 1, in the order of Z; null if there is none.
  const Stationary* minimum(int number) const;
};

// Of constraints that bind at a singular position; `vanishing` are those whose row counts as zero.
// Their rows are needed. For a few constraints: tries sets of inequalities.
Vertex vertex_of(const System& system, const Snapshot& snapshot,
                 const std::vector<int>& constraints, const std::vector<int>& vanishing);

}  // namespace zwang
