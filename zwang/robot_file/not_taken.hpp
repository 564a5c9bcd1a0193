// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What of a robot file was not taken over, with the reason.
#pragma once

#include <span>
#include <string_view>

#include "zwang/robot_file/robot_file.hpp"
#include "zwang/robot_file/xml_tree.hpp"

namespace zwang {

// The usual reason for an element, or an attribute of it.
struct Reason {
  std::string_view element;    // "" = any
  std::string_view attribute;  // "" = the element itself
  std::string_view why;
};

std::span<const Reason> reasons_of_urdf();
std::span<const Reason> reasons_of_mjcf();

// Fills in all but the text: everything below the root that has no mark is named.
void name_not_taken(const XmlElement& root, std::span<const Reason> reasons,
                    TranslatedRobot& robot);

}  // namespace zwang
