// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model/touching.hpp"

#include <fmt/format.h>

#include "zwang/base/index.hpp"

namespace zwang {

std::string velocity_at(const std::vector<Body>& bodies, const Shaping& shape,
                        const std::string& from_middle) {
  if (shape.body < 0) return {};
  return fmt::format("{}' + cross({}.omega, {})", shape.name, bodies[index(shape.body)].name,
                     from_middle);
}

std::string difference(const std::string& a, const std::string& b) {
  if (b.empty()) return a;
  return a.empty() ? b : fmt::format("{} - ({})", a, b);
}

std::optional<std::string> plane_of(const std::vector<Body>& bodies, const Shaping& a,
                                    const Shaping& b) {
  std::optional<std::string> normal;
  for (const Shaping* one : {&a, &b}) {
    if (one->body < 0) continue;
    const Body& body = bodies[index(one->body)];
    if (!body.in_plane) return std::nullopt;
    normal = fmt::format("[{}, {}, {}]", body.normal[0], body.normal[1], body.normal[2]);
  }
  return normal;
}

}  // namespace zwang
