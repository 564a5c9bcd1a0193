// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/free_rows.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang::minimum {
namespace {

constexpr double epsilon = shift_of_free_rows;
constexpr int gradient_steps = 30, rough_steps = 24;
// A rough x leaves this part of r.
constexpr double rough_part = 0.3;
// The factor of F0 tells something of F while no more than this part of its rows have changed.
constexpr double most_changed = 0.1;
// Rows that come or go between two factorisations.
constexpr int most_borders = 32;

}  // namespace

void FreeRows::begin(const SparseDual& dual) {
  factored_ = false;
  factorisations_ = 0;
  most_changes_ = 0;
  borders_.clear();
  const auto m = index(dual.rows());
  if (pattern_ == dual.pattern() && place_.size() == m) return;
  pattern_ = dual.pattern();
  analysed_.clear();
  order_.clear();
  place_.assign(m, -1);
  state_.assign(m, State::outside);
  for (std::vector<double>* v : {&p_, &q_}) v->assign(m, 0.0);
}

// One order for all sets F: that of all rows. It depends on the pattern of Φ alone, so an answer
// does not depend on what was asked before.
void FreeRows::order(const SparseDual& dual) {
  if (!order_.empty()) return;
  const SparseRows& phi = dual.phi();
  const int m = dual.rows();
  const Eigen::Map<const Eigen::SparseMatrix<double>> whole(
      m, m, static_cast<Eigen::Index>(phi.value.size()), phi.start.data(), phi.column.data(),
      phi.value.data());
  Eigen::AMDOrdering<int>::PermutationType order;
  Eigen::AMDOrdering<int>()(whole.selfadjointView<Eigen::Upper>(), order);
  order_.assign(order.indices().data(), order.indices().data() + m);
}

void FreeRows::factor(const SparseDual& dual, const std::vector<unsigned char>& free) {
  order(dual);
  const SparseRows& phi = dual.phi();
  base_.clear();
  std::fill(place_.begin(), place_.end(), -1);
  std::fill(state_.begin(), state_.end(), State::outside);
  for (const int i : order_) {
    if (free[index(i)] == 0) continue;
    place_[index(i)] = static_cast<int>(base_.size());
    state_[index(i)] = State::factored;
    base_.push_back(i);
  }
  const int f = static_cast<int>(base_.size());
  upper_.resize(f, f);
  upper_.reserve(static_cast<Eigen::Index>(phi.value.size() + index(f)) / 2);
  for (int j = 0; j < f; ++j) {
    const std::size_t row = index(base_[index(j)]);
    upper_.startVec(j);
    for (int k = phi.start[row]; k < phi.start[row + 1]; ++k) {
      const int i = place_[index(phi.column[index(k)])];
      if (i < 0 || i > j) continue;
      upper_.insertBackByOuterInnerUnordered(j, i) = phi.value[index(k)] + (i == j ? epsilon : 0.0);
    }
  }
  upper_.finalize();
  if (base_ != analysed_) {
    factor_.analyzePattern(upper_);
    analysed_ = base_;
  }
  factor_.factorize(upper_);
  factored_ = true;
  ++factorisations_;
  flops_ = 0.0;
  double entries = f;
  const int* const start = factor_.matrixL().nestedExpression().outerIndexPtr();
  for (int j = 0; j < f; ++j) {
    const double below = start[j + 1] - start[j];
    flops_ += below * below;
    entries += below;
  }
  // A solution takes four operations per entry of the factor; a factor also has to be laid out.
  most_changes_ = std::min(most_borders, static_cast<int>(flops_ / (4.0 * entries)) + 16);
  borders_.clear();
  rows_ = base_;
  rough_ = false;
  roughened_ = false;
}

// Rows of F that are not in F0 and rows of F0 that are not in F.
int FreeRows::changes(const std::vector<unsigned char>& free) const {
  int count = 0;
  for (std::size_t i = 0; i < free.size(); ++i) count += (free[i] != 0) != (place_[i] >= 0);
  return count;
}

bool FreeRows::take_roughly(const std::vector<unsigned char>& free) {
  if (!factored_ || roughened_) return false;
  const int changed = changes(free);
  if (changed <= most_changes_ || changed > most_changed * static_cast<double>(base_.size()))
    return false;
  rough_ = true;
  roughened_ = true;
  borders_.clear();
  rows_.clear();
  for (const int i : order_) {
    const bool wanted = free[index(i)] != 0;
    const bool there = place_[index(i)] >= 0;
    if (wanted) rows_.push_back(i);
    if (wanted == there) {
      state_[index(i)] = there ? State::factored : State::outside;
    } else {
      state_[index(i)] = there ? State::gone : State::come;
    }
  }
  return true;
}

void FreeRows::take(const SparseDual& dual, const std::vector<unsigned char>& free) {
  if (!factored_ || changes(free) > most_changes_) return factor(dual, free);
  rough_ = false;
  // borders that still stand, in the order in which they came
  std::swap(borders_, spare_);
  borders_.clear();
  for (Border& border : spare_)
    if (border.come == (free[index(border.row)] != 0)) borders_.push_back(std::move(border));
  for (int i = 0; i < dual.rows(); ++i)
    state_[index(i)] = place_[index(i)] >= 0 ? State::factored : State::outside;
  for (const Border& border : borders_)
    state_[index(border.row)] = border.come ? State::come : State::gone;
  for (int i = 0; i < dual.rows(); ++i) {
    const bool wanted = free[index(i)] != 0;
    const State state = state_[index(i)];
    if (wanted == (state == State::factored || state == State::come)) continue;
    state_[index(i)] = wanted ? State::come : State::gone;
    add_border(dual, i, wanted);
  }
  close_border(dual);
  rows_.clear();
  for (const int i : base_)
    if (state_[index(i)] == State::factored) rows_.push_back(i);
  for (const Border& border : borders_)
    if (border.come) rows_.push_back(border.row);
}

// u is column `row` of Φ for a row that came, a unit vector for a row that went.
void FreeRows::add_border(const SparseDual& dual, int row, bool come) {
  Border border{row, come, Vector::Zero(static_cast<Eigen::Index>(base_.size()))};
  if (come) {
    const SparseRows& phi = dual.phi();
    for (int k = phi.start[index(row)]; k < phi.start[index(row) + 1]; ++k) {
      const int i = place_[index(phi.column[index(k)])];
      if (i >= 0) border.solved[i] = phi.value[index(k)];
    }
  } else {
    border.solved[place_[index(row)]] = 1.0;
  }
  solve_factor(border.solved);
  borders_.push_back(std::move(border));
}

// uᵀ packed
double FreeRows::along(const SparseDual& dual, const Border& border, const Vector& packed) const {
  if (!border.come) return packed[place_[index(border.row)]];
  const SparseRows& phi = dual.phi();
  double sum = 0.0;
  for (int k = phi.start[index(border.row)]; k < phi.start[index(border.row) + 1]; ++k) {
    const int i = place_[index(phi.column[index(k)])];
    if (i >= 0) sum += phi.value[index(k)] * packed[i];
  }
  return sum;
}

// With U the columns u, N the rows that came and R those that went, x on F0 and N obeys
//
//   K0 x0 + U y = r0,   Uᵀx0 + (Φ_NN + ε, 0; 0, 0) y = (r_N, 0),   y = (x_N, what keeps x_R at 0)
//
// so y solves the complement (Φ_NN + ε, 0; 0, 0) − UᵀK0⁻¹U.
void FreeRows::close_border(const SparseDual& dual) {
  const auto k = static_cast<Eigen::Index>(borders_.size());
  if (k == 0) return;
  complement_.resize(k, k);
  const SparseRows& phi = dual.phi();
  for (Eigen::Index a = 0; a < k; ++a)
    for (Eigen::Index b = 0; b < k; ++b) {
      const Border& one = borders_[static_cast<std::size_t>(a)];
      const Border& other = borders_[static_cast<std::size_t>(b)];
      double number = -along(dual, one, other.solved);
      if (one.come && other.come)
        for (int l = phi.start[index(one.row)]; l < phi.start[index(one.row) + 1]; ++l)
          if (phi.column[index(l)] == other.row) number += phi.value[index(l)];
      if (a == b && one.come) number += epsilon;
      complement_(a, b) = number;
    }
  complement_factor_.compute(complement_);
}

void FreeRows::solve_factor(Vector& packed) const {
  factor_.matrixL().solveInPlace(packed);
  packed.array() /= factor_.vectorD().array();
  factor_.matrixU().solveInPlace(packed);
}

// x := (Φ_FF + ε)⁻¹ r, or what stands for it (and is positive definite like it) if F was taken
// roughly. Φ has ones on its diagonal.
void FreeRows::solve_shifted(const SparseDual& dual, const std::vector<double>& r,
                             std::vector<double>& x) {
  packed_.resize(static_cast<Eigen::Index>(base_.size()));
  for (std::size_t k = 0; k < base_.size(); ++k) {
    const auto row = index(base_[k]);
    packed_[static_cast<Eigen::Index>(k)] = state_[row] == State::gone ? 0.0 : r[row];
  }
  solve_factor(packed_);
  if (!borders_.empty()) {
    side_.resize(static_cast<Eigen::Index>(borders_.size()));
    for (std::size_t k = 0; k < borders_.size(); ++k)
      side_[static_cast<Eigen::Index>(k)] =
          (borders_[k].come ? r[index(borders_[k].row)] : 0.0) - along(dual, borders_[k], packed_);
    side_ = complement_factor_.solve(side_);
    for (std::size_t k = 0; k < borders_.size(); ++k)
      packed_ -= side_[static_cast<Eigen::Index>(k)] * borders_[k].solved;
  }
  for (std::size_t k = 0; k < base_.size(); ++k)
    x[index(base_[k])] = packed_[static_cast<Eigen::Index>(k)];
  for (std::size_t k = 0; k < borders_.size(); ++k)
    x[index(borders_[k].row)] = borders_[k].come ? side_[static_cast<Eigen::Index>(k)] : 0.0;
  if (!rough_) return;
  for (const int i : order_) {
    if (state_[index(i)] == State::gone) x[index(i)] = 0.0;
    if (state_[index(i)] == State::come) x[index(i)] = r[index(i)];
  }
}

void FreeRows::keep_null(const SparseDual& dual, std::vector<double>& r) {
  solve_shifted(dual, r, r);
  for (const int i : rows_) r[index(i)] *= epsilon;
}

void FreeRows::multiply(const SparseDual& dual, const std::vector<double>& p,
                        std::vector<double>& q) const {
  const SparseRows& phi = dual.phi();
  for (const int i : rows_) {
    double sum = 0.0;
    for (int k = phi.start[index(i)]; k < phi.start[index(i) + 1]; ++k)
      sum += phi.value[index(k)] * p[index(phi.column[index(k)])];
    q[index(i)] = sum;
  }
}

double FreeRows::largest(const SparseDual& dual, const std::vector<double>& r) const {
  double size = 0.0;
  for (const int i : rows_) size = std::max(size, std::abs(r[index(i)]) * dual.length(i));
  return size;
}

int FreeRows::solve_roughly(const SparseDual& dual, std::vector<double>& r,
                            std::vector<double>& x) {
  return solve(dual, r, rough_part * largest(dual, r), x);
}

int FreeRows::solve(const SparseDual& dual, std::vector<double>& r, double enough,
                    std::vector<double>& x) {
  struct Equations {
    FreeRows& free;
    const SparseDual& dual;

    const std::vector<int>& rows() const { return free.rows_; }
    void prepare(const std::vector<double>& given, std::vector<double>& z) const {
      free.solve_shifted(dual, given, z);
    }
    void multiply(const std::vector<double>& p, std::vector<double>& q) const {
      free.multiply(dual, p, q);
    }
    double dot(const std::vector<double>& a, const std::vector<double>& b) const {
      double sum = 0.0;
      for (const int i : free.rows_) sum += a[index(i)] * b[index(i)];
      return sum;
    }
    double largest(const std::vector<double>& given) const { return free.largest(dual, given); }
  };
  return gradients_.solve(Equations{*this, dual},
                          {enough, rough_ ? rough_steps : gradient_steps, true}, r, x);
}

// ε(Φ + ε)⁻¹, four times, leaves of any vector what lies in the null space, and (ε/λ)⁴ of the rest.
// Without a small pivot there is nothing to find: that of a row that depends on those before it is
// ε(1 + |u|²), u being the combination of them that it is.
int FreeRows::dependent(const SparseDual& dual) {
  if (borders_.empty() && (factor_.vectorD().array() > 1e-2).all()) return 0;
  std::fill(p_.begin(), p_.end(), 0.0);
  for (std::size_t k = 0; k < rows_.size(); ++k)
    p_[index(rows_[k])] = 1.0 + 0.5 * std::sin(static_cast<double>(k));
  double along = 0.0;
  double size = 0.0;
  for (int turn = 0; turn < 4; ++turn) {
    keep_null(dual, p_);
    size = 0.0;
    for (const int i : rows_) size += p_[index(i)] * p_[index(i)];
    if (!(size > 0.0)) return 0;
    const double shrink = 1.0 / std::sqrt(size);
    for (const int i : rows_) p_[index(i)] *= shrink;
  }
  multiply(dual, p_, q_);
  for (const int i : rows_) along += p_[index(i)] * q_[index(i)];
  if (along > 0.01 * epsilon) return 0;
  const auto small = (factor_.vectorD().array() < 100.0 * epsilon).count();
  return borders_.empty() ? std::max(1, static_cast<int>(small)) : 1;
}

}  // namespace zwang::minimum
