// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Roots and directions of a symmetric matrix, of which the lower half is read.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

struct SymmetricEigen {
  Vector values;   // rising
  Matrix vectors;  // orthonormal columns
};
SymmetricEigen symmetric_eigen(const Matrix& matrix);
Vector symmetric_eigenvalues(const Matrix& matrix);

}  // namespace zwang
