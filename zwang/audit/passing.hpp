// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The accelerations of a motion that passes a singular position (theory 5.6), computed differently
// from a run: what vanishes or depends is found from the rows and from how they change along the
// motion, and the whole bordered system is solved at once,
//
//   M x + A'z + C's = Q - c,   A x = -b2,   C x = -c2
//
// where C x + c2 are the third derivatives of the combinations whose gradients vanish.
#pragma once

#include <optional>
#include <vector>

#include "zwang/system/system.hpp"

namespace zwang {

// With everything evaluated at the state. Empty where they are not determined.
std::optional<Vector> passing_accelerations_of(const System& system, const Snapshot& at,
                                               const std::vector<int>& held);

}  // namespace zwang
