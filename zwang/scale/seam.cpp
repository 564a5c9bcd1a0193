// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/seam.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang::scale {
namespace {

// MUMPS's number of its operations.
constexpr PetscInt operations = 3;

}  // namespace

bool Seam::factor(const Dual& dual, const std::vector<int>& rows, double shift, int most) {
  if (!lay_out(dual, rows, most)) return false;
  read(dual, rows, shift);
  flops_ = 0.0;
  if (inner_ > 0) factor_inner();
  if (inner_ > 0 && !border_.empty()) eliminate();
  MPI_Allreduce(MPI_IN_PLACE, s_.data(), static_cast<int>(s_.size()), MPI_DOUBLE, MPI_SUM,
                processes_.comm());
  s_factor_.compute(s_);
  flops_ = processes_.sum(flops_) + std::pow(all_, 3) / 3.0;
  return s_factor_.info() == Eigen::Success;
}

// A row is on the seam if it is joined to one of a later process: so no two processes' other rows
// are joined.
bool Seam::lay_out(const Dual& dual, const std::vector<int>& rows, int most) {
  const PhiRows& phi = dual.phi_rows();
  const Halo& places = dual.joined();
  std::vector<double> code(index(places.size()), 0.0);
  for (const int i : rows) code[index(i)] = 1.0;
  places.bring(code);
  const PetscInt end = places.first() + places.own();
  std::vector<unsigned char> on_seam(rows.size(), 0);
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (PetscInt e = phi.other_start[rows[k]]; e < phi.other_start[rows[k] + 1]; ++e) {
      const int place = places.own() + phi.other_column[e];
      if (code[index(place)] != 0.0 && places.number(place) >= end) on_seam[k] = 1;
    }
  const auto mine = static_cast<int>(std::ranges::count(on_seam, 1));
  all_ = processes_.sum(mine);
  if (all_ > most) return false;
  int seam = processes_.sum_before(mine);
  inner_ = 0;
  of_row_.resize(rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    of_row_[k] = on_seam[k] != 0 ? -1 - seam++ : 1 + inner_++;
    code[index(rows[k])] = of_row_[k];
  }
  places.bring(code);
  code_.assign(code.begin(), code.end());
  return true;
}

// The inner rows, the seam's rows of this process, and what joins them.
void Seam::read(const Dual& dual, const std::vector<int>& rows, double shift) {
  const PhiRows& phi = dual.phi_rows();
  const int own = dual.joined().own();
  s_.setZero(all_, all_);
  std::vector<int> place(index(all_), -1);
  border_.clear();
  std::vector<Eigen::Triplet<double>> coupling;
  std::vector<PetscInt> start = {0}, column;
  std::vector<double> value;
  const auto take = [&](int from, int to, double entry) {
    if (to == 0) return;
    if (from < 0) {
      if (to < 0) s_(-1 - from, -1 - to) = entry;
    } else if (to > 0) {
      column.push_back(to - 1);
      value.push_back(to == from ? entry + shift : entry);
    } else {
      int& b = place[index(-1 - to)];
      if (b < 0) {
        b = static_cast<int>(border_.size());
        border_.push_back(-1 - to);
      }
      coupling.emplace_back(from - 1, b, entry);
    }
  };
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int i = rows[k];
    for (PetscInt e = phi.start[i]; e < phi.start[i + 1]; ++e)
      take(of_row_[k], code_[index(phi.column[e])], phi.value[e]);
    for (PetscInt e = phi.other_start[i]; e < phi.other_start[i + 1]; ++e)
      take(of_row_[k], code_[index(own + phi.other_column[e])], phi.other_value[e]);
    if (of_row_[k] < 0)
      s_(-1 - of_row_[k], -1 - of_row_[k]) += shift;
    else
      start.push_back(static_cast<PetscInt>(column.size()));
  }
  const auto border = static_cast<int>(border_.size());
  coupling_.resize(inner_, border);
  coupling_.setFromTriplets(coupling.begin(), coupling.end());
  given_.resize(inner_);
  y_.setZero(inner_);
  // as many rows of Φ in their order: columns ascend, and the arrays are copied as they are
  Held<Mat> lent;
  check(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, inner_, inner_, start.data(), column.data(),
                                  value.data(), lent.fresh()));
  check(MatDuplicate(lent, MAT_COPY_VALUES, k_.fresh()));
  check(MatSetOption(k_, MAT_SPD, PETSC_TRUE));
}

// By PETSc's own factor: with it a solution takes a tenth of the time it takes MUMPS.
void Seam::factor_inner() {
  Held<IS> order, same;
  check(MatGetOrdering(k_, MATORDERINGAMD, order.fresh(), same.fresh()));
  MatFactorInfo options;
  check(MatFactorInfoInitialize(&options));
  options.fill = 5.0;
  check(MatGetFactor(k_, MATSOLVERPETSC, MAT_FACTOR_CHOLESKY, k_factor_.fresh()));
  check(MatCholeskyFactorSymbolic(k_factor_, k_, order, &options));
  check(MatCholeskyFactorNumeric(k_factor_, k_, &options));
  check(MatCreateVecs(k_, in_.fresh(), out_.fresh()));
}

// What the inner rows leave on the seam, by MUMPS, which is fast at that.
void Seam::eliminate() {
  const auto border = static_cast<PetscInt>(border_.size()), size = inner_ + border;
  PetscInt n = 0;
  const PetscInt *start = nullptr, *column = nullptr;
  const double* value = nullptr;
  PetscBool done = PETSC_FALSE;
  check(MatGetRowIJ(k_, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &done));
  check(MatSeqAIJGetArrayRead(k_, &value));
  // [K_pp K_pB; 0 0], its upper half
  std::vector<PetscInt> upper_start = {0}, upper_column;
  std::vector<double> upper;
  const auto add = [&](PetscInt to, double entry) {
    upper_column.push_back(to);
    upper.push_back(entry);
  };
  for (int i = 0; i < inner_; ++i) {
    for (PetscInt e = start[i]; e < start[i + 1]; ++e)
      if (column[e] >= i) add(column[e], value[e]);
    for (decltype(coupling_)::InnerIterator e(coupling_, i); e; ++e)
      add(inner_ + static_cast<PetscInt>(e.col()), e.value());
    upper_start.push_back(static_cast<PetscInt>(upper.size()));
  }
  for (PetscInt b = inner_; b < size; ++b) {
    add(b, 0.0);
    upper_start.push_back(static_cast<PetscInt>(upper.size()));
  }
  check(MatSeqAIJRestoreArrayRead(k_, &value));
  check(MatRestoreRowIJ(k_, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &done));
  Held<Mat> bordered, factor, left;
  check(MatCreateSeqSBAIJWithArrays(PETSC_COMM_SELF, 1, size, size, upper_start.data(),
                                    upper_column.data(), upper.data(), bordered.fresh()));
  Held<IS> last;
  check(ISCreateStride(PETSC_COMM_SELF, border, inner_, 1, last.fresh()));
  check(MatGetFactor(bordered, MATSOLVERMUMPS, MAT_FACTOR_CHOLESKY, factor.fresh()));
  check(MatFactorSetSchurIS(factor, last));
  MatFactorInfo options;
  check(MatFactorInfoInitialize(&options));
  check(MatCholeskyFactorSymbolic(factor, bordered, nullptr, &options));
  check(MatCholeskyFactorNumeric(factor, bordered, &options));
  check(MatMumpsGetRinfog(factor, operations, &flops_));
  check(MatFactorCreateSchurComplement(factor, left.fresh(), nullptr));
  const double* entries = nullptr;
  check(MatDenseGetArrayRead(left, &entries));
  const Eigen::Map<const Eigen::MatrixXd> dense(entries, border, border);
  for (int b = 0; b < border; ++b)
    for (int a = 0; a < border; ++a) s_(border_[index(a)], border_[index(b)]) += dense(a, b);
  check(MatDenseRestoreArrayRead(left, &entries));
}

void Seam::solve_inner() {
  if (inner_ == 0) return;
  const Lent in(in_, given_.data()), out(out_, y_.data());
  check(MatSolve(k_factor_, in_, out_));
}

void Seam::solve(const std::vector<double>& r, std::vector<double>& x) {
  on_seam_.setZero(all_);
  for (std::size_t k = 0; k < r.size(); ++k)
    (of_row_[k] < 0 ? on_seam_[-1 - of_row_[k]] : given_[of_row_[k] - 1]) = r[k];
  solve_inner();
  on_border_ = coupling_.transpose() * y_;
  for (std::size_t b = 0; b < border_.size(); ++b)
    on_seam_[border_[b]] -= on_border_[static_cast<Eigen::Index>(b)];
  MPI_Allreduce(MPI_IN_PLACE, on_seam_.data(), all_, MPI_DOUBLE, MPI_SUM, processes_.comm());
  s_factor_.solveInPlace(on_seam_);
  for (std::size_t b = 0; b < border_.size(); ++b)
    on_border_[static_cast<Eigen::Index>(b)] = on_seam_[border_[b]];
  given_ -= coupling_ * on_border_;
  solve_inner();
  for (std::size_t k = 0; k < r.size(); ++k)
    x[k] = of_row_[k] < 0 ? on_seam_[-1 - of_row_[k]] : y_[of_row_[k] - 1];
}

}  // namespace zwang::scale
