// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How long steps may be where modes decay. Up to h r = 5, with the rate r of decay, the error
// estimate of a step is above the true error of such a mode; at 5.4 its fifth-order part vanishes,
// and beyond that a mode that has died out is amplified from rounding, and what slower modes
// contribute to the third-order part hides it.
#pragma once

#include <vector>

#include "zwang/arc/flow.hpp"

namespace zwang {

constexpr double most_decay = 4.8;

// Whether a force depends on velocities, so that modes may decay.
bool has_drag(const Model& model);

// The largest rate, 1/s, at which small deviations from `y` change, with the rates there: four
// iterations of the power method in units of the sizes, which are
// `scale` over `tolerance`, the mean of the last two since those of a
// rotation differ. It depends on its arguments alone, so that a resumed run takes the same steps.
// Leaves the flow at `y`.
double fastest_rate(Flow& flow, double t, const std::vector<double>& y, const double* rates,
                    const std::vector<double>& scale, double tolerance);
// How often it evaluates the rates.
constexpr int fastest_rate_evaluations = 5;

}  // namespace zwang
