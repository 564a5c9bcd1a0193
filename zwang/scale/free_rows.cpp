// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/free_rows.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang::scale {
namespace {

constexpr double epsilon = minimum::shift_of_free_rows;
constexpr int gradient_steps = 30, steps_of_blocks = 300, steps_without_factor = 3000;
// So many rows may come and go before the next factor; each costs a gradient or two.
constexpr int most_changes = 24, steps_per_change = 3;
// A process factors so many rows that hang together, and with PETSc's own factor so many, beyond
// that with MUMPS's, which is the faster one on them and much the slower one on many small pieces.
// Of systems like a net, with few entries in a row, more.
constexpr double most_factored = 1e5, most_simple = 2e4;
constexpr double most_factored_flat = 2e7, most_simple_flat = 1e6, flat = 9.0;
// A piece of so many rows, and such a part of all that a process has, is worth a seam; and the
// longest seam that is factored.
constexpr double large_piece = 1000.0, large_part = 0.1;
constexpr int longest_seam = 3000;
// A vector of which so much is left when its equations are solved has a part in the null space.
constexpr double most_left = 1e-6;
constexpr const char* prefix = "free_";

}  // namespace

FreeRows::FreeRows(const Processes& processes) : processes_(processes), seam_(processes) {
  PetscBool chosen = PETSC_FALSE;
  check(PetscOptionsHasName(nullptr, prefix, "-pc_type", &chosen));
  chosen_ = chosen == PETSC_TRUE;
}

void FreeRows::begin(const Dual& dual) {
  const auto m = index(dual.rows());
  factored_ = false;
  changes_ = factorisations_ = 0;
  flops_ = 0.0;
  taken_.assign(m, 0);
  rows_.clear();
  z_.assign(m, 0.0);
}

int FreeRows::room() const { return direct_ ? most_changes - changes_ : 0; }

int FreeRows::changes(const std::vector<unsigned char>& free) const {
  int count = 0;
  for (std::size_t i = 0; i < free.size(); ++i) count += (free[i] != 0) != (in_base_[i] != 0);
  return processes_.sum(count);
}

void FreeRows::take(const Dual& dual, const std::vector<unsigned char>& free) {
  if (!factored_) return factor(dual, free);
  const int count = changes(free);
  if (count > (direct_ ? most_changes : 0)) return factor(dual, free);
  changes_ = count;
  taken_ = free;
  rows_.clear();
  for (int i = 0; i < dual.rows(); ++i)
    if (free[index(i)] != 0) rows_.push_back(i);
  all_ = processes_.sum(static_cast<double>(rows_.size()));
}

void FreeRows::factor(const Dual& dual, const std::vector<unsigned char>& free) {
  taken_ = in_base_ = free;
  rows_.clear();
  std::vector<PetscInt> numbers;
  for (int i = 0; i < dual.rows(); ++i) {
    if (free[index(i)] == 0) continue;
    rows_.push_back(i);
    numbers.push_back(dual.joined().first() + i);
  }
  base_ = rows_;
  changes_ = 0;
  packed_.resize(base_.size());
  solved_.resize(base_.size());
  factored_ = true;
  flops_ = 0.0;
  direct_ = seamed_ = false;
  all_ = processes_.sum(static_cast<double>(rows_.size()));
  if (all_ == 0.0) return;
  ++factorisations_;
  const double piece = processes_.largest(static_cast<double>(largest_piece(dual)));
  if (!chosen_ && set_up_seam(dual, piece)) return;
  const auto count = static_cast<PetscInt>(numbers.size());
  Held<IS> set;
  check(ISCreateGeneral(processes_.comm(), count, numbers.data(), PETSC_USE_POINTER, set.fresh()));
  check(MatCreateSubMatrix(dual.phi(), set, set, MAT_INITIAL_MATRIX, shifted_.fresh()));
  check(MatShift(shifted_, epsilon));
  check(MatSetOption(shifted_, MAT_SPD, PETSC_TRUE));
  check(MatCreateVecs(shifted_, in_.fresh(), out_.fresh()));
  check(PCCreate(processes_.comm(), before_.fresh()));
  check(PCSetOperators(before_, shifted_, shifted_));
  if (chosen_)
    set_up_as_chosen();
  else
    set_up_blocks(piece);
}

// The most rows of this process that hang together.
std::size_t FreeRows::largest_piece(const Dual& dual) const {
  const PhiRows& phi = dual.phi_rows();
  std::vector<unsigned char> left(in_base_);
  std::vector<int> reached;
  std::size_t largest = 0;
  for (const int i : base_) {
    if (left[index(i)] == 0) continue;
    left[index(i)] = 0;
    reached.assign(1, i);
    for (std::size_t next = 0; next < reached.size(); ++next)
      for (PetscInt e = phi.start[reached[next]]; e < phi.start[reached[next] + 1]; ++e)
        if (left[index(phi.column[e])] != 0) {
          left[index(phi.column[e])] = 0;
          reached.push_back(phi.column[e]);
        }
    largest = std::max(largest, reached.size());
  }
  return largest;
}

// Where pieces are small, gradients soon make up for what is split between processes.
bool FreeRows::set_up_seam(const Dual& dual, double piece) {
  const double rows = processes_.largest(static_cast<double>(base_.size()));
  if (processes_.count() == 1 || piece < std::max(large_piece, large_part * rows)) return false;
  seamed_ = direct_ = seam_.factor(dual, base_, epsilon, longest_seam);
  if (seamed_) flops_ = seam_.flops();
  return seamed_;
}

// Every process factors the block of its own rows.
void FreeRows::set_up_blocks(double piece) {
  MatInfo info;
  check(MatGetInfo(shifted_, MAT_GLOBAL_SUM, &info));
  const bool is_flat = info.nz_used <= flat * all_;
  const double rows = static_cast<double>(base_.size());
  const bool simple = piece <= (is_flat ? most_simple_flat : most_simple);
  direct_ = piece <= (is_flat ? most_factored_flat : most_factored);
  check(PCSetType(before_, PCBJACOBI));
  check(PCSetUp(before_));
  KSP* blocks = nullptr;
  check(PCBJacobiGetSubKSP(before_, nullptr, nullptr, &blocks));
  PC block = nullptr;
  check(KSPSetType(blocks[0], KSPPREONLY));
  check(KSPGetPC(blocks[0], &block));
  check(PCSetType(block, direct_ ? PCCHOLESKY : PCICC));
  if (direct_ && simple) check(PCFactorSetMatOrderingType(block, MATORDERINGAMD));
  if (direct_ && !simple) check(PCFactorSetMatSolverType(block, MATSOLVERMUMPS));
  check(PCSetUpOnBlocks(before_));
  if (!direct_) return;
  // additions and multiplications of factors with so many entries
  Mat factor = nullptr;
  double work = 0.0;
  if (rows > 0.0) {
    check(PCFactorGetMatrix(block, &factor));
    check(MatGetInfo(factor, MAT_LOCAL, &info));
    work = info.nz_used * info.nz_used / rows;
  }
  flops_ = processes_.sum(work);
}

void FreeRows::set_up_as_chosen() {
  check(PCSetOptionsPrefix(before_, prefix));
  check(PCSetFromOptions(before_));
  check(PCSetUp(before_));
  check(PCSetUpOnBlocks(before_));
  PetscBool direct = PETSC_FALSE;
  check(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(static_cast<PC>(before_)), &direct,
                                  PCCHOLESKY, PCLU, ""));
  direct_ = direct == PETSC_TRUE;
}

void FreeRows::prepare(const std::vector<double>& r, std::vector<double>& z) {
  for (std::size_t k = 0; k < base_.size(); ++k) {
    const std::size_t i = index(base_[k]);
    packed_[k] = taken_[i] != 0 ? r[i] : 0.0;
  }
  if (seamed_) {
    seam_.solve(packed_, solved_);
  } else {
    const Lent in(in_, packed_.data()), out(out_, solved_.data());
    check(PCApply(before_, in_, out_));
  }
  if (changes_ > 0)
    for (const int i : rows_) z[index(i)] = r[index(i)];
  for (std::size_t k = 0; k < base_.size(); ++k)
    if (const std::size_t i = index(base_[k]); taken_[i] != 0) z[i] = solved_[k];
}

double FreeRows::largest(const Dual& dual, const std::vector<double>& r) const {
  double size = 0.0;
  for (const int i : rows_) size = std::max(size, std::abs(r[index(i)]) * dual.length(i));
  return processes_.largest(size);
}

double FreeRows::dot(const std::vector<double>& a, const std::vector<double>& b) const {
  double sum = 0.0;
  for (const int i : rows_) sum += a[index(i)] * b[index(i)];
  return processes_.sum(sum);
}

int FreeRows::solve(const Dual& dual, std::vector<double>& r, double enough,
                    std::vector<double>& x) {
  struct Equations {
    FreeRows& free;
    const Dual& dual;

    const std::vector<int>& rows() const { return free.rows_; }
    void prepare(const std::vector<double>& given, std::vector<double>& z) const {
      free.prepare(given, z);
    }
    void multiply(const std::vector<double>& p, std::vector<double>& q) const {
      dual.multiply(p, q);
    }
    double dot(const std::vector<double>& a, const std::vector<double>& b) const {
      return free.dot(a, b);
    }
    double largest(const std::vector<double>& given) const { return free.largest(dual, given); }
  };
  if (all_ == 0.0) {
    gradients_ = {};
    std::ranges::fill(x, 0.0);
    return 0;
  }
  int most = gradient_steps;
  if (!exact()) most += (seamed_ ? 0 : steps_of_blocks) + steps_per_change * changes_;
  if (!direct_) most = steps_without_factor;
  return gradients_.solve(Equations{*this, dual}, {enough, most, exact()}, r, x);
}

// With a factor of all rows ε(Φ_FF + ε)⁻¹ r; without one, r along the null direction that was met.
void FreeRows::keep_null(const Dual&, std::vector<double>& r) {
  if (exact()) {
    prepare(r, z_);
    for (const int i : rows_) r[index(i)] = epsilon * z_[index(i)];
  } else if (met_null()) {
    const std::vector<double>& null = gradients_.null_direction();
    const double part = dot(null, r) / dot(null, null);
    for (const int i : rows_) r[index(i)] = part * null[index(i)];
  }
}

// Of a vector without a pattern gradients leave what lies in the null space, and next to nothing of
// the rest. Where they do not come to an end, nobody knows.
int FreeRows::dependent(const Dual& dual) {
  const PetscInt first = dual.joined().first();
  std::vector<double> r(taken_.size(), 0.0), x(r.size());
  for (const int i : rows_) r[index(i)] = 1.0 + 0.5 * std::sin(static_cast<double>(first + i));
  const double before = largest(dual, r);
  solve(dual, r, most_left * before, x);
  return left() <= most_left * before ? 0 : 1;
}

}  // namespace zwang::scale
