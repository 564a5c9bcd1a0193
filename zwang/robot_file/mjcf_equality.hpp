// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What closes loops and couples joints in an MJCF file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "zwang/robot_file/robot.hpp"

namespace zwang {

struct MjcfLink {
  int number = -1;
  Pose at = {};  // in the world
};

struct MjcfSite {
  int link = -1;
  Eigen::Vector3d place = Eigen::Vector3d::Zero();  // in its frame
};

class MjcfEqualities {
 public:
  MjcfEqualities(Robot& robot, const std::map<std::string, MjcfLink>& links,
                 const std::map<std::string, Hanging>& joints,
                 const std::map<std::string, MjcfSite>& sites);

  void read(XmlElement& section);

 private:
  // Where one end is; the point is given in the link's frame.
  struct End {
    MjcfLink link = {};
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d in_world() const { return link.at * point; }
  };

  void read_loop(XmlElement& element);
  void read_coupling(XmlElement& element);
  MjcfLink link_named(const XmlAttribute& name) const;
  std::optional<End> at_site(XmlElement& element, const char* attribute) const;
  const Hanging& joint_named(const XmlAttribute& name) const;
  std::string name_of(XmlElement& element, const char* otherwise);

  Robot& robot_;
  const std::map<std::string, MjcfLink>& links_;
  const std::map<std::string, Hanging>& joints_;
  const std::map<std::string, MjcfSite>& sites_;
  std::map<int, Pose> poses_;  // of links in the world
};

}  // namespace zwang
