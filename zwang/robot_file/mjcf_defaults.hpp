// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The default classes of an MJCF file, and what holds for the whole file.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/robot_file/robot.hpp"

namespace zwang {

// What <compiler> says.
struct MjcfCompiler {
  double angle = 0.017453292519943295;  // rad in the unit of angles; radian: 1
  std::string euler = "xyz";            // small letters: about turning axes
  std::string inertia_from_geom = "auto";
  std::array<double, 2> inertia_groups = {0.0, 5.0};
  bool auto_limits = true;
  double total_mass = -1.0;  // if above 0, all are scaled to have it

  bool in_degrees() const { return angle != 1.0; }
  void read(XmlElement& compiler);
};

// Classes of settings: each has those of the class around it, "main" is the outermost.
class MjcfDefaults {
 public:
  void read(XmlElement& section);

  // The class called `attribute` by an element, else `otherwise`. E103 if there is none.
  int chosen(XmlElement& element, std::string_view attribute, int otherwise) const;

  static constexpr int main = 0;

 private:
  friend class MjcfSettings;
  struct Class {
    int above = -1;
    std::vector<XmlElement*> elements;
  };
  void read_class(XmlElement& element, int number);

  std::vector<Class> classes_ = {{}};
  std::map<std::string, int> named_ = {{"main", main}};
};

// The attributes of an element, its own and those of its class.
class MjcfSettings {
 public:
  MjcfSettings(XmlElement& element, const MjcfDefaults& defaults, int around)
      : element_(element), defaults_(defaults), class_(defaults.chosen(element, "class", around)) {}

  XmlElement& element() const { return element_; }
  // The nearest one; all of that name are taken.
  XmlAttribute* find(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::string word(std::string_view name, std::string_view otherwise) const;

 private:
  XmlElement& element_;
  const MjcfDefaults& defaults_;
  int class_;
};

// pos, and one of quat, axisangle, euler, xyaxes, zaxis. E119 if there are two, E120 if one has no
// direction.
Pose pose_of(const MjcfSettings& settings, const MjcfCompiler& compiler);
// The turn that takes z to this direction.
Eigen::Quaterniond turn_to(const Eigen::Vector3d& z);

// Marks attributes that are 0, which changes nothing.
void take_zeros(XmlElement& element, std::initializer_list<std::string_view> names);
// "true" or "false"; E113 else.
bool is_true(const XmlAttribute& attribute);

}  // namespace zwang
