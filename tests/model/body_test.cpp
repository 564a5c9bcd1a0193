// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bodies and joints that cannot be, and some at the edge of what can.

#include <doctest/doctest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "zwang/model/model.hpp"

using namespace zwang;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

Code code_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.code();
  }
  return Code::E900;
}

Code code_of_body(const BodyOptions& options, double mass = 1.0) {
  return code_of([&] { Model("m").body("a", mass, options); });
}

Code code_of_joint(JointKind kind, const JointOptions& options) {
  Model model("m");
  model.body("a", 1.0, {.inertia = Inertia::ball(1.0, 1.0)});
  model.body("b", 1.0, {.inertia = Inertia::ball(1.0, 1.0), .at = {1, 0, 0}});
  model.fixture("wall", {});
  return code_of([&] { model.joint("j", kind, options); });
}

}  // namespace

TEST_CASE("an orientation that turns nothing, or that is no number, is refused") {
  for (const auto& [w, x] : {std::pair{0.0, 0.0},
                             {no_number, 0.0},
                             {1.0, no_number},
                             {infinite, 0.0},
                             {1e200, 0.0},
                             {1e-200, 0.0}}) {
    CAPTURE(w);
    CHECK(code_of([&, w = w, x = x] { (void)Orientation::quaternion(w, x, 0, 0); }) == Code::E120);
  }
  CHECK(code_of([] { (void)Orientation::axis({0, 0, 0}, 1.0); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axis({0, no_number, 0}, 1.0); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axis({0, 0, infinite}, 1.0); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axis({0, 0, 1}, no_number); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::euler("zxz", {0, infinite, 0}); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::rpy({no_number, 0, 0}); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::euler("zzx", {0, 0, 0}); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axes({1, 2, 3}, {-2, -4, -6}); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axes({0, 0, 0}, {0, 1, 0}); }) == Code::E120);
  CHECK(code_of([] { (void)Orientation::axes({1, 0, 0}, {0, no_number, 0}); }) == Code::E120);
}

//   Two directions make the third: whatever they are, the frame is right-handed.
TEST_CASE("no frame is left-handed, and the length of what is only a direction does not count") {
  for (const std::array<double, 3>& y :
       {std::array{0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}, {-5.0, 0.0, 2.0}, {0.3, 1e-9, 0.0}})
    CHECK(Orientation::axes({1, 0, 0}, y).matrix().determinant() == doctest::Approx(1.0));
  const auto apart = [](const Orientation& a, const Orientation& b) {
    return (a.matrix() - b.matrix()).norm();
  };
  for (const double length : {1e200, 1e-200, 1e308, 5e-324}) {
    CAPTURE(length);
    CHECK(apart(Orientation::axis({length, 0, length}, 0.7), Orientation::axis({1, 0, 1}, 0.7)) <
          1e-15);
    CHECK(apart(Orientation::axes({0, length, 0}, {0, 0, length}),
                Orientation::axes({0, 1, 0}, {0, 0, 1})) < 1e-15);
  }
}

TEST_CASE("an inertia that no body has is refused") {
  const auto moments = [](double a, double b, double c) {
    return code_of_body({.inertia = {.xx = a, .yy = b, .zz = c}});
  };
  CHECK(moments(1, 1, 2) == Code::E900);  // a disc
  CHECK(moments(1, 1, 2.0001) == Code::E120);
  CHECK(moments(1, 1, 0) == Code::E120);
  CHECK(moments(1, 1, -1) == Code::E120);
  CHECK(moments(1, no_number, 1) == Code::E120);
  CHECK(moments(infinite, infinite, infinite) == Code::E120);
  CHECK(code_of_body({.inertia = {.xx = 1, .yy = 1, .zz = 1, .xy = 2}}) == Code::E120);
  CHECK(code_of_body({.inertia = {.xx = 1, .yy = 1, .zz = 1, .yz = no_number}}) == Code::E120);
  CHECK(code_of_body({.inertia = {.zz = -1}, .axes = "xy"}) == Code::E120);
  CHECK(code_of_body({.inertia = {.zz = no_number}, .axes = "xy"}) == Code::E120);
  CHECK(code_of_body({.inertia = Inertia::ball(1, 1)}, -1.0) == Code::E120);
  CHECK(code_of_body({.inertia = Inertia::ball(1, 1)}, no_number) == Code::E120);
  CHECK(moments(1e-300, 1e-300, 1e-300) == Code::E900);  // small, but one
  CHECK(code_of_body({.inertia = Inertia::ball(1, 1), .directions = {{"d", {0, 0, 0}}}}) ==
        Code::E120);
  CHECK(code_of_body({.inertia = Inertia::ball(1, 1), .directions = {{"d", {1e200, 0, 0}}}}) ==
        Code::E900);
}

TEST_CASE("a joint needs two partners, one of which moves, and axes with a direction") {
  using enum JointKind;
  for (const JointKind kind : {fixed, revolute, prismatic, cylindrical, spherical, planar})
    for (const char* one : {"a", "world", "wall"}) {
      CAPTURE(one);
      CHECK(code_of_joint(kind, {.on = {one, one}, .axis = {0, 0, 1}}) == Code::E120);
    }
  CHECK(code_of_joint(fixed, {.on = {"world", "wall"}}) == Code::E120);
  for (const JointKind kind : {revolute, prismatic, cylindrical, planar, screw, universal}) {
    CHECK(code_of_joint(kind, {.on = {"a", "b"}, .axis2 = {1, 0, 0}, .pitch = 1}) == Code::E120);
    for (const double length : {0.0, no_number, infinite})
      CHECK(code_of_joint(
                kind, {.on = {"a", "b"}, .axis = {0, 0, length}, .axis2 = {1, 0, 0}, .pitch = 1}) ==
            Code::E120);
    for (const double length : {1e200, 1e-200})
      CHECK(code_of_joint(
                kind, {.on = {"a", "b"}, .axis = {0, 0, length}, .axis2 = {1, 0, 0}, .pitch = 1}) ==
            Code::E900);
  }
  CHECK(code_of_joint(universal, {.on = {"a", "b"}, .axis = {0, 0, 1}, .axis2 = {0, 0, 1}}) ==
        Code::E120);
  CHECK(code_of_joint(screw, {.on = {"a", "b"}, .axis = {0, 0, 1}}) == Code::E120);
  CHECK(code_of_joint(screw, {.on = {"a", "b"}, .axis = {0, 0, 1}, .pitch = no_number}) ==
        Code::E120);
  CHECK(code_of_joint(revolute, {.on = {"a", "b"}, .at = {no_number, 0, 0}, .axis = {0, 0, 1}}) ==
        Code::E120);
  CHECK(code_of_joint(rolling, {.on = {"a", "b"}}) == Code::E120);  // without shapes
}
