// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/dual_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/minimum/residual.hpp"

namespace zwang::minimum {
namespace {

constexpr double u = Arithmetic<double>::unit;

double square(const double* v, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return sum;
}

// Roundings of a term in dot(), with the product and one more sum.
int roundings(int n) { return n / 8 + 7; }

double square(const Vector& v) { return square(v.data(), static_cast<int>(v.size())); }

}  // namespace

void DualSearch::begin(int m) {
  held_.clear();
  z_.clear();
  place_.assign(index(m), -1);
  const auto most = static_cast<Eigen::Index>(m);
  if (t_.rows() < most) t_.resize(most, most);
  if (c_.size() < most) {
    c_.resize(most);
    r_.resize(most);
    column_.resize(most);
  }
}

// T gains the row (−rᵀ, 1)/pivot.
void DualSearch::add(double pivot) {
  const auto q = static_cast<Eigen::Index>(held_.size());
  for (Eigen::Index l = 0; l < q; ++l) {
    t_(q, l) = -r_[l] / pivot;
    t_(l, q) = 0.0;
  }
  t_(q, q) = 1.0 / pivot;
}

// A reflection of the rows of T leaves column l with one entry, in the last row; that row and
// column l are what goes.
void DualSearch::drop(int l) {
  const auto q = static_cast<Eigen::Index>(held_.size());
  double squares = 0.0;
  for (Eigen::Index i = 0; i < q; ++i) squares += t_(i, l) * t_(i, l);
  const double last = t_(q - 1, l);
  const double pivot = last > 0.0 ? -std::sqrt(squares) : std::sqrt(squares);
  for (Eigen::Index i = 0; i < q; ++i) c_[i] = t_(i, l);
  c_[q - 1] = last - pivot;
  const double vv = squares - last * last + c_[q - 1] * c_[q - 1];
  for (Eigen::Index j = 0; j < q; ++j) {
    double dot = 0.0;
    for (Eigen::Index i = 0; i < q; ++i) dot += c_[i] * t_(i, j);
    const double factor = 2.0 * dot / vv;
    for (Eigen::Index i = 0; i < q - 1; ++i) t_(i, j) -= factor * c_[i];
  }
  for (Eigen::Index j = l; j + 1 < q; ++j)
    for (Eigen::Index i = 0; i < q - 1; ++i) t_(i, j) = t_(i, j + 1);
  place_[index(held_[index(l)])] = -1;
  held_.erase(held_.begin() + l);
  z_.erase(z_.begin() + l);
}

// J of each block, and how far JᵀMJ is from 1, rounding included.
bool DualForm::read_mass() {
  const Dense<double>& d = *dense_;
  const int blocks = static_cast<int>(d.block.size()) - 1;
  diagonal_ = blocks == d.n;
  block_.resize(index(blocks) + 1);
  j_.clear();
  ef_ = 0.0;
  mass_size_ = 0.0;
  double largest = 0.0;
  if (diagonal_) {
    j_.resize(index(d.n));
    for (int i = 0; i < d.n; ++i) {
      const double m = d.mass[index(i) * index(d.n) + index(i)];
      if (!(m > 0.0)) return false;
      j_[index(i)] = 1.0 / std::sqrt(m);
      largest = std::max(largest, j_[index(i)]);
      mass_size_ = std::max(mass_size_, m);
    }
    ef_ = 8.0 * u;
    j_size_ = safety * largest;
    mass_size_ *= safety;
    return true;
  }
  for (int i = 0; i < blocks; ++i) {
    const int first = d.block[index(i)];
    block_[index(i)] = j_.size();
    if (!read_block(first, d.block[index(i + 1)] - first, largest)) return false;
  }
  block_[index(blocks)] = j_.size();
  j_size_ = safety * std::sqrt(largest);
  mass_size_ = safety * std::sqrt(mass_size_);
  return ef_ < 0.25;
}

bool DualForm::read_block(int first, int size, double& largest) {
  const Dense<double>& d = *dense_;
  const auto m = [&](int r, int c) {
    return d.mass[index(first + r) * index(d.n) + index(first + c)];
  };
  // where the entries of a row of M that are not zero begin and end; L begins where M does
  extents_.resize(index(size));
  for (int r = 0; r < size; ++r)
    extents_[index(r)] = extent_of(&d.mass[index(first + r) * index(d.n) + index(first)], size);
  l_.assign(index(size) * index(size), 0.0);
  for (int r = 0; r < size; ++r)
    for (int c = 0; c <= r; ++c) {
      double sum = m(r, c);
      for (int k = std::max(extents_[index(r)].from, extents_[index(c)].from); k < c; ++k)
        sum -= l_[index(r * size + k)] * l_[index(c * size + k)];
      if (c < r) {
        l_[index(r * size + c)] = sum / l_[index(c * size + c)];
      } else {
        if (!(sum > 1e-12 * m(r, r))) return false;
        l_[index(r * size + r)] = std::sqrt(sum);
      }
    }
  const std::size_t start = j_.size();
  j_.resize(start + index(size) * index(size), 0.0);
  double* const j = j_.data() + start;
  for (int c = 0; c < size; ++c) {
    double* const jc = j + c * size;
    for (int k = 0; k < c; ++k) {
      const double factor = l_[index(c * size + k)];
      if (factor == 0.0) continue;
      for (int r = 0; r <= k; ++r) jc[r] -= factor * j[k * size + r];
    }
    jc[c] = 1.0;
    for (int r = 0; r <= c; ++r) jc[r] /= l_[index(c * size + c)];
  }
  // |JᵀMJ − 1| of this block; rounding at most (2s + 4)u |J|ᵀ|M||J|
  double off = 0.0;
  double spread = 0.0;
  sizes_.assign(index(size), 0.0);
  for (int b = 0; b < size; ++b)
    for (int r = 0; r <= b; ++r) sizes_[index(b)] += std::abs(j[b * size + r]);
  constexpr int width = Bundle<double>::width;
  products_.resize(size);
  entries_.resize(index(size));
  for (int c0 = 0; c0 < size; c0 += width) {
    const int count = std::min(width, size - c0);
    products_.hold(count);
    std::array<double, width> w{};
    for (int k = 0; k < count; ++k) {
      const int c = c0 + k;
      const double* const jc = j + c * size;
      for (int r = 0; r < size; ++r) {
        const double* const mr = &d.mass[index(first + r) * index(d.n) + index(first)];
        const Extent& extent = extents_[index(r)];
        double sum = 0.0;
        double sizes = 0.0;
        for (int l = extent.from; l < std::min(c + 1, extent.to); ++l) {
          sum += mr[l] * jc[l];
          sizes += std::abs(mr[l] * jc[l]);
        }
        products_.put(r, k, sum);
        w[index(k)] = std::max(w[index(k)], sizes);
      }
    }
    for (int b = 0; b < size; ++b) {
      Bundle<double>::Sums& sums = entries_[index(b)];
      sums.fill(0.0);
      if (b >= c0 && b < c0 + count) sums[index(b - c0)] = -1.0;
      products_.add(j + b * size, 0, b + 1, sums);
    }
    for (int k = 0; k < count; ++k)
      for (int b = 0; b < size; ++b) {
        const double entry = entries_[index(b)][index(k)];
        off += entry * entry;
        spread += sizes_[index(b)] * w[index(k)];
      }
  }
  ef_ = std::max(ef_, safety * (std::sqrt(off) + (4.0 * size + 8.0) * u * (spread + 1.0)));
  largest = std::max(largest, square(j, size * size));
  for (int r = 0; r < size; ++r)
    for (int c = 0; c < size; ++c) mass_size_ += m(r, c) * m(r, c);
  return true;
}

void DualForm::turn(const double* a, double* turned) const {
  const Dense<double>& d = *dense_;
  if (diagonal_) {
    for (int i = 0; i < d.n; ++i) turned[i] = j_[index(i)] * a[i];
    return;
  }
  for (std::size_t i = 0; i + 1 < d.block.size(); ++i) {
    const int first = d.block[i];
    const int size = d.block[i + 1] - first;
    const double* const j = j_.data() + block_[i];
    for (int c = 0; c < size; ++c) {
      double sum = 0.0;
      for (int r = 0; r <= c; ++r) sum += j[c * size + r] * a[first + r];
      turned[first + c] = sum;
    }
  }
}

void DualForm::turn_back(const Vector& y, Vector& x) const {
  const Dense<double>& d = *dense_;
  if (diagonal_) {
    for (int i = 0; i < d.n; ++i) x[i] = j_[index(i)] * y[i];
    return;
  }
  for (std::size_t i = 0; i + 1 < d.block.size(); ++i) {
    const int first = d.block[i];
    const int size = d.block[i + 1] - first;
    const double* const j = j_.data() + block_[i];
    for (int r = 0; r < size; ++r) x[first + r] = 0.0;
    for (int c = 0; c < size; ++c)
      for (int r = 0; r <= c; ++r) x[first + r] += j[c * size + r] * y[first + c];
  }
}

// z of the held rows as equations; rows that would pull are let go, worst first.
bool DualForm::settle() {
  const Dense<double>& d = *dense_;
  for (;;) {
    const auto q = static_cast<Eigen::Index>(held_.size());
    b_.resize(d.n, q);
    right_.resize(q);
    double squares = 0.0;
    for (Eigen::Index l = 0; l < q; ++l) {
      const int k = held_[static_cast<std::size_t>(l)];
      const double* const row = d.row(k);
      turn(row, &b_(0, l));
      right_[l] = dot(&b_(0, l), y0_.data(), d.n) - d.right(k);  // Φ0
      squares += d.length[index(k)] * d.length[index(k)];
    }
    a_size_ = safety * std::sqrt(squares);
    y_ = y0_;
    z_.resize(q);
    if (q > 0) {
      delassus_.assemble(b_, phi_);
      if (!delassus_.factor(phi_)) return false;
      delassus_.solve(phi_, right_, z_);
      Eigen::Index worst = -1;
      for (Eigen::Index l = 0; l < q; ++l)
        if (z_[l] < 0.0 && !d.equation(held_[static_cast<std::size_t>(l)]) &&
            (worst < 0 || z_[l] < z_[worst]))
          worst = l;
      if (worst >= 0) {
        is_held_[index(held_[static_cast<std::size_t>(worst)])] = false;
        held_.erase(held_.begin() + worst);
        continue;
      }
      y_.noalias() -= b_ * z_;
    }
    x_.resize(d.n);
    turn_back(y_, x_);
    return true;
  }
}

int DualForm::most_violated(const Vector& w) const {
  const Dense<double>& d = *dense_;
  int worst = -1;
  double most = 0.0;
  for (int k = 0; k < d.m; ++k) {
    if (!(w[k] > 0.0) || d.equation(k) || search_.holds(k)) continue;
    const double length = d.length[index(k)];
    const double relative = w[k] / length;
    if (relative > most && w[k] > 1e-13 * (length + std::abs(d.right(k)))) {
      most = relative;
      worst = k;
    }
  }
  return worst;
}

bool DualForm::search(int max_steps, int& steps) {
  const Dense<double>& d = *dense_;
  const int m = d.m;
  all_.resize(d.n, m);
  for (int k = 0; k < m; ++k) turn(d.row(k), &all_(0, k));
  if (phi_all_.rows() != m) phi_all_.resize(m, m);
  have_.assign(index(m), false);
  const auto column = [&](int k) {
    if (have_[index(k)]) return;
    have_[index(k)] = true;
    phi_all_.col(k).noalias() = all_.transpose() * all_.col(k);
  };
  w_.resize(m);
  for (int k = 0; k < m; ++k) w_[k] = -d.right(k);
  w_.noalias() += all_.transpose() * y0_;
  search_.begin(m);
  for (int k = 0; k < m; ++k)
    if (d.equation(k) &&
        search_.take_hold(k, d.kind, phi_all_, w_, column) != DualSearch::Termination::minimum)
      return false;
  for (const int k : held_)  // the guess, as far as it is still violated
    if (!d.equation(k) && !search_.holds(k) && w_[k] > 0.0 &&
        search_.take_hold(k, d.kind, phi_all_, w_, column) != DualSearch::Termination::minimum)
      return false;
  const int enough = std::min(max_steps, 10 * (d.n + m) + 100);  // the other form looks for cycles
  for (int k = most_violated(w_); k >= 0; k = most_violated(w_)) {
    if (steps >= enough) return false;
    ++steps;
    if (search_.take_hold(k, d.kind, phi_all_, w_, column) != DualSearch::Termination::minimum)
      return false;
  }
  held_ = search_.held();
  return true;
}

// The bound of `bound.hpp` with σ_min(B) from the smallest eigenvalue of Φ. Rows that are not held
// must be open beyond their radius: whatever only touches is left to the other form.
void DualForm::prove(Attempt& result) {
  const Dense<double>& d = *dense_;
  const int n = d.n;
  const auto q = static_cast<Eigen::Index>(held_.size());
  const double x_size = safety * std::sqrt(square(x_));
  const double z_size = safety * std::sqrt(square(z_));
  // Z = |Aᵀz|²_{M⁻¹} = |Bᵀz|² = |y_free − y|²
  result.zwang = 0.0;
  for (int i = 0; i < n; ++i) result.zwang += (y0_[i] - y_[i]) * (y0_[i] - y_[i]);
  // r1 = X + M (x_free − x) − Aᵀz
  Vector& rest = y_;
  double pull_size = std::sqrt(square(d.force.data(), n));
  if (diagonal_)
    for (int i = 0; i < n; ++i)
      rest[i] = d.force[index(i)] + d.mass[index(i) * index(n) + index(i)] *
                                        ((d.free.empty() ? 0.0 : d.free[index(i)]) - x_[i]);
  for (std::size_t i = 0; !diagonal_ && i + 1 < d.block.size(); ++i)
    for (int r = d.block[i]; r < d.block[i + 1]; ++r) {
      const double* const m = d.mass.data() + index(r) * index(n);
      double sum = 0.0;
      for (int c = d.block[i]; c < d.block[i + 1]; ++c)
        sum += m[c] * ((d.free.empty() ? 0.0 : d.free[index(c)]) - x_[c]);
      rest[r] = d.force[index(r)] + sum;
    }
  if (!d.free.empty()) pull_size += mass_size_ * std::sqrt(square(d.free.data(), n));
  for (Eigen::Index l = 0; l < q; ++l) {
    const double* const a = d.row(held_[static_cast<std::size_t>(l)]);
    const double z = z_[l];
    for (int j = 0; j < n; ++j) rest[j] -= z * a[j];
  }
  const double terms = (diagonal_ ? 1.0 : n) + static_cast<double>(q) + 6.0;
  const double e1 = terms * u * (pull_size + mass_size_ * x_size + a_size_ * z_size);
  w_.resize(n);
  turn(rest.data(), w_.data());
  const double rho1 =
      safety * (std::sqrt(square(w_)) + j_size_ * (e1 + (n + 2.0) * u * std::sqrt(square(rest)))) /
      std::sqrt(1.0 - ef_);
  // δ = |r2| / σ_min(B) √(1 + eF)
  double delta = 0.0;
  if (q > 0) {
    double right_squares = 0.0;
    for (Eigen::Index l = 0; l < q; ++l) right_[l] = d.right(held_[static_cast<std::size_t>(l)]);
    right_squares = square(right_);
    for (Eigen::Index l = 0; l < q; ++l)
      right_[l] -= dot(d.row(held_[static_cast<std::size_t>(l)]), x_.data(), n);
    const double e2 = roundings(n) * u * (std::sqrt(right_squares) + a_size_ * x_size);
    // B as computed, row by row within (s + 2)u |J||a| of A J; its product within (n + 2)u trace
    const double b_off = ((diagonal_ ? 1.0 : n) + 2.0) * u * j_size_ * a_size_;
    const double trace = j_size_ * a_size_ * j_size_ * a_size_;
    const double least = delassus_.least() - safety * (n + 4.0) * u * trace;
    if (!(least > 0.0)) return;
    const double sigma = std::sqrt(least) / safety - safety * b_off;
    if (!(sigma > 0.0)) return;
    delta = safety * std::sqrt(1.0 + ef_) * (std::sqrt(square(right_)) + e2) / sigma;
  }
  if (!std::isfinite(rho1 + delta)) return;
  const double in_metric = safety * j_size_ * delta / std::sqrt(1.0 - ef_);
  for (int k = 0; k < d.m; ++k) {
    if (is_held_[index(k)]) continue;
    if (d.equation(k)) return;
    const double* const a = d.row(k);
    const double slack = d.right(k) - dot(a, x_.data(), n);
    const double radius = safety * (d.length[index(k)] * (in_metric + roundings(n) * u * x_size) +
                                    roundings(n) * u * std::abs(d.right(k)));
    if (!(slack > radius)) return;
  }
  result.ending = Attempt::Termination::found;
  result.bound = safety * (rho1 + 2.0 * delta) + 0x1p-500;  // what squares below the range hide
  result.x.assign(x_.data(), x_.data() + n);
  result.z.assign(z_.data(), z_.data() + q);
  result.component.resize(index(n));
  double squares = 0.0;
  const double per_length = safety * result.bound / std::sqrt(1.0 - ef_);
  if (diagonal_)
    for (int i = 0; i < n; ++i) {
      result.component[index(i)] = safety * j_[index(i)] * per_length;
      squares += d.mass[index(i) * index(n) + index(i)] * x_[i] * x_[i];
    }
  for (std::size_t i = 0; !diagonal_ && i + 1 < d.block.size(); ++i) {
    const int first = d.block[i];
    const int size = d.block[i + 1] - first;
    const double* const jb = j_.data() + block_[i];
    for (int r = 0; r < size; ++r) {
      double row = 0.0;
      for (int c = r; c < size; ++c) row += jb[c * size + r] * jb[c * size + r];
      result.component[index(first + r)] = safety * std::sqrt(row) * per_length;
      double sum = 0.0;
      for (int c = 0; c < size; ++c)
        sum += d.mass[index(first + r) * index(n) + index(first + c)] * x_[first + c];
      squares += sum * x_[first + r];
    }
  }
  result.size = std::sqrt(std::max(0.0, squares));
}

void DualForm::attempt(const Dense<double>& dense, const std::vector<int>& guess, int max_steps,
                       Attempt& result) {
  result.ending = Attempt::Termination::doubt;
  result.steps = 0;
  result.held = guess;
  dense_ = &dense;
  if (dense.m > 1000 || !read_mass()) return;
  const int n = dense.n;
  y0_.resize(n);
  turn(dense.pull.data(), y0_.data());
  held_.clear();
  is_held_.assign(index(dense.m), false);
  const auto hold = [&](int k) {
    if (is_held_[index(k)] || static_cast<int>(held_.size()) >= n) return;
    is_held_[index(k)] = true;
    held_.push_back(k);
  };
  for (int k = 0; k < dense.m; ++k) {
    if (!(dense.length[index(k)] > 0.0)) return;  // empty rows are exact questions
    if (dense.equation(k)) hold(k);
  }
  for (const int k : guess) hold(k);
  bool violated = !settle();
  for (int k = 0; k < dense.m && !violated; ++k) {
    if (is_held_[index(k)]) continue;
    const double value = dot(dense.row(k), x_.data(), n) - dense.right(k);
    violated = value > 1e-13 * (std::abs(dense.right(k)) + dense.length[index(k)]);
  }
  if (violated) {
    if (!search(max_steps, result.steps)) {
      result.held = search_.held();
      return;
    }
    std::fill(is_held_.begin(), is_held_.end(), false);
    for (const int k : held_) is_held_[index(k)] = true;
    if (!settle()) {
      result.held = held_;
      return;
    }
  }
  result.held = held_;
  prove(result);
}

}  // namespace zwang::minimum
