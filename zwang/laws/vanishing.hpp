// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Is a formula zero for all values of its symbols?
//
// It is computed modulo the prime 2^61 - 1 at random places. A sine and a cosine of the same thing
// are (2w/(1 + w^2), (1 - w^2)/(1 + w^2)) with a random w, hyperbolic ones come from a random
// exp, and every other function (a root, a power that is not whole) is a random number of its own.
// So a zero that rests on the rules of fractions, on sin^2 + cos^2 = 1 and on its like is found,
// and what is found is zero but for a chance of about its degree in 2^61. Decimals count as
// written.
#pragma once

#include "zwang/calculus/graph.hpp"

namespace zwang {

// False means only that this shows nothing.
bool surely_vanishes(const Graph& graph, NodeId f);

}  // namespace zwang
