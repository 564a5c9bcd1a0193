// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a robot file says, in whatever format: links with mass, how each hangs on its parent, loops
// and couplings. All at the start; lengths in m, angles in rad.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/robot_file/xml_tree.hpp"

namespace zwang {

// Where a frame stands in another one.
struct Pose {
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  Eigen::Vector3d place = Eigen::Vector3d::Zero();

  Eigen::Vector3d operator*(const Eigen::Vector3d& point) const { return turn * point + place; }
  Pose operator*(const Pose& inner) const;
};

// Mass, its centre, and the inertia about that centre, along the axes of the frame.
struct Lump {
  double mass = 0.0;
  Eigen::Vector3d com = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();

  // The same in a frame in which this one has a pose.
  Lump in(const Pose& pose) const;
  void add(const Lump& other);
};

enum class LinkJoint {
  fixed,
  free,
  revolute,
  prismatic,
  cylindrical,
  universal,
  spherical,
  planar
};

// How a link hangs on its parent. Point and axes are given in the frame of the link.
struct Hanging {
  LinkJoint kind = LinkJoint::fixed;
  std::string name = {};
  bool is_named = true;  // in the file
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
  Eigen::Vector3d axis2 = Eigen::Vector3d::Zero();
  double start = 0.0;                                     // of its coordinate
  bool locked = false;                                    // it keeps that
  std::optional<std::array<std::string, 2>> limits = {};  // as written into a model file
  double stiffness = 0.0, rest = 0.0, damping = 0.0, friction = 0.0;
  // Where limits, springs, dampers and friction come from: they are not taken if the joint becomes
  // part of another one.
  std::vector<std::pair<XmlElement*, XmlAttribute*>> extras = {};
  XmlElement* element = nullptr;
  std::vector<std::string> remarks = {};

  bool has_coordinate() const {
    return kind == LinkJoint::revolute || kind == LinkJoint::prismatic;
  }
};

struct Link {
  std::string name;
  XmlElement* element = nullptr;
  int parent = -1;  // a link before this one, or the world
  Hanging joint = {};
  Pose pose = {};  // in the parent
  Lump lump = {};
  std::vector<std::pair<std::string, Eigen::Vector3d>> points = {};  // in its frame
  bool is_place = true;  // its origin is worth a name where it is merged
  std::vector<std::string> remarks = {};
};

// A joint that closes a loop; the point is given in the frame of the first link, or of the world.
struct Loop {
  std::string name;
  LinkJoint kind = LinkJoint::spherical;
  std::array<int, 2> links = {-1, -1};
  Eigen::Vector3d at = Eigen::Vector3d::Zero();
  XmlElement* element = nullptr;
};

// y − y0 = Σ c_k (x − x0)^k between the coordinates of two joints, or y = y0 + c_0 if there is no
// x.
struct Coupling {
  std::string name;
  std::string y, x = {};  // names of joints
  double y0 = 0.0, x0 = 0.0;
  std::vector<double> c = {};
  XmlElement* element = nullptr;
};

struct Robot {
  std::string format;  // "URDF", "MJCF"
  std::string name;
  Eigen::Vector3d gravity = {0.0, 0.0, -9.81};
  bool gravity_given = false;
  std::vector<Link> links = {};  // parents first
  std::vector<Loop> loops = {};
  std::vector<Coupling> couplings = {};
  std::vector<std::pair<std::string, Eigen::Vector3d>> places = {};  // of the world
  std::vector<std::string> remarks = {};
};

}  // namespace zwang
