// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The class of a position in words, and what the principle leaves open at a singular one.
#pragma once

#include <string>

#include "zwang/gauss/accelerations.hpp"

namespace zwang {

// "regular position", "weakly regular position: rank 1 of 2 rows, ..."
std::string describe_position(const System& system, const Regularity& regularity);

// The minima, numbered, and saddles of Z at a singular position, one per line, and what
// d'Alembert's principle says there; empty if it was not analysed.
std::string describe_stationary(const Instant& instant);

// "d'Alembert's principle ... gives (1, 2, 1), which the constraints do not allow"; empty if
// nothing is known of it.
std::string describe_linearised(const Instant& instant);

}  // namespace zwang
