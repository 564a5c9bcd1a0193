// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From one stored row to the next, by another way than the run went: accelerations from the
// bordered system, and extrapolated midpoints (Gragg; Hairer, Norsett, Wanner, Solving ODEs I,
// II.9) in place of the stepper.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "zwang/io/stored_run.hpp"

namespace zwang {

// y' at a time and y; not finite where there is none.
using Rates = std::function<Vector(double t, const Vector& y)>;

// Where y leads from t to `until`, each number exact to its entry of `accuracy`, in parts that are
// halved up to so many times. Nothing if it cannot be followed.
std::optional<Vector> follow(const Rates& rates, const Vector& y, double t, double until,
                             const Vector& accuracy, int halvings = 10);

// x of the bordered system M x + Aᵀz = y, A x = −bend b2 with the rows of some conditions, which
// may depend on each other. Not finite where M allows none.
Vector bordered(const System& system, const Snapshot& at, const std::vector<int>& conditions,
                const Vector& y, double bend);

// The motion of (q, u) after a row while what holds there holds: M u' + Aᵀz = Q − c, A u' = −b2.
Rates held_motion(const System& system, const StoredRow& row);

}  // namespace zwang
