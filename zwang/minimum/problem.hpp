// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem as data: a mass, what pulls, and rows.
//
//   ½ xᵀMx − (X + M x_free)ᵀx  →  min     with   a·x + c = 0 (equations),  a·x + c ≤ 0
//   (inequalities)
//
// With X = 0 this is the distance from x_free (an impact: x_free are the velocities before); with
// x_free = 0 it is Gauss's zwang for the forces X (an instant). The mass is block diagonal and rows
// are sparse, so that one interface serves four unknowns and ten million.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/minimum/row.hpp"

namespace zwang::minimum {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Problem {
 public:
  Problem() = default;

  // Adds a block of mass on the diagonal, with one unknown per row. Symmetric.
  Problem& block(const Matrix& mass);
  // Adds `count` unknowns of one mass, each a block of its own.
  Problem& point(double mass, int count = 1);

  // X and x_free; zero if not given.
  Problem& force(const Vector& force);
  Problem& free(const Vector& free);

  // Adds a row, a·x + offset; columns ascend.
  Problem& row(Kind kind, std::span<const Entry> entries, double offset, double tau = rounded_data);
  // The same for a dense row; zeros are left out.
  Problem& zero(const Vector& row, double offset, double tau = rounded_data);
  Problem& at_most_zero(const Vector& row, double offset, double tau = rounded_data);
  Problem& zero(std::initializer_list<double> row, double offset, double tau = rounded_data);
  Problem& at_most_zero(std::initializer_list<double> row, double offset,
                        double tau = rounded_data);

  // Makes tau of all rows so far at least this.
  Problem& rounded(double tau);

  int unknowns() const { return block_start_.back(); }
  int rows() const { return static_cast<int>(kind_.size()); }
  int blocks() const { return static_cast<int>(block_start_.size()) - 1; }

  // Unknowns of block i are first(i) to first(i + 1); its mass is stored column by column.
  int first(int i) const { return block_start_[static_cast<std::size_t>(i)]; }
  std::span<const double> mass(int i) const;

  bool has_free() const { return free_.size() > 0; }
  bool has_force() const { return force_.size() > 0; }
  const Vector& free() const { return free_; }
  const Vector& force() const { return force_; }

  Kind kind(int row) const { return kind_[static_cast<std::size_t>(row)]; }
  double offset(int row) const { return offset_[static_cast<std::size_t>(row)]; }
  double tau(int row) const { return tau_[static_cast<std::size_t>(row)]; }
  std::span<const Entry> entries(int row) const;

  // Throws Error (E120) that names what is wrong: sizes that disagree, a non-finite number, a mass
  // that is not symmetric, a column that does not exist or occurs twice.
  void check() const;

 private:
  std::vector<int> block_start_ = {0};
  std::vector<std::size_t> mass_start_ = {0};
  std::vector<double> mass_;
  Vector free_, force_;
  std::vector<std::size_t> row_start_ = {0};
  std::vector<Entry> entry_;
  std::vector<double> offset_, tau_;
  std::vector<Kind> kind_;
};

// Masses of 1, as in the examples of the papers.
Problem unit_masses(std::initializer_list<double> free);

}  // namespace zwang::minimum
