// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/symmetry.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace zwang {
namespace {

using Eigen::Vector3d;

constexpr std::array<const char*, 3> axes = {"x", "y", "z"};

std::string number(double x) { return fmt::format("{:.6g}", x == 0.0 ? 0.0 : x); }

std::string triple(const Vector3d& x) {
  return fmt::format("({}, {}, {})", number(x[0]), number(x[1]), number(x[2]));
}

using Term = std::pair<double, std::string>;

// "x" and its factor, or "(1, 0, -1)".
Term direction(const Vector3d& along) {
  for (Eigen::Index i = 0; i < 3; ++i)
    if (along.cwiseAbs().sum() == std::abs(along[i]))
      return {along[i], axes[static_cast<std::size_t>(i)]};
  return {1.0, triple(along)};
}

// What the shifts of all points along one axis have in common.
double common_shift(const Model& model, const Vector& shift, std::size_t axis) {
  std::optional<double> common;
  for (const Point& point : model.points()) {
    const int c = point.coordinates[axis];
    if (c < 0) continue;
    if (common && std::abs(*common - shift[c]) > 1e-12 * std::abs(*common)) return 0.0;
    common = common.value_or(shift[c]);
  }
  return common.value_or(0.0);
}

// The axis of turn x r + across is where this vanishes.
Term angular(const Vector3d& turn, const Vector3d& across) {
  const auto [factor, word] = direction(turn);
  if (across.isZero(0.0)) return {factor, fmt::format("angular momentum about {}", word)};
  const Vector3d through = turn.cross(across) / turn.squaredNorm();
  return {factor, fmt::format("angular momentum about the axis along {} through {}", word,
                              triple(through))};
}

}  // namespace

bool may_turn(const Model& model, int axis) {
  bool any = false;
  for (const Point& point : model.points()) {
    const bool one = point.coordinates[static_cast<std::size_t>((axis + 1) % 3)] >= 0;
    const bool two = point.coordinates[static_cast<std::size_t>((axis + 2) % 3)] >= 0;
    if (point.free() && one != two) return false;
    any = any || one;
  }
  return any;
}

Vector field_rate(const Model& model, const Symmetry& symmetry, const Vector& rates) {
  Vector xi = Vector::Zero(rates.size());
  if (symmetry.turn.isZero(0.0)) return xi;
  for (const Point& point : model.points()) {
    Vector3d r = Vector3d::Zero();
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0) r[static_cast<Eigen::Index>(i)] = rates[point.coordinates[i]];
    const Vector3d turned = symmetry.turn.cross(r);
    for (std::size_t i = 0; i < 3; ++i)
      if (point.coordinates[i] >= 0)
        xi[point.coordinates[i]] = turned[static_cast<Eigen::Index>(i)];
  }
  return xi;
}

Vector field(const Model& model, const Symmetry& symmetry, const Vector& q) {
  return symmetry.shift + field_rate(model, symmetry, q);
}

std::string quantity_name(const Model& model, const Symmetry& symmetry, const std::string& energy) {
  std::vector<Term> terms;
  if (symmetry.time != 0.0) terms.emplace_back(symmetry.time, energy);
  Vector rest = symmetry.shift;
  Vector3d common = Vector3d::Zero();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double shift = common_shift(model, rest, axis);
    if (shift == 0.0) continue;
    common[static_cast<Eigen::Index>(axis)] = shift;
    for (const Point& point : model.points())
      if (point.coordinates[axis] >= 0) rest[point.coordinates[axis]] = 0.0;
  }
  const Vector3d& turn = symmetry.turn;
  if (!turn.isZero(0.0)) {
    const Vector3d along = turn * (turn.dot(common) / turn.squaredNorm());
    terms.push_back(angular(turn, common - along));
    common = along;
  }
  if (!common.isZero(0.0)) {
    const auto [factor, word] = direction(common);
    terms.emplace_back(factor, fmt::format("momentum along {}", word));
  }
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int c = point.coordinates[axis];
      if (c < 0 || rest[c] == 0.0) continue;
      terms.emplace_back(rest[c], fmt::format("momentum of {} along {}", point.name, axes[axis]));
      rest[c] = 0.0;
    }
  for (Eigen::Index c = 0; c < rest.size(); ++c)
    if (rest[c] != 0.0)
      terms.emplace_back(
          rest[c],
          fmt::format("momentum of {}", model.coordinate_names()[static_cast<std::size_t>(c)]));
  std::string text;
  for (const auto& [factor, word] : terms) {
    const char* const sign = text.empty()   ? (factor < 0.0 ? "-" : "")
                             : factor < 0.0 ? " - "
                                            : " + ";
    const std::string size =
        std::abs(factor) == 1.0 ? "" : fmt::format("{} * ", number(std::abs(factor)));
    text += fmt::format("{}{}{}", sign, size, word);
  }
  return text;
}

}  // namespace zwang
