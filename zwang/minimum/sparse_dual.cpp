// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/sparse_dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
bool SparseDual::read(const Problem& problem, double touching) {
  if (!factor_mass(problem)) return false;
  find_free(problem);
  std::swap(c_, before_);
  scale_rows(problem, touching);
  if (pattern_ == 0 || c_.start != before_.start || c_.column != before_.column) lay_out();
  assemble();
  return true;
}

bool SparseDual::factor_mass(const Problem& problem) {
  const int n = problem.unknowns();
  first_.assign(1, 0);
  block_of_.resize(index(n));
  factor_start_.clear();
  factor_.clear();
  for (int i = 0; i < problem.blocks(); ++i) {
    const auto mass = problem.mass(i);
    const int size = problem.first(i + 1) - problem.first(i);
    first_.push_back(problem.first(i + 1));
    std::fill(block_of_.begin() + problem.first(i), block_of_.begin() + problem.first(i + 1), i);
    factor_start_.push_back(factor_.size());
    factor_.insert(factor_.end(), mass.begin(), mass.end());
    double* const l = factor_.data() + factor_start_.back();
    for (int c = 0; c < size; ++c) {
      const double whole = l[c * size + c];
      for (int k = 0; k < c; ++k)
        for (int r = c; r < size; ++r) l[c * size + r] -= l[k * size + c] * l[k * size + r];
      if (!(l[c * size + c] > 1e-14 * whole)) return false;
      const double pivot = std::sqrt(l[c * size + c]);
      for (int r = c; r < size; ++r) l[c * size + r] /= pivot;
    }
  }
  return true;
}

void SparseDual::lower(int block, double* v) const {
  const int size = first_[index(block) + 1] - first_[index(block)];
  const double* const l = factor_.data() + factor_start_[index(block)];
  for (int r = 0; r < size; ++r) {
    double sum = v[r];
    for (int c = 0; c < r; ++c) sum -= l[c * size + r] * v[c];
    v[r] = sum / l[r * size + r];
  }
}

void SparseDual::upper(int block, double* v) const {
  const int size = first_[index(block) + 1] - first_[index(block)];
  const double* const l = factor_.data() + factor_start_[index(block)];
  for (int r = size - 1; r >= 0; --r) {
    double sum = v[r];
    for (int c = r + 1; c < size; ++c) sum -= l[r * size + c] * v[c];
    v[r] = sum / l[r * size + r];
  }
}

// x_free + M⁻¹X
void SparseDual::find_free(const Problem& problem) {
  const int n = problem.unknowns();
  if (problem.has_force()) {
    free_ = problem.force();
    for (int i = 0; i < problem.blocks(); ++i) {
      lower(i, free_.data() + problem.first(i));
      upper(i, free_.data() + problem.first(i));
    }
  } else {
    free_ = Vector::Zero(n);
  }
  if (problem.has_free()) free_ += problem.free();
  start_.resize(n);
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    const double* const l = factor_.data() + factor_start_[index(i)];
    for (int c = 0; c < size; ++c) {
      double sum = 0.0;
      for (int r = c; r < size; ++r) sum += l[c * size + r] * free_[first + r];
      start_[first + c] = sum;
    }
  }
}

// Row i of C is L⁻¹a_i / |L⁻¹a_i|; a block of mass spreads a row over all of its later unknowns.
void SparseDual::scale_rows(const Problem& problem, double touching) {
  const int m = problem.rows();
  c_.start.assign(1, 0);
  c_.column.clear();
  c_.value.clear();
  b_.resize(index(m));
  offset_.resize(index(m));
  least_.resize(index(m));
  length_.resize(index(m));
  touches_.resize(index(m));
  scale_ = moved_ = 0.0;
  snapped_ = 0;
  double offsets = 0.0;
  std::vector<double> piece;
  for (int i = 0; i < m; ++i) {
    const auto entries = problem.entries(i);
    double at_free = 0.0;
    double terms = 0.0;
    double squares = 0.0;
    for (std::size_t k = 0; k < entries.size();) {
      const int block = block_of_[index(entries[k].column)];
      const int end = first_[index(block) + 1];
      const int begin = entries[k].column;
      piece.assign(index(end - first_[index(block)]), 0.0);
      for (; k < entries.size() && entries[k].column < end; ++k) {
        const double term = entries[k].value * free_[entries[k].column];
        at_free += term;
        terms += std::abs(term);
        piece[index(entries[k].column - first_[index(block)])] = entries[k].value;
      }
      lower(block, piece.data());
      for (int j = begin; j < end; ++j) {
        const double number = piece[index(j - first_[index(block)])];
        squares += number * number;
        c_.column.push_back(j);
        c_.value.push_back(number);
      }
    }
    double offset = problem.offset(i);
    if (offset != 0.0 && std::abs(offset) <= touching) {
      ++snapped_;
      moved_ = std::max(moved_, std::abs(offset));
      offset = 0.0;
    }
    scale_ = std::max({scale_, std::abs(at_free), 1e-3 * terms});
    offsets = std::max(offsets, std::abs(offset));
    length_[index(i)] = std::sqrt(squares);
    touches_[index(i)] = offset >= 0.0;
    least_[index(i)] =
        problem.kind(i) == Kind::equation ? -std::numeric_limits<double>::infinity() : 0.0;
    b_[index(i)] = at_free + offset;
    if (squares > 0.0) {
      for (std::size_t k = index(c_.start.back()); k < c_.value.size(); ++k)
        c_.value[k] /= length_[index(i)];
      b_[index(i)] /= length_[index(i)];
      offset_[index(i)] = offset / length_[index(i)];
    } else {  // an empty row: open for ever
      touches_[index(i)] = 0;
      least_[index(i)] = 0.0;
      b_[index(i)] = offset_[index(i)] = -1.0;
    }
    c_.start.push_back(static_cast<int>(c_.column.size()));
  }
  if (scale_ == 0.0) scale_ = offsets > 0.0 ? offsets : 1.0;
}

// The columns of C, and the pattern of Φ: rows meet where they move the same unknown.
void SparseDual::lay_out() {
  ++pattern_;
  const int m = c_.rows();
  const int n = static_cast<int>(block_of_.size());
  down_start_.assign(index(n) + 1, 0);
  for (const int j : c_.column) ++down_start_[index(j) + 1];
  for (int j = 0; j < n; ++j) down_start_[index(j) + 1] += down_start_[index(j)];
  down_row_.resize(c_.column.size());
  down_place_.resize(c_.column.size());
  down_value_.resize(c_.column.size());
  std::vector<int> next(down_start_.begin(), down_start_.end() - 1);
  for (int i = 0; i < m; ++i)
    for (int k = c_.start[index(i)]; k < c_.start[index(i) + 1]; ++k) {
      const std::size_t place = index(next[index(c_.column[index(k)])]++);
      down_row_[place] = i;
      down_place_[place] = k;
    }
  phi_.start.assign(1, 0);
  phi_.column.clear();
  std::vector<int> seen(index(m), -1);
  for (int i = 0; i < m; ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(phi_.column.size());
    for (int k = c_.start[index(i)]; k < c_.start[index(i) + 1]; ++k) {
      const std::size_t j = index(c_.column[index(k)]);
      for (int l = down_start_[j]; l < down_start_[j + 1]; ++l) {
        const int other = down_row_[index(l)];
        if (seen[index(other)] == i) continue;
        seen[index(other)] = i;
        phi_.column.push_back(other);
      }
    }
    std::sort(phi_.column.begin() + begin, phi_.column.end());
    phi_.start.push_back(static_cast<int>(phi_.column.size()));
  }
  phi_.value.resize(phi_.column.size());
  sum_.assign(index(m), 0.0);
}

// Φ_ik and Φ_ki are the same sum in the same order: Φ is symmetric to the last bit.
void SparseDual::assemble() {
  for (std::size_t place = 0; place < down_place_.size(); ++place)
    down_value_[place] = c_.value[index(down_place_[place])];
  for (int i = 0; i < c_.rows(); ++i) {
    for (int k = c_.start[index(i)]; k < c_.start[index(i) + 1]; ++k) {
      const std::size_t j = index(c_.column[index(k)]);
      const double number = c_.value[index(k)];
      for (int l = down_start_[j]; l < down_start_[j + 1]; ++l)
        sum_[index(down_row_[index(l)])] += number * down_value_[index(l)];
    }
    for (int k = phi_.start[index(i)]; k < phi_.start[index(i) + 1]; ++k) {
      double& sum = sum_[index(phi_.column[index(k)])];
      phi_.value[index(k)] = sum;
      sum = 0.0;
    }
  }
}

int SparseDual::unknowns_of(const std::vector<unsigned char>& rows) {
  seen_.assign(block_of_.size(), 0);
  int count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] == 0) continue;
    for (int k = c_.start[i]; k < c_.start[i + 1]; ++k) {
      unsigned char& seen = seen_[index(c_.column[index(k)])];
      count += seen == 0;
      seen = 1;
    }
  }
  return count;
}

void SparseDual::gradient(const std::vector<double>& z, std::vector<double>& w) const {
  const int m = rows();
  for (int i = 0; i < m; ++i) {
    double sum = 0.0;
    for (int k = phi_.start[index(i)]; k < phi_.start[index(i) + 1]; ++k)
      sum += phi_.value[index(k)] * z[index(phi_.column[index(k)])];
    w[index(i)] = sum - b_[index(i)];
  }
}

double SparseDual::natural(const std::vector<double>& z, const std::vector<double>& w) const {
  double worst = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double miss = least_[i] < 0.0 ? w[i] : std::min(z[i], w[i]);
    worst = std::max(worst, std::abs(miss) * length_[i]);
  }
  return worst / scale_;
}

double SparseDual::value(const std::vector<double>& z, const std::vector<double>& w) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) sum += z[i] * (w[i] - b_[i]);
  return 0.5 * sum;
}

void SparseDual::point(const std::vector<double>& z, Vector& y) const {
  y = start_;
  move(z, y);
}

void SparseDual::move(const std::vector<double>& z, Vector& y) const {
  for (int i = 0; i < c_.rows(); ++i) {
    const double number = z[index(i)];
    if (number == 0.0) continue;
    for (int k = c_.start[index(i)]; k < c_.start[index(i) + 1]; ++k)
      y[c_.column[index(k)]] -= number * c_.value[index(k)];
  }
}

void SparseDual::gradient_at(const Vector& y, std::vector<double>& w) const {
  for (int i = 0; i < c_.rows(); ++i) {
    double sum = offset_[index(i)];
    for (int k = c_.start[index(i)]; k < c_.start[index(i) + 1]; ++k)
      sum += c_.value[index(k)] * y[c_.column[index(k)]];
    w[index(i)] = -sum;
  }
}

Vector SparseDual::unscaled(Vector y) const {
  for (std::size_t block = 0; block + 1 < first_.size(); ++block)
    upper(static_cast<int>(block), y.data() + first_[block]);
  return y;
}

}  // namespace zwang::minimum
