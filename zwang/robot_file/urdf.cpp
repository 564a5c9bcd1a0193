// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/urdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

constexpr double half_turn = std::numbers::pi;

Vector3d triple(const XmlAttribute& from) {
  const auto x = numbers_of(from, 3, 3);
  return {x[0], x[1], x[2]};
}

XmlAttribute& demanded(XmlElement& element, std::string_view name) {
  XmlAttribute* const found = element.attribute(name);
  if (!found) refuse(element, Code::E111, fmt::format("'{}' is missing", name));
  return *found;
}

XmlElement& demanded_child(XmlElement& element, std::string_view name) {
  XmlElement* const found = element.child(name);
  if (!found) refuse(element, Code::E111, fmt::format("<{}> is missing", name));
  return *found;
}

// xyz, and rpy about the fixed axes: R = Rz(yaw) Ry(pitch) Rx(roll).
Pose origin_of(XmlElement& element) {
  Pose out;
  XmlElement* const origin = element.child("origin");
  if (!origin) return out;
  if (const XmlAttribute* const xyz = origin->attribute("xyz")) out.place = triple(*xyz);
  if (const XmlAttribute* const rpy = origin->attribute("rpy")) {
    const Vector3d angles = triple(*rpy);
    out.turn = AngleAxisd(angles[2], Vector3d::UnitZ()) * AngleAxisd(angles[1], Vector3d::UnitY()) *
               AngleAxisd(angles[0], Vector3d::UnitX());
  }
  return out;
}

// A joint element before its place in the tree is known.
struct Between {
  XmlElement* element = nullptr;
  std::string type;
  int parent = -1, child = -1;
  Pose origin = {};
  Hanging hanging = {};
  std::array<double, 2> limits = {-std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::infinity()};
  bool has_limits = false;
  int mimics = -1;  // a joint
  double multiplier = 1.0, offset = 0.0;
  XmlElement* mimic = nullptr;
  bool placed = false;  // its coordinate at the start is known
};

class Urdf {
 public:
  Urdf(XmlElement& root, bool fix_root) : root_(root), fix_root_(fix_root) {}

  Robot read() {
    root_.taken = true;
    robot_.format = "URDF";
    if (const XmlAttribute* const name = root_.attribute("name")) robot_.name = name->value;
    if (XmlAttribute* const version = root_.attribute("version");
        version && version->value != "1.0" && version->value != "1.1" && version->value != "1.2") {
      version->taken = false;
      version->reason = "it is read as version 1.0";
    }
    for (XmlElement& one : root_.children)
      if (one.name == "link") read_link(one);
    if (links_.empty()) refuse(root_, Code::E119, "there is no <link>");
    for (XmlElement& one : root_.children)
      if (one.name == "joint") read_joint(one);
    find_mimicked();
    place_joints();
    hang_links();
    return std::move(robot_);
  }

 private:
  void read_link(XmlElement& element) {
    element.taken = true;
    const XmlAttribute& name = demanded(element, "name");
    if (!link_named_.emplace(name.value, static_cast<int>(links_.size())).second)
      refuse(name, Code::E112, fmt::format("there are two links '{}'", on_one_line(name.value)));
    Link link{.name = name.value, .element = &element};
    if (XmlElement* const inertial = element.child("inertial")) {
      const Pose origin = origin_of(*inertial);
      link.lump = lump_of(*inertial).in(origin);
    }
    links_.push_back(std::move(link));
  }

  static Lump lump_of(XmlElement& inertial) {
    Lump out;
    if (XmlElement* const mass = inertial.child("mass")) {
      const XmlAttribute& value = demanded(*mass, "value");
      out.mass = number_of(value);
      if (out.mass < 0.0) refuse(value, Code::E120, "a mass is not below 0");
    }
    if (XmlElement* const inertia = inertial.child("inertia")) {
      const auto entry = [&](const char* name) {
        const XmlAttribute* const given = inertia->attribute(name);
        return given ? number_of(*given) : 0.0;
      };
      const double xx = entry("ixx"), yy = entry("iyy"), zz = entry("izz");
      const double xy = entry("ixy"), xz = entry("ixz"), yz = entry("iyz");
      out.inertia << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    }
    return out;
  }

  int link_of(XmlElement& joint, const char* end) {
    const XmlAttribute& name = demanded(demanded_child(joint, end), "link");
    const auto found = link_named_.find(name.value);
    if (found == link_named_.end())
      refuse(name, Code::E103, fmt::format("there is no link '{}'", on_one_line(name.value)));
    return found->second;
  }

  void read_joint(XmlElement& element) {
    element.taken = true;
    const XmlAttribute& name = demanded(element, "name");
    const XmlAttribute& type = demanded(element, "type");
    const int number = static_cast<int>(joints_.size());
    if (!joint_named_.emplace(name.value, number).second)
      refuse(name, Code::E112, fmt::format("there are two joints '{}'", on_one_line(name.value)));
    Between joint{.element = &element, .type = type.value};
    joint.parent = link_of(element, "parent");
    joint.child = link_of(element, "child");
    const std::string& child = links_[index(joint.child)].name;
    if (joint.parent == joint.child)
      refuse(element, Code::E119, fmt::format("it joins '{}' with itself", on_one_line(child)));
    if (!joint_above_.emplace(joint.child, number).second)
      refuse(element, Code::E119,
             fmt::format("'{}' hangs on two joints; a robot is a tree", on_one_line(child)));
    joint.origin = origin_of(element);
    joint.hanging.kind = kind_of(type);
    joint.hanging.name = name.value;
    joint.hanging.element = &element;
    read_axis(joint);
    read_extras(joint);
    joints_.push_back(std::move(joint));
  }

  static LinkJoint kind_of(const XmlAttribute& type) {
    static const std::map<std::string, LinkJoint> kinds = {
        {"revolute", LinkJoint::revolute},   {"continuous", LinkJoint::revolute},
        {"prismatic", LinkJoint::prismatic}, {"fixed", LinkJoint::fixed},
        {"floating", LinkJoint::free},       {"planar", LinkJoint::planar}};
    const auto found = kinds.find(type.value);
    if (found == kinds.end())
      refuse(type, Code::E119,
             fmt::format("'{}' is no type of joint: revolute, continuous, prismatic, fixed, "
                         "floating, planar",
                         on_one_line(type.value)));
    return found->second;
  }

  // In the frame of the joint, which is that of the child; x if none is given.
  static void read_axis(Between& joint) {
    Hanging& out = joint.hanging;
    if (out.kind == LinkJoint::fixed || out.kind == LinkJoint::free) {
      XmlElement* const axis = joint.element->child("axis");
      if (axis) axis->attribute("xyz");  // it has no meaning
      return;
    }
    out.axis = Vector3d::UnitX();
    XmlElement* const axis = joint.element->child("axis");
    if (!axis) return;
    const XmlAttribute& xyz = demanded(*axis, "xyz");
    out.axis = triple(xyz);
    const double length = out.axis.stableNorm();
    if (!(length > 0.0)) refuse(xyz, Code::E120, "an axis of length 0 has no direction");
    out.axis /= length;
  }

  void read_extras(Between& joint) {
    Hanging& out = joint.hanging;
    const std::string no_coordinate =
        fmt::format("a {} joint has no single coordinate", joint.type);
    if (XmlElement* const dynamics = joint.element->child("dynamics")) {
      for (const auto& [name, number] :
           {std::pair{"damping", &out.damping}, std::pair{"friction", &out.friction}}) {
        XmlAttribute* const given = dynamics->attribute(name);
        if (!given) continue;
        const double d = number_of(*given);
        if (d < 0.0) refuse(*given, Code::E120, fmt::format("{} is not below 0", name));
        if (d != 0.0 && !out.has_coordinate() && out.kind != LinkJoint::fixed)
          leave(*dynamics, *given, no_coordinate);
        else if (d != 0.0 && out.has_coordinate())
          out.extras.emplace_back(dynamics, given);
        *number = out.has_coordinate() ? d : 0.0;
      }
    }
    if (XmlElement* const limit = joint.element->child("limit")) read_limits(joint, *limit);
    if (joint.type == "revolute" && !joint.has_limits && out.remarks.empty())
      out.remarks.emplace_back("without limits: the file gives none");
    if (XmlElement* const mimic = joint.element->child("mimic")) {
      joint.mimic = mimic;
      demanded(*mimic, "joint");
      if (const XmlAttribute* const k = mimic->attribute("multiplier"))
        joint.multiplier = number_of(*k);
      if (const XmlAttribute* const c = mimic->attribute("offset")) joint.offset = number_of(*c);
      if (!out.has_coordinate()) {
        mimic->taken = false;
        mimic->reason = no_coordinate;
        joint.mimic = nullptr;
      }
    }
  }

  static void take_if_zero(XmlElement& element, const char* name) {
    XmlAttribute* const given = element.attribute(name);
    if (given && number_of(*given) != 0.0) given->taken = false;
  }

  // Of revolute and prismatic joints; each is 0 if only the other is given.
  static void read_limits(Between& joint, XmlElement& limit) {
    Hanging& out = joint.hanging;
    XmlAttribute* const lower = limit.attribute("lower");
    XmlAttribute* const upper = limit.attribute("upper");
    const bool has = joint.type == "revolute" || joint.type == "prismatic";
    if (!has) {
      for (XmlAttribute* const one : {lower, upper})
        if (one) {
          number_of(*one);
          if (joint.type != "fixed")
            leave(limit, *one, fmt::format("a {} joint has no limits", joint.type));
        }
      return;
    }
    if (!lower && !upper) return;
    joint.limits = {lower ? number_of(*lower) : 0.0, upper ? number_of(*upper) : 0.0};
    const auto [least, most] = joint.limits;
    if (least > most)
      refuse(limit, Code::E120, fmt::format("the limits {} and {} leave nothing", least, most));
    joint.has_limits = true;
    if (least == most) {
      out.locked = true;
    } else if (joint.type == "revolute" && !(least > -half_turn && most < half_turn)) {
      joint.has_limits = false;
      for (XmlAttribute* const one : {lower, upper})
        if (one) leave(limit, *one, "limits of an angle lie between -180 and 180 degrees");
      out.remarks.emplace_back("without limits: those of the file exceed half a turn");
    } else {
      out.limits = {written(least), written(most)};
      for (XmlAttribute* const one : {lower, upper})
        if (one) out.extras.emplace_back(&limit, one);
    }
  }

  void find_mimicked() {
    for (Between& joint : joints_) {
      if (!joint.mimic) continue;
      const XmlAttribute& name = *joint.mimic->attribute("joint");
      const auto found = joint_named_.find(name.value);
      if (found == joint_named_.end())
        refuse(name, Code::E103, fmt::format("there is no joint '{}'", on_one_line(name.value)));
      joint.mimics = found->second;
    }
  }

  // 0, or the middle of the limits if it lies outside; what another joint says if it mimics one.
  void place_joints() {
    std::vector<int> path;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      path = {static_cast<int>(i)};
      for (int k; (k = joints_[index(path.back())].mimics) >= 0 && !joints_[index(k)].placed;) {
        if (path.size() > joints_.size())
          refuse(*joints_[i].mimic, Code::E119, "joints mimic each other in a circle");
        path.push_back(k);
      }
      for (; !path.empty(); path.pop_back()) place(joints_[index(path.back())]);
    }
  }

  void place(Between& joint) {
    if (joint.placed) return;
    joint.placed = true;
    Hanging& out = joint.hanging;
    if (!out.has_coordinate()) return;
    const auto [least, most] = joint.limits;
    if (joint.mimics < 0) {
      if (!joint.has_limits || (least <= 0.0 && most >= 0.0)) return;
      out.start = 0.5 * (least + most);
      if (!out.locked)
        out.remarks.emplace_back("starts in the middle of its limits, which exclude 0");
      return;
    }
    const Between& other = joints_[index(joint.mimics)];
    if (!other.hanging.has_coordinate()) {
      joint.mimic->taken = false;
      joint.mimic->reason = fmt::format("'{}' has no coordinate", on_one_line(other.hanging.name));
      joint.mimics = -1;
      return;
    }
    out.start = joint.multiplier * other.hanging.start + joint.offset;
    if (joint.has_limits && !(out.start >= least && out.start <= most))
      refuse(*joint.mimic, Code::E119,
             fmt::format("it puts '{}' to {} at the start, outside its limits",
                         on_one_line(out.name), written(out.start)));
    if (!std::isfinite(out.start) ||
        (out.kind == LinkJoint::revolute && !(std::abs(out.start) <= half_turn)))
      refuse(*joint.mimic, Code::E120,
             fmt::format("it puts '{}' to {} at the start, beyond half a turn",
                         on_one_line(out.name), written(out.start)));
    robot_.couplings.push_back({.name = out.name + "_mimic",
                                .y = out.name,
                                .x = other.hanging.name,
                                .c = {joint.offset, joint.multiplier},
                                .element = joint.mimic});
  }

  // Parents first. What no root leads to hangs in a circle.
  void hang_links() {
    std::vector<std::vector<int>> below(links_.size());
    for (std::size_t i = 0; i < joints_.size(); ++i)
      below[index(joints_[i].parent)].push_back(static_cast<int>(i));
    std::vector<int> number(links_.size(), -1);
    std::vector<int> order;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (joint_above_.contains(static_cast<int>(i))) continue;
      add_root(i);
      number[i] = static_cast<int>(robot_.links.size()) - 1;
      order.push_back(static_cast<int>(i));
    }
    for (std::size_t k = 0; k < order.size(); ++k)
      for (const int j : below[index(order[k])]) {
        const Between& joint = joints_[index(j)];
        number[index(joint.child)] = static_cast<int>(robot_.links.size());
        order.push_back(joint.child);
        add_link(joint, number[index(joint.parent)]);
      }
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (number[i] < 0)
        refuse(*links_[i].element, Code::E119,
               fmt::format("'{}' hangs in a circle of joints", on_one_line(links_[i].name)));
  }

  void add_root(std::size_t i) {
    Link& link = links_[i];
    const bool fixed = fix_root_ || link.name == "world";
    link.joint.kind = fixed ? LinkJoint::fixed : LinkJoint::free;
    link.joint.name = link.name;
    link.joint.element = link.element;
    if (!fixed)
      link.joint.remarks.emplace_back("moves freely: nothing holds the root (--fix-root does)");
    robot_.links.push_back(link);
  }

  void add_link(const Between& joint, int parent) {
    Link link = links_[index(joint.child)];
    link.parent = parent;
    link.joint = joint.hanging;
    link.pose = joint.origin;
    Pose moved;
    if (link.joint.kind == LinkJoint::revolute && link.joint.start != 0.0)
      moved.turn = AngleAxisd(link.joint.start, link.joint.axis);
    if (link.joint.kind == LinkJoint::prismatic) moved.place = link.joint.start * link.joint.axis;
    link.pose = link.pose * moved;
    robot_.links.push_back(std::move(link));
  }

  XmlElement& root_;
  bool fix_root_;
  Robot robot_;
  std::vector<Link> links_;
  std::vector<Between> joints_;
  std::map<std::string, int> link_named_, joint_named_;
  std::map<int, int> joint_above_;  // of a link
};

}  // namespace

Robot robot_of_urdf(XmlElement& root, bool fix_root) { return Urdf(root, fix_root).read(); }

}  // namespace zwang
