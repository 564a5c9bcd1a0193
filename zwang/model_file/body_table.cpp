// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/body_table.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace zwang {
namespace {

const Keys body_keys = {
    "mass",   "inertia", "com",        "at",    "orientation", "velocity",        "spin",
    "points", "axes",    "directions", "angle", "angle_rate",  "angular_velocity"};

Triple triple_of(const Three& three) { return {three[0], three[1], three[2]}; }

class BodyTable {
 public:
  BodyTable(Reading& reading, const TomlKey& key, const TomlNode& table)
      : reading_(reading), key_(key), table_(table), where_(fmt::format("[bodies.{}]", key.name)) {}

  void read() {
    const std::size_t before = reading_.mistakes();
    make();
    // known all the same, so that its name is no second mistake
    if (reading_.mistakes() > before && !reading_.model().scope().find(key_.name)) {
      try {
        reading_.model().body(key_.name, 1.0, {.inertia = Inertia::ball(1.0, 1.0)});
      } catch (const Error&) {
      }
    }
  }

 private:
  void make() {
    if (!reading_.is_table(table_, where_)) return;
    reading_.all_known(table_, body_keys, where_);
    const std::size_t before = reading_.mistakes();
    const TomlNode* const mass = table_.get("mass");
    const TomlNode* const inertia = table_.get("inertia");
    if (!mass) return reading_.missing(table_, "mass", where_);
    if (!inertia) return reading_.missing(table_, "inertia", where_);
    const auto kilograms = reading_.number(*mass, measure::mass());
    BodyOptions options;
    if (const TomlNode* const given = table_.get("axes"))
      options.axes = reading_.text(*given).value_or("xyz");
    const bool in_plane = options.axes != "xyz";
    for (const char* key : {"angle", "angle_rate", "orientation", "angular_velocity", "spin"})
      if (const TomlNode* const given = table_.get(key);
          given && in_plane != std::string_view(key).starts_with("angle"))
        return reading_.add(
            Error(Code::E120,
                  in_plane ? "a body in a plane has 'angle' and 'angle_rate'"
                           : "a body in space has 'orientation' and 'angular_velocity' or 'spin'",
                  given->place, fmt::format("'{}' does not belong to it", key)));
    options.inertia = read_inertia(*inertia, in_plane);
    if (const TomlNode* const given = table_.get("angle"))
      options.angle = reading_.number(*given).value_or(0.0);
    if (const TomlNode* const given = table_.get("angle_rate"))
      options.angle_rate = reading_.number(*given).value_or(0.0);
    options.com = triple_of(vector("com", measure::length()));
    const Three at = vector("at", measure::length());
    options.at = triple_of(at);
    if (const TomlNode* const given = table_.get("orientation"))
      reading_.guarded(*given, [&] { options.orientation = read_orientation(*given); });
    options.velocity = triple_of(vector("velocity", measure::velocity()));
    const TomlNode* const spin = table_.get("spin");
    if (spin && table_.get("angular_velocity"))
      return reading_.add(Error(Code::E120,
                                "'spin' and 'angular_velocity' are the same in other axes",
                                spin->place, "give one of them"));
    if (spin) {
      options.angular_velocity = triple_of(reading_.vector(*spin).value_or(Three{}));
      options.rates_in_body_axes = true;
    } else if (const TomlNode* const given = table_.get("angular_velocity")) {
      options.angular_velocity = triple_of(reading_.vector(*given).value_or(Three{}));
    }
    options.points = vectors("points");
    options.directions = vectors("directions");
    if (reading_.mistakes() > before) return;
    try {
      reading_.model().body(key_.name, *kilograms, options);
    } catch (const Error& error) {
      const bool of_inertia = error.message().find("inertia") != std::string::npos;
      reading_.add(error.at(of_inertia ? inertia->place : key_.place));
    }
  }

  Three vector(const char* key, const Measure& measure) {
    const TomlNode* const given = table_.get(key);
    return given ? reading_.vector(*given, measure).value_or(Three{}) : Three{};
  }

  std::vector<std::pair<std::string, Triple>> vectors(const char* key) {
    std::vector<std::pair<std::string, Triple>> out;
    const TomlNode* const given = table_.get(key);
    if (!given || !reading_.is_table(*given, fmt::format("{}.{}", where_, key))) return out;
    for (std::size_t i = 0; i < given->items.size(); ++i)
      if (const auto three = reading_.vector(given->items[i]))
        out.emplace_back(given->keys[i].name, triple_of(*three));
    return out;
  }

  // Three principal moments, or a table of six; in a plane one number.
  Inertia read_inertia(const TomlNode& node, bool in_plane) {
    if (in_plane) {
      const double moment = reading_.number(node).value_or(0.0);
      return {.xx = moment, .yy = moment, .zz = moment};
    }
    if (!node.is(TomlNode::Kind::table)) {
      const Three three = reading_.vector(node).value_or(Three{});
      return {.xx = three[0], .yy = three[1], .zz = three[2]};
    }
    Inertia out;
    const std::array<std::pair<const char*, double*>, 6> entries = {{{"xx", &out.xx},
                                                                     {"yy", &out.yy},
                                                                     {"zz", &out.zz},
                                                                     {"xy", &out.xy},
                                                                     {"xz", &out.xz},
                                                                     {"yz", &out.yz}}};
    reading_.all_known(node, {"xx", "yy", "zz", "xy", "xz", "yz"}, where_ + ".inertia");
    for (const auto& [name, entry] : entries)
      if (const TomlNode* const given = node.get(name))
        *entry = reading_.number(*given).value_or(0.0);
    return out;
  }

  Orientation read_orientation(const TomlNode& node) {
    const std::string where = where_ + ".orientation";
    if (!reading_.is_table(node, where)) return {};
    reading_.all_known(node, {"quaternion", "axis", "angle", "euler", "angles", "rpy", "x", "y"},
                       where);
    const auto three = [&](const char* key) {
      const TomlNode* const given = node.get(key);
      if (!given) {
        reading_.missing(node, key, where);
        return Three{};
      }
      return reading_.vector(*given).value_or(Three{});
    };
    if (const TomlNode* const four = node.get("quaternion")) {
      if (!four->is(TomlNode::Kind::list) || four->items.size() != 4)
        throw Error(Code::E113, "a quaternion is a list of four numbers: [w, x, y, z]");
      std::array<double, 4> e{};
      for (std::size_t i = 0; i < 4; ++i) e[i] = reading_.number(four->items[i]).value_or(0.0);
      return Orientation::quaternion(e[0], e[1], e[2], e[3]);
    }
    if (node.get("axis")) {
      const TomlNode* const angle = node.get("angle");
      if (!angle) {
        reading_.missing(node, "angle", where);
        return {};
      }
      return Orientation::axis(three("axis"), reading_.number(*angle).value_or(0.0));
    }
    if (const TomlNode* const sequence = node.get("euler"))
      return Orientation::euler(reading_.text(*sequence).value_or("zxz"), three("angles"));
    if (node.get("rpy")) return Orientation::rpy(three("rpy"));
    return Orientation::axes(three("x"), three("y"));
  }

  Reading& reading_;
  const TomlKey& key_;
  const TomlNode& table_;
  std::string where_;
};

}  // namespace

void read_bodies(Reading& reading, const Files& files) {
  files.each("bodies", [&](const TomlKey& key, const TomlNode& node) {
    BodyTable(reading, key, node).read();
  });
}

}  // namespace zwang
