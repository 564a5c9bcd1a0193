// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/not_taken.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/robot_file/robot_text.hpp"

namespace zwang {
namespace {

constexpr std::string_view shapes = "write what touches as [contacts]";
constexpr std::string_view picture = "it changes a picture, not the motion";
constexpr std::string_view motor = "give the joint a motor instead";
constexpr std::string_view drive = "a bound on the drive, not on the motion";
constexpr std::string_view friction = "its joint has no coordinate that could rub";
constexpr std::string_view soft = "joints and limits hold exactly here, they have no softness";
constexpr std::string_view other = "it steers another program";

constexpr auto urdf = std::to_array<Reason>({
    {"visual", "", picture},
    {"material", "", picture},
    {"collision", "", shapes},
    {"transmission", "", motor},
    {"safety_controller", "", "limits of a controller, which is not part of the model"},
    {"calibration", "", "it belongs to the sensor of a real joint"},
    {"gazebo", "", other},
    {"sensor", "", "there are no sensors: any quantity can be plotted"},
    {"model_state", "", "a state is written as 'start' of joints"},
    {"limit", "effort", drive},
    {"limit", "velocity", drive},
    {"limit", "acceleration", drive},
    {"limit", "deceleration", drive},
    {"limit", "jerk", drive},
    {"dynamics", "friction", friction},
    {"link", "type", other},
});

constexpr auto mjcf = std::to_array<Reason>({
    {"geom", "", shapes},
    {"camera", "", picture},
    {"light", "", picture},
    {"visual", "", picture},
    {"statistic", "", picture},
    {"material", "", picture},
    {"texture", "", picture},
    {"skin", "", picture},
    {"mesh", "", "meshes are not read"},
    {"hfield", "", shapes},
    {"asset", "", "meshes, textures and materials are not read"},
    {"contact", "", shapes},
    {"actuator", "", motor},
    {"general", "", motor},
    {"motor", "", motor},
    {"position", "", motor},
    {"velocity", "", motor},
    {"intvelocity", "", motor},
    {"damper", "", motor},
    {"cylinder", "", motor},
    {"muscle", "", motor},
    {"adhesion", "", motor},
    {"sensor", "", "there are no sensors: any quantity can be plotted"},
    {"keyframe", "", "a state is written as 'start' of joints"},
    {"tendon", "", "write a constraint such as |a - b| <= L instead"},
    {"deformable", "", "there are no deformable bodies"},
    {"flexcomp", "", "there are no deformable bodies"},
    {"composite", "", "generated parts are to be written out"},
    {"replicate", "", "generated parts are to be written out"},
    {"attach", "", "other files are not read: put them into one"},
    {"include", "", "other files are not read: put them into one"},
    {"extension", "", other},
    {"plugin", "", other},
    {"custom", "", other},
    {"size", "", other},
    {"lengthrange", "", other},
    {"flag", "", "all is computed: take out of the file what is to be off"},
    {"pair", "", shapes},
    {"equality", "", "only its own attributes hold for an equality"},
    {"option", "", other},
    {"compiler", "", other},
    {"geom", "friction", "shapes of a robot file are not taken over"},
    {"geom", "solref", soft},
    {"geom", "solimp", soft},
    {"geom", "fluidshape", "there is no fluid"},
    {"geom", "fluidcoef", "there is no fluid"},
    {"geom", "shellinertia", "the mass is taken to fill the shape"},
    {"geom", "rgba", picture},
    {"geom", "material", picture},
    {"geom", "group", picture},
    {"geom", "", shapes},
    {"site", "size", picture},
    {"site", "type", picture},
    {"site", "rgba", picture},
    {"site", "material", picture},
    {"site", "group", picture},
    {"site", "", picture},
    {"joint", "frictionloss", friction},
    {"joint", "armature", "drives have no inertia"},
    {"joint", "springdamper", "give stiffness and damping instead"},
    {"joint", "actuatorfrcrange", drive},
    {"joint", "actuatorfrclimited", drive},
    {"joint", "actuatorgravcomp", drive},
    {"joint", "solreflimit", soft},
    {"joint", "solimplimit", soft},
    {"joint", "solreffriction", soft},
    {"joint", "solimpfriction", soft},
    {"joint", "margin", soft},
    {"joint", "group", picture},
    {"freejoint", "group", picture},
    {"body", "sleep", other},
    {"body", "gravcomp", "gravity acts on all bodies alike: write a force"},
    {"body", "mocap", "it stands still: a body that follows a path is a mass with 'follows'"},
    {"option", "wind", "there is no fluid"},
    {"option", "density", "there is no fluid"},
    {"option", "viscosity", "there is no fluid"},
    {"option", "magnetic", "there are no magnetic forces"},
    {"compiler", "balanceinertia", "an inertia that no body can have is refused"},
    {"compiler", "boundmass", "masses are taken as they stand"},
    {"compiler", "boundinertia", "masses are taken as they stand"},
    {"", "solref", soft},
    {"", "solimp", soft},
    {"", "torquescale", soft},
    {"", "user", other},
    {"", "class", "only its own attributes hold for an equality"},
});

class Naming {
 public:
  explicit Naming(std::span<const Reason> reasons) : reasons_(reasons) {}

  NotTaken named(const XmlElement& root) {
    walk(root);
    return std::move(out_);
  }

 private:
  void walk(const XmlElement& element) {
    if (!element.taken) {
      const std::size_t inside = pieces(element);
      out_.pieces += inside;
      return say(element, fmt::format("<{}>", on_one_line(element.name)), reason(element), inside);
    }
    ++out_.pieces;
    ++out_.taken;
    for (const XmlAttribute& one : element.attributes) {
      ++out_.pieces;
      if (one.taken)
        ++out_.taken;
      else
        say(one, fmt::format("{} of <{}>", on_one_line(one.name), element.name),
            reason(element, one), 1);
    }
    if (!element.text.empty()) {
      ++out_.pieces;
      say(element, fmt::format("the text in <{}>", element.name), "only attributes are read", 1);
    }
    for (const auto& [what, why] : element.notes)
      say(element, fmt::format("{} of <{}>", what, element.name), why, 0);
    for (const XmlElement& below : element.children) walk(below);
  }

  static std::size_t pieces(const XmlElement& element) {
    std::size_t out = 1 + element.attributes.size();
    for (const XmlElement& below : element.children) out += pieces(below);
    return out;
  }

  template <typename Piece>
  void say(const Piece& at, const std::string& what, std::string_view why, std::size_t count) {
    out_.named += count;
    out_.each.emplace_back(
        Code::W401, fmt::format("{} is not taken over: {}", what, why),
        Place{.line = at.line, .column = at.column, .end_column = at.column + characters(at.name)});
  }

  std::string_view usual(std::string_view element, std::string_view attribute) const {
    for (const Reason& one : reasons_)
      if ((one.element.empty() ? !attribute.empty() : one.element == element) &&
          one.attribute == attribute)
        return one.why;
    return {};
  }

  std::string_view reason(const XmlElement& element) const {
    if (!element.reason.empty()) return element.reason;
    if (element.name.starts_with("xacro:")) return "expand the file with xacro first";
    const std::string_view why = usual(element.name, "");
    return why.empty() ? "it is not known here, not in this place, or not a second time" : why;
  }

  std::string_view reason(const XmlElement& element, const XmlAttribute& one) const {
    if (!one.reason.empty()) return one.reason;
    if (one.name.starts_with("xmlns")) return "names are taken as they stand";
    std::string_view why = usual(element.name, one.name);
    // most attributes of some elements share its reason
    if (why.empty() &&
        (element.name == "geom" || element.name == "site" || element.name == "option" ||
         element.name == "compiler" || element.name == "flag"))
      why = usual(element.name, "");
    return why.empty() ? "it is not known here" : why;
  }

  std::span<const Reason> reasons_;
  NotTaken out_;
};

}  // namespace

std::span<const Reason> reasons_of_urdf() { return urdf; }
std::span<const Reason> reasons_of_mjcf() { return mjcf; }

NotTaken not_taken(const XmlElement& root, std::span<const Reason> reasons) {
  return Naming(reasons).named(root);
}

}  // namespace zwang
