// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a constraint on velocities is homogeneous in them: Φ(t, q, s q') = s^k Φ(t, q, q') for
// all s > 0. Then Φ_q'·q' = k Φ, and where it holds its reaction does no work (theory 2.1, 12).
#pragma once

#include <optional>

#include "zwang/model/constraint.hpp"

namespace zwang {

// k, a multiple of 1/2; empty if there is none or Φ has no value at the places tried. Compares
// numbers at a few places.
std::optional<double> degree_in_rates(const Constraint& constraint);

}  // namespace zwang
