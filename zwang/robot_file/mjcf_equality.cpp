// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mjcf_equality.hpp"

#include <fmt/format.h>

#include "zwang/robot_file/mjcf_defaults.hpp"
#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

constexpr double allowed = 1e-9;  // m, or of a quaternion

void leave_out(XmlElement& element, const char* reason) {
  element.taken = false;
  element.reason = reason;
}

XmlAttribute& needed(XmlElement& element, const char* name) {
  XmlAttribute* const found = element.attribute(name);
  if (!found) refuse(element, Code::E111, fmt::format("'{}' is missing", name));
  return *found;
}

}  // namespace

MjcfEqualities::MjcfEqualities(Robot& robot, const std::map<std::string, MjcfLink>& links,
                               const std::map<std::string, Hanging>& joints,
                               const std::map<std::string, MjcfSite>& sites)
    : robot_(robot), links_(links), joints_(joints), sites_(sites) {
  for (const auto& [name, link] : links) poses_[link.number] = link.at;
}

void MjcfEqualities::read(XmlElement& section) {
  section.taken = true;
  for (XmlElement& one : section.children) {
    const bool loop = one.name == "connect" || one.name == "weld";
    if (!loop && one.name != "joint") {
      one.reason = "write it as a constraint instead";
      continue;
    }
    one.taken = true;
    if (const XmlAttribute* const active = one.attribute("active"); active && !is_true(*active)) {
      leave_out(one, "it is not active at the start");
      continue;
    }
    if (loop)
      read_loop(one);
    else
      read_coupling(one);
  }
}

MjcfLink MjcfEqualities::link_named(const XmlAttribute& name) const {
  if (name.value == "world") return {};
  const auto found = links_.find(name.value);
  if (found == links_.end())
    refuse(name, Code::E103, fmt::format("there is no body '{}'", on_one_line(name.value)));
  return found->second;
}

std::optional<MjcfEqualities::End> MjcfEqualities::at_site(XmlElement& element,
                                                           const char* attribute) const {
  const XmlAttribute* const name = element.attribute(attribute);
  if (!name) return std::nullopt;
  const auto found = sites_.find(name->value);
  if (found == sites_.end())
    refuse(*name, Code::E103, fmt::format("there is no site '{}'", on_one_line(name->value)));
  const int link = found->second.link;
  return End{{link, link < 0 ? Pose{} : poses_.at(link)}, found->second.place};
}

const Hanging& MjcfEqualities::joint_named(const XmlAttribute& name) const {
  const auto found = joints_.find(name.value);
  if (found == joints_.end())
    refuse(name, Code::E103, fmt::format("there is no joint '{}'", on_one_line(name.value)));
  return found->second;
}

std::string MjcfEqualities::name_of(XmlElement& element, const char* otherwise) {
  const XmlAttribute* const name = element.attribute("name");
  return name ? name->value : otherwise;
}

// Both ends are one point (connect) or one frame (weld) at the start: then these joints hold them
// so. Otherwise nothing could hold from the start on.
void MjcfEqualities::read_loop(XmlElement& element) {
  const bool weld = element.name == "weld";
  End first, second;
  const auto one = at_site(element, "site1"), other = at_site(element, "site2");
  if (one && other) {
    if (weld) return leave_out(element, "only welds that name bodies are");
    first = *one;
    second = *other;
    if ((first.in_world() - second.in_world()).norm() > allowed)
      return leave_out(element, "the sites are apart at the start");
  } else {
    first.link = link_named(needed(element, "body1"));
    if (const XmlAttribute* const name = element.attribute("body2"))
      second.link = link_named(*name);
    XmlAttribute* const anchor = weld ? element.attribute("anchor") : &needed(element, "anchor");
    if (anchor) {
      const auto x = numbers_of(*anchor, 3, 3);
      (weld ? second : first).point = {x[0], x[1], x[2]};
    }
    if (weld) {  // whose anchor is given in the second body
      const Vector3d place =
          first.link.at.turn.conjugate() * (second.in_world() - first.link.at.place);
      first.point = place;
    }
  }
  if (XmlAttribute* const relative = element.attribute("relpose")) {
    const auto x = numbers_of(*relative, 7, 7);
    const Vector3d place(x[0], x[1], x[2]);
    const Eigen::Quaterniond turn(x[3], x[4], x[5], x[6]);
    if (turn.norm() > 0.0) {  // 0: as they stand
      const Pose is = first.link.at * Pose{turn.normalized(), place};
      const Pose& at = second.link.at;
      if ((is.place - at.place).norm() > allowed || is.turn.angularDistance(at.turn) > allowed)
        return leave_out(element, "the bodies do not stand that way at the start");
    }
  }
  robot_.loops.push_back({.name = name_of(element, weld ? "weld" : "connect"),
                          .kind = weld ? LinkJoint::fixed : LinkJoint::spherical,
                          .links = {first.link.number, second.link.number},
                          .at = first.point,
                          .element = &element});
}

void MjcfEqualities::read_coupling(XmlElement& element) {
  const XmlAttribute& y = needed(element, "joint1");
  Coupling out{.name = name_of(element, "coupling"), .y = y.value, .y0 = joint_named(y).start};
  if (const XmlAttribute* const x = element.attribute("joint2")) {
    out.x = x->value;
    out.x0 = joint_named(*x).start;
  }
  out.c = {0.0, 1.0};
  if (const XmlAttribute* const given = element.attribute("polycoef")) {
    const auto c = numbers_of(*given, 1, 5);
    std::copy(c.begin(), c.end(), (out.c = {0.0, 1.0, 0.0, 0.0, 0.0}).begin());
  }
  if (out.x.empty()) out.c.resize(1);
  while (out.c.size() > 2 && out.c.back() == 0.0) out.c.pop_back();
  out.element = &element;
  robot_.couplings.push_back(std::move(out));
}

}  // namespace zwang
