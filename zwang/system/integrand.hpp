// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Energies that are none of mechanics: any F(t, q, q') may be the integrand of Maurer's geodesic
// and mixed problems (1905, no. 5; theory 10), but only one that is a polynomial of degree 2 in
// the rates has a mass matrix, and with it a zwang.
#pragma once

#include "zwang/model/model.hpp"

namespace zwang {

// Whether the kinetic energy is of another kind.
bool has_general_integrand(const Model& model);

// E205 if it is.
void demand_energy(const Model& model);

}  // namespace zwang
