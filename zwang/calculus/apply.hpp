// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One operation on plain numbers: what folds constants and what finds out where a formula leaves
// its domain. An argument that is not finite never gives a finite result.
#pragma once

#include "zwang/calculus/operation.hpp"

namespace zwang {

double apply(Operation operation, double a);
double apply(Operation operation, double a, double b);

}  // namespace zwang
