// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A rigid body in space: the place of its centre of mass (3 coordinates) and a unit quaternion (4),
// which turns the body's axes into those of the world. In a plane: two coordinates and an angle.
//
// In space its velocity parameters are the velocity of the centre of mass and, at the places of the
// quaternion's rates, the angular velocity in body axes (3) and a fourth that is always 0: the rate
// of the quaternion's length, which no force or constraint changes. So the mass matrix is constant,
// and there are as many velocity parameters as coordinates. In a plane they are the rates.
#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "zwang/model/value.hpp"
#include "zwang/solid/inertia.hpp"
#include "zwang/solid/orientation.hpp"
#include "zwang/solid/solid.hpp"

namespace zwang {

struct BodyOptions {
  // In a plane only the moment about its normal counts. If all are 0, it and the centre of mass are
  // those of the shapes, filled evenly.
  Inertia inertia = {};
  Triple com = {};               // the centre of mass in the body's frame, m
  Triple at = {};                // the origin of the frame, m
  Orientation orientation = {};  // of the frame
  Triple velocity = {};          // of the origin, m/s
  Triple angular_velocity = {};  // in the world, or in body axes if told so, rad/s
  bool rates_in_body_axes = false;
  // "xyz", or two of them: the plane in which it moves. There `angle` (rad) and `angle_rate`
  // (rad/s) stand for orientation and angular velocity, turning from the first axis towards the
  // second.
  std::string axes = "xyz";
  Value angle = {}, angle_rate = {};
  std::vector<std::pair<std::string, Triple>> points = {};      // in the frame: NAME.tip
  std::vector<std::pair<std::string, Triple>> directions = {};  // made of length 1: NAME.pin
  std::vector<Solid> shapes = {};                               // in the frame
};

// A piece of the world with a frame of its own, of which nothing moves.
struct FixtureOptions {
  Triple at = {};  // the origin of the frame, m
  Orientation orientation = {};
  std::vector<std::pair<std::string, Triple>> points = {};      // in the frame: NAME.eye
  std::vector<std::pair<std::string, Triple>> directions = {};  // made of length 1: NAME.along
  std::vector<Solid> shapes = {};
};

// A shape of a body or of a fixture. Its middle is the point `name`, its axes are the directions
// name.side1, name.side2 and name.axis; of a sphere only the middle is known.
struct Shaping {
  std::string owner;  // "die"
  std::string name;   // "die.shape", "die.shape2", ...
  int body = -1;      // number in Model::bodies(); −1: of the world
  Solid solid;        // from the centre of mass, in body axes; of the world: in its axes
};

struct Body {
  std::string name;
  int point = 0;  // the centre of mass among Model::points()
  int first = 0;  // the coordinate w of its quaternion, x, y, z follow; in a plane its angle
  bool in_plane = false;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();   // of the plane
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // in space, in body axes

  // The body's axes in the world, as columns, at coordinates q of the model; the same as a
  // quaternion w, x, y, z.
  Eigen::Matrix3d axes(const Eigen::VectorXd& q) const;
  std::array<double, 4> quaternion(const Eigen::VectorXd& q) const;
};

// q' = G u of a quaternion (w, x, y, z): half of it times the angular velocity in body axes.
Eigen::Matrix<double, 4, 3> turning(const Eigen::Vector4d& quaternion);

}  // namespace zwang
