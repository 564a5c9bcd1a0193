// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/decay.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace zwang {
namespace {

double length_of(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double part : x) sum += part * part;
  return std::sqrt(sum);
}

}  // namespace

bool has_drag(const Model& model) {
  return std::ranges::any_of(model.forces(), [](const Force& force) {
    return std::ranges::any_of(force.places, Model::is_rate);
  });
}

double fastest_rate(Flow& flow, double t, const std::vector<double>& y, const double* rates,
                    const std::vector<double>& scale, double tolerance) {
  const double deviation = 1e-6 / tolerance;  // far above rounding, and small beside the sizes
  const auto size = static_cast<std::size_t>(flow.size());
  std::vector<double> direction(size), moved = y, there(y.size());
  for (std::size_t i = 0; i < size; ++i) direction[i] = i % 2 == 0 ? 1.0 : 0.6;
  double length = length_of(direction), last = 0.0;
  for (int k = 1; k < fastest_rate_evaluations && length > 0.0; ++k) {
    for (std::size_t i = 0; i < size; ++i)
      moved[i] = y[i] + deviation * scale[i] * (direction[i] / length);
    if (!flow.rates(t, moved.data(), there.data())) break;
    for (std::size_t i = 0; i < size; ++i)
      direction[i] = (there[i] - rates[i]) / (deviation * scale[i]);
    last = std::exchange(length, length_of(direction));
  }
  static_cast<void>(flow.rates(t, y.data(), there.data()));
  return std::sqrt(length * last);
}

}  // namespace zwang
