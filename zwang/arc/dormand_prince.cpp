// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/dormand_prince.hpp"

namespace zwang {

// Horner's rule in polynomials: the nested factors theta and 1 - theta are multiplied out.
std::array<double, 8> DenseStep::powers(int i) const {
  std::array<double, 8> p{};
  const auto row = [&](int k) {
    return f[static_cast<std::size_t>(k) * static_cast<std::size_t>(size) +
             static_cast<std::size_t>(i)];
  };
  for (int k = 6; k >= 0; --k) {
    p[0] += row(k);
    // times theta for even rows, times 1 - theta for odd ones
    if (k % 2 == 0) {
      for (std::size_t j = 7; j > 0; --j) p[j] = p[j - 1];
      p[0] = 0.0;
    } else {
      for (std::size_t j = 7; j > 0; --j) p[j] -= p[j - 1];
    }
  }
  p[0] += y[static_cast<std::size_t>(i)];
  return p;
}

double DormandPrince::error(std::span<const double> scale, double h) const {
  double five = 0.0;
  double three = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    double e5 = 0.0;
    double e3 = 0.0;
    for (const auto& term : dormand_prince::error5) e5 += term.a * k(term.from)[i];
    for (const auto& term : dormand_prince::error3) e3 += term.a * k(term.from)[i];
    five += (e5 / scale[i]) * (e5 / scale[i]);
    three += (e3 / scale[i]) * (e3 / scale[i]);
  }
  if (five == 0.0 && three == 0.0) return 0.0;
  return std::abs(h) * five / std::sqrt((five + 0.01 * three) * static_cast<double>(size_));
}

}  // namespace zwang
