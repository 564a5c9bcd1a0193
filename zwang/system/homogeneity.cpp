// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/homogeneity.hpp"

#include <cmath>
#include <vector>

#include "zwang/model/model.hpp"

namespace zwang {

std::optional<double> degree_in_rates(const Constraint& constraint) {
  constexpr int places_tried = 4;
  std::optional<double> degree;
  for (int trial = 0; trial < places_tried; ++trial) {
    const auto value = [&](double factor) {
      std::vector<double> x;
      for (const int place : constraint.places) {
        const double number = 0.8 + 0.6 * std::sin(1.0 + 2.3 * trial + 1.7 * place);
        x.push_back(Model::is_rate(place) ? factor * number : number);
      }
      return constraint.function.value(x);
    };
    const double once = value(1.0);
    if (!degree) degree = 0.5 * std::round(2.0 * std::log2(value(2.0) / once));
    for (const double factor : {2.0, 3.0, 0.3}) {
      const double expected = std::pow(factor, *degree) * once;
      if (!(std::abs(value(factor) - expected) <= 1e-12 * std::abs(expected))) return std::nullopt;
    }
  }
  return degree;
}

}  // namespace zwang
