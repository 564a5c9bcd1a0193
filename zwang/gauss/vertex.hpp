// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A body at rest at the vertex of a cone: the gradient of its constraint vanishes (Stäckel 1919,
// §§ 2, 3; theory 5.3, 5.4). The constraint then reads aᵀHa = 0 (≤ 0), H = f_qq, and Z has one
// minimum on this cone, two, or a continuum. No choice is made.
#pragma once

#include <string_view>
#include <vector>

#include "zwang/model/system.hpp"

namespace zwang {

struct Stationary {
  enum class Kind { minimum, saddle };
  Kind kind = Kind::minimum;
  Vector accelerations;
  double zwang = unset;  // Z
  // 0: a single point. Otherwise one of a family of this many dimensions (1: a circle).
  int family = 0;
};

struct Vertex {
  bool found = false;                  // whether the leading form is quadratic and was analysed
  std::vector<Stationary> stationary;  // sorted by Z
  int minima() const;
};

// H = f_qq in velocity parameters.
Matrix hessian(const System& system, const Snapshot& snapshot, int constraint);

// For one constraint that binds alone and whose row vanishes at rest.
Vertex vertex_of(const System& system, const Snapshot& snapshot, int constraint);

}  // namespace zwang
