// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Joints of a model: the equations that make them, and their coordinates.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"
#include "zwang/solid/vector3.hpp"

namespace zwang {
namespace {

using Eigen::Vector3d;

Vector3d unit(const std::array<double, 3>& axis, const char* which) {
  const auto along = direction_of(vector3(axis));
  if (!along) throw Error(Code::E120, fmt::format("the {} has no direction", which));
  return *along;
}

bool has_points(JointKind kind) {
  return kind == JointKind::fixed || kind == JointKind::revolute || kind == JointKind::universal ||
         kind == JointKind::spherical;
}
bool keeps_axis(JointKind kind) {
  return kind != JointKind::universal && kind != JointKind::spherical;
}
bool needs_axis(JointKind kind) { return kind != JointKind::fixed && kind != JointKind::spherical; }
bool has_angle(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::cylindrical || kind == JointKind::screw;
}
bool has_length(JointKind kind) {
  return kind == JointKind::prismatic || kind == JointKind::cylindrical || kind == JointKind::screw;
}

std::string text_of(const Value& value) {
  return value.is_text() ? fmt::format("({})", value.text())
                         : fmt::format("({})", shortest(value.number()));
}

}  // namespace

// Makes one joint of a model. The first body has the directions NAME.axis, NAME.side1, NAME.side2
// and the point NAME.first; the second has NAME.axis_2, ..., and NAME.second. They agree at the
// start, but for what the coordinate of the joint is said to be there.
class JointMaker {
 public:
  JointMaker(Model& model, const std::string& name, JointKind kind, const JointOptions& options)
      : model_(model), options_(options) {
    joint_.name = name;
    joint_.kind = kind;
  }

  Joint make() {
    find_bodies();
    find_axes();
    name_parts();
    if (plane_)
      equations_in_plane();
    else
      equations_in_space();
    name_coordinates();
    add_extras();
    return joint_;
  }

 private:
  void find_bodies() {
    for (std::size_t i = 0; i < 2; ++i)
      if (options_.on[i] != "world" && !std::ranges::count(model_.fixtures_, options_.on[i]))
        joint_.bodies[i] =
            static_cast<int>(&model_.body_named(options_.on[i]) - model_.bodies_.data());
    if (joint_.bodies[0] == joint_.bodies[1])
      throw Error(Code::E120, fmt::format("it joins '{}' with itself", options_.on[0]));
    bool all_in_plane = true;
    for (const int body : joint_.bodies) {
      if (body < 0) continue;
      const Body& one = model_.bodies_[index(body)];
      all_in_plane =
          all_in_plane && one.in_plane && (!plane_ || plane_->cwiseAbs() == one.normal.cwiseAbs());
      if (!plane_) plane_ = one.normal;
    }
    if (!all_in_plane) plane_.reset();
    const JointKind kind = joint_.kind;
    if (plane_ && kind != JointKind::fixed && kind != JointKind::revolute &&
        kind != JointKind::prismatic)
      throw Error(Code::E120, fmt::format("bodies in a plane have fixed, revolute, prismatic and "
                                          "rolling joints, not {} ones",
                                          zwang::name(kind)));
  }

  void find_axes() {
    at_ = vector3(model_.numbers_at_start(options_.at));
    const auto told = model_.numbers_at_start(options_.axis);
    if (told != std::array<double, 3>{})
      axis_ = unit(told, "axis");
    else if (plane_ && joint_.kind != JointKind::prismatic)
      axis_ = *plane_;
    else if (needs_axis(joint_.kind))
      throw Error(Code::E120, fmt::format("a {} joint needs an axis", zwang::name(joint_.kind)));
    if (plane_) {
      const double across = std::abs(axis_.dot(*plane_));
      if (joint_.kind == JointKind::prismatic ? across > 1e-12 : across < 1.0 - 1e-12)
        throw Error(Code::E120, joint_.kind == JointKind::prismatic
                                    ? "the axis does not lie in the plane of the bodies"
                                    : "the axis is not normal to the plane of the bodies");
      side1_ = joint_.kind == JointKind::prismatic ? plane_->cross(axis_)
                                                   : Vector3d(axis_.unitOrthogonal());
    } else {
      side1_ = axis_.unitOrthogonal();
    }
    if (joint_.kind == JointKind::universal) {
      side1_ = unit(model_.numbers_at_start(options_.axis2), "second axis");
      if (std::abs(side1_.dot(axis_)) > 1e-9)
        throw Error(Code::E120, "the axes of a universal joint are perpendicular");
    }
    start_ = model_.number(options_.start);
    if (joint_.kind != JointKind::screw) return;
    pitch_ = model_.number(options_.pitch);
    if (!(std::abs(pitch_) > 0.0))
      throw Error(Code::E120, "a screw joint needs a pitch, in metres for a turn, other than 0");
  }

  void name_parts() {
    const Vector3d side2 = axis_.cross(side1_);
    for (std::size_t i = 0; i < 2; ++i) {
      const int body = joint_.bodies[i];
      const char* const end = i == 0 ? "" : "_2";
      // of a screw the length is told
      const double to_angle =
          joint_.kind == JointKind::screw ? 2.0 * std::numbers::pi / pitch_ : 1.0;
      const double turned = i == 1 && has_angle(joint_.kind) ? to_angle * start_ : 0.0;
      const Eigen::AngleAxisd turn(turned, axis_);
      const std::string point = called(i == 0 ? "first" : "second");
      model_.name_on(body, point, at_, true);
      if (body >= 0) model_.stick(model_.bodies_[index(body)], point);
      model_.name_on(body, called("axis") + end, axis_, false);
      model_.name_on(body, called("side1") + end, turn * side1_, false);
      model_.name_on(body, called("side2") + end, turn * side2, false);
    }
    const int held = joint_.bodies[1] >= 0 ? joint_.bodies[1] : joint_.bodies[0];
    const Body& body = model_.bodies_[index(held)];
    const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(
        model_.start_.data(), static_cast<Eigen::Index>(model_.start_.size()));
    joint_.arm = body.axes(q).transpose() * (at_ - model_.centre_at_start(body));
  }

  void equations_in_space() {
    const JointKind kind = joint_.kind;
    if (has_points(kind))
      for (const char* x : {"x", "y", "z"}) add(x, fmt::format("@.first.{0} = @.second.{0}", x));
    if (keeps_axis(kind)) {
      add("tilt1", "dot(@.axis, @.side1_2) = 0");
      add("tilt2", "dot(@.axis, @.side2_2) = 0");
    }
    if (kind == JointKind::fixed || kind == JointKind::prismatic)
      add("turn", "dot(@.side1, @.side2_2) = 0");
    if (kind == JointKind::universal) add("square", "dot(@.axis, @.side1_2) = 0");
    if (has_length(kind)) {
      add("off1", "dot(@.second - @.first, @.side1) = 0");
      add("off2", "dot(@.second - @.first, @.side2) = 0");
    }
    // smooth through whole turns: the angle is wound up by the length
    if (kind == JointKind::screw)
      add("pitch", fmt::format("dot(@.side1_2, cos({0}*{1})*@.side2 - sin({0}*{1})*@.side1) = 0",
                               shortest(2.0 * std::numbers::pi / pitch_), spelt(length())));
    if (kind == JointKind::planar) add("off", "dot(@.second - @.first, @.axis) = 0");
  }

  void equations_in_plane() {
    if (joint_.kind == JointKind::prismatic) {
      add("turn", "dot(@.axis, @.side1_2) = 0");
      return add("off", "dot(@.second - @.first, @.side1) = 0");
    }
    for (const int i : {0, 1, 2})
      if ((*plane_)[i] == 0.0)
        add(std::string(1, static_cast<char>('x' + i)).c_str(),
            fmt::format("@.first.{0} = @.second.{0}", static_cast<char>('x' + i)));
    if (joint_.kind == JointKind::fixed) add("turn", "dot(@.side1, @.side2_2) = 0");
  }

  void name_coordinates() {
    const auto node = [&](const std::string& text) {
      return Formula::read(spelt(text), model_.scope_).node();
    };
    if (has_angle(joint_.kind) && plane_) {
      const NodeId value = node(angle_in_plane());
      model_.scope_.add(called("angle"), "joints",
                        {.levels = {{value}, {model_.rate_of(value)}}, .dimension = {}});
    } else if (has_angle(joint_.kind)) {
      std::string rate;
      for (std::size_t i = 0; i < 2; ++i)
        if (joint_.bodies[i] >= 0)
          rate += fmt::format("{} dot(@.axis{}, {}.omega)", i == 0 ? "-" : "+", i == 0 ? "" : "_2",
                              options_.on[i]);
      const NodeId value = node("atan2(dot(@.side2, @.side1_2), dot(@.side1, @.side1_2))");
      model_.scope_.add(called("angle"), "joints",
                        {.levels = {{value}, {node("0 " + rate)}}, .dimension = {}});
    }
    if (has_length(joint_.kind)) {
      const NodeId value = node(length());
      model_.scope_.add(called("length"), "joints",
                        {.levels = {{value}, {model_.rate_of(value)}}, .dimension = {}});
    }
  }

  // From the angles of the bodies, which know of whole turns.
  std::string angle_in_plane() const {
    double rest = start_;
    std::string turned;
    for (std::size_t i = 0; i < 2; ++i) {
      if (joint_.bodies[i] < 0) continue;
      const Body& body = model_.bodies_[index(joint_.bodies[i])];
      const bool forwards = (axis_.dot(body.normal) > 0.0) == (i == 1);
      const double at = model_.start_[index(body.first)];
      rest += forwards ? -at : at;
      turned += fmt::format(" {} {}.angle", forwards ? "+" : "-", body.name);
    }
    return fmt::format("({}{})", shortest(rest), turned);
  }

  std::string length() const {
    const double start = joint_.kind == JointKind::cylindrical ? 0.0 : start_;
    return fmt::format("(dot(@.second - @.first, @.axis) + ({}))", shortest(start));
  }

  void add_extras() {
    const bool turns = joint_.kind == JointKind::revolute;
    const bool asked = options_.limits || options_.spring || options_.damper || options_.motor;
    if (asked && !turns && joint_.kind != JointKind::prismatic && joint_.kind != JointKind::screw)
      throw Error(Code::E120, fmt::format("a {} joint has no single coordinate that could have "
                                          "limits, a spring, a damper or a motor",
                                          zwang::name(joint_.kind)));
    const std::string own = turns ? "@.angle" : "@.length";
    if (options_.limits) add_limits(own, turns);
    if (const auto& spring = options_.spring)
      model_.potential(spelt(fmt::format("0.5*{}*({} - {})^2", text_of(spring->stiffness), own,
                                         text_of(spring->rest))));
    if (const auto& damper = options_.damper)
      model_.force_along(spelt(own), spelt(fmt::format("-{}*{}'", text_of(*damper), own)));
    if (const auto& motor = options_.motor) add_motor(*motor, own, turns);
  }

  void add_limits(const std::string& own, bool turns) {
    const double lower = model_.number((*options_.limits)[0]);
    const double upper = model_.number((*options_.limits)[1]);
    if (!(lower < upper))
      throw Error(Code::E120, fmt::format("the limits {} and {} leave nothing", lower, upper));
    if (turns && !plane_ && !(lower > -std::numbers::pi && upper < std::numbers::pi))
      throw Error(Code::E120, "in space the limits of an angle lie between -180 and 180 degrees");
    joint_.limits = {lower, upper};
    const ConstraintOptions limit = {.restitution = options_.restitution};
    add("lower", fmt::format("{} >= {}", own, text_of(lower)), limit);
    add("upper", fmt::format("{} <= {}", own, text_of(upper)), limit);
  }

  void add_motor(const JointMotor& motor, const std::string& own, bool turns) {
    const std::string value = text_of(motor.value);
    if (motor.kind == JointMotor::Kind::force)
      model_.force_along(spelt(own), value);
    else if (motor.kind == JointMotor::Kind::rate)
      add("motor", fmt::format("{}' = {}", own, value));
    else if (turns && !plane_)  // smooth through whole turns
      add("motor", fmt::format("dot(@.side1_2, cos{0}*@.side2 - sin{0}*@.side1) = 0", value));
    else
      add("motor", fmt::format("{} = {}", own, value));
  }

  std::string called(const char* part) const { return fmt::format("{}.{}", joint_.name, part); }

  // With the joint's name in place of @.
  std::string spelt(const std::string& text) const {
    std::string out;
    for (const char c : text) out += c == '@' ? joint_.name : std::string(1, c);
    return out;
  }

  void add(const char* part, const std::string& text, const ConstraintOptions& options = {}) {
    joint_.rows.push_back(static_cast<int>(model_.constraints_.size()));
    model_.constraint(called(part), spelt(text), options);
  }

  Model& model_;
  const JointOptions& options_;
  Joint joint_;
  std::optional<Vector3d> plane_;  // in which both bodies move
  Vector3d at_ = Vector3d::Zero(), axis_ = Vector3d::UnitZ(), side1_ = Vector3d::UnitX();
  double start_ = 0.0, pitch_ = 0.0;
};

Model& Model::joint(const std::string& name, JointKind kind, const JointOptions& options) {
  reading(fmt::format("joint {}", name), [&] {
    demand_new_name(name);
    joints_.push_back(kind == JointKind::rolling ? rolling_joint(name, options)
                                                 : JointMaker(*this, name, kind, options).make());
  });
  return *this;
}

// A vector of numbers, or of the model where it starts.
std::array<double, 3> Model::numbers_at_start(const Triple& triple) const {
  if (!triple.is_text()) return numbers(triple);
  Graph layer = Graph::over(*graph_);
  const auto nodes = vector_of(triple.text(), scope_, layer);
  std::array<double, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Formula formula(layer, nodes[i]);
    std::vector<double> x;
    for (const int place : places(formula))
      x.push_back(place == time_place ? 0.0
                  : is_rate(place)    ? rate_[index(coordinate_at(place))]
                                      : start_[index(coordinate_at(place))]);
    out[i] = formula.value(x);
  }
  return out;
}

}  // namespace zwang
