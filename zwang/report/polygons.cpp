// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/polygons.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/gauss/polyhedron.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {
namespace {

constexpr double near = 1e-7;

// Around their middle, in the plane in which they lie.
void put_in_order(std::vector<Vector>& corners) {
  Vector middle = Vector::Zero(corners[0].size());
  for (const Vector& corner : corners) middle += corner / static_cast<double>(corners.size());
  Matrix arms(middle.size(), static_cast<Eigen::Index>(corners.size()));
  for (std::size_t i = 0; i < corners.size(); ++i)
    arms.col(static_cast<Eigen::Index>(i)) = corners[i] - middle;
  const Matrix plane = pivoted_qr(arms).q.leftCols(std::min<Eigen::Index>(2, middle.size()));
  std::ranges::sort(corners, {}, [&](const Vector& corner) {
    const Vector arm = plane.transpose() * (corner - middle);
    return std::atan2(arm.size() > 1 ? arm[1] : 0.0, arm[0]);
  });
}

}  // namespace

Polygons in_unit_box(const Vector& base, const Matrix& directions, const Matrix& rows,
                     const Vector& limits) {
  const auto n = base.size();
  const auto k = directions.cols();
  Matrix all(rows.rows() + 2 * n, k);
  all << rows, directions, -directions;
  Vector bounds(all.rows());
  bounds << limits, Vector::Ones(n) - base, Vector::Ones(n) + base;
  const std::vector<Vector> corners = zwang::corners(all, bounds).vertices;
  const auto place = [&](const Vector& t) { return Vector(base + directions * t); };

  Polygons solid;
  if (corners.empty()) return solid;
  solid.dimensions = static_cast<int>(k);
  if (k < 3) {
    std::vector<Vector> face;
    for (const Vector& t : corners) face.push_back(place(t));
    put_in_order(face);
    solid.faces.push_back(face);
    return solid;
  }
  std::vector<std::vector<std::size_t>> known;
  for (Eigen::Index i = 0; i < all.rows(); ++i) {
    const double length = all.row(i).norm();
    std::vector<std::size_t> on;
    for (std::size_t c = 0; c < corners.size(); ++c)
      if (length > 0.0 && std::abs(all.row(i).dot(corners[c]) - bounds[i]) < near * length)
        on.push_back(c);
    if (on.size() < 3 || std::ranges::find(known, on) != known.end()) continue;
    known.push_back(on);
    std::vector<Vector> face;
    for (const std::size_t c : on) face.push_back(place(corners[c]));
    put_in_order(face);
    solid.faces.push_back(face);
  }
  return solid;
}

}  // namespace zwang
