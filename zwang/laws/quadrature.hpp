// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The integral of one form that is integrable by itself (theory 11),
//
//   omega = sum P_i dx_i = V d phi,       V d omega = dV ^ omega
//
// with polynomials P_i of the atoms. V is sought among 1, the P_i (a coordinate that occurs nowhere
// is a symmetry) and all polynomials of a degree: the equation is linear. Then
//
//   phi = sum of products + N/Q + sum a_i log f_i + sum b_i atan2(h_i, g_i)
//
// where the f_i are factors of V, Q has each of them once less than V has, and h_i^2 + g_i^2 is a
// multiple of f_i. All factors come from linear equations modulo 2^127 - 1.
#pragma once

#include <vector>

#include "zwang/algebra/ansatz.hpp"

namespace zwang {

using RationalForm = std::vector<RationalFunction>;  // by the coordinates

// Whether omega ^ d omega = 0. Throws OutOfWork.
bool is_integrable(Atoms& atoms, const RationalForm& form);

// Integrals, each for another V; any of them is a function of any other. Empty if none was found.
// Throws OutOfWork.
std::vector<AnsatzSum> integrals_of(Atoms& atoms, const RationalForm& form);

// All polynomials that have at most the given degree in each atom, and `degree` together: no more
// than `most` of them. By their degrees, then by the power of the first atom.
std::vector<Exponents> products_up_to(const Atoms& atoms, const std::vector<int>& degrees,
                                      int degree, std::size_t most);

}  // namespace zwang
