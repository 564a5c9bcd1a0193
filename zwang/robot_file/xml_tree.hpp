// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The elements of an XML file, each with its line, and a mark on all that was taken over from it:
// whatever has none at the end is named.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"

namespace zwang {

struct XmlAttribute {
  std::string name, value;
  int line = 0, column = 0;
  bool taken = false;
  std::string reason = {};  // why it is not, where the usual one does not fit
};

struct XmlElement {
  std::string name;
  int line = 0, column = 0;
  std::vector<XmlAttribute> attributes = {};
  std::vector<XmlElement> children = {};
  std::string text = {};  // between the tags, without blanks around it
  bool taken = false;     // itself, not its attributes and children
  std::string reason = {};
  // What else of it is not taken although it is, and why: its contact, or what its class says.
  std::vector<std::pair<std::string, std::string>> notes = {};

  // The first one with that name, now taken; nullptr if there is none.
  XmlAttribute* attribute(std::string_view name);
  XmlElement* child(std::string_view name);
  bool has(std::string_view attribute) const;
};

// Of 64 MB at most, nested 512 deep at most. Declarations of entities are refused, no file is
// opened. Throws E401 if it is no XML, E110 beyond the limits; the errors name no file.
XmlElement read_xml(std::string text);

// A mistake at an element or attribute; the file is named by whoever knows it.
[[noreturn]] void refuse(const XmlElement& at, Code code, const std::string& message);
[[noreturn]] void refuse(const XmlAttribute& at, Code code, const std::string& message);

// An attribute that holds for an element is not taken after all. Where it is not its own, but of
// its class, others may take it.
void leave(XmlElement& element, XmlAttribute& attribute, const std::string& reason);

// Numbers between blanks, all finite: E113 and E120 else. `most` of them, and at least `least`.
std::vector<double> numbers_of(const XmlAttribute& from, std::size_t least, std::size_t most);
double number_of(const XmlAttribute& from);

}  // namespace zwang
