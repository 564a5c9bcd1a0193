// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/family.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/base/error.hpp"
#include "zwang/model/model.hpp"

namespace zwang::scale {
namespace {

// The form among points of its own.
Condition condition_of(const FamilyForm& form) {
  Model model;
  for (const std::string& letter : form.points) model.mass(letter, 1.0);
  model.condition(form.name, form.text, {.restitution = form.restitution});
  const bool one = model.conditions().size() == 1;
  if (!one || model.conditions()[0].of_velocities)
    throw Error(Code::E120, fmt::format("'{}' is not one condition between positions", form.text));
  return model.conditions()[0];
}

}  // namespace

Family::Family(const FamilyForm& form) : form_(form), function_(condition_of(form).function) {
  const Condition condition = condition_of(form);
  equation_ = condition.equation;
  for (const int place : condition.places) {
    if (place == Model::time_place)
      throw Error(Code::E120, fmt::format("'{}' depends on time", form.text));
    const int coordinate = Model::coordinate_at(place);
    inputs_.push_back({static_cast<std::size_t>(coordinate / 3), coordinate % 3});
  }
}

void Family::add(std::span<const int> points) {
  points_.insert(points_.end(), points.begin(), points.end());
}

void Family::look(std::span<const double> q, std::span<const double> u, FamilyRows& rows) const {
  constexpr int lanes = Pack::lanes;
  const std::size_t n = inputs();
  const int count = members();
  rows.f.resize(static_cast<std::size_t>(count));
  rows.b2.resize(rows.f.size());
  rows.a.resize(rows.f.size() * n);
  std::vector<Taylor<Pack, 2>> x(n, Taylor<Pack, 2>(Pack(0.0)));
  std::vector<Pack> g(n);
  for (int from = 0; from < count; from += lanes) {
    for (std::size_t i = 0; i < n; ++i)
      for (int l = 0; l < lanes; ++l) {
        const auto at = static_cast<std::size_t>(place(std::min(from + l, count - 1), i));
        x[i][0][l] = q[at];
        x[i][1][l] = u[at];
      }
    const Taylor<Pack, 2> course = function_.along(x, g);
    for (int l = 0; l < std::min(lanes, count - from); ++l) {
      const auto member = static_cast<std::size_t>(from + l);
      rows.f[member] = course[0][l];
      rows.b2[member] = 2.0 * course[2][l];
      for (std::size_t i = 0; i < n; ++i) rows.a[member * n + i] = g[i][l];
    }
  }
}

}  // namespace zwang::scale
