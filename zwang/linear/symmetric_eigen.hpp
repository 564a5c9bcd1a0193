// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and eigenvectors of a symmetric matrix; only the lower half is read.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

struct SymmetricEigen {
  Vector values;   // ascending
  Matrix vectors;  // orthonormal columns
};
SymmetricEigen symmetric_eigen(const Matrix& matrix);
Vector symmetric_eigenvalues(const Matrix& matrix);

}  // namespace zwang
