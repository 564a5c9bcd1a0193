// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mjcf.hpp"

#include <fmt/format.h>

#include <map>

#include "zwang/base/index.hpp"
#include "zwang/robot_file/mjcf_equality.hpp"
#include "zwang/robot_file/mjcf_geom.hpp"
#include "zwang/robot_file/mjcf_joint.hpp"
#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

// A body while its elements are read. Frames inside it only move what stands in them.
struct Being {
  XmlElement* inertial = nullptr;
  int class_of_inertial = 0;
  std::vector<Hanging> joints;
  Lump of_geoms;
  std::vector<std::pair<std::string, Eigen::Vector3d>> points;
  struct Child {
    XmlElement* element;
    Pose around;
    int settings;
  };
  std::vector<Child> bodies;
  std::vector<std::pair<XmlElement*, std::pair<Pose, int>>> geoms;
};

class Mjcf {
 public:
  explicit Mjcf(XmlElement& root) : root_(root) {}

  Robot read() {
    root_.taken = true;
    robot_.format = "MJCF";
    robot_.gravity_given = true;  // has a default
    if (const XmlAttribute* const name = root_.attribute("model")) robot_.name = name->value;
    for (XmlElement& one : root_.children)
      if (one.name == "compiler") compiler_.read(one);
    for (XmlElement& one : root_.children)
      if (one.name == "default") defaults_.read(one);
    for (XmlElement& one : root_.children)
      if (one.name == "option") read_option(one);
    for (XmlElement& one : root_.children)
      if (one.name == "worldbody") read_world(one);
    if (robot_.links.empty()) refuse(root_, Code::E119, "there is no <body>");
    set_total_mass();
    MjcfEqualities equalities(robot_, links_, joints_, sites_);
    for (XmlElement& one : root_.children)
      if (one.name == "equality") equalities.read(one);
    return std::move(robot_);
  }

 private:
  void set_total_mass() {
    if (!(compiler_.total_mass > 0.0)) return;
    double mass = 0.0;
    for (const Link& link : robot_.links) mass += link.lump.mass;
    if (!(mass > 0.0)) return;
    const double factor = compiler_.total_mass / mass;
    for (Link& link : robot_.links) {
      link.lump.mass *= factor;
      link.lump.inertia *= factor;
    }
  }

  void read_option(XmlElement& option) {
    option.taken = true;
    if (const XmlAttribute* const given = option.attribute("gravity")) {
      const auto x = numbers_of(*given, 3, 3);
      robot_.gravity = {x[0], x[1], x[2]};
    }
    take_zeros(option, {"density", "viscosity", "wind", "magnetic"});
    XmlElement* const flag = option.child("flag");
    if (!flag) return;
    const XmlAttribute* const gravity = flag->attribute("gravity");
    if (gravity && gravity->value == "disable") weightless_ = true;
    if (weightless_) robot_.gravity.setZero();
  }

  void read_world(XmlElement& world) {
    world.taken = true;
    Being being;
    read_content(world, being, {}, MjcfDefaults::main, false);
    for (const auto& [name, point] : being.points) {
      robot_.places.emplace_back(name, point);
      sites_[name] = {-1, point};
    }
    for (const Being::Child& child : being.bodies) read_body(child, -1, {});
  }

  // What stands in a body or in a frame of it.
  void read_content(XmlElement& element, Being& being, const Pose& inner, int settings,
                    bool moves) {
    for (XmlElement& one : element.children) {
      if (one.name == "body") {
        being.bodies.push_back({&one, inner, settings});
      } else if (one.name == "frame") {
        one.taken = true;
        one.attribute("name");
        const Pose pose = inner * pose_of(MjcfSettings(one, defaults_, settings), compiler_);
        read_content(one, being, pose, defaults_.chosen(one, "childclass", settings), moves);
      } else if (one.name == "site") {
        read_site(one, being, inner, settings);
      } else if (moves && (one.name == "joint" || one.name == "freejoint")) {
        being.joints.push_back(
            mjcf_joint(MjcfSettings(one, defaults_, settings), compiler_, inner));
      } else if (moves && one.name == "inertial" && !being.inertial) {
        being.inertial = &one;
      } else if (moves && one.name == "geom") {
        being.geoms.push_back({&one, {inner, settings}});
      }
    }
  }

  void read_site(XmlElement& site, Being& being, const Pose& inner, int settings) {
    const XmlAttribute* const name = site.attribute("name");
    if (!name) {
      site.reason = "a point without a name";
      return;
    }
    site.taken = true;
    Eigen::Vector3d place = Eigen::Vector3d::Zero();
    if (const XmlAttribute* const pos = MjcfSettings(site, defaults_, settings).find("pos")) {
      const auto x = numbers_of(*pos, 3, 3);
      place = {x[0], x[1], x[2]};
    }
    if (const XmlAttribute* const ends = site.attribute("fromto")) {
      const auto x = numbers_of(*ends, 6, 6);
      place = 0.5 * Eigen::Vector3d(x[0] + x[3], x[1] + x[4], x[2] + x[5]);
    }
    for (XmlAttribute& one : site.attributes)
      if (!one.taken && (one.name.ends_with("axes") || one.name == "quat" || one.name == "euler" ||
                         one.name == "axisangle" || one.name == "zaxis"))
        one.reason = "a site becomes a point, which has no axes";
    being.points.emplace_back(name->value, inner * place);
  }

  void read_body(const Being::Child& child, int parent, const Pose& parent_at) {
    XmlElement& element = *child.element;
    element.taken = true;
    const int settings = defaults_.chosen(element, "childclass", child.settings);
    std::string name;
    if (const XmlAttribute* const given = element.attribute("name")) name = given->value;
    if (name == "world") refuse(element, Code::E112, "only the world is called 'world'");
    if (XmlAttribute* const mocap = element.attribute("mocap")) mocap->taken = !is_true(*mocap);
    take_zeros(element, {"gravcomp"});
    const Pose pose =
        child.around * pose_of(MjcfSettings(element, no_defaults_, MjcfDefaults::main), compiler_);
    Being being;
    read_content(element, being, {}, settings, true);
    if (name.empty()) name = fmt::format("body {}", ++unnamed_);
    const Pose at = parent_at * pose;
    const int number = hang(element, name, pose, parent, being);
    if (!links_.emplace(name, MjcfLink{number, at}).second)
      refuse(element, Code::E112, fmt::format("there are two bodies '{}'", on_one_line(name)));
    Link& link = robot_.links[index(number)];
    link.lump = lump_of(element, being);
    link.points = being.points;
    for (const auto& [site, point] : being.points) sites_[site] = {number, point};
    for (const Being::Child& below : being.bodies) read_body(below, number, at);
  }

  // A link for each joint, of which the last has the mass.
  int hang(XmlElement& element, const std::string& name, const Pose& pose, int parent,
           Being& being) {
    Link link{.name = name, .element = &element, .parent = parent, .pose = pose};
    if (being.joints.empty()) {
      robot_.links.push_back(link);
      return static_cast<int>(robot_.links.size()) - 1;
    }
    for (std::size_t i = 0; i < being.joints.size(); ++i) {
      Hanging joint = being.joints[i];
      const XmlAttribute* const given = joint.element->attribute("name");
      joint.is_named = given != nullptr;
      joint.name = given ? given->value : name + "_joint";
      if (given && !joints_.emplace(given->value, joint).second)
        refuse(*given, Code::E112,
               fmt::format("there are two joints '{}'", on_one_line(given->value)));
      if (joint.kind == LinkJoint::free && (parent >= 0 || being.joints.size() > 1))
        refuse(*joint.element, Code::E119, "a free joint belongs to the world, alone");
      link.joint = joint;
      link.is_place = i + 1 == being.joints.size();
      if (!link.is_place) link.name = fmt::format("{}, before {}", name, joint.name);
      robot_.links.push_back(link);
      link = {.name = name, .element = &element, .pose = {}};
      link.parent = static_cast<int>(robot_.links.size()) - 1;
    }
    return static_cast<int>(robot_.links.size()) - 1;
  }

  Lump lump_of(XmlElement& element, Being& being) {
    const std::string& rule = compiler_.inertia_from_geom;
    if (being.inertial && rule != "true") return inertial_of(*being.inertial);
    if (being.inertial) being.inertial->reason = "the compiler takes masses from geoms";
    Lump out;
    if (rule == "false") return out;
    for (auto& [geom, around] : being.geoms)
      out.add(
          mass_of_geom(MjcfSettings(*geom, defaults_, around.second), compiler_).in(around.first));
    if (!out.inertia.allFinite() || !std::isfinite(out.mass))
      refuse(element, Code::E120, "its mass is not finite");
    return out;
  }

  Lump inertial_of(XmlElement& inertial) {
    inertial.taken = true;
    const MjcfSettings settings(inertial, no_defaults_, MjcfDefaults::main);
    const Pose pose = pose_of(settings, compiler_);
    const XmlAttribute* const mass = inertial.attribute("mass");
    if (!mass) refuse(inertial, Code::E111, "'mass' is missing");
    if (!inertial.has("pos")) refuse(inertial, Code::E111, "'pos' is missing");
    Lump out;
    out.mass = number_of(*mass);
    if (out.mass < 0.0) refuse(*mass, Code::E120, "a mass is not below 0");
    const XmlAttribute* const three = inertial.attribute("diaginertia");
    if (const XmlAttribute* const six = inertial.attribute("fullinertia")) {
      if (three) refuse(*six, Code::E119, "it has two inertias");
      const auto x = numbers_of(*six, 6, 6);
      out.inertia << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
    } else if (three) {
      const auto x = numbers_of(*three, 3, 3);
      out.inertia = Eigen::Vector3d(x[0], x[1], x[2]).asDiagonal();
    }
    return out.in(pose);
  }

  XmlElement& root_;
  MjcfCompiler compiler_;
  MjcfDefaults defaults_;
  MjcfDefaults no_defaults_;  // of bodies, which have none
  Robot robot_;
  bool weightless_ = false;
  int unnamed_ = 0;
  std::map<std::string, MjcfLink> links_;
  std::map<std::string, Hanging> joints_;
  std::map<std::string, MjcfSite> sites_;
};

}  // namespace

Robot robot_of_mjcf(XmlElement& root) { return Mjcf(root).read(); }

}  // namespace zwang
