// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The class of a position in words, and what the principle leaves open at a singular one.
#pragma once

#include <string>

#include "zwang/gauss/regularity.hpp"

namespace zwang {

// "regular position", "weakly regular position: rank 1 of 2 rows, ..."
std::string describe_position(const System& system, const Regularity& regularity);

// The minima and saddles of Z at a vertex, one per line; empty if there are none.
std::string describe_stationary(const Vertex& vertex);

}  // namespace zwang
