// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What of a robot file was not taken over, with the reason.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "zwang/base/error.hpp"
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

struct NotTaken {
  std::vector<Error> each;  // W401, in the order of the file
  // Elements and attributes: all, those that were taken, and those that `each` stands for.
  std::size_t pieces = 0, taken = 0, named = 0;
};

// Everything from the root down that has no mark is named.
NotTaken not_taken(const XmlElement& root, std::span<const Reason> reasons);

}  // namespace zwang
