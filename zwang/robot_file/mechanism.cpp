// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/linear/symmetric_eigen.hpp"

namespace zwang {
namespace {

constexpr int world = -1;

class Assembly {
 public:
  explicit Assembly(Robot& robot) : robot_(robot), places_(robot.links.size()) {}

  Mechanism make() {
    place_links();
    find_passed();
    make_bodies();
    make_joints();
    close_loops();
    out_.places = robot_.places;
    return std::move(out_);
  }

 private:
  struct Place {
    int head = world;   // the link whose frame its body has; the world if it does not move
    Pose in_head = {};  // or in the world
    Pose at = {};       // in the world
    int body = world;   // of a head
    int children = 0;   // links that hang on the body of a head by a joint
    bool in_loop = false;
    Lump lump = {};
  };

  Place& place(int link) { return places_[index(link)]; }
  int head_of(int link) { return link < 0 ? world : place(link).head; }
  bool has_mass(int head) { return head == world || place(head).lump.mass > 0.0; }

  void place_links() {
    for (std::size_t i = 0; i < robot_.links.size(); ++i) {
      const Link& link = robot_.links[i];
      Place& here = places_[i];
      const int head = head_of(link.parent);
      here.at = link.parent < 0 ? link.pose : place(link.parent).at * link.pose;
      if (link.joint.kind == LinkJoint::fixed) {
        here.head = head;
        here.in_head = link.parent < 0 ? link.pose : place(link.parent).in_head * link.pose;
        if (head == world) here.in_head = here.at;
      } else {
        here.head = static_cast<int>(i);
        if (head != world) ++place(head).children;
      }
      if (here.head != world) place(here.head).lump.add(link.lump.in(here.in_head));
    }
    for (const Loop& loop : robot_.loops)
      for (const int link : loop.links)
        if (head_of(link) != world) place(head_of(link)).in_loop = true;
  }

  // A link without mass must stand between two joints.
  void find_passed() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place& here = places_[i];
      if (here.head != static_cast<int>(i) || has_mass(here.head)) continue;
      if (here.children == 1 && !here.in_loop && robot_.links[i].joint.kind != LinkJoint::free)
        continue;
      const bool root = robot_.links[i].parent < 0 && robot_.format == "URDF";
      refuse(
          *robot_.links[i].element, Code::E119,
          fmt::format("'{}' moves by itself without mass{}", without_controls(robot_.links[i].name),
                      root ? "; with --fix-root it is part of the world" : ""));
    }
  }

  void make_bodies() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Link& link = robot_.links[i];
      Place& here = places_[i];
      if (here.head == world) {
        if (link.name != "world") out_.in_world.push_back(link.name);
        for (const auto& [name, point] : link.points)
          robot_.places.emplace_back(name, here.at * point);
        continue;
      }
      if (!has_mass(here.head)) continue;
      if (here.head == static_cast<int>(i)) {
        demand_possible(link, here.lump);
        here.body = static_cast<int>(out_.bodies.size());
        out_.bodies.push_back({.link = here.head, .at = here.at, .lump = here.lump});
      }
      RobotBody& body = out_.bodies[index(place(here.head).body)];
      if (here.head != static_cast<int>(i)) {
        body.merged.push_back(link.name);
        if (link.is_place) body.points.emplace_back(link.name, here.in_head.place);
      }
      for (const auto& [name, point] : link.points)
        body.points.emplace_back(name, here.in_head * point);
    }
  }

  // As the model demands it, but with the line of the robot file.
  static void demand_possible(const Link& link, const Lump& lump) {
    if (!lump.inertia.allFinite() || !lump.com.allFinite() || !std::isfinite(lump.mass))
      refuse(*link.element, Code::E120,
             fmt::format("the mass or inertia of '{}' is not finite", without_controls(link.name)));
    const Vector m = symmetric_eigenvalues(lump.inertia);
    if (m[0] > 0.0 && m[2] <= (m[0] + m[1]) * (1.0 + 1e-12)) return;
    refuse(*link.element, Code::E120,
           fmt::format("no body has the principal moments of inertia {:.6g}, {:.6g}, {:.6g} of "
                       "'{}': each is above 0 and at most the sum of the others",
                       m[0], m[1], m[2], without_controls(link.name)));
  }

  // The joint of a link, in the world.
  Hanging in_world(int link) {
    const Pose& at = place(link).at;
    Hanging out = robot_.links[index(link)].joint;
    out.at = at * out.at;
    out.axis = at.turn * out.axis;
    return out;
  }

  void make_joints() {
    for (const RobotBody& body : out_.bodies) {
      std::vector<Hanging> series = {in_world(body.link)};
      int above = head_of(robot_.links[index(body.link)].parent);
      while (!has_mass(above)) {
        series.insert(series.begin(), in_world(above));
        above = head_of(robot_.links[index(above)].parent);
      }
      Hanging one = series.size() == 1 ? series[0] : in_one(series);
      if (one.kind == LinkJoint::fixed) refuse_series(series);
      const int on = above == world ? world : place(above).body;
      out_.joints.push_back({.hanging = std::move(one), .on = {on, place(body.link).body}});
    }
  }

  [[noreturn]] static void refuse_series(const std::vector<Hanging>& series) {
    std::string names;
    for (const Hanging& one : series)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", without_controls(one.name));
    refuse(*series.back().element, Code::E119,
           fmt::format("the joints {} with no mass between them are no joint that is known: give "
                       "the links between them a mass",
                       names));
  }

  void close_loops() {
    for (const Loop& loop : robot_.loops) {
      const int a = head_of(loop.links[0]), b = head_of(loop.links[1]);
      if (a == b) {
        loop.element->taken = false;
        loop.element->reason = "both ends belong to the same body";
        continue;
      }
      Hanging one = {.kind = loop.kind, .name = loop.name, .element = loop.element};
      one.at = loop.links[0] < 0 ? loop.at : place(loop.links[0]).at * loop.at;
      RobotJoint joint = {
          .hanging = one,
          .on = {a == world ? world : place(a).body, b == world ? world : place(b).body}};
      if (joint.on[1] == world) std::swap(joint.on[0], joint.on[1]);
      out_.joints.push_back(std::move(joint));
    }
  }

  Robot& robot_;
  std::vector<Place> places_;
  Mechanism out_;
};

}  // namespace

Mechanism mechanism_of(Robot& robot) { return Assembly(robot).make(); }

}  // namespace zwang
