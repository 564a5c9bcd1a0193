// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Joints one behind the other, with nothing that has mass between them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>

#include "zwang/robot_file/mechanism.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

constexpr double hair = 1e-9;

bool parallel(const Vector3d& a, const Vector3d& b) { return a.cross(b).norm() < hair; }
bool square(const Vector3d& a, const Vector3d& b) { return std::abs(a.dot(b)) < hair; }

// Where two lines meet, if they do; a hair is relative to how far their points are apart, or 1.
std::optional<Vector3d> meeting(const Hanging& a, const Hanging& b) {
  const Vector3d apart = b.at - a.at, across = a.axis.cross(b.axis);
  const double allowed = hair * std::max(1.0, apart.norm());
  if (apart.norm() < 1e-15) return a.at;
  if (across.norm() < hair || std::abs(apart.dot(across)) > allowed * across.norm())
    return std::nullopt;
  return a.at + a.axis * apart.cross(b.axis).dot(across) / across.squaredNorm();
}

bool on_line(const Vector3d& point, const Hanging& line) {
  return (point - line.at).cross(line.axis).norm() < hair * std::max(1.0, (point - line.at).norm());
}

// Of turning joints: a ball's three freedoms, or two of them.
Hanging turning(const std::vector<const Hanging*>& turns) {
  Hanging out;
  const auto where = meeting(*turns[0], *turns[1]);
  if (!where || !square(turns[0]->axis, turns[1]->axis)) return out;
  out.at = *where;
  out.axis = turns[0]->axis;
  if (turns.size() == 2) {
    out.axis2 = turns[1]->axis;
    out.kind = LinkJoint::universal;
  } else if (square(turns[1]->axis, turns[2]->axis) && !parallel(turns[0]->axis, turns[2]->axis) &&
             on_line(*where, *turns[2])) {
    out.kind = LinkJoint::spherical;
  }
  return out;
}

Hanging found(const std::vector<Hanging>& series) {
  std::vector<const Hanging*> turns, slides, balls;
  for (const Hanging& one : series) {
    if (one.locked) return {};
    if (one.kind == LinkJoint::revolute)
      turns.push_back(&one);
    else if (one.kind == LinkJoint::prismatic)
      slides.push_back(&one);
    else if (one.kind == LinkJoint::spherical)
      balls.push_back(&one);
    else
      return {};
  }
  if (slides.empty() && balls.empty() && (turns.size() == 2 || turns.size() == 3))
    return turning(turns);
  if (slides.size() == 1 && turns.size() == 1 && balls.empty() &&
      parallel(slides[0]->axis, turns[0]->axis)) {
    Hanging out = *turns[0];
    out.kind = LinkJoint::cylindrical;
    return out;
  }
  if (slides.size() == 2 && turns.size() == 1 && balls.empty() &&
      !parallel(slides[0]->axis, slides[1]->axis) && square(turns[0]->axis, slides[0]->axis) &&
      square(turns[0]->axis, slides[1]->axis)) {
    Hanging out = *turns[0];
    out.kind = LinkJoint::planar;
    return out;
  }
  const bool turns_freely =
      (balls.size() == 1 && turns.empty()) ||
      (balls.empty() && turns.size() == 3 && turning(turns).kind == LinkJoint::spherical);
  if (slides.size() == 3 && turns_freely &&
      std::abs(slides[0]->axis.cross(slides[1]->axis).dot(slides[2]->axis)) > hair)
    return {.kind = LinkJoint::free};
  return {};
}

std::string_view word(LinkJoint kind) {
  switch (kind) {
    case LinkJoint::cylindrical: return "a cylindrical joint";
    case LinkJoint::universal: return "a universal joint";
    case LinkJoint::spherical: return "a spherical joint";
    case LinkJoint::planar: return "a planar joint";
    default: return "a free body";
  }
}

}  // namespace

Hanging in_one(const std::vector<Hanging>& series) {
  Hanging out = found(series);
  if (out.kind == LinkJoint::fixed) return out;
  std::vector<std::string> names;
  for (const Hanging& one : series) names.push_back(one.name);
  out.name = fmt::format("{}", fmt::join(names, "_"));
  out.start = 0.0;
  out.limits.reset();
  out.stiffness = out.rest = out.damping = out.friction = 0.0;
  out.remarks = {fmt::format("{} in one: {}", fmt::join(names, ", "), word(out.kind))};
  out.element = series.back().element;
  for (const Hanging& one : series)
    for (const auto& [element, extra] : one.extras)
      leave(*element, *extra, fmt::format("its joint becomes part of {}", word(out.kind)));
  out.extras.clear();
  return out;
}

}  // namespace zwang
