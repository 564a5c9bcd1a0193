// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Points without mass and lines between them, for formulas and pictures.

#include <fmt/format.h>

#include <algorithm>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"

namespace zwang {

Model& Model::point(const std::string& name, const Triple& at) {
  reading(name, [&] {
    Named named = {.size = 3, .levels = {nodes(at), {}}, .dimension = scope_.length_dimension()};
    for (std::size_t i = 0; i < 3; ++i) {
      const NodeId place = named.levels[0][i];
      if (depends_on(*graph_, place, Symbol::Kind::velocity))
        throw Error(Code::E113,
                    "the place of a point depends on coordinates and time, not on rates");
      named.levels[1][i] = graph_->add({rate_of(place), derivative(*graph_, place, scope_.time())});
    }
    scope_.add(name, "points", std::move(named));
    mark(name);
  });
  return *this;
}

Model& Model::line(const std::string& from, const std::string& to) {
  reading(fmt::format("line from {} to {}", from, to), [&] {
    for (const std::string& end : {from, to}) {
      const auto named = scope_.find(end);
      if (!named) throw scope_.unknown(end, {});
      if (named->size != 3) throw Error(Code::E113, fmt::format("'{}' is no point", end));
      mark(end);
    }
    lines_.push_back({from, to});
  });
  return *this;
}

// Makes a vector of the model a marker, unless it is a mass or one already.
void Model::mark(const std::string& name) {
  if (find_point(name) || std::ranges::find(markers_, name, &Marker::name) != markers_.end())
    return;
  const Named named = *scope_.find(name);
  const auto formula = [&](std::size_t i) { return Formula(*graph_, named.levels[0][i]); };
  Marker marker{.name = name, .at = {formula(0), formula(1), formula(2)}, .places = {}};
  for (std::size_t i = 0; i < 3; ++i) marker.places[i] = places(marker.at[i]);
  markers_.push_back(std::move(marker));
}

void Model::stick(const Body& body, const std::string& point) {
  mark(point);
  lines_.push_back({.from = body.name + ".com", .to = point, .told = false});
}

std::vector<Line> Model::lines() const {
  const auto belongs = [](const Line& line, const std::string& body) {
    return line.from.starts_with(body + ".") || line.to.starts_with(body + ".") ||
           line.from == body || line.to == body;
  };
  std::vector<Line> out;
  for (const Line& line : lines_) {
    const std::string body = line.from.substr(0, line.from.rfind('.'));
    const bool replaced = !line.told && (std::ranges::count(shapes_, body, &Shaping::owner) > 0 ||
                                         std::ranges::any_of(lines_, [&](const Line& other) {
                                           return other.told && belongs(other, body);
                                         }));
    if (!replaced) out.push_back(line);
  }
  return out;
}

std::array<double, 3> Model::place_of_marker(const Marker& marker, const State& state) const {
  std::array<double, 3> at{};
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> x;
    for (const int place : marker.places[i])
      x.push_back(place == time_place ? state.t : state.q[coordinate_at(place)]);
    at[i] = marker.at[i].value(x);
  }
  return at;
}

}  // namespace zwang
