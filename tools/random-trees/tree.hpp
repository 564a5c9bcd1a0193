// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A tree of rigid bodies at an instant: what both computations are told, all in the axes of the
// world but the inertia.
#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <vector>

#include "zwang/model/joint.hpp"

namespace trees {

using Eigen::Matrix3d;
using Eigen::Vector3d;

struct Link {
  int parent = -1;                        // its number is lower; −1: the world
  std::optional<zwang::JointKind> joint;  // none: it is free
  Vector3d point = Vector3d::Zero();      // of the joint
  Vector3d axis = Vector3d::UnitZ();      // the normal of a planar joint
  Vector3d axis2 = Vector3d::UnitX();     // of a universal joint, at right angles to the first
  double pitch = 0.0;                     // of a screw, m in a turn
  double mass = 1.0;
  Vector3d com = Vector3d::Zero();
  Eigen::Quaterniond attitude = Eigen::Quaterniond::Identity();
  Matrix3d inertia = Matrix3d::Identity();  // about the centre of mass, in body axes
  Vector3d force = Vector3d::Zero();        // at the centre of mass, besides gravity
  Vector3d torque = Vector3d::Zero();
  std::vector<double> rates;  // of what the joint leaves free, in the order of `freedoms`
};

struct Tree {
  std::vector<Link> links;
  Vector3d gravity = Vector3d::Zero();
};

// How many a joint leaves.
inline int freedoms(const std::optional<zwang::JointKind>& joint) {
  using enum zwang::JointKind;
  if (!joint) return 6;
  switch (*joint) {
    case revolute:
    case prismatic:
    case screw: return 1;
    case cylindrical:
    case universal: return 2;
    case spherical:
    case planar: return 3;
    default: return 0;
  }
}

}  // namespace trees
