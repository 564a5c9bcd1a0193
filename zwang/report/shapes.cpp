// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;

// The place of a shape: numbers, or channels where it moves.
Json place(const Drawing& one, const std::string& name, ReportBuffer& buffer, Json& channels) {
  if (one.track.empty()) return one.place;
  Json out = Json::array();
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<double> values;
    for (const auto& spot : one.track) values.push_back(spot[k]);
    const auto [least, most] = std::ranges::minmax(values);
    if (most - least <= 1e-12 * (1.0 + std::abs(most))) {
      out.push_back(values.front());
      continue;
    }
    const std::string channel = fmt::format("{}.place.{}", name, "xyz"[k]);
    channels.push_back(buffer.steps({channel, "position", name, "m"}, values));
    out.push_back(channel);
  }
  return out;
}

const char* kind_name(Drawing::Kind kind) {
  switch (kind) {
    case Drawing::Kind::string: return "string";
    case Drawing::Kind::rod: return "rod";
    case Drawing::Kind::contact: return "contact";
    case Drawing::Kind::plane: return "plane";
    case Drawing::Kind::sphere: return "sphere";
    case Drawing::Kind::cylinder: return "cylinder";
    case Drawing::Kind::mesh: return "mesh";
  }
  return "";
}

}  // namespace

Json report_shape(const Drawing& one, const std::string& name, ReportBuffer& buffer,
                  Json& channels) {
  const auto end = [](int point) { return point < 0 ? Json({0.0, 0.0, 0.0}) : Json(point); };
  Json shape = {{"kind", kind_name(one.kind)}, {"constraint", one.constraint}};
  switch (one.kind) {
    case Drawing::Kind::string:
    case Drawing::Kind::rod:
    case Drawing::Kind::contact:
      shape["from"] = end(one.from);
      shape["to"] = one.track.empty() ? end(one.to) : place(one, name, buffer, channels);
      shape["length"] = one.length;
      break;
    case Drawing::Kind::plane:
      shape["mass"] = one.from;
      shape["point"] = place(one, name, buffer, channels);
      shape["normal"] = one.normal;
      break;
    case Drawing::Kind::sphere:
      shape["mass"] = one.from;
      shape["center"] = place(one, name, buffer, channels);
      shape["radius"] = one.length;
      shape["inside"] = one.inside;
      break;
    case Drawing::Kind::cylinder:
      shape["mass"] = one.from;
      shape["point"] = place(one, name, buffer, channels);
      shape["axis"] = one.normal;
      shape["radius"] = one.length;
      shape["inside"] = one.inside;
      break;
    case Drawing::Kind::mesh: {
      shape["mass"] = one.from;
      shape["vertices"] = name + ".vertices";
      shape["triangles"] = name + ".triangles";
      channels.push_back(buffer.single({name + ".vertices", "geometry", name, "m"}, one.vertices));
      channels.push_back(buffer.whole({name + ".triangles", "geometry", name, ""}, one.triangles));
      break;
    }
  }
  return shape;
}

void widen(std::array<double, 3>& low, std::array<double, 3>& high) {
  double size = 0.0;
  for (std::size_t k = 0; k < 3; ++k) size = std::max(size, high[k] - low[k]);
  if (!(size > 0.0)) size = 1.0;
  for (std::size_t k = 0; k < 3; ++k) {
    low[k] -= 0.3 * size;
    high[k] += 0.3 * size;
  }
}

}  // namespace zwang
