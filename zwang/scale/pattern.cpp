// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/base/error.hpp"

namespace zwang::scale {

FamilyForm family_form(const std::string& name, const std::string& text,
                       const std::vector<std::string>& letters, double restitution) {
  Model model;
  for (const std::string& letter : letters) model.mass(letter, 1.0);
  model.constraint(name, text, {.restitution = restitution});
  if (model.constraints().size() != 1)
    throw Error(Code::E120, fmt::format("'{}' is not one constraint", text));
  std::vector<const Point*> points;
  for (const Point& point : model.points()) points.push_back(&point);
  return family_form(name, model.constraints()[0], points);
}

FamilyForm family_form(const std::string& name, const Constraint& constraint,
                       const std::vector<const Point*>& points) {
  const auto refuse = [&](const char* why) {
    throw Error(
        Code::E120,
        fmt::format("the constraint '{}' {}; systems in parts do not support this", name, why));
  };
  if (constraint.of_velocities) refuse("is at velocity level");
  if (constraint.options.from != -always || constraint.options.until != always)
    refuse("begins or ends");
  if (constraint.domain) refuse("applies in a part of space");
  FamilyForm form{name, points.size(),       constraint.function,
                  {},   constraint.equation, constraint.options.restitution};
  for (const int place : constraint.places) {
    if (place == Model::time_place) refuse("depends on time");
    const int coordinate = Model::coordinate_at(place);
    bool found = false;
    for (std::size_t k = 0; k < points.size() && !found; ++k)
      for (int axis = 0; axis < 3 && !found; ++axis)
        if (points[k]->coordinates[static_cast<std::size_t>(axis)] == coordinate) {
          form.inputs.push_back({k, axis});
          found = true;
        }
    if (!found) refuse("involves something other than its points");
  }
  return form;
}

ForceForm force_form(const Force& force, const Point& point) {
  const auto axis_of = [&](int coordinate) {
    const auto at = std::ranges::find(point.coordinates, coordinate);
    if (at == point.coordinates.end())
      throw Error(
          Code::E120,
          fmt::format(
              "a force on {} depends on something else; systems in parts do not support this",
              point.name));
    return static_cast<int>(at - point.coordinates.begin());
  };
  if (force.options.from != -always || force.options.until != always)
    throw Error(Code::E120,
                fmt::format("a force on {} begins or ends; systems in parts do not support this",
                            point.name));
  ForceForm form{axis_of(force.coordinate), Function(force.formula), {}};
  for (const int place : force.places) {
    if (place == Model::time_place)
      form.inputs.push_back({-1, false});
    else
      form.inputs.push_back({axis_of(Model::coordinate_at(place)), Model::is_rate(place)});
  }
  return form;
}

}  // namespace zwang::scale
