// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The mass matrix: block diagonal with symmetric blocks. It measures velocities and accelerations:
// |x|² = xᵀMx is the kinetic metric of theory 1.
#pragma once

#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class MassMatrix {
 public:
  MassMatrix() = default;
  // Block i acts on unknowns first[i] to first[i + 1].
  explicit MassMatrix(std::vector<int> first);

  int size() const { return first_.empty() ? 0 : first_.back(); }
  int blocks() const { return static_cast<int>(first_.size()) - 1; }
  int first(int i) const { return first_[static_cast<std::size_t>(i)]; }
  // The entries of block i, column by column; for a single unknown, its mass.
  double* block(int i) { return data_.data() + start_[static_cast<std::size_t>(i)]; }
  const double* block(int i) const { return data_.data() + start_[static_cast<std::size_t>(i)]; }

  Vector times(const Vector& x) const;
  double square(const Vector& x) const { return dot(x, x); }  // |x|²
  double dot(const Vector& x, const Vector& y) const;         // xᵀMy

  // Prepares solve(). False if a block is not positive definite.
  bool factor();
  double work() const;                           // of factor(), in products
  void solve(double* x) const;                   // x becomes M⁻¹x
  void solve_block(int block, double* x) const;  // the same of the unknowns of one block
  int block_of(int unknown) const;

  Matrix dense() const;

 private:
  std::vector<int> first_;
  std::vector<std::size_t> start_;
  std::vector<double> data_, lower_;  // lower_: Cholesky factors; 1/mass for one unknown
};

}  // namespace zwang
