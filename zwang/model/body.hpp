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

namespace zwang {

// kg m², about the centre of mass, along the body's axes; the last three are those entries of the
// matrix: xy = −∫ x y dm.
struct Inertia {
  double xx = 0.0, yy = 0.0, zz = 0.0;
  double xy = 0.0, xz = 0.0, yz = 0.0;

  Eigen::Matrix3d matrix() const;
  // Of a box with these edges (m) and of a ball, of uniform density.
  static Inertia box(double mass, double x, double y, double z);
  static Inertia ball(double mass, double radius);
};

// How the body's axes stand in the world.
// Thread safety: a value; any number of threads may read one.
class Orientation {
 public:
  Orientation() = default;
  // Given the length 1 unless it has it already. Throws E120 if all four are 0 or one is not
  // finite.
  static Orientation quaternion(double w, double x, double y, double z);
  // Angles in rad. Throws E120 if the axis is 0.
  static Orientation axis(const std::array<double, 3>& axis, double angle);
  // About turning axes, one after the other: "zxz", "zyx", any of the twelve sequences, else E120.
  static Orientation euler(const std::string& sequence, const std::array<double, 3>& angles);
  // About the fixed axes x, y, z (roll, pitch, yaw), as in URDF.
  static Orientation rpy(const std::array<double, 3>& angles);
  // Where the body's x and y point; y is made perpendicular to x. Throws E120 if they are parallel.
  static Orientation axes(const std::array<double, 3>& x, const std::array<double, 3>& y);

  // w, x, y, z; of length 1.
  const std::array<double, 4>& value() const { return value_; }

 private:
  explicit Orientation(const std::array<double, 4>& value) : value_(value) {}
  std::array<double, 4> value_ = {1.0, 0.0, 0.0, 0.0};
};

struct BodyOptions {
  Inertia inertia = {};          // in a plane only the moment about its normal counts
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
};

struct Body {
  std::string name;
  int point = 0;  // the centre of mass among Model::points()
  int first = 0;  // the coordinate w of its quaternion, x, y, z follow; in a plane its angle
  bool in_plane = false;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();   // of the plane
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // in space, in body axes

  // The body's axes in the world, as columns, at coordinates q of the model.
  Eigen::Matrix3d axes(const Eigen::VectorXd& q) const;
};

// q' = G u of a quaternion (w, x, y, z): half of it times the angular velocity in body axes.
Eigen::Matrix<double, 4, 3> turning(const Eigen::Vector4d& quaternion);

}  // namespace zwang
