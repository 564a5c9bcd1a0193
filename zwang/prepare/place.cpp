// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model_file/given_number.hpp"

namespace zwang {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? ""
                                    : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

PlaceEntries place_entries(const std::string& text) {
  PlaceEntries entries;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    // net[3,4].x is one name
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    const std::string entry = trimmed(text.substr(begin, i - begin));
    begin = i + 1;
    if (entry.empty()) continue;
    const auto sign = entry.find('=');
    const std::string name = trimmed(entry.substr(0, sign));
    if (sign == std::string::npos || name.empty())
      throw Error(Code::E105,
                  fmt::format("'{}' in a place is not NAME=VALUE, as in \"x=0.5, y=20 cm\"",
                              without_controls(entry)));
    entries.emplace_back(name, trimmed(entry.substr(sign + 1)));
  }
  return entries;
}

State placed(const Model& model, State state, const PlaceEntries& entries) {
  const auto& coordinates = model.coordinate_names();
  const auto velocities = model.velocity_names();
  const auto index_in = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) - names.begin();
  };
  const auto count = static_cast<std::ptrdiff_t>(coordinates.size());
  for (const auto& [name, value] : entries) {
    const double number = given_number(name + " =", value);
    if (const auto i = index_in(coordinates, name); i < count)
      state.q[i] = number;
    else if (const auto k = index_in(velocities, name); k < count)
      state.u[k] = number;
    else if (name == "t")
      state.t = number;
    else {
      std::vector<std::string> known = coordinates;
      known.insert(known.end(), velocities.begin(), velocities.end());
      known.emplace_back("t");
      const auto near = nearest(name, known);
      const std::size_t shown = std::min<std::size_t>(known.size(), 12);
      throw Error(
          Code::E103,
          fmt::format(
              "'{}' is neither a coordinate nor a velocity{}", without_controls(name),
              near
                  ? fmt::format("; did you mean '{}'?", *near)
                  : fmt::format(" (known: {}{})",
                                fmt::join(known.begin(),
                                          known.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                                shown < known.size() ? ", ..." : "")));
    }
  }
  return state;
}

}  // namespace zwang
