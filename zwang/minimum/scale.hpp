// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Scaling by powers of two only, so that no bit of the problem changes:
//
//   x_i = 2^(s − d_i) x'_i,   M' = 2^−k D M D,   row k times 2^(r_k),   z_k = 2^(k + s + r_k) z'_k.
//
// Afterwards M' has a diagonal near 1, rows a largest entry in [1/2, 1), and the largest of X', b'
// and x'_free lies in [1/2, 1). A problem in other units of mass, length or time becomes the same
// bits.
#pragma once

#include <vector>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/scalar.hpp"

namespace zwang::minimum {

struct Scaling {
  int mass = 0;             // k
  int size = 0;             // s
  std::vector<int> column;  // d
  std::vector<int> row;     // r
  bool fits_double = true;  // every scaled number is exact in double, with room for its square

  int unknown(int i) const { return size - column[static_cast<std::size_t>(i)]; }
  int multiplier(int k) const { return mass + size + row[static_cast<std::size_t>(k)]; }
};

Scaling scaling_of(const Problem& problem);

// The scaled problem in dense form: rows a·x = b and a·x ≤ b.
template <typename T>
struct Dense {
  int n = 0;
  int m = 0;
  std::vector<int> block;  // where the blocks of mass begin, and n
  std::vector<T> mass;     // n × n
  std::vector<T> force;    // X
  std::vector<T> free;     // x_free, empty if zero
  std::vector<T> pull;     // X + M x_free, rounded: for the search only
  std::vector<T> a;        // m × n, row by row
  std::vector<T> b;
  std::vector<double> length;  // |a_k|
  std::vector<double> tau;
  std::vector<Kind> kind;

  const T* row(int k) const {
    return a.data() + static_cast<std::size_t>(k) * static_cast<std::size_t>(n);
  }
  T right(int k) const { return b[static_cast<std::size_t>(k)]; }
  bool equation(int k) const { return kind[static_cast<std::size_t>(k)] == Kind::equation; }
};

template <typename T>
Dense<T> written_out(const Problem& problem, const Scaling& scaling);

extern template Dense<double> written_out(const Problem&, const Scaling&);
extern template Dense<Quad> written_out(const Problem&, const Scaling&);
extern template Dense<Octuple> written_out(const Problem&, const Scaling&);

}  // namespace zwang::minimum
