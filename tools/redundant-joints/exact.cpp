// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/redundant-joints/exact.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <cstddef>
#include <utility>

namespace redundant {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Column = std::array<std::int64_t, 6>;  // a force, and its torque about the origin

Whole cross(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Column force(const Whole& along, const Whole& at) {
  const Whole torque = cross(at, along);
  return {along[0], along[1], along[2], torque[0], torque[1], torque[2]};
}
Column couple(const Whole& about) { return {0, 0, 0, about[0], about[1], about[2]}; }

constexpr std::array<Whole, 3> units = {Whole{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// Two directions across an axis.
std::array<Whole, 2> across(const Whole& axis) {
  for (const Whole& unit : units)
    if (const Whole one = cross(axis, unit); one != Whole{}) return {one, cross(axis, one)};
  assert(false && "an axis has a direction");
  return {};
}

// What a joint can transmit.
std::vector<Column> transmitted(const WholeJoint& joint) {
  using enum zwang::JointKind;
  const auto& [bodies, kind, p, a, b] = joint;
  const auto [u, v] = across(a);
  std::vector<Column> out;
  if (kind == fixed || kind == revolute || kind == spherical || kind == universal)
    for (const Whole& unit : units) out.push_back(force(unit, p));
  if (kind == prismatic || kind == cylindrical) out.insert(out.end(), {force(u, p), force(v, p)});
  if (kind == planar) out.push_back(force(a, p));
  if (kind == revolute || kind == cylindrical || kind == planar)
    out.insert(out.end(), {couple(u), couple(v)});
  if (kind == fixed || kind == prismatic)
    for (const Whole& unit : units) out.push_back(couple(unit));
  if (kind == universal) out.push_back(couple(cross(a, b)));
  return out;
}

}  // namespace

Equilibria equilibria(int bodies, std::span<const WholeJoint> joints) {
  const auto lines = 6 * static_cast<std::size_t>(bodies);
  std::vector<std::size_t> joint_of;
  std::vector<std::vector<Integer>> work(lines);  // of each body, by what joints transmit
  for (std::size_t j = 0; j < joints.size(); ++j)
    for (const Column& column : transmitted(joints[j])) {
      joint_of.push_back(j);
      for (auto& line : work) line.emplace_back(0);
      for (std::size_t end = 0; end < 2; ++end)
        if (const int body = joints[j].bodies[end]; body >= 0)
          for (std::size_t k = 0; k < 6; ++k)
            work[6 * static_cast<std::size_t>(body) + k].back() +=
                end == 1 ? column[k] : -column[k];
    }
  // Gauss and Jordan without fractions (Bareiss 1968): every division is exact
  const std::size_t columns = joint_of.size();
  std::vector<std::size_t> pivots;  // column of each finished line
  std::vector<bool> free(columns, true);
  Integer before = 1;
  for (std::size_t c = 0; c < columns && pivots.size() < lines; ++c) {
    const std::size_t r = pivots.size();
    std::size_t found = r;
    while (found < lines && work[found][c] == 0) ++found;
    if (found == lines) continue;
    std::swap(work[r], work[found]);
    const Integer pivot = work[r][c];
    for (std::size_t i = 0; i < lines; ++i) {
      if (i == r) continue;
      const Integer factor = work[i][c];
      for (std::size_t k = 0; k < columns; ++k)
        work[i][k] = (pivot * work[i][k] - factor * work[r][k]) / before;
    }
    before = pivot;
    free[c] = false;
    pivots.push_back(c);
  }
  Equilibria out{.redundant = static_cast<int>(columns - pivots.size()),
                 .not_unique = std::vector<bool>(joints.size(), false)};
  for (std::size_t c = 0; c < columns; ++c) {
    if (!free[c]) continue;
    out.not_unique[joint_of[c]] = true;
    for (std::size_t r = 0; r < pivots.size(); ++r)
      if (work[r][c] != 0) out.not_unique[joint_of[pivots[r]]] = true;
  }
  return out;
}

}  // namespace redundant
