// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/free_rows.hpp"

#include <petscmat.h>

#include <algorithm>
#include <cmath>

namespace zwang::scale {
namespace {

constexpr double epsilon = 1e-8;
// A direction along which less than this part of pᵀ(Φ + ε)p is Φ's lies in its null space.
constexpr double null_part = 1e-4;
constexpr int gradient_steps = 30, steps_without_factor = 3000;
// A factor is made of so many rows; of systems like a net, with few entries in a row, of more.
constexpr double most_factored = 1e5, most_factored_flat = 2e7, flat = 9.0;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void FreeRows::begin(const Dual& dual) {
  factored_ = false;
  factorisations_ = 0;
  flops_ = 0.0;
  taken_.assign(index(dual.rows()), 0);
  rows_.clear();
}

void FreeRows::take(const Dual& dual, const std::vector<unsigned char>& free) {
  if (!factored_ || processes_.any(free != taken_)) factor(dual, free);
}

void FreeRows::factor(const Dual& dual, const std::vector<unsigned char>& free) {
  taken_ = free;
  rows_.clear();
  std::vector<PetscInt> numbers;
  for (int i = 0; i < dual.rows(); ++i) {
    if (free[index(i)] == 0) continue;
    rows_.push_back(i);
    numbers.push_back(dual.joined().first() + i);
  }
  for (auto* const one : {&r_, &x_, &z_, &p_, &q_, &best_x_, &best_r_}) one->resize(rows_.size());
  factored_ = true;
  flops_ = 0.0;
  const double all = processes_.sum(static_cast<double>(rows_.size()));
  if (all == 0.0) return;
  ++factorisations_;
  const auto count = static_cast<PetscInt>(numbers.size());
  Held<IS> set;
  check(ISCreateGeneral(processes_.comm(), count, numbers.data(), PETSC_USE_POINTER, set.fresh()));
  check(MatCreateSubMatrix(dual.phi(), set, set, MAT_INITIAL_MATRIX, shifted_.fresh()));
  check(MatShift(shifted_, epsilon));
  check(MatSetOption(shifted_, MAT_SPD, PETSC_TRUE));
  check(MatCreateVecs(shifted_, in_.fresh(), out_.fresh()));
  MatInfo info;
  check(MatGetInfo(shifted_, MAT_GLOBAL_SUM, &info));
  const double most = info.nz_used <= flat * all ? most_factored_flat : most_factored;
  check(PCCreate(processes_.comm(), before_.fresh()));
  check(PCSetOperators(before_, shifted_, shifted_));
  check(PCSetOptionsPrefix(before_, "free_"));
  if (all <= most) {
    check(PCSetType(before_, PCCHOLESKY));
    check(PCFactorSetMatSolverType(before_, MATSOLVERMUMPS));
  } else {
    check(PCSetType(before_, PCBJACOBI));
  }
  check(PCSetFromOptions(before_));
  PetscBool direct = PETSC_FALSE;
  check(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(static_cast<PC>(before_)), &direct,
                                  PCCHOLESKY, PCLU, ""));
  direct_ = direct == PETSC_TRUE;
  check(PCSetUp(before_));
  if (!direct_) return;
  Mat factors = nullptr;
  check(PCFactorGetMatrix(before_, &factors));
  if (MatMumpsGetRinfog(factors, 3, &flops_) != 0) flops_ = 0.0;  // another factoriser
}

void FreeRows::prepare(const std::vector<double>& r, std::vector<double>& z) const {
  const Lent in(in_, r.data()), out(out_, z.data());
  check(PCApply(before_, in_, out_));
}

// Φ_FF p is (Φ_FF + ε) p less εp, to the rounding of either.
void FreeRows::multiply(const std::vector<double>& p, std::vector<double>& q) const {
  {
    const Lent in(in_, p.data()), out(out_, q.data());
    check(MatMult(shifted_, in_, out_));
  }
  for (std::size_t k = 0; k < p.size(); ++k) q[k] -= epsilon * p[k];
}

double FreeRows::largest(const Dual& dual, const std::vector<double>& packed) const {
  double size = 0.0;
  for (std::size_t k = 0; k < rows_.size(); ++k)
    size = std::max(size, std::abs(packed[k]) * dual.length(rows_[k]));
  return processes_.largest(size);
}

double FreeRows::dot(const std::vector<double>& a, const std::vector<double>& b) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return processes_.sum(sum);
}

int FreeRows::solve(const Dual& dual, std::vector<double>& r, double enough,
                    std::vector<double>& x) {
  met_null_ = false;
  left_ = 0.0;
  std::ranges::fill(x, 0.0);
  if (processes_.sum(static_cast<double>(rows_.size())) == 0.0) return 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) r_[k] = r[index(rows_[k])];
  prepare(r_, x_);
  multiply(x_, q_);
  int products = 1;
  for (std::size_t k = 0; k < r_.size(); ++k) r_[k] -= q_[k];
  best_x_ = x_;
  best_r_ = r_;
  left_ = largest(dual, r_);
  if (left_ > enough) {
    prepare(r_, z_);
    p_ = z_;
    double rz = dot(r_, z_);
    const int most = direct_ ? gradient_steps : steps_without_factor;
    for (int step = 0; step < most; ++step) {
      multiply(p_, q_);
      ++products;
      const double pq = dot(p_, q_);
      if (!(pq > null_part * (pq + epsilon * dot(p_, p_)))) {
        met_null_ = true;
        break;
      }
      const double alpha = rz / pq;
      for (std::size_t k = 0; k < r_.size(); ++k) {
        x_[k] += alpha * p_[k];
        r_[k] -= alpha * q_[k];
      }
      const double size = largest(dual, r_);
      if (size < left_) {
        left_ = size;
        best_x_ = x_;
        best_r_ = r_;
      }
      if (size <= enough || (direct_ && size > 30.0 * left_)) break;
      prepare(r_, z_);
      const double rz_next = dot(r_, z_);
      const double beta = rz_next / rz;
      rz = rz_next;
      for (std::size_t k = 0; k < p_.size(); ++k) p_[k] = z_[k] + beta * p_[k];
    }
  }
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    x[index(rows_[k])] = best_x_[k];
    r[index(rows_[k])] = best_r_[k];
  }
  return products;
}

// Incomplete factors keep more than the null space; what is made of that is judged by others.
void FreeRows::keep_null(const Dual&, std::vector<double>& r) {
  for (std::size_t k = 0; k < rows_.size(); ++k) r_[k] = r[index(rows_[k])];
  prepare(r_, z_);
  for (std::size_t k = 0; k < rows_.size(); ++k) r[index(rows_[k])] = epsilon * z_[k];
}

// ε(Φ + ε)⁻¹, four times, leaves of any vector what lies in the null space, and (ε/λ)⁴ of the rest.
int FreeRows::dependent(const Dual& dual) {
  if (!direct_) return met_null_ ? 1 : 0;
  const PetscInt first = dual.joined().first();
  for (std::size_t k = 0; k < rows_.size(); ++k)
    p_[k] = 1.0 + 0.5 * std::sin(static_cast<double>(first + rows_[k]));
  for (int turn = 0; turn < 4; ++turn) {
    prepare(p_, z_);
    const double size = dot(z_, z_);
    if (!(size > 0.0)) return 0;
    const double shrink = 1.0 / std::sqrt(size);
    for (std::size_t k = 0; k < rows_.size(); ++k) p_[k] = shrink * z_[k];
  }
  multiply(p_, q_);
  return dot(p_, q_) > 0.01 * epsilon ? 0 : 1;
}

}  // namespace zwang::scale
