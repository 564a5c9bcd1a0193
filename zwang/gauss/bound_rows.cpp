// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/bound_rows.hpp"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }
int size_of(const auto& all) { return static_cast<int>(all.size()); }

}  // namespace

BoundRows::BoundRows(const System& system, const std::vector<int>& conditions,
                     const MassMatrix& mass)
    : conditions_(conditions) {
  const int n = mass.size(), k = size_of(conditions);
  std::vector<int> block_of(index(n));
  for (int b = 0; b < mass.blocks(); ++b)
    std::fill(block_of.begin() + mass.first(b), block_of.begin() + mass.first(b + 1), b);

  // where each condition finds its numbers
  first_ = block_first_ = a_first_ = {0};
  for (const int c : conditions) {
    const auto columns = system.columns(c);
    std::vector<int> blocks;
    for (const int column : columns) blocks.push_back(block_of[index(column)]);
    std::ranges::sort(blocks);
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    for (const int b : blocks) {
      block_.push_back(b);
      block_at_.push_back(size_of(places_));
      for (int p = mass.first(b); p < mass.first(b + 1); ++p) places_.push_back(p);
    }
    for (const int column : columns) {
      const auto own = places_.begin() + first_.back();
      a_at_.push_back(static_cast<int>(std::find(own, places_.end(), column) - places_.begin()));
    }
    first_.push_back(size_of(places_));
    block_first_.push_back(size_of(block_));
    a_first_.push_back(size_of(a_at_));
  }
  turned_.resize(places_.size());
  a_.resize(a_at_.size());

  // who meets whom: conditions with an unknown in common
  std::vector<std::vector<int>> users(index(n));  // numbers of A
  for (int i = 0; i < size_of(a_at_); ++i)
    users[index(places_[index(a_at_[index(i)])])].push_back(i);
  std::vector<int> owner(a_.size());
  for (int i = 0; i < k; ++i)
    std::fill(owner.begin() + a_first_[index(i)], owner.begin() + a_first_[index(i + 1)], i);
  struct Meeting {
    int one, two;  // one's M⁻¹Aᵀ, two's A
    Product product;
  };
  std::vector<Meeting> meetings;
  for (int i = 0; i < k; ++i)
    for (int at = first_[index(i)]; at < first_[index(i + 1)]; ++at)
      for (const int a : users[index(places_[index(at)])])
        if (owner[index(a)] <= i) meetings.push_back({i, owner[index(a)], {a, at}});

  // an order of elimination that fills little
  std::vector<Eigen::Triplet<double>> both;
  for (const Meeting& one : meetings) {
    both.emplace_back(one.one, one.two, 1.0);
    both.emplace_back(one.two, one.one, 1.0);
  }
  Sparse pattern(k, k);
  pattern.setFromTriplets(both.begin(), both.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Upper>(), order);
  order_.resize(index(k));
  for (int i = 0; i < k; ++i) order_[index(order.indices()[i])] = i;

  // its upper half, and what is summed where
  const auto column = [&](const Meeting& one) {
    return std::max(order_[index(one.one)], order_[index(one.two)]);
  };
  const auto row = [&](const Meeting& one) {
    return std::min(order_[index(one.one)], order_[index(one.two)]);
  };
  std::ranges::stable_sort(meetings, [&](const Meeting& x, const Meeting& y) {
    return column(x) != column(y) ? column(x) < column(y) : row(x) < row(y);
  });
  std::vector<Eigen::Triplet<double>> half;
  for (const Meeting& one : meetings) {
    if (half.empty() || half.back().row() != row(one) || half.back().col() != column(one)) {
      sum_.push_back(size_of(products_));
      half.emplace_back(row(one), column(one), 1.0);
    }
    products_.push_back(one.product);
  }
  sum_.push_back(size_of(products_));
  phi_.resize(k, k);
  phi_.setFromTriplets(half.begin(), half.end());
  phi_.makeCompressed();
  diagonal_.resize(index(k));
  for (int i = 0; i < k; ++i) diagonal_[index(i)] = phi_.outerIndexPtr()[order_[index(i)] + 1] - 1;
  factors_.analyzePattern(phi_);
  right_.resize(k);
}

// M⁻¹ times each row.
void BoundRows::turn(const Snapshot& snapshot) {
  const MassMatrix& mass = snapshot.mass;
  std::ranges::fill(turned_, 0.0);
  for (std::size_t k = 0; k < conditions_.size(); ++k) {
    const auto& a = snapshot.rows[index(conditions_[k])].a;
    for (int i = a_first_[k]; i < a_first_[k + 1]; ++i) {
      a_[index(i)] = a[index(i - a_first_[k])];
      turned_[index(a_at_[index(i)])] = a_[index(i)];
    }
    for (int i = block_first_[k]; i < block_first_[k + 1]; ++i) {
      const int b = block_[index(i)], size = mass.first(b + 1) - mass.first(b);
      double* const x = &turned_[index(block_at_[index(i)])];
      if (size == 1) {
        x[0] /= mass.block(b)[0];
      } else {
        const Eigen::Map<const Matrix> block(mass.block(b), size, size);
        Eigen::Map<Vector> y(x, size);
        y = block.llt().solve(y).eval();
      }
    }
  }
}

bool BoundRows::factor(const Snapshot& snapshot) {
  turn(snapshot);
  double* const phi = phi_.valuePtr();
  for (std::size_t e = 0; e + 1 < sum_.size(); ++e) {
    double sum = 0.0;
    for (int i = sum_[e]; i < sum_[e + 1]; ++i)
      sum += a_[index(products_[index(i)].a)] * turned_[index(products_[index(i)].turned)];
    if (!std::isfinite(sum)) return false;
    phi[e] = sum;
  }
  factors_.factorize(phi_);
  if (factors_.info() != Eigen::Success) return false;
  pivots_ = factors_.vectorD();
  for (std::size_t i = 0; i < conditions_.size(); ++i)
    if (!(pivot(i) > 1e-13 * diagonal(i))) return false;
  return true;
}

bool BoundRows::is_above(double least) const {
  Sparse unit = phi_;
  Vector length(unit.cols());
  for (std::size_t i = 0; i < conditions_.size(); ++i) length[order_[i]] = std::sqrt(diagonal(i));
  for (int j = 0; j < unit.cols(); ++j)
    for (Sparse::InnerIterator it(unit, j); it; ++it) {
      it.valueRef() /= length[it.row()] * length[j];
      if (it.row() == j) it.valueRef() -= least * least;
    }
  const Eigen::SimplicialLDLT<Sparse, Eigen::Upper, Eigen::NaturalOrdering<int>> factors(unit);
  return factors.info() == Eigen::Success && factors.vectorD().minCoeff() > 0.0;
}

void BoundRows::solve(std::vector<double>& x) const {
  for (std::size_t i = 0; i < x.size(); ++i) right_[order_[i]] = x[i];
  factors_.matrixL().solveInPlace(right_);
  right_.array() /= pivots_.array();
  factors_.matrixU().solveInPlace(right_);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = right_[order_[i]];
}

void BoundRows::push_back(const std::vector<double>& x, double* change) const {
  for (std::size_t k = 0; k < x.size(); ++k)
    for (int i = first_[k]; i < first_[k + 1]; ++i)
      change[places_[index(i)]] += turned_[index(i)] * x[k];
}

double BoundRows::square(const std::vector<double>& x) const {
  Vector turned(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) turned[order_[i]] = x[i];
  return turned.dot(phi_.selfadjointView<Eigen::Upper>() * turned);
}

double BoundRows::diagonal(std::size_t i) const { return phi_.valuePtr()[diagonal_[i]]; }

double BoundRows::pivot(std::size_t i) const { return pivots_[order_[i]]; }

}  // namespace zwang
