// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace zwang::scale {
namespace {

std::size_t index(PetscInt i) { return static_cast<std::size_t>(i); }

std::span<double> all_of(Vector& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

bool Dual::read(const ProblemPart& problem, double touching) {
  if (processes_.any(!(problem.mass.array() > 0.0).all())) return false;
  rows_ = problem.rows();
  all_rows_ = processes_.sum(static_cast<double>(rows_));
  const bool same = !processes_.any(!same_pattern(problem));
  unknowns_ = problem.shared_unknowns();
  if (!same) lay_out(problem);
  scale_rows(problem, touching);
  assemble(same);
  if (!same) split();
  return true;
}

bool Dual::same_pattern(const ProblemPart& problem) const {
  if (unknowns_ != problem.shared_unknowns()) return false;
  if (start_.size() != index(problem.rows()) + 1) return false;
  std::size_t k = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    const auto entries = problem.entries(i);
    if (entries.size() != index(start_[index(i) + 1] - start_[index(i)])) return false;
    for (const minimum::Entry& entry : entries)
      if (place_[k++] != entry.column) return false;
  }
  return true;
}

// Rows as PETSc wants them: columns by their numbers, ascending.
void Dual::lay_out(const ProblemPart& problem) {
  start_.assign(1, 0);
  place_.clear();
  column_.clear();
  sorted_.clear();
  std::vector<PetscInt> order;
  for (int i = 0; i < problem.rows(); ++i) {
    const auto entries = problem.entries(i);
    const auto begin = static_cast<PetscInt>(place_.size());
    order.resize(entries.size());
    std::iota(order.begin(), order.end(), begin);
    for (const minimum::Entry& entry : entries) place_.push_back(entry.column);
    const auto number = [&](PetscInt k) { return unknowns_->number(place_[index(k)]); };
    std::ranges::sort(order, {}, number);
    for (const PetscInt k : order) {
      sorted_.push_back(k);
      column_.push_back(number(k));
    }
    start_.push_back(static_cast<PetscInt>(place_.size()));
  }
  value_.resize(place_.size());
}

// Row i of C is a_i M^−½ over its length.
void Dual::scale_rows(const ProblemPart& problem, double touching) {
  const auto m = index(rows_);
  Vector root(unknowns_->size()), free(unknowns_->size());
  root.head(unknowns_->own()) = problem.mass.cwiseSqrt();
  free.head(unknowns_->own()) = problem.free;
  unknowns_->bring(all_of(root));
  unknowns_->bring(all_of(free));
  root_ = root.head(unknowns_->own());
  start_point_ = root_.cwiseProduct(problem.free);
  b_.resize(m);
  offset_.resize(m);
  least_.resize(m);
  length_.resize(m);
  touches_.resize(m);
  scale_ = moved_ = 0.0;
  snapped_ = 0;
  double offsets = 0.0;
  for (std::size_t i = 0; i < m; ++i) {
    const int row = static_cast<int>(i);
    double at_free = 0.0, terms = 0.0, squares = 0.0;
    auto* c = value_.data() + start_[i];
    for (const auto& [column, value] : problem.entries(row)) {
      const double term = value * free[column];
      at_free += term;
      terms += std::abs(term);
      *c = value / root[column];
      squares += *c * *c;
      ++c;
    }
    double offset = problem.offset(row);
    if (offset != 0.0 && std::abs(offset) <= touching) {
      ++snapped_;
      moved_ = std::max(moved_, std::abs(offset));
      offset = 0.0;
    }
    scale_ = std::max({scale_, std::abs(at_free), 1e-3 * terms});
    offsets = std::max(offsets, std::abs(offset));
    length_[i] = std::sqrt(squares);
    touches_[i] = offset >= 0.0;
    least_[i] = problem.kind(row) == minimum::Kind::equation
                    ? -std::numeric_limits<double>::infinity()
                    : 0.0;
    if (squares > 0.0) {
      for (PetscInt k = start_[i]; k < start_[i + 1]; ++k) value_[index(k)] /= length_[i];
      b_[i] = (at_free + offset) / length_[i];
      offset_[i] = offset / length_[i];
    } else {  // an empty row: open for ever
      touches_[i] = 0;
      least_[i] = 0.0;
      b_[i] = offset_[i] = -1.0;
    }
  }
  scale_ = processes_.largest(scale_);
  offsets = processes_.largest(offsets);
  if (scale_ == 0.0) scale_ = offsets > 0.0 ? offsets : 1.0;
  snapped_ = processes_.sum(snapped_);
  moved_ = processes_.largest(moved_);
}

void Dual::assemble(bool same_pattern) {
  const MPI_Comm comm = processes_.comm();
  std::vector<double> values(value_.size());
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = value_[index(sorted_[k])];
  if (same_pattern) {
    check(MatUpdateMPIAIJWithArrays(c_, rows_, unknowns_->own(), PETSC_DETERMINE, PETSC_DETERMINE,
                                    start_.data(), column_.data(), values.data()));
    check(MatTranspose(c_, MAT_REUSE_MATRIX, ct_.kept()));
    check(MatMatMult(c_, ct_, MAT_REUSE_MATRIX, PETSC_DEFAULT, phi_.kept()));
    return;
  }
  check(MatCreateMPIAIJWithArrays(comm, rows_, unknowns_->own(), PETSC_DETERMINE, PETSC_DETERMINE,
                                  start_.data(), column_.data(), values.data(), c_.fresh()));
  check(MatTranspose(c_, MAT_INITIAL_MATRIX, ct_.fresh()));
  check(MatMatMult(c_, ct_, MAT_INITIAL_MATRIX, PETSC_DEFAULT, phi_.fresh()));
  check(VecCreateMPIWithArray(comm, 1, rows_, PETSC_DETERMINE, nullptr, row_in_.fresh()));
  check(VecCreateMPIWithArray(comm, 1, rows_, PETSC_DETERMINE, nullptr, row_out_.fresh()));
}

// How Φ lies in memory.
void Dual::split() {
  Mat own = nullptr, others = nullptr;
  const PetscInt* numbers = nullptr;
  check(MatMPIAIJGetSeqAIJ(phi_, &own, &others, &numbers));
  PetscInt width = 0;
  check(MatGetSize(others, nullptr, &width));
  joined_ = Halo(processes_, rows_, {numbers, numbers + width});
  PetscBool done = PETSC_FALSE;
  PetscInt n = 0;
  check(MatGetRowIJ(own, 0, PETSC_FALSE, PETSC_FALSE, &n, &phi_rows_.start, &phi_rows_.column,
                    &done));
  check(MatGetRowIJ(others, 0, PETSC_FALSE, PETSC_FALSE, &n, &phi_rows_.other_start,
                    &phi_rows_.other_column, &done));
  check(MatSeqAIJGetArrayRead(own, &phi_rows_.value));
  check(MatSeqAIJGetArrayRead(others, &phi_rows_.other_value));
  inner_.clear();
  outer_.clear();
  for (int i = 0; i < rows_; ++i) {
    const bool alone = phi_rows_.other_start[i] == phi_rows_.other_start[i + 1];
    std::vector<Range>& ranges = alone ? inner_ : outer_;
    if (ranges.empty() || ranges.back().end < i) ranges.push_back({i, i});
    ++ranges.back().end;
  }
  entries_ =
      processes_.sum(static_cast<double>(phi_rows_.start[rows_] + phi_rows_.other_start[rows_]));
}

int Dual::unknowns_of(const std::vector<unsigned char>& rows) const {
  Vector seen = Vector::Zero(unknowns_->size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == 0) continue;
    for (PetscInt k = start_[i]; k < start_[i + 1]; ++k) seen[place_[index(k)]] = 1.0;
  }
  unknowns_->add(all_of(seen));
  return processes_.sum(static_cast<int>((seen.head(unknowns_->own()).array() > 0.0).count()));
}

void Dual::multiply(const std::vector<double>& x, std::vector<double>& y) const {
  const Lent in(row_in_, x.data()), out(row_out_, y.data());
  check(MatMult(phi_, row_in_, row_out_));
}

void Dual::gradient(const std::vector<double>& z, std::vector<double>& w) const {
  multiply(z, w);
  for (std::size_t i = 0; i < w.size(); ++i) w[i] -= b_[i];
}

double Dual::natural(const std::vector<double>& z, const std::vector<double>& w) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double miss = least_[i] < 0.0 ? w[i] : std::min(z[i], w[i]);
    worst = std::max(worst, std::abs(miss) * length_[i]);
  }
  return processes_.largest(worst) / scale_;
}

double Dual::value(const std::vector<double>& z, const std::vector<double>& w) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) sum += z[i] * (w[i] - b_[i]);
  return 0.5 * processes_.sum(sum);
}

void Dual::point(const std::vector<double>& z, Vector& y) const {
  y = start_point_;
  move(z, y);
}

void Dual::move(const std::vector<double>& z, Vector& y) const {
  Vector sums = Vector::Zero(unknowns_->size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (z[i] == 0.0) continue;
    for (PetscInt k = start_[i]; k < start_[i + 1]; ++k)
      sums[place_[index(k)]] += z[i] * value_[index(k)];
  }
  unknowns_->add(all_of(sums));
  y -= sums.head(unknowns_->own());
}

void Dual::gradient_at(const Vector& y, std::vector<double>& w) const {
  Vector all(unknowns_->size());
  all.head(unknowns_->own()) = y;
  unknowns_->bring(all_of(all));
  for (std::size_t i = 0; i < w.size(); ++i) {
    double sum = offset_[i];
    for (PetscInt k = start_[i]; k < start_[i + 1]; ++k)
      sum += value_[index(k)] * all[place_[index(k)]];
    w[i] = -sum;
  }
}

}  // namespace zwang::scale
