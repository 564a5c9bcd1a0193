// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Which combinations of forms are differentials, in formulas (theory 11): the derived system
//
//   I_0 = span(omega),   I_(k+1) = {omega in I_k : d omega = 0 modulo I_k}
//
// until it stops. It is spanned by as many differentials as it has forms.
#pragma once

#include <vector>

#include "zwang/laws/quadrature.hpp"

namespace zwang {

// Independent forms that span the limit, each solved for another differential. Throws OutOfWork, or
// std::domain_error for atoms without derivatives.
std::vector<RationalForm> derived_system(Atoms& atoms, std::vector<RationalForm> forms);

// Combinations of independent forms that lack as many differentials as possible, each up to a
// factor: candidates for forms that are integrable by themselves.
std::vector<RationalForm> combinations(Atoms& atoms, const std::vector<RationalForm>& forms);

}  // namespace zwang
