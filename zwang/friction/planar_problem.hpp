// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Coulomb's law at an instant, or in an impact, where every slip is a number (theory 18.1 to 18.3).
//
//   y = free − W z,   W = G M⁻¹ Gᵀ
//
// of rows G that are equations (y = 0), inequalities (z ≥ 0, y ≤ 0, z y = 0) and slips: of those
// that slip z = ± coefficient · z of their inequality; of those at rest |z| is not more than that,
// and y = 0 or z has the sign of y.
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// A slip row, and the inequality whose multiplier bounds its friction.
struct Rub {
  int normal = 0;         // its number among all rows
  double slipping = 0.0;  // units of its multiplier per unit of the normal one
  double sticking = 0.0;  // not below `slipping`
  int way = 0;            // 1 or −1 if it slips already, 0 at rest
};

struct PlanarProblem {
  Matrix w;
  Vector free;
  int equations = 0;           // the first rows; the inequalities follow
  std::vector<Rub> rubs = {};  // of the last rows
  int inequalities() const {
    return static_cast<int>(free.size()) - equations - static_cast<int>(rubs.size());
  }
};

enum class SlipMode { open, sticks, forward, backward };

struct PlanarSolution {
  Vector z;
  std::vector<SlipMode> modes;  // of each slip row
};

}  // namespace zwang
