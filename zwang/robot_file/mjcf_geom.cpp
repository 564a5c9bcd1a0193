// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/mjcf_geom.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

// Its volume, and its principal moments for the mass 1; half extents, z is the axis.
struct Solid {
  double volume = 0.0;
  Vector3d moments = Vector3d::Zero();
};

Solid ellipsoid(double a, double b, double c) {
  return {4.0 / 3.0 * pi * a * b * c,
          {(b * b + c * c) / 5.0, (a * a + c * c) / 5.0, (a * a + b * b) / 5.0}};
}

Solid box(double a, double b, double c) {
  return {8.0 * a * b * c, {(b * b + c * c) / 3.0, (a * a + c * c) / 3.0, (a * a + b * b) / 3.0}};
}

// Half its height is h.
Solid cylinder(double r, double h) {
  const double across = r * r / 4.0 + h * h / 3.0;
  return {2.0 * pi * r * r * h, {across, across, r * r / 2.0}};
}

// A cylinder between two halves of a ball, whose centres of mass are 3/8 r beyond its ends:
// 2/5 r² + h² + 3/4 h r about the middle.
Solid capsule(double r, double h) {
  const Solid middle = cylinder(r, h), ball = ellipsoid(r, r, r);
  const double volume = middle.volume + ball.volume;
  const double part = ball.volume / volume;
  const double across = 0.4 * r * r + h * h + 0.75 * h * r;
  Solid out{volume, (1.0 - part) * middle.moments};
  out.moments += part * Vector3d(across, across, 0.4 * r * r);
  return out;
}

// The extents that a type needs, after `fromto` has given its length.
std::vector<double> extents(const MjcfSettings& geom, std::size_t wanted, bool along,
                            double half_length) {
  const XmlAttribute* const size = geom.find("size");
  if (!size) refuse(geom.element(), Code::E111, "'size' is missing");
  std::vector<double> out = numbers_of(*size, along ? 1 : wanted, 3);
  if (along) {
    const double width = out[0];
    out.assign(wanted, width);
    out.back() = half_length;
  }
  out.resize(wanted);
  for (const double x : out)
    if (!(x > 0.0)) refuse(*size, Code::E120, "an extent is above 0");
  return out;
}

Solid solid_of(const MjcfSettings& geom, const std::string& type, bool along, double half_length) {
  const std::size_t wanted = type == "sphere" ? 1 : type == "capsule" || type == "cylinder" ? 2 : 3;
  const auto x = extents(geom, wanted, along, half_length);
  if (type == "sphere") return ellipsoid(x[0], x[0], x[0]);
  if (type == "capsule") return capsule(x[0], x[1]);
  if (type == "cylinder") return cylinder(x[0], x[1]);
  return type == "box" ? box(x[0], x[1], x[2]) : ellipsoid(x[0], x[1], x[2]);
}

}  // namespace

Lump mass_of_geom(const MjcfSettings& geom, const MjcfCompiler& compiler) {
  XmlElement& element = geom.element();
  const std::string type = geom.word("type", "sphere");
  const double group = geom.number("group", 0.0);
  const bool counts = group >= compiler.inertia_groups[0] && group <= compiler.inertia_groups[1];
  if (type == "plane" || type == "hfield" || !counts) return {};
  if (type == "mesh" || type == "sdf" || element.has("mesh")) {
    element.reason = "meshes are not read: its mass is missing";
    return {};
  }
  if (type != "sphere" && type != "capsule" && type != "cylinder" && type != "box" &&
      type != "ellipsoid")
    refuse(element, Code::E119, fmt::format("'{}' is no type of geom", on_one_line(type)));
  element.taken = true;
  element.attribute("name");
  Pose pose = pose_of(geom, compiler);
  double half_length = 0.0;
  const XmlAttribute* const ends = type == "sphere" ? nullptr : geom.find("fromto");
  if (ends) {
    const auto x = numbers_of(*ends, 6, 6);
    const Vector3d from(x[0], x[1], x[2]), to(x[3], x[4], x[5]);
    half_length = 0.5 * (to - from).stableNorm();
    if (!(half_length > 0.0)) refuse(*ends, Code::E120, "its ends are the same point");
    pose = {.turn = turn_to((from - to) / (2.0 * half_length)), .place = 0.5 * (from + to)};
  }
  const Solid solid = solid_of(geom, type, ends != nullptr, half_length);
  const double density = geom.number("density", 1000.0);
  const XmlAttribute* const mass = geom.find("mass");
  Lump out;
  out.mass = mass ? number_of(*mass) : density * solid.volume;
  if (!(out.mass >= 0.0)) refuse(element, Code::E120, "a mass is not below 0");
  out.inertia = (out.mass * solid.moments).asDiagonal();
  take_zeros(element, {"contype", "conaffinity"});
  const auto off = [&](const char* name) {
    const XmlAttribute* const given = geom.find(name);
    return given && number_of(*given) == 0.0;
  };
  const bool touches = !off("contype") || !off("conaffinity");
  take_zeros(element, {"contype", "conaffinity"});
  if (touches) element.notes.emplace_back("contact", "write what touches as [contacts]");
  return out.in(pose);
}

}  // namespace zwang
