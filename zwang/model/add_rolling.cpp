// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rolling without slipping: two shapes stay in touch, and their material points there have the same
// velocity.

#include <fmt/format.h>

#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"
#include "zwang/model/touching.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Kind = Solid::Kind;

}  // namespace

// Makes one rolling joint of a model. What is round rolls on the other, which is flat or round.
class RollingMaker {
 public:
  RollingMaker(Model& model, const std::string& name, const JointOptions& options)
      : model_(model), options_(options) {
    joint_.name = name;
    joint_.kind = JointKind::rolling;
  }

  Joint make() {
    const Shaping* a = &only_shape(options_.on[0]);
    const Shaping* b = &only_shape(options_.on[1]);
    joint_.bodies = {a->body, b->body};
    if (a->body == b->body)
      throw Error(Code::E120, a->body < 0 ? "neither of them moves"
                                          : fmt::format("'{}' does not roll on itself", a->owner));
    if (options_.limits || options_.spring || options_.damper || options_.motor)
      throw Error(Code::E120,
                  "a rolling joint has no coordinate that could have limits, a spring, "
                  "a damper or a motor");
    if (b->solid.kind == Kind::plane || (is_wheel(*a) && !is_wheel(*b))) std::swap(a, b);
    // now b is the round one
    if (a->solid.kind == Kind::plane && is_ball(*b)) return ball_on_plane(*b, *a);
    if (a->solid.kind == Kind::plane && is_wheel(*b)) return wheel_on_plane(*b, *a);
    if (is_ball(*a) && is_ball(*b)) return ball_on_ball(*b, *a);
    throw Error(Code::E120,
                fmt::format("rolling of a {} on a {} is not available: spheres roll on planes and "
                            "spheres, cylinders on planes, discs in a plane on discs",
                            zwang::name(b->solid.kind), zwang::name(a->solid.kind)));
  }

 private:
  const Shaping& only_shape(const std::string& owner) const {
    const Shaping* found = nullptr;
    for (const Shaping& one : model_.shapes_) {
      if (one.owner != owner && one.name != owner) continue;
      if (found)
        throw Error(Code::E120, fmt::format("'{}' has several shapes: say which one rolls, "
                                            "\"{}\" for instance",
                                            owner, found->name));
      found = &one;
    }
    if (found) return *found;
    if (owner != "world" && !model_.scope_.find(owner)) throw model_.scope_.unknown(owner, {});
    throw Error(Code::E120, fmt::format("'{}' has no shape to roll with", owner));
  }

  bool in_plane(const Shaping& one) const {
    return one.body >= 0 && model_.bodies_[index(one.body)].in_plane;
  }
  // A sphere, or in a plane what looks like one.
  bool is_ball(const Shaping& one) const {
    if (one.solid.kind == Kind::sphere) return true;
    return one.solid.kind == Kind::cylinder && in_plane(one) &&
           std::abs(one.solid.orientation.matrix().col(2).dot(
               model_.bodies_[index(one.body)].normal)) > 1.0 - 1e-12;
  }
  bool is_wheel(const Shaping& one) const {
    return one.solid.kind == Kind::cylinder && !is_ball(one);
  }

  std::string velocity(const Shaping& of, const std::string& from_middle) const {
    return velocity_at(model_.bodies_, of, from_middle);
  }

  Joint ball_on_plane(const Shaping& ball, const Shaping& plane) {
    const std::string radius = shortest(ball.solid.size[0]);
    const std::string across = fmt::format("({} - {})", ball.name, plane.name);
    add("flat", fmt::format("dot({}, {}.axis) = {}", across, plane.name, radius));
    const std::string slip =
        difference(velocity(ball, fmt::format("-{}*{}.axis", radius, plane.name)),
                   velocity(plane, fmt::format("{} - {}*{}.axis", across, radius, plane.name)));
    return on_plane(slip, ball, plane);
  }

  // It rolls on the circle round its middle, whose lowest point lies below the middle along the
  // part of the plane's normal that is across the wheel's axis.
  Joint wheel_on_plane(const Shaping& wheel, const Shaping& plane) {
    const std::string radius = shortest(wheel.solid.size[0]);
    const std::string across = fmt::format("({} - {})", wheel.name, plane.name);
    const std::string height = fmt::format("|cross({}.axis, {}.axis)|", wheel.name, plane.name);
    const std::string down = fmt::format("({0}/{1}*(dot({2}.axis, {3}.axis)*{2}.axis - {3}.axis))",
                                         radius, height, wheel.name, plane.name);
    add("flat", fmt::format("dot({}, {}.axis) = {}*{}", across, plane.name, radius, height));
    const std::string slip =
        difference(velocity(wheel, down), velocity(plane, fmt::format("{} + {}", across, down)));
    return on_plane(slip, wheel, plane);
  }

  Joint ball_on_ball(const Shaping& ball, const Shaping& other) {
    const double r = ball.solid.size[0], s = other.solid.size[0];
    const std::string across = fmt::format("({} - {})", ball.name, other.name);
    add("flat", fmt::format("|{} - {}| = {}", ball.name, other.name, shortest(r + s)));
    const std::string slip =
        difference(velocity(ball, fmt::format("{}*{}", shortest(-r / (r + s)), across)),
                   velocity(other, fmt::format("{}*{}", shortest(s / (r + s)), across)));
    if (const auto normal = plane_of(model_.bodies_, ball, other)) {
      add("along", fmt::format("dot({}, cross({}, {})) = 0", slip, *normal, across));
      return joint_;
    }
    // three for two: with "flat", one of them says what is known
    add("along_x", fmt::format("dot({}, [1, 0, 0]) = 0", slip));
    add("along_y", fmt::format("dot({}, [0, 1, 0]) = 0", slip));
    add("along_z", fmt::format("dot({}, [0, 0, 1]) = 0", slip));
    pivot(ball, other, across);
    return joint_;
  }

  Joint on_plane(const std::string& slip, const Shaping& round, const Shaping& plane) {
    if (const auto normal = plane_of(model_.bodies_, round, plane)) {
      add("along", fmt::format("dot({}, cross({}, {}.axis)) = 0", slip, *normal, plane.name));
      return joint_;
    }
    add("along", fmt::format("dot({}, {}.side1) = 0", slip, plane.name));
    add("aside", fmt::format("dot({}, {}.side2) = 0", slip, plane.name));
    pivot(round, plane, plane.name + ".axis");
    return joint_;
  }

  void pivot(const Shaping& a, const Shaping& b, const std::string& normal) {
    if (options_.pivoting) return;
    std::string turns;
    for (const Shaping* one : {&a, &b})
      if (one->body >= 0)
        turns += fmt::format("{}{}.omega", turns.empty() ? "" : " - ",
                             model_.bodies_[index(one->body)].name);
    add("pivot", fmt::format("dot({}, {}) = 0", turns, normal));
  }

  void add(const std::string& part, const std::string& text) {
    joint_.rows.push_back(static_cast<int>(model_.constraints_.size()));
    model_.constraint(fmt::format("{}.{}", joint_.name, part), text, {});
  }

  Model& model_;
  const JointOptions& options_;
  Joint joint_;
};

Joint Model::rolling_joint(const std::string& name, const JointOptions& options) {
  return RollingMaker(*this, name, options).make();
}

}  // namespace zwang
