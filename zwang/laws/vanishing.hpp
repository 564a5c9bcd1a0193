// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Is a formula zero for all values of its symbols?
//
// It is evaluated modulo the prime 2^61 - 1 at random points. Sine and cosine of the same argument
// are (2w/(1 + w^2), (1 - w^2)/(1 + w^2)) with a random w, hyperbolic ones come from a random exp,
// and every other function (a root, a non-integer power) is a random number of its own. This finds
// zeros that follow from the rules of fractions, from sin^2 + cos^2 = 1 and the like, and what it
// finds is zero except with a probability of about its degree over 2^61. Decimals count as written.
#pragma once

#include "zwang/calculus/graph.hpp"

namespace zwang {

// False is inconclusive.
bool surely_vanishes(const Graph& graph, NodeId f);

}  // namespace zwang
