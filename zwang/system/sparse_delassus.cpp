// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/sparse_delassus.hpp"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

int size_of(const auto& all) { return static_cast<int>(all.size()); }

using Adjacency = std::vector<std::vector<int>>;

int width_of(const Adjacency& neighbours, const std::vector<int>& order) {
  int width = 0;
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    for (const int j : neighbours[i]) width = std::max(width, order[i] - order[index(j)]);
  return width;
}

// Everybody that hangs together with `first` and is not yet `seen`, the near before the far, of
// equals those with few neighbours (Cuthill and McKee).
std::vector<int> from_near_to_far(const Adjacency& neighbours, int first, std::vector<char>& seen) {
  std::vector<int> line = {first};
  seen[index(first)] = 1;
  for (std::size_t at = 0; at < line.size(); ++at) {
    std::vector<int> next;
    for (const int j : neighbours[index(line[at])])
      if (!seen[index(j)]) {
        seen[index(j)] = 1;
        next.push_back(j);
      }
    std::ranges::stable_sort(next, {},
                             [&](int j) { return std::pair(neighbours[index(j)].size(), j); });
    line.insert(line.end(), next.begin(), next.end());
  }
  return line;
}

// In one line so that neighbours are near each other: for each its place.
std::vector<int> in_a_line(const Adjacency& neighbours) {
  std::vector<int> places(neighbours.size());
  std::vector<char> seen(neighbours.size());
  int next = 0;
  for (int i = 0; i < size_of(neighbours); ++i) {
    if (seen[index(i)]) continue;
    // who is farthest from anybody stands at an end
    std::vector<char> tried = seen;
    const int end = from_near_to_far(neighbours, i, tried).back();
    for (const int j : from_near_to_far(neighbours, end, seen)) places[index(j)] = next++;
  }
  return places;
}

}  // namespace

SparseDelassus::SparseDelassus(const System& system, const std::vector<int>& constraints,
                               const MassMatrix& mass)
    : constraints_(constraints) {
  const int n = mass.size(), k = size_of(constraints);
  std::vector<int> block_of(index(n));
  for (int b = 0; b < mass.blocks(); ++b)
    std::fill(block_of.begin() + mass.first(b), block_of.begin() + mass.first(b + 1), b);

  // where each constraint finds its numbers
  first_ = block_first_ = a_first_ = {0};
  for (const int c : constraints) {
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
    columns_.insert(columns_.end(), columns.begin(), columns.end());
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
  std::vector<std::vector<Push>> by_unknown(index(n));
  for (int i = 0; i < k; ++i)
    for (int at = first_[index(i)]; at < first_[index(i + 1)]; ++at)
      by_unknown[index(places_[index(at)])].push_back({at, i});
  push_first_ = {0};
  for (const auto& all : by_unknown) {
    pushes_.insert(pushes_.end(), all.begin(), all.end());
    push_first_.push_back(size_of(pushes_));
  }
  plain_ = mass.blocks() == n;
  constant_ = plain_ && system.has_constant_mass();
  if (plain_) find_inverse(mass);

  // who meets whom: constraints with an unknown in common
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

  Adjacency neighbours(index(k));
  for (const Meeting& one : meetings) {
    if (one.one == one.two) continue;
    neighbours[index(one.one)].push_back(one.two);
    neighbours[index(one.two)].push_back(one.one);
  }
  for (auto& of_one : neighbours) {
    std::ranges::sort(of_one);
    of_one.erase(std::unique(of_one.begin(), of_one.end()), of_one.end());
  }
  order(neighbours);

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
  std::vector<std::vector<Product>> products;
  for (const Meeting& one : meetings) {
    if (half.empty() || half.back().row() != row(one) || half.back().col() != column(one)) {
      half.emplace_back(row(one), column(one), 1.0);
      products.emplace_back();
    }
    products.back().push_back(one.product);
  }
  phi_.resize(k, k);
  phi_.setFromTriplets(half.begin(), half.end());
  phi_.makeCompressed();
  own_.resize(index(k));
  pivots_.resize(index(k));
  right_.resize(k);
  if (width_ <= Band::widest) {
    band_ = Band(k, width_);
    for (const auto& entry : half) at_.push_back(band_.place(entry.row(), entry.col()));
  } else {
    factors_.analyzePattern(phi_);
    at_.resize(half.size());
    std::iota(at_.begin(), at_.end(), 0);
  }
  std::vector<int> by_length(half.size());
  std::iota(by_length.begin(), by_length.end(), 0);
  std::ranges::stable_sort(by_length, {}, [&](int e) { return products[index(e)].size(); });
  for (const int e : by_length) {
    const auto& all = products[index(e)];
    if (sums_.empty() || sums_.back().products != size_of(all)) sums_.push_back({size_of(all), 0});
    ++sums_.back().entries;
    sum_at_.push_back(at_[index(e)]);
    products_.insert(products_.end(), all.begin(), all.end());
  }
  for (const int place : order_)
    diagonal_.push_back(at_[index(phi_.outerIndexPtr()[place + 1] - 1)]);
}

// As they come, or in a line, if that makes a band; otherwise an order that fills little.
void SparseDelassus::order(const Adjacency& neighbours) {
  const int k = size_of(neighbours);
  order_.resize(index(k));
  std::iota(order_.begin(), order_.end(), 0);
  width_ = width_of(neighbours, order_);
  if (width_ <= Band::widest) return;
  order_ = in_a_line(neighbours);
  width_ = width_of(neighbours, order_);
  if (width_ <= Band::widest) return;
  std::vector<Eigen::Triplet<double>> both;
  for (int i = 0; i < k; ++i) {
    both.emplace_back(i, i, 1.0);
    for (const int j : neighbours[index(i)]) both.emplace_back(i, j, 1.0);
  }
  Sparse pattern(k, k);
  pattern.setFromTriplets(both.begin(), both.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> found;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Upper>(), found);
  for (int i = 0; i < k; ++i) order_[index(found.indices()[i])] = i;
}

void SparseDelassus::find_inverse(const MassMatrix& mass) {
  inverse_.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) inverse_[i] = 1.0 / mass.block(columns_[i])[0];
}

// M⁻¹ times each row.
void SparseDelassus::turn(const Snapshot& snapshot) {
  const MassMatrix& mass = snapshot.mass;
  double* next = a_.data();
  for (const int c : constraints_) {
    const auto& a = snapshot.rows[index(c)].a;
    // by twos: rows are too short for anything longer
    std::size_t i = 0;
    for (; i + 1 < a.size(); i += 2) {
      next[i] = a[i];
      next[i + 1] = a[i + 1];
    }
    if (i < a.size()) next[i] = a[i];
    next += a.size();
  }
  if (plain_) {
    if (!constant_) find_inverse(mass);
    for (std::size_t i = 0; i < a_.size(); ++i) turned_[i] = a_[i] * inverse_[i];
    return;
  }
  std::ranges::fill(turned_, 0.0);
  for (std::size_t i = 0; i < a_.size(); ++i) turned_[index(a_at_[i])] = a_[i];
  for (std::size_t i = 0; i < block_.size(); ++i) {
    const int b = block_[i], size = mass.first(b + 1) - mass.first(b);
    double* const x = &turned_[index(block_at_[i])];
    if (size == 1) {
      x[0] /= mass.block(b)[0];
    } else {
      const Eigen::Map<const Matrix> block(mass.block(b), size, size);
      Eigen::Map<Vector> y(x, size);
      y = block.llt().solve(y).eval();
    }
  }
}

// Sums of N products; of any number if N is 0.
template <int N>
void SparseDelassus::add_up(const Sums& sums, const Product*& product, const int*& at,
                            double* phi) const {
  const int count = N > 0 ? N : sums.products;
  for (int e = 0; e < sums.entries; ++e, product += count) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
      sum += a_[index(product[i].a)] * turned_[index(product[i].turned)];
    phi[*at++] = sum;
  }
}

void SparseDelassus::add_up(double* phi) const {
  const Product* product = products_.data();
  const int* at = sum_at_.data();
  for (const Sums& sums : sums_) {
    switch (sums.products) {
      case 1: add_up<1>(sums, product, at, phi); break;
      case 2: add_up<2>(sums, product, at, phi); break;
      case 3: add_up<3>(sums, product, at, phi); break;
      case 4: add_up<4>(sums, product, at, phi); break;
      default: add_up<0>(sums, product, at, phi);
    }
  }
}

bool SparseDelassus::factor(const Snapshot& snapshot) {
  turn(snapshot);
  const bool banded = width_ <= Band::widest;
  double* const phi = banded ? band_.entries() : phi_.valuePtr();
  add_up(phi);
  for (std::size_t i = 0; i < own_.size(); ++i) own_[i] = phi[diagonal_[i]];
  if (banded) {
    if (!band_.factor()) return false;
  } else {
    factors_.factorize(phi_);
    if (factors_.info() != Eigen::Success) return false;
    divisors_ = factors_.vectorD();
  }
  const double* const pivots = banded ? band_.pivots() : divisors_.data();
  int dependent = 0;
  for (std::size_t i = 0; i < own_.size(); ++i) {
    pivots_[i] = pivots[order_[i]];
    // false too where a number is not finite
    dependent += pivots_[i] > 1e-13 * own_[i] ? 0 : 1;
  }
  return dependent == 0;
}

SparseDelassus::Sparse SparseDelassus::phi() const {
  Sparse result = phi_;
  if (width_ <= Band::widest)
    for (std::size_t e = 0; e < at_.size(); ++e) result.valuePtr()[e] = band_.entries()[at_[e]];
  return result;
}

bool SparseDelassus::is_above(double least) const {
  Sparse unit = phi();
  Vector length(unit.cols());
  for (std::size_t i = 0; i < constraints_.size(); ++i) length[order_[i]] = std::sqrt(diagonal(i));
  for (int j = 0; j < unit.cols(); ++j)
    for (Sparse::InnerIterator it(unit, j); it; ++it) {
      it.valueRef() /= length[it.row()] * length[j];
      if (it.row() == j) it.valueRef() -= least * least;
    }
  const Eigen::SimplicialLDLT<Sparse, Eigen::Upper, Eigen::NaturalOrdering<int>> factors(unit);
  return factors.info() == Eigen::Success && factors.vectorD().minCoeff() > 0.0;
}

// In squares, and compared by products: roots and quotients are slow, and few are needed.
double SparseDelassus::independence(std::vector<double>& longest) const {
  double least = 1.0;
  for (std::size_t k = 0; k < own_.size(); ++k) {
    const double own = own_[k];
    if (own > longest[k] * longest[k]) longest[k] = std::sqrt(own);
    if (pivots_[k] < least * own) least = pivots_[k] / own;
    const double most = longest[k] * longest[k];
    if (own < least * most) least = own / most;
  }
  return std::sqrt(least);
}

void SparseDelassus::along(const double* x, std::vector<double>& y) const {
  for (std::size_t k = 0; k < y.size(); ++k)
    for (int i = a_first_[k]; i < a_first_[k + 1]; ++i)
      y[k] += a_[index(i)] * x[columns_[index(i)]];
}

void SparseDelassus::solve(std::vector<double>& x) const {
  for (std::size_t i = 0; i < x.size(); ++i) right_[order_[i]] = x[i];
  if (width_ <= Band::widest) {
    band_.solve(right_.data());
  } else {
    factors_.matrixL().solveInPlace(right_);
    right_.array() /= divisors_.array();
    factors_.matrixU().solveInPlace(right_);
  }
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = right_[order_[i]];
}

void SparseDelassus::push_back(const std::vector<double>& x, double* change) const {
  for (std::size_t i = 0; i + 1 < push_first_.size(); ++i) {
    double sum = change[i];
    for (int p = push_first_[i]; p < push_first_[i + 1]; ++p)
      sum += turned_[index(pushes_[index(p)].turned)] * x[index(pushes_[index(p)].constraint)];
    change[i] = sum;
  }
}

double SparseDelassus::square(const std::vector<double>& x) const {
  Vector turned(static_cast<Eigen::Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) turned[order_[i]] = x[i];
  return turned.dot(phi().selfadjointView<Eigen::Upper>() * turned);
}

}  // namespace zwang
