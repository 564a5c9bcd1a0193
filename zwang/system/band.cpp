// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/band.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// A number of the upper end and one of the lower.
using Ends [[gnu::vector_size(16)]] = double;

Ends load_ends(const double* from) {
  Ends x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
void store_ends(const Ends& x, double* to) { std::memcpy(to, &x, sizeof x); }

// Calls a template with the width as a number that the compiler knows.
template <class Call>
void with_width(int width, Call&& call) {
  [&]<int... W>(std::integer_sequence<int, W...>) {
    ((width == W + 1 ? call.template operator()<W + 1>() : void()), ...);
  }(std::make_integer_sequence<int, Band::widest>());
}

}  // namespace

Band::Band(int size, int width)
    : size_(size), width_(std::max(1, width)), steps_(std::max(0, (size - width_) / 2)) {
  rest_ = size_ - 2 * steps_;
  middle_at_ = 2 * (steps_ + width_) * (width_ + 1);
  entries_.assign(index(middle_at_ + rest_ * rest_), 0.0);
  factors_.assign(2 * index(steps_) * index(width_ + 1), 0.0);
  full_.resize(index(rest_) * index(rest_));
  pivots_.resize(index(size_));
  ends_.assign(2 * index(steps_ + width_), 0.0);
}

int Band::place(int i, int j) const {
  const int first = std::min(i, j), last = std::max(i, j);
  const auto at = [&](int step, int end) { return 2 * (step * (width_ + 1) + last - first) + end; };
  if (first < steps_) return at(first, 0);
  if (last >= size_ - steps_) return at(size_ - 1 - last, 1);
  return middle_at_ + (first - steps_) * rest_ + last - steps_;
}

// Entries (i, d) of the rows ahead are kept at hand from the first change to the last: at each step
// those with i + d = W are met for the first time.
template <int W>
void Band::eliminate() {
  const double* from = entries_.data();
  double* to = factors_.data();
  constexpr int row = 2 * (W + 1);
  Ends ahead[W + 1][W + 1];
#pragma GCC unroll 16
  for (int i = 0; i < W; ++i)
#pragma GCC unroll 16
    for (int d = 0; d < W - i; ++d) ahead[i][d] = load_ends(from + i * row + 2 * d);
  for (int j = 0; j < steps_; ++j, from += row, to += row) {
    Ends now[W + 1], l[W + 1];
#pragma GCC unroll 16
    for (int d = 0; d < W; ++d) now[d] = ahead[0][d];
    now[W] = load_ends(from + 2 * W);
    const Ends inverse = 1.0 / now[0];
    pivots_[index(j)] = now[0][0];
    pivots_[index(size_ - 1 - j)] = now[0][1];
    store_ends(inverse, to);
#pragma GCC unroll 16
    for (int d = 1; d <= W; ++d) {
      l[d] = now[d] * inverse;
      store_ends(l[d], to + 2 * d);
    }
#pragma GCC unroll 16
    for (int i = 1; i <= W; ++i)
#pragma GCC unroll 16
      for (int d = 0; d <= W - i; ++d) {
        const Ends before = i + d == W ? load_ends(from + i * row + 2 * d) : ahead[i][d];
        ahead[i - 1][d] = before - l[i] * now[i + d];
      }
  }
  std::copy_n(entries_.data() + middle_at_, full_.size(), full_.begin());
  if (steps_ == 0) return;
  const auto add = [&](int i, int j, double x) {
    full_[index(std::min(i, j)) * index(rest_) + index(std::max(i, j))] += x;
  };
  for (int i = 0; i < W; ++i)
    for (int d = 0; d < W - i; ++d) {
      add(i, i + d, ahead[i][d][0]);
      add(rest_ - 1 - i, rest_ - 1 - i - d, ahead[i][d][1]);
    }
}

void Band::factor_middle() {
  const auto at = [&](int i, int j) -> double& {
    return full_[index(i) * index(rest_) + index(j)];
  };
  for (int i = 0; i < rest_; ++i) {
    const double pivot = at(i, i);
    pivots_[index(steps_ + i)] = pivot;
    for (int j = i + 1; j < rest_; ++j) {
      const double l = at(i, j) / pivot;
      for (int k = j; k < rest_; ++k) at(j, k) -= l * at(i, k);
      at(j, i) = l;
    }
  }
}

bool Band::factor() {
  with_width(width_, [&]<int W>() { eliminate<W>(); });
  factor_middle();
  return std::ranges::all_of(pivots_, [](double pivot) { return pivot > 0.0; });
}

void Band::solve_middle(double* x) const {
  const auto at = [&](int i, int j) { return full_[index(i) * index(rest_) + index(j)]; };
  for (int i = 0; i < rest_; ++i)
    for (int j = i + 1; j < rest_; ++j) x[j] -= at(j, i) * x[i];
  for (int i = rest_ - 1; i >= 0; --i) {
    x[i] /= at(i, i);
    for (int j = i + 1; j < rest_; ++j) x[i] -= at(j, i) * x[j];
  }
}

template <int W>
void Band::solve_ends(double* x) const {
  constexpr int row = 2 * (W + 1);
  double* const ends = ends_.data();
  for (int j = 0; j < steps_; ++j) {
    ends[2 * j] = x[j];
    ends[2 * j + 1] = x[size_ - 1 - j];
  }
  std::fill_n(ends + 2 * steps_, 2 * W, 0.0);
  Ends ahead[W + 1];
#pragma GCC unroll 16
  for (int i = 0; i < W; ++i) ahead[i] = load_ends(ends + 2 * i);
  const double* l = factors_.data();
  for (int j = 0; j < steps_; ++j, l += row) {
    const Ends now = ahead[0];
    store_ends(now, ends + 2 * j);
#pragma GCC unroll 16
    for (int i = 1; i <= W; ++i)
      ahead[i - 1] =
          (i == W ? load_ends(ends + 2 * (j + W)) : ahead[i]) - load_ends(l + 2 * i) * now;
  }
  double* const middle = x + steps_;
  for (int i = 0; i < W && steps_ > 0; ++i) {
    middle[i] += ahead[i][0];
    middle[rest_ - 1 - i] += ahead[i][1];
  }
  solve_middle(middle);
  for (int i = 0; i < W && steps_ > 0; ++i) ahead[i] = Ends{middle[i], middle[rest_ - 1 - i]};
  for (int j = steps_ - 1; j >= 0; --j) {
    l -= row;
    Ends now = load_ends(ends + 2 * j) * load_ends(l);
    // the nearest last: it is the one that has just been found
#pragma GCC unroll 16
    for (int d = W; d >= 1; --d) now -= load_ends(l + 2 * d) * ahead[d - 1];
#pragma GCC unroll 16
    for (int d = W - 1; d >= 1; --d) ahead[d] = ahead[d - 1];
    ahead[0] = now;
    x[j] = now[0];
    x[size_ - 1 - j] = now[1];
  }
}

void Band::solve(double* x) const {
  with_width(width_, [&]<int W>() { solve_ends<W>(x); });
}

}  // namespace zwang
