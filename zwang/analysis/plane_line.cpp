// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/plane_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/error.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

class PlaneLineFollower {
 public:
  PlaneLineFollower(const PointForm& form, const State& start, PlaneLineKind kind)
      : form_(form), state_(start), kind_(kind) {}

  PlaneDirections directions(const Vector3d& place) {
    state_.q(form_.coordinates()) = place;
    const OsculatingSurface at = form_.at(state_);
    if (!(at.p.norm() > 0.0) || !at.first.allFinite()) return {};
    const PlaneCurvature found(at.p, at.first);
    switch (kind_) {
      case PlaneLineKind::principal: return found.principal();
      case PlaneLineKind::asymptotic: return found.asymptotic();
      case PlaneLineKind::curvature: break;
    }
    return found.lines();
  }

  // Of the directions and their opposites the one nearest to the last; false if there is none.
  bool field(const double* y, double* dy) {
    const Eigen::Map<const Vector3d> place(y);
    if (!place.allFinite()) return false;
    double nearest = -1.0;
    for (const PlaneDirection& one : directions(place).list) {
      const double turned = one.direction.dot(last_);
      if (!(std::abs(turned) > nearest)) continue;
      nearest = std::abs(turned);
      Eigen::Map<Vector3d>{dy} = std::copysign(1.0, turned) * one.direction;
    }
    // two families at an angle of 45° could be taken for each other
    return nearest > 0.8;
  }

  void turn_to(const Vector3d& direction) { last_ = direction; }

 private:
  const PointForm& form_;
  State state_;
  PlaneLineKind kind_;
  Vector3d last_ = Vector3d::Zero();
};

}  // namespace

PlaneLine follow_line(const PointForm& form, const State& start, PlaneLineKind kind,
                      std::size_t which, double length, int count, double tolerance) {
  if (!std::isfinite(length) || count < 1)
    throw Error(Code::E120, fmt::format("a line of {} m with {} points", length, count));
  PlaneLineFollower following(form, start, kind);
  std::array<double, 3> y = {};
  Eigen::Map<Vector3d> place(y.data());
  place = form.part(start.q);
  const PlaneDirections first = following.directions(place);
  if (which >= first.list.size())
    throw Error(Code::E120, first.all ? "every direction is of this kind here"
                                      : fmt::format("there are {} directions of this kind here",
                                                    first.list.size()));
  following.turn_to((length < 0.0 ? -1.0 : 1.0) * first.list[which].direction);
  PlaneLine line{{0.0}, {place}, {}};
  const double all = std::abs(length);
  const auto field = [&](double, const double* at, double* rates) {
    return following.field(at, rates);
  };
  DormandPrince method(3);
  const std::array<double, 3> scale = {tolerance, tolerance, tolerance};
  double now = 0.0, h = all / count;
  if (!field(now, y.data(), method.first())) return line;
  for (int i = 1; i <= count; ++i) {
    const double until = all * i / count;
    while (now < until) {
      const double step = std::min(h, until - now);
      const bool made = method.attempt(field, now, y.data(), step);
      double error = made ? method.error(scale, step) : unset;
      if (!std::isfinite(error)) error = 1e10;
      const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -0.125), 0.2, 5.0);
      if (error > 1.0) {
        h = step * std::min(factor, 0.9);
        if (h > 1e-9 * all) continue;
        if (made)
          throw Error(Code::E320, fmt::format("no step is small enough after {:.6g} m", now));
        line.ended = fmt::format("after {:.6g} m its direction is no longer determined", now);
        return line;
      }
      now = until - now <= step ? until : now + step;
      std::copy_n(method.next(), 3, y.begin());
      if (!field(now, y.data(), method.first())) {
        line.ended = fmt::format("after {:.6g} m its direction is no longer determined", now);
        return line;
      }
      following.turn_to(Eigen::Map<const Vector3d>(method.first()));
      if (step == h || factor < 1.0) h = step * factor;
    }
    line.lengths.push_back(now);
    line.points.emplace_back(place);
  }
  return line;
}

}  // namespace zwang
