// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/shape_table.hpp"

#include <fmt/format.h>

namespace zwang {
namespace {

// One shape: the key that names its kind has its size, others say where it is.
class ShapeTable {
 public:
  ShapeTable(Reading& reading, const TomlNode& table, std::string where)
      : reading_(reading), table_(table), where_(std::move(where)) {}

  std::optional<Solid> read() {
    if (!reading_.is_table(table_, where_)) return std::nullopt;
    const Keys kinds = {"sphere", "capsule", "cylinder", "box", "plane"};
    const TomlNode* size = nullptr;
    std::string kind;
    for (const std::string& one : kinds)
      if (const TomlNode* const given = table_.get(one)) {
        if (size) {
          reading_.add(Error(Code::E113, fmt::format("a shape is a {} or a {}", kind, one),
                             given->place, "list several in 'shapes'"));
          return std::nullopt;
        }
        size = given;
        kind = one;
      }
    const bool between = kind == "capsule" || kind == "cylinder";
    Keys keys = kind.empty() ? kinds : Keys{kind};
    if (kind.empty() || between) keys.insert(keys.end(), {"from", "to"});
    if (!between) keys.emplace_back("at");
    if (kind.empty() || kind == "box") keys.emplace_back("orientation");
    const std::size_t before = reading_.mistakes();
    reading_.all_known(table_, keys, where_);
    if (!size) {
      if (reading_.mistakes() == before)
        reading_.add(Error(Code::E111, fmt::format("{} has no kind", where_), table_.place,
                           "one of sphere, capsule, cylinder, box, plane"));
      return std::nullopt;
    }
    std::optional<Solid> solid;
    reading_.guarded(*size, [&] { solid = made(kind, *size); });
    if (reading_.mistakes() > before) return std::nullopt;
    return solid;
  }

 private:
  Solid made(const std::string& kind, const TomlNode& size) {
    if (kind == "box") {
      const TomlNode* const turned = table_.get("orientation");
      return Solid::box(
          vector(size), place("at", false),
          turned ? read_orientation(reading_, *turned, where_ + ".orientation") : Orientation());
    }
    if (kind == "plane")
      return Solid::plane(reading_.vector(size).value_or(Three{0.0, 0.0, 1.0}), place("at", false));
    const double radius = reading_.number(size, measure::length()).value_or(1.0);
    if (kind == "sphere") return Solid::sphere(radius, place("at", false));
    const Three from = place("from", true), to = place("to", true);
    if (!table_.get("from") || !table_.get("to")) return {};
    return kind == "capsule" ? Solid::capsule(from, to, radius) : Solid::cylinder(from, to, radius);
  }

  Three vector(const TomlNode& node) {
    return reading_.vector(node, measure::length()).value_or(Three{1.0, 1.0, 1.0});
  }
  Three place(const char* key, bool needed) {
    const TomlNode* const given = table_.get(key);
    if (!given && needed) reading_.missing(table_, key, where_);
    return given ? reading_.vector(*given, measure::length()).value_or(Three{}) : Three{};
  }

  Reading& reading_;
  const TomlNode& table_;
  std::string where_;
};

}  // namespace

Orientation read_orientation(Reading& reading, const TomlNode& node, const std::string& where) {
  if (!reading.is_table(node, where)) return {};
  reading.all_known(node, {"quaternion", "axis", "angle", "euler", "angles", "rpy", "x", "y"},
                    where);
  const auto three = [&](const char* key) {
    const TomlNode* const given = node.get(key);
    if (!given) {
      reading.missing(node, key, where);
      return Three{};
    }
    return reading.vector(*given).value_or(Three{});
  };
  if (const TomlNode* const four = node.get("quaternion")) {
    if (!four->is(TomlNode::Kind::list) || four->items.size() != 4)
      throw Error(Code::E113, "a quaternion is a list of four numbers: [w, x, y, z]");
    std::array<double, 4> e{};
    for (std::size_t i = 0; i < 4; ++i) e[i] = reading.number(four->items[i]).value_or(0.0);
    return Orientation::quaternion(e[0], e[1], e[2], e[3]);
  }
  if (node.get("axis")) {
    const TomlNode* const angle = node.get("angle");
    if (!angle) {
      reading.missing(node, "angle", where);
      return {};
    }
    return Orientation::axis(three("axis"), reading.number(*angle).value_or(0.0));
  }
  if (const TomlNode* const sequence = node.get("euler"))
    return Orientation::euler(reading.text(*sequence).value_or("zxz"), three("angles"));
  if (node.get("rpy")) return Orientation::rpy(three("rpy"));
  return Orientation::axes(three("x"), three("y"));
}

std::vector<Solid> read_shapes(Reading& reading, const TomlNode& table, const std::string& where) {
  std::vector<Solid> out;
  const auto read = [&](const TomlNode& node, const std::string& called) {
    if (const auto solid = ShapeTable(reading, node, where + called).read()) out.push_back(*solid);
  };
  if (const TomlNode* const one = table.get("shape")) read(*one, ".shape");
  if (const TomlNode* const several = table.get("shapes")) {
    if (!several->is(TomlNode::Kind::list))
      reading.add(
          Error(Code::E113, "expected a list of shapes, [{ sphere = 0.1 }, ...]", several->place));
    else
      for (const TomlNode& node : several->items) read(node, ".shapes");
  }
  return out;
}

}  // namespace zwang
