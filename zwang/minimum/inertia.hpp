// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether the mass is positive in the directions that the equations leave free: decided exactly. It
// need not be positive elsewhere.
#pragma once

#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {

enum class Inertia {
  positive,
  indefinite,    // a free direction with negative inertia: E303
  undetermined,  // a free direction without inertia, and no force on it: E304
  unbounded,     // a free direction without inertia, and a force on it: E305
};

Inertia inertia_of(const Problem& problem);

}  // namespace zwang::minimum
