// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/scope.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <set>
#include <span>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/calculus/operation.hpp"

namespace zwang {
namespace {

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 6> words = {"t", "pi", "in", "all", "dot", "cross"};
  return std::ranges::find(words, name) != words.end() || function_named(name).has_value();
}

// A letter, then letters, digits and "_"; generated names carry indices and dots behind that.
bool is_name(std::string_view name) {
  const auto inside = [](char c) {
    return is_letter(c) || is_digit(c) ||
           std::string_view("_[],;.").find(c) != std::string_view::npos;
  };
  return !name.empty() && is_letter(name[0]) && std::ranges::all_of(name, inside);
}

constexpr std::array<std::string_view, 3> axes = {"x", "y", "z"};

// What was meant by "a[2]", "a.vz" or "a.v", if a is a point: a.z, its velocity.
std::string component_meant(const Scope& scope, std::string_view name) {
  const auto end = name.find_last_of("[.");
  const auto point = end == std::string_view::npos ? std::nullopt : scope.find(name.substr(0, end));
  if (!point || point->size != 3) return {};
  const std::string_view stem = name.substr(0, end);
  const std::string_view rest = name.substr(end);
  if (rest == ".v") return fmt::format("its velocity is {}'", stem);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (rest == fmt::format("[{}]", i)) return fmt::format("did you mean '{}.{}'?", stem, axes[i]);
    if (rest == fmt::format(".v{}", axes[i]))
      return fmt::format("its velocity is {}.{}'", stem, axes[i]);
  }
  return {};
}

}  // namespace

Scope::Scope(Graph& graph, bool with_units) : graph_(&graph), with_units_(with_units) {
  time_ = graph.symbol({.name = "t", .kind = Symbol::Kind::time});
  names_["t"] = {.levels = {{time_}}, .dimension = {}};
  if (with_units) names_["t"].dimension = Dimension::time();
  const NodeId pi =
      graph.symbol({.name = "pi", .kind = Symbol::Kind::parameter, .value = std::numbers::pi});
  names_["pi"] = {.levels = {{pi}}, .dimension = Dimension::none()};
}

Scope::Scope(const Scope& names, Graph& layer) : Scope(names) { graph_ = &layer; }

void Scope::add(const std::string& name, const std::string& group, Named named) {
  if (!is_name(name)) throw Error(Code::E109, fmt::format("'{}' is not a name", name));
  if (is_reserved(name)) throw Error(Code::E112, fmt::format("the name '{}' is reserved", name));
  if (!names_.emplace(name, std::move(named)).second)
    throw Error(Code::E112, fmt::format("the name '{}' is used twice", name));
  auto found = std::ranges::find(groups_, group, &decltype(groups_)::value_type::first);
  if (found == groups_.end()) found = groups_.insert(groups_.end(), {group, {}});
  found->second.push_back(name);
}

void Scope::hide(const std::string& name, Named named) {
  names_.insert_or_assign(name, std::move(named));
}

void Scope::restore(const std::string& name, const std::optional<Named>& named) {
  if (named)
    names_.insert_or_assign(name, *named);
  else
    names_.erase(name);
}

std::optional<Dimension> Scope::length_dimension() const {
  if (!with_units_) return std::nullopt;
  return Dimension::length();
}

void Scope::parameter(const std::string& name, double value, std::optional<Dimension> dimension) {
  const NodeId node =
      graph_->symbol({.name = name, .kind = Symbol::Kind::parameter, .value = value});
  add(name, "parameters", {.levels = {{node}}, .dimension = dimension});
}

void Scope::coordinate(const std::string& name, std::optional<Dimension> dimension) {
  const NodeId at = graph_->symbol({.name = name, .kind = Symbol::Kind::coordinate});
  const NodeId rate = graph_->symbol(
      {.name = name + "'", .kind = Symbol::Kind::velocity, .coordinate = (*graph_)[at].a});
  add(name, "coordinates", {.levels = {{at}, {rate}}, .dimension = dimension});
}

void Scope::point(const std::string& name) {
  Named point = {.size = 3, .levels = {{}, {}}, .dimension = {}};
  if (with_units_) point.dimension = Dimension::length();
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis = fmt::format("{}.{}", name, axes[i]);
    point.levels[0][i] = graph_->symbol({.name = axis, .kind = Symbol::Kind::coordinate});
    point.levels[1][i] = graph_->symbol({.name = axis + "'",
                                         .kind = Symbol::Kind::velocity,
                                         .coordinate = (*graph_)[point.levels[0][i]].a});
  }
  add(name, "masses", std::move(point));
}

std::optional<Named> Scope::find(std::string_view name) const {
  if (const auto found = names_.find(name); found != names_.end()) return found->second;
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto stem = names_.find(name.substr(0, dot));
  const auto axis = std::ranges::find(axes, name.substr(dot + 1));
  if (stem == names_.end() || axis == axes.end() || stem->second.size != 3) return std::nullopt;
  Named component = {.dimension = stem->second.dimension};
  for (const auto& level : stem->second.levels)
    component.levels.push_back({level[static_cast<std::size_t>(axis - axes.begin())]});
  return component;
}

Error Scope::unknown(std::string_view name, Place place) const {
  if (const std::string meant = component_meant(*this, name); !meant.empty())
    return {Code::E103, fmt::format("unknown name '{}'", name), std::move(place), meant};
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) {
    if (names_.contains(fmt::format("{}.x", name)))
      return {Code::E103, fmt::format("unknown name '{0}' (there is {0}.x)", name),
              std::move(place)};
    const std::string stem(name.substr(0, dot));
    if (const auto found = names_.find(stem); found != names_.end()) {
      // of a body its points, directions and velocities too
      std::set<std::string_view> others;
      for (const auto& [other, what] : names_) {
        if (!other.starts_with(stem + ".")) continue;
        const auto part = std::string_view(other).substr(stem.size() + 1);
        others.insert(part.substr(0, part.find('.')));
      }
      constexpr std::size_t most = 8;
      std::vector<std::string_view> parts(axes.begin(), axes.end());
      for (const std::string_view other : others)
        if (parts.size() < most && std::ranges::find(axes, other) == axes.end())
          parts.push_back(other);
      return {Code::E103,
              found->second.size == 3
                  ? fmt::format("unknown name '{}' ({} has {})", name, stem, fmt::join(parts, ", "))
                  : fmt::format("unknown name '{}' ({} is a number)", name, stem),
              std::move(place)};
    }
  }
  constexpr std::size_t shown = 12;
  std::vector<std::string> all;
  std::string known = "known: ";
  // what moves comes first
  auto groups = groups_;
  const auto rank = [](const std::string& group) {
    return group == "masses" ? 0 : group == "coordinates" ? 1 : 2;
  };
  std::ranges::sort(groups, {}, [&](const auto& one) { return rank(one.first); });
  for (const auto& [group, names] : groups) {
    all.insert(all.end(), names.begin(), names.end());
    const std::span few = std::span(names).first(std::min(names.size(), shown));
    known +=
        fmt::format("{} {}{}; ", group, fmt::join(few, ", "), names.size() > shown ? ", ..." : "");
  }
  auto near = nearest(name, all);
  // "baall.z": the axis is right
  if (const auto dot = name.rfind('.'); !near && dot != std::string_view::npos)
    if (const auto stem = nearest(name.substr(0, dot), all))
      near = fmt::format("{}{}", *stem, name.substr(dot));
  return {Code::E103,
          fmt::format("unknown name '{}'", name),
          std::move(place),
          near ? fmt::format("did you mean '{}'?", *near) : std::string(),
          {known + "t, pi"}};
}

}  // namespace zwang
