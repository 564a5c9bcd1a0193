// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The class of a position in words, and what the principle leaves open at a singular one.
#pragma once

#include <string>

#include "zwang/gauss/regularity.hpp"

namespace zwang {

// "regular position", "weakly regular position: rank 1 of 2 rows, ..."
std::string describe_position(const System& system, const Regularity& regularity);

// The minima, numbered, and saddles of Z at a singular position, one per line; empty if it was not
// analysed.
std::string describe_stationary(const Vertex& vertex);

}  // namespace zwang
