// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/robot_file.hpp"

#include <utility>

#include "zwang/robot_file/mjcf.hpp"
#include "zwang/robot_file/not_taken.hpp"
#include "zwang/robot_file/robot_text.hpp"
#include "zwang/robot_file/urdf.hpp"

namespace zwang {
namespace {

TranslatedRobot translated(const std::string& text, const RobotOptions& options) {
  XmlElement root = read_xml(text);
  const bool urdf = root.name == "robot";
  if (!urdf && root.name != "mujoco")
    refuse(root, Code::E401, "a robot in URDF is a <robot>, in MJCF a <mujoco>");
  Robot robot = urdf ? robot_of_urdf(root, options.fix_root) : robot_of_mjcf(root);
  TranslatedRobot out;
  out.text = robot_text(robot);
  NotTaken left = not_taken(root, urdf ? reasons_of_urdf() : reasons_of_mjcf());
  out.not_taken = std::move(left.each);
  out.pieces = left.pieces;
  out.taken = left.taken;
  out.named = left.named;
  return out;
}

Error in_file(const Error& error, const std::string& path) {
  Place at = error.place();
  at.file = path;
  return {error.code(), error.message(), at, error.mark(), error.notes()};
}

}  // namespace

TranslatedRobot translate_robot(const std::string& path, const std::string& text,
                                const RobotOptions& options) {
  try {
    TranslatedRobot out = translated(text, options);
    for (Error& one : out.not_taken) one = in_file(one, path);
    return out;
  } catch (const Error& error) {
    throw in_file(error, path);
  }
}

}  // namespace zwang
