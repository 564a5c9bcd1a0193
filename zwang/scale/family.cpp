// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/family.hpp"

#include <algorithm>

namespace zwang::scale {

void Family::add(std::span<const int> points) {
  points_.insert(points_.end(), points.begin(), points.end());
}

void Family::evaluate(std::span<const double> q, std::span<const double> u,
                      FamilyRows& rows) const {
  constexpr int lanes = Pack::lanes;
  const std::size_t n = inputs();
  const int count = members();
  rows.f.resize(static_cast<std::size_t>(count));
  rows.b2.resize(rows.f.size());
  rows.a.resize(rows.f.size() * n);
  std::vector<Taylor<Pack, 2>> x(n, Taylor<Pack, 2>(Pack(0.0)));
  std::vector<Pack> g(n);
  for (int from = 0; from < count; from += lanes) {
    for (std::size_t i = 0; i < n; ++i)
      for (int l = 0; l < lanes; ++l) {
        const auto at = static_cast<std::size_t>(place(std::min(from + l, count - 1), i));
        x[i][0][l] = q[at];
        x[i][1][l] = u[at];
      }
    const Taylor<Pack, 2> course = form_.function.along(x, g);
    for (int l = 0; l < std::min(lanes, count - from); ++l) {
      const auto member = static_cast<std::size_t>(from + l);
      rows.f[member] = course[0][l];
      rows.b2[member] = 2.0 * course[2][l];
      for (std::size_t i = 0; i < n; ++i) rows.a[member * n + i] = g[i][l];
    }
  }
}

}  // namespace zwang::scale
