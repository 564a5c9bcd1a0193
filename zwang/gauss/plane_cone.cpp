// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/plane_cone.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zwang/linear/symmetric_eigen.hpp"

namespace zwang {
namespace {

constexpr double nothing = 1e-12;

}  // namespace

void PlaneCone::quadratic(const Matrix& d, bool equation) {
  const SymmetricEigen axes = symmetric_eigen(d);  // values[0] < 0 < values[1]
  const Vector across = std::sqrt(axes.values[1]) * axes.vectors.col(0);
  const Vector along = std::sqrt(-axes.values[0]) * axes.vectors.col(1);
  lines_.push_back(Vector(across + along).normalized());
  lines_.push_back(Vector(across - along).normalized());
  parts_.push_back({[d](double c, double s) {
                      const Vector z{{c, s}};
                      return z.dot(d * z);
                    },
                    axes.values.cwiseAbs().maxCoeff(), equation});
}

// Sign changes on half a turn, and where the form comes near zero without one.
void PlaneCone::cubic(const Form& form, bool equation) {
  constexpr int steps = 720;
  const auto at = [&](double angle) { return form(std::cos(angle), std::sin(angle)); };
  std::vector<double> values;
  double size = 0.0;
  for (int i = 0; i <= steps; ++i) {
    // off the axes, where roots like to be
    values.push_back(at((i + 0.3) * std::numbers::pi / steps));
    size = std::max(size, std::abs(values.back()));
  }
  for (std::size_t i = 0; i < steps; ++i) {
    double low = (static_cast<double>(i) + 0.3) * std::numbers::pi / steps;
    double high = low + std::numbers::pi / steps;
    const double value = values[i];
    if (!(value * values[i + 1] < 0.0)) {
      const bool dips = i > 0 && std::abs(value) < std::abs(values[i - 1]) &&
                        std::abs(value) < std::abs(values[i + 1]);
      in_doubt_ = in_doubt_ || (dips && std::abs(value) < 1e-4 * size);
      continue;
    }
    for (int turn = 0; turn < 80; ++turn) {
      const double middle = 0.5 * (low + high);
      (at(middle) * value > 0.0 ? low : high) = middle;
    }
    const double angle = 0.5 * (low + high);
    lines_.push_back(Vector{{std::cos(angle), std::sin(angle)}});
  }
  in_doubt_ = in_doubt_ || !(size > 0.0);
  parts_.push_back({form, size, equation});
}

void PlaneCone::wall(const Vector& row) {
  lines_.push_back(Vector{{-row[1], row[0]}}.normalized());
  parts_.push_back(
      {[row](double c, double s) { return row[0] * c + row[1] * s; }, row.norm(), false});
}

bool PlaneCone::admits(double c, double s, double room) const {
  return std::ranges::all_of(parts_, [&](const Part& part) {
    const double value = part.form(c, s);
    return part.equation ? std::abs(value) <= room * part.size : value <= room * part.size;
  });
}

std::vector<Vector> PlaneCone::minima(const Vector& z0) const {
  std::vector<Vector> found;
  const double size = z0.norm();
  if (!(size > 0.0)) return found;
  const bool thin = std::ranges::any_of(parts_, [](const Part& part) { return part.equation; });
  if (!thin && admits(z0[0] / size, z0[1] / size, 0.0)) found.push_back(z0);
  for (const Vector& line : lines_)
    for (const double sign : {1.0, -1.0}) {
      const Vector way = sign * line;
      const double length = z0.dot(way);
      if (!(length > nothing * size) || !admits(way[0], way[1], 1e-9)) continue;
      const auto better = [&](double side) {
        constexpr double turn = 1e-5;
        const Vector across{{-side * way[1], side * way[0]}};
        const Vector beside = std::cos(turn) * way + std::sin(turn) * across;
        return admits(beside[0], beside[1], 0.0) && z0.dot(across) > nothing * size;
      };
      if (!thin && (better(1.0) || better(-1.0))) continue;
      const Vector z = length * way;
      if (std::ranges::any_of(
              found, [&](const Vector& other) { return (other - z).norm() <= 1e-9 * size; }))
        continue;
      found.push_back(z);
    }
  return found;
}

}  // namespace zwang
