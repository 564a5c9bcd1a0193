// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The minimum problem in its multipliers (minimum/sparse_dual.hpp) on PETSc's matrices:
//
//   ½ zᵀΦz − bᵀz  →  min,   z_i ≥ 0 for inequalities,   Φ = C Cᵀ,   b = A x_free + c
//
// C has the rows of A M^−½, each of length 1. A process has the rows of its part of the problem.
#pragma once

#include <memory>
#include <vector>

#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

// The rows of Φ on a process, as stored in PETSc's matrix: columns of its own rows, and columns of
// others by their places after them.
struct PhiRows {
  const PetscInt* start = nullptr;
  const PetscInt* column = nullptr;
  const double* value = nullptr;
  const PetscInt* other_start = nullptr;
  const PetscInt* other_column = nullptr;
  const double* other_value = nullptr;
};

class Dual {
 public:
  explicit Dual(const Processes& processes) : processes_(processes) {}

  // Reads the problem; offsets up to `touching` count as 0. False if a mass is not positive.
  bool read(const ProblemPart& problem, double touching);

  const Processes& processes() const { return processes_; }
  int rows() const { return rows_; }
  double all_rows() const { return all_rows_; }
  double flops() const { return 2.0 * (entries_ + 4.0 * all_rows_); }
  Mat phi() const { return phi_; }
  const PhiRows& phi_rows() const { return phi_rows_; }
  // Rows of other processes that Φ couples to those of this one.
  const Halo& joined() const { return joined_; }
  // Its rows that are not coupled to other processes, and those that are: from first up to end.
  struct Range {
    int first, end;
  };
  const std::vector<Range>& inner() const { return inner_; }
  const std::vector<Range>& outer() const { return outer_; }

  const std::vector<double>& right() const { return b_; }
  const std::vector<double>& least() const { return least_; }
  bool equation(int i) const { return least_[static_cast<std::size_t>(i)] < 0.0; }
  bool touches(int i) const { return touches_[static_cast<std::size_t>(i)] != 0; }
  double length(int i) const { return length_[static_cast<std::size_t>(i)]; }
  double scale() const { return scale_; }
  int snapped() const { return snapped_; }
  double moved() const { return moved_; }
  int unknowns_of(const std::vector<unsigned char>& rows) const;

  // y = Φ x
  void multiply(const std::vector<double>& x, std::vector<double>& y) const;
  void gradient(const std::vector<double>& z, std::vector<double>& w) const;
  double natural(const std::vector<double>& z, const std::vector<double>& w) const;
  double value(const std::vector<double>& z, const std::vector<double>& w) const;

  // y = M^½ x of x = x_free − M⁻¹Aᵀz; y − Cᵀz; the gradient there; and x itself.
  void point(const std::vector<double>& z, Vector& y) const;
  void move(const std::vector<double>& z, Vector& y) const;
  void gradient_at(const Vector& y, std::vector<double>& w) const;
  Vector unscaled(const Vector& y) const { return y.cwiseQuotient(root_); }

 private:
  void scale_rows(const ProblemPart& problem, double touching);
  bool same_pattern(const ProblemPart& problem) const;
  void lay_out(const ProblemPart& problem);
  void assemble(bool same_pattern);
  void split();

  Processes processes_;
  int rows_ = 0;
  double all_rows_ = 0.0, entries_ = 0.0;

  std::shared_ptr<const Halo> unknowns_;
  std::vector<PetscInt> start_;  // C, with rows as in the problem
  std::vector<int> place_;
  std::vector<double> value_;
  std::vector<PetscInt> sorted_, column_;  // its entries in PETSc's order, with their columns
  Vector root_, start_point_;              // M^½ of its own unknowns, M^½ x_free
  Held<Mat> c_, ct_, phi_;
  Held<Vec> row_in_, row_out_;  // for our own arrays

  PhiRows phi_rows_;
  Halo joined_;
  std::vector<Range> inner_, outer_;

  std::vector<double> b_, offset_, least_, length_;
  std::vector<unsigned char> touches_;
  double scale_ = 1.0;
  int snapped_ = 0;
  double moved_ = 0.0;
};

}  // namespace zwang::scale
