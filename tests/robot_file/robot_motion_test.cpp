// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Twelve robots against the same systems written by hand (robots/*.toml), and against their masses,
// centres and inertias (figures.json), which mpmath computed from the numbers of the drawings with
// 40 digits; MuJoCo 4.0 has the same to 3e-14.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/prepare.hpp"
#include "zwang/robot_file/robot_file.hpp"
#include "zwang/system/quantity.hpp"

namespace {

using namespace zwang;

std::string content(const std::string& name) {
  std::ifstream file(std::string(ZWANG_ROBOTS) + "/" + name);
  std::stringstream out;
  out << file.rdbuf();
  REQUIRE(!out.str().empty());
  return out.str();
}

struct Case {
  std::string name;  // of both files
  // What is compared: in the model that was translated, and in the one by hand.
  std::vector<std::pair<std::string, std::string>> quantities;
  std::string pushed = {};  // forces added to both
};

const std::string push_one = R"(
[[force]]
on = "one"
torque = [0.3, 0.2, -0.1]
[[force]]
on = "two"
torque = [-0.4, 0.5, 0.3]
)";

const std::string push_trunk = R"(
[[force]]
on = "base_link"
torque = [0.3, 0.2, -0.1]
[[force]]
on = "FL_calf"
torque = [0, 0.02, 0]
[[force]]
on = "RR_thigh"
torque = [0.02, -0.05, 0]
)";

const std::string push_platform = R"(
[[force]]
on = "platform.com"
vector = [4, -6, 0]
[[force]]
on = "arm"
torque = [0, 0, 1.5]
)";

const std::vector<Case> cases = {
    {"two_link_arm.urdf",
     {{"forearm.tool.x", "cos(a) + 0.8*cos(b)"},
      {"forearm.tool.z", "1 - sin(a) - 0.8*sin(b)"},
      {"elbow.angle'", "b' - a'"}}},
    {"six_axis_arm.urdf",
     {{"flange.com.x", "flange.com.x"},
      {"flange.com.z", "flange.com.z"},
      {"a6.angle", "a6.angle"},
      {"wrist.omega.y", "wrist.omega.y"}}},
    {"gripper.urdf",
     {{"left_joint.length", "s"},
      {"wrist.angle + 0.6", "w"},
      {"thumb_joint.angle'", "20*s'"},
      {"right_joint.length", "s"}}},
    {"quadruped.urdf",
     {{"base_link.com.x", "base_link.com.x"},
      {"base_link.omega.x", "base_link.omega.x"},
      {"FL_calf_joint.angle", "FL_calf_joint.angle"},
      {"RR_calf.com.z", "RR_calf.com.z"}},
     push_trunk},
    {"cart_pole.urdf", {{"cart.com.x", "x"}, {"hinge.angle + 0.4", "a"}, {"hinge.angle'", "a'"}}},
    {"planar_base.urdf",
     {{"platform.com.x", "platform.com.x"},
      {"arm.com.y", "arm.com.y"},
      {"mast.angle", "mast.angle"},
      {"platform.com.z", "platform.com.z + 0.05"}},
     push_platform},
    {"pendulum.xml", {{"pivot.angle", "a"}, {"pivot.angle'", "a'"}}},
    {"hopper.xml",
     {{"torso.com.x", "torso.com.x"},
      {"knee.angle", "knee.angle"},
      {"foot.com.z", "foot.com.z"},
      {"ankle.angle'", "ankle.angle'"}}},
    {"walker.xml",
     {{"torso.com.x", "torso.com.x"},
      {"left_knee.angle", "left_knee.angle"},
      {"right_shin.com.z", "right_shin.com.z"},
      {"torso.omega.y", "torso.omega.y"}}},
    {"ball_chain.xml",
     {{"b1.com.x", "b1.com.x"},
      {"b2.omega.z", "b2.omega.z"},
      {"b3.com.y", "b3.com.y"},
      {"b3.omega.x", "b3.omega.x"}}},
    {"loops.xml",
     {{"crank_joint.angle", "crank_joint.angle"},
      {"pin.angle'", "pin.angle'"},
      {"wheel_joint.angle", "wheel"},
      {"gear_joint.angle'", "-2*wheel'"}}},
    {"geoms.xml",
     {{"one.x", "one.x"},
      {"one.omega.y", "one.omega.y"},
      {"two.z", "two.z"},
      {"two.omega.x", "two.omega.x"}},
     push_one},
};

std::string translated(const Case& one) {
  // only this one has a root of its own that is to stand still
  const RobotOptions options{.fix_root = one.name == "cart_pole.urdf"};
  return translate_robot(one.name, content(one.name), options).text;
}

ModelFile read(const std::string& text) {
  ModelFile file = read_model_text(text, "robot.toml");
  for (const Error& mistake : file.mistakes) MESSAGE(std::string(mistake.what()));
  REQUIRE(file.usable());
  return file;
}

std::vector<double> at_the_end(const ModelFile& file, const std::vector<std::string>& quantities) {
  const Trajectory motion = run(*file.model, {.until = 0.2, .tolerance = 1e-12});
  REQUIRE(motion.outcome == RunOutcome::finished);
  CHECK(motion.verdict.certified());
  const System system(*file.model);
  std::vector<double> out;
  for (const std::string& text : quantities)
    out.push_back(Query(system, text).value({.state = motion.at(0.2)}));
  return out;
}

}  // namespace

TEST_CASE("a robot that was translated moves like the same system written by hand") {
  for (const Case& one : cases) {
    CAPTURE(one.name);
    std::vector<std::string> ours, by_hand;
    for (const auto& [left, right] : one.quantities) {
      ours.push_back(left);
      by_hand.push_back(right);
    }
    const std::string hand_name = one.name.substr(0, one.name.find('.')) + ".toml";
    const ModelFile translation = read(translated(one) + one.pushed);
    const ModelFile hand = read(content(hand_name) + one.pushed);
    const auto found = at_the_end(translation, ours), expected = at_the_end(hand, by_hand);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      CAPTURE(ours[i]);
      CHECK(std::abs(found[i] - expected[i]) < 1e-10);
    }
  }
}

TEST_CASE("mass, centre of mass and inertia of a robot are those of its parts") {
  const auto figures = nlohmann::json::parse(content("../figures.json"));
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const auto& expected = figures[one.name.substr(0, one.name.find('.'))];
    const ModelFile file = read(translated(one));
    const System system(*file.model);
    const Vector q = file.model->start().q;
    double mass = 0.0;
    Eigen::Vector3d first = Eigen::Vector3d::Zero();
    Eigen::Matrix3d about_origin = Eigen::Matrix3d::Zero();
    const auto steiner = [](const Eigen::Vector3d& r) -> Eigen::Matrix3d {
      return r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose();
    };
    for (const Body& body : file.model->bodies()) {
      const Point& point = file.model->points()[static_cast<std::size_t>(body.point)];
      Eigen::Vector3d at;
      for (int i = 0; i < 3; ++i) at[i] = q[point.coordinates[static_cast<std::size_t>(i)]];
      const Eigen::Matrix3d axes = body.axes(q);
      mass += point.mass;
      first += point.mass * at;
      about_origin += axes * body.inertia * axes.transpose() + point.mass * steiner(at);
    }
    const Eigen::Vector3d centre = first / mass;
    const Eigen::Matrix3d inertia = about_origin - mass * steiner(centre);
    CHECK(std::abs(mass - expected["mass"].get<double>()) < 1e-12 * mass);
    for (int i = 0; i < 3; ++i)
      CHECK(std::abs(centre[i] - expected["centre"][static_cast<std::size_t>(i)].get<double>()) <
            1e-12);
    constexpr std::array<std::pair<int, int>, 6> entries = {
        {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
    const double size = inertia.cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < 6; ++k)
      CHECK(std::abs(inertia(entries[k].first, entries[k].second) -
                     expected["inertia"][k].get<double>()) < 1e-12 * size);
  }
}
