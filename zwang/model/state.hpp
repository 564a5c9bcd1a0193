// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A state of motion: where the system is, how it moves, when.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

struct State {
  Vector q;        // coordinates
  Vector u;        // velocity parameters: u = q' for points, u = P(q) q' + p in general (theory 9)
  double t = 0.0;  // s
};

}  // namespace zwang
