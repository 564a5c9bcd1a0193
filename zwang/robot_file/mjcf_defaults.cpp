// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mjcf_defaults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr std::array<std::string_view, 5> turns = {"quat", "axisangle", "euler", "xyaxes", "zaxis"};

// Of the elements that are read from defaults.
const std::map<std::string_view, std::vector<std::string_view>> used = {
    {"joint",
     {"type", "pos", "axis", "stiffness", "range", "limited", "ref", "springref", "damping",
      "frictionloss"}},
    {"geom",
     {"type", "size", "fromto", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "mass",
      "density", "group"}},
    {"site", {"pos"}}};

Vector3d direction(const XmlAttribute& from, double x, double y, double z) {
  const Vector3d v(x, y, z);
  const double length = v.stableNorm();
  if (!(length > 0.0)) refuse(from, Code::E120, "a vector of length 0 has no direction");
  return v / length;
}

Quaterniond turn_of(const XmlAttribute& from, const MjcfCompiler& compiler) {
  if (from.name == "quat") {
    const auto e = numbers_of(from, 4, 4);
    const Eigen::Vector4d all(e[0], e[1], e[2], e[3]);
    const double length = all.stableNorm();
    if (!(length > 0.0)) refuse(from, Code::E120, "a quaternion without a direction turns nothing");
    return {e[0] / length, e[1] / length, e[2] / length, e[3] / length};
  }
  if (from.name == "axisangle") {
    const auto x = numbers_of(from, 4, 4);
    return Quaterniond(AngleAxisd(x[3] * compiler.angle, direction(from, x[0], x[1], x[2])));
  }
  if (from.name == "zaxis") {
    const auto x = numbers_of(from, 3, 3);
    return turn_to(direction(from, x[0], x[1], x[2]));
  }
  if (from.name == "xyaxes") {
    const auto x = numbers_of(from, 6, 6);
    Eigen::Matrix3d axes;
    axes.col(0) = direction(from, x[0], x[1], x[2]);
    const Vector3d y = direction(from, x[3], x[4], x[5]);
    const Vector3d across = y - axes.col(0) * axes.col(0).dot(y);
    if (across.norm() < 1e-12) refuse(from, Code::E120, "two directions that are parallel");
    axes.col(1) = across.normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return Quaterniond(axes).normalized();
  }
  const auto angles = numbers_of(from, 3, 3);
  Quaterniond out = Quaterniond::Identity();
  for (std::size_t i = 0; i < 3; ++i) {
    const char axis = compiler.euler[i];
    const bool turning = axis >= 'x';
    const Quaterniond one(
        AngleAxisd(angles[i] * compiler.angle, Vector3d::Unit(axis - (turning ? 'x' : 'X'))));
    out = turning ? out * one : one * out;
  }
  return out.normalized();
}

}  // namespace

void take_zeros(XmlElement& element, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    XmlAttribute* const given = element.attribute(name);
    if (!given) continue;
    const auto all = numbers_of(*given, 1, 16);
    given->taken = std::ranges::all_of(all, [](double x) { return x == 0.0; });
  }
}

bool is_true(const XmlAttribute& attribute) {
  if (attribute.value != "true" && attribute.value != "false")
    refuse(attribute, Code::E113, "expected true or false");
  return attribute.value == "true";
}

Quaterniond turn_to(const Vector3d& z) {
  Vector3d axis = Vector3d::UnitZ().cross(z);
  const double sine = axis.norm();
  if (sine < 1e-10)
    axis = Vector3d::UnitX();
  else
    axis /= sine;
  return Quaterniond(AngleAxisd(std::atan2(sine, z[2]), axis));
}

void MjcfCompiler::read(XmlElement& compiler) {
  compiler.taken = true;
  if (const XmlAttribute* const given = compiler.attribute("angle")) {
    if (given->value != "radian" && given->value != "degree")
      refuse(*given, Code::E113, "expected radian or degree");
    angle = given->value == "radian" ? 1.0 : MjcfCompiler{}.angle;
  }
  if (const XmlAttribute* const given = compiler.attribute("eulerseq")) {
    if (given->value.size() != 3 || given->value.find_first_not_of("xyzXYZ") != std::string::npos)
      refuse(*given, Code::E113, "expected three of x, y, z, X, Y, Z");
    euler = given->value;
  }
  if (const XmlAttribute* const given = compiler.attribute("inertiafromgeom")) {
    if (given->value != "auto") is_true(*given);
    inertia_from_geom = given->value;
  }
  if (const XmlAttribute* const given = compiler.attribute("inertiagrouprange")) {
    const auto x = numbers_of(*given, 2, 2);
    inertia_groups = {x[0], x[1]};
  }
  if (const XmlAttribute* const given = compiler.attribute("autolimits"))
    auto_limits = is_true(*given);
  if (const XmlAttribute* const given = compiler.attribute("coordinate");
      given && given->value != "local")
    refuse(*given, Code::E119, "only local coordinates are read");
  if (const XmlAttribute* const given = compiler.attribute("settotalmass"))
    total_mass = number_of(*given);
  take_zeros(compiler, {"boundmass", "boundinertia"});
  if (XmlAttribute* const given = compiler.attribute("balanceinertia"))
    given->taken = !is_true(*given);
}

void MjcfDefaults::read(XmlElement& section) {
  section.taken = true;
  section.attribute("class");  // main, whatever it is called
  if (const XmlAttribute* const name = section.attribute("class")) named_[name->value] = main;
  read_class(section, main);
}

void MjcfDefaults::read_class(XmlElement& element, int number) {
  for (XmlElement& one : element.children) {
    if (one.name == "default") {
      one.taken = true;
      const XmlAttribute* const name = one.attribute("class");
      if (!name) refuse(one, Code::E111, "'class' is missing");
      const int inner = static_cast<int>(classes_.size());
      if (!named_.emplace(name->value, inner).second)
        refuse(*name, Code::E112,
               fmt::format("there are two classes '{}'", on_one_line(name->value)));
      classes_.push_back({.above = number, .elements = {}});
      read_class(one, inner);
      continue;
    }
    const auto known = used.find(one.name);
    if (known == used.end()) continue;
    one.taken = true;
    for (const std::string_view name : known->second) one.attribute(name);
    if (one.name == "joint") take_zeros(one, {"armature", "springdamper"});
    if (one.name == "geom") take_zeros(one, {"contype", "conaffinity"});
    classes_[index(number)].elements.push_back(&one);
  }
}

int MjcfDefaults::chosen(XmlElement& element, std::string_view attribute, int otherwise) const {
  const XmlAttribute* const name = element.attribute(attribute);
  if (!name) return otherwise;
  const auto found = named_.find(name->value);
  if (found == named_.end())
    refuse(*name, Code::E103, fmt::format("there is no class '{}'", on_one_line(name->value)));
  return found->second;
}

XmlAttribute* MjcfSettings::find(std::string_view name) const {
  if (XmlAttribute* const own = element_.attribute(name)) return own;
  for (int k = class_; k >= 0; k = defaults_.classes_[index(k)].above) {
    const auto& elements = defaults_.classes_[index(k)].elements;
    for (auto one = elements.rbegin(); one != elements.rend(); ++one)
      if ((*one)->name == element_.name && (*one)->has(name)) return (*one)->attribute(name);
  }
  return nullptr;
}

double MjcfSettings::number(std::string_view name, double otherwise) const {
  const XmlAttribute* const given = find(name);
  return given ? number_of(*given) : otherwise;
}

std::string MjcfSettings::word(std::string_view name, std::string_view otherwise) const {
  const XmlAttribute* const given = find(name);
  return given ? given->value : std::string(otherwise);
}

Pose pose_of(const MjcfSettings& settings, const MjcfCompiler& compiler) {
  Pose out;
  if (const XmlAttribute* const pos = settings.find("pos")) {
    const auto x = numbers_of(*pos, 3, 3);
    out.place = {x[0], x[1], x[2]};
  }
  const XmlElement& element = settings.element();
  if (std::ranges::count_if(turns, [&](std::string_view one) { return element.has(one); }) > 1)
    refuse(element, Code::E119, "it has two orientations");
  // its own one, in whatever form, before that of a class
  const auto own =
      std::ranges::find_if(turns, [&](std::string_view one) { return element.has(one); });
  if (own != turns.end()) {
    out.turn = turn_of(*settings.find(*own), compiler);
    return out;
  }
  for (const std::string_view one : turns)
    if (const XmlAttribute* const given = settings.find(one)) {
      out.turn = turn_of(*given, compiler);
      break;
    }
  return out;
}

}  // namespace zwang
