// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mjcf_joint.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

void pass_over(XmlElement& element, XmlAttribute* attribute, const char* reason) {
  if (attribute) leave(element, *attribute, reason);
}

LinkJoint kind_of(const MjcfSettings& joint) {
  const std::string type = joint.word("type", "hinge");
  if (type == "hinge") return LinkJoint::revolute;
  if (type == "slide") return LinkJoint::prismatic;
  if (type == "ball") return LinkJoint::spherical;
  if (type == "free") return LinkJoint::free;
  refuse(joint.element(), Code::E119,
         fmt::format("'{}' is no type of joint: hinge, slide, ball, free", on_one_line(type)));
}

bool is_limited(const MjcfSettings& joint, const MjcfCompiler& compiler, bool has_range) {
  const XmlAttribute* const given = joint.find("limited");
  if (!given || given->value == "auto") return compiler.auto_limits && has_range;
  return is_true(*given);
}

void read_range(const MjcfSettings& joint, const MjcfCompiler& compiler, Hanging& out) {
  XmlAttribute* const range = joint.find("range");
  if (!is_limited(joint, compiler, range != nullptr)) {
    pass_over(joint.element(), range, "the joint is not limited");
    return;
  }
  if (!range) refuse(joint.element(), Code::E111, "it is limited, but 'range' is missing");
  const auto x = numbers_of(*range, 2, 2);
  if (out.kind == LinkJoint::free)
    return pass_over(joint.element(), range, "a free joint has no limits");
  if (out.kind == LinkJoint::spherical)
    return pass_over(joint.element(), range,
                     "a ball joint has no limits here: write a constraint of directions");
  if (!(x[0] < x[1]))
    refuse(*range, Code::E120, fmt::format("the limits {} and {} leave nothing", x[0], x[1]));
  const bool turns = out.kind == LinkJoint::revolute;
  const double half_turn = compiler.in_degrees() ? 180.0 : std::numbers::pi;
  if (turns && !(x[0] > -half_turn && x[1] < half_turn)) {
    out.remarks.emplace_back("without limits: those of the file exceed half a turn");
    return pass_over(joint.element(), range, "limits of an angle lie between -180 and 180 degrees");
  }
  const char* const form = turns && compiler.in_degrees() ? "\"{} deg\"" : "{}";
  out.limits = {fmt::format(fmt::runtime(form), written(x[0])),
                fmt::format(fmt::runtime(form), written(x[1]))};
  const double start = turns ? out.start / compiler.angle : out.start;
  if (!(start >= x[0] && start <= x[1]))
    out.remarks.emplace_back("starts outside its limits: zwang run --project-start moves there");
  out.extras.emplace_back(&joint.element(), range);
}

void read_spring(const MjcfSettings& joint, const MjcfCompiler& compiler, Hanging& out) {
  const bool turns = out.kind == LinkJoint::revolute;
  XmlAttribute* const stiffness = joint.find("stiffness");
  XmlAttribute* const rest = joint.find("springref");
  XmlAttribute* const damping = joint.find("damping");
  const double k = stiffness ? number_of(*stiffness) : 0.0;
  const double at = rest ? number_of(*rest) : 0.0;
  XmlAttribute* const friction = joint.find("frictionloss");
  const double d = damping ? number_of(*damping) : 0.0;
  const double loss = friction ? number_of(*friction) : 0.0;
  if (k < 0.0 || d < 0.0 || loss < 0.0)
    refuse(joint.element(), Code::E120, "stiffness, damping and friction are not below 0");
  if (out.has_coordinate()) {
    out.stiffness = k;
    out.rest = turns ? at * compiler.angle : at;
    out.damping = d;
    if (k != 0.0) out.extras.emplace_back(&joint.element(), stiffness);
    if (k != 0.0 && rest) out.extras.emplace_back(&joint.element(), rest);
    if (d != 0.0) out.extras.emplace_back(&joint.element(), damping);
    out.friction = loss;
    if (loss != 0.0) out.extras.emplace_back(&joint.element(), friction);
    return;
  }
  if (k != 0.0) pass_over(joint.element(), stiffness, "springs belong to hinges and slides");
  if (at != 0.0) pass_over(joint.element(), rest, "springs belong to hinges and slides");
  if (loss != 0.0) pass_over(joint.element(), friction, "friction belongs to hinges and slides");
  if (d != 0.0 && out.kind == LinkJoint::free)
    pass_over(joint.element(), damping, "a free body has no damper");
  if (out.kind == LinkJoint::spherical && d != 0.0) {
    out.damping = d;
    out.extras.emplace_back(&joint.element(), damping);
  }
}

}  // namespace

Hanging mjcf_joint(const MjcfSettings& joint, const MjcfCompiler& compiler, const Pose& inner) {
  XmlElement& element = joint.element();
  element.taken = true;
  Hanging out;
  out.element = &element;
  if (element.name == "freejoint") {
    out.kind = LinkJoint::free;
    if (XmlAttribute* const align = element.attribute("align"))
      pass_over(element, align, "it chooses coordinates of another program");
    return out;
  }
  out.kind = kind_of(joint);
  take_zeros(element, {"armature", "springdamper", "margin"});
  const XmlAttribute* const pos = joint.find("pos");
  const XmlAttribute* const axis = joint.find("axis");
  if (pos) {
    const auto x = numbers_of(*pos, 3, 3);
    out.at = {x[0], x[1], x[2]};
  }
  out.at = inner * out.at;
  if (out.has_coordinate()) {
    out.axis = Vector3d::UnitZ();
    if (axis) {
      const auto x = numbers_of(*axis, 3, 3);
      out.axis = {x[0], x[1], x[2]};
      const double length = out.axis.stableNorm();
      if (!(length > 0.0)) refuse(*axis, Code::E120, "an axis of length 0 has no direction");
      out.axis /= length;
    }
    out.axis = inner.turn * out.axis;
  }
  if (XmlAttribute* const ref = joint.find("ref"); ref && out.has_coordinate()) {
    out.start = number_of(*ref);
    if (out.kind == LinkJoint::revolute) out.start *= compiler.angle;
    if (out.kind == LinkJoint::revolute && !(std::abs(out.start) <= std::numbers::pi))
      refuse(*ref, Code::E120, "an angle lies between -180 and 180 degrees");
  }
  read_range(joint, compiler, out);
  read_spring(joint, compiler, out);
  return out;
}

}  // namespace zwang
