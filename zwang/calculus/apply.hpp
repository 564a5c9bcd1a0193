// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One operation on plain numbers: folds constants, and locates where a formula leaves its domain. A
// non-finite argument never gives a finite result.
#pragma once

#include "zwang/calculus/operation.hpp"

namespace zwang {

double apply(Operation operation, double a);
double apply(Operation operation, double a, double b);

}  // namespace zwang
