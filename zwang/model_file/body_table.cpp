// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/body_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "zwang/model_file/shape_table.hpp"

namespace zwang {
namespace {

const Keys body_keys = {
    "mass",   "inertia", "com",        "at",    "orientation", "velocity",         "spin",
    "points", "axes",    "directions", "angle", "angle_rate",  "angular_velocity", "shape",
    "shapes", "density", "fixed"};
const Keys fixture_keys = {"fixed", "at", "orientation", "points", "directions", "shape", "shapes"};

Triple triple_of(const Three& three) { return {three[0], three[1], three[2]}; }

class BodyTable {
 public:
  BodyTable(Reading& reading, const TomlKey& key, const TomlNode& table)
      : reading_(reading), key_(key), table_(table), where_(fmt::format("[bodies.{}]", key.name)) {}

  void read() {
    const std::size_t before = reading_.mistakes();
    make();
    if (reading_.mistakes() > before) reading_.unmade.push_back(key_.name);
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
    const TomlNode* const fixed = table_.get("fixed");
    if (fixed && reading_.flag(*fixed).value_or(false)) return make_fixture();
    reading_.all_known(table_, body_keys, where_);
    const std::size_t before = reading_.mistakes();
    BodyOptions options;
    options.shapes = read_shapes(reading_, table_, where_);
    const std::optional<double> kilograms = read_mass(options.shapes);
    const TomlNode* const inertia = table_.get("inertia");
    if (!inertia && options.shapes.empty()) return reading_.missing(table_, "inertia", where_);
    if (const TomlNode* const com = table_.get("com"); com && !inertia)
      return reading_.add(Error(Code::E120, "its shapes say where the centre of mass is",
                                com->place, "leave it out, or give 'inertia' too"));
    if (!kilograms || reading_.mistakes() > before) return;
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
    if (inertia) options.inertia = read_inertia(*inertia, in_plane);
    if (const TomlNode* const given = table_.get("angle"))
      options.angle = reading_.number(*given).value_or(0.0);
    if (const TomlNode* const given = table_.get("angle_rate"))
      options.angle_rate = reading_.number(*given).value_or(0.0);
    options.com = triple_of(vector("com", measure::length()));
    const Three at = vector("at", measure::length());
    options.at = triple_of(at);
    if (const TomlNode* const given = table_.get("orientation"))
      reading_.guarded(*given, [&] {
        options.orientation = read_orientation(reading_, *given, where_ + ".orientation");
      });
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
      reading_.add(error.at(of_inertia && inertia ? inertia->place : key_.place));
    }
  }

  void make_fixture() {
    if (!reading_.all_known(table_, fixture_keys, where_ + " that is fixed")) return;
    const std::size_t before = reading_.mistakes();
    FixtureOptions options;
    options.at = triple_of(vector("at", measure::length()));
    if (const TomlNode* const given = table_.get("orientation"))
      reading_.guarded(*given, [&] {
        options.orientation = read_orientation(reading_, *given, where_ + ".orientation");
      });
    options.points = vectors("points");
    options.directions = vectors("directions");
    options.shapes = read_shapes(reading_, table_, where_);
    if (reading_.mistakes() > before) return;
    try {
      reading_.model().fixture(key_.name, options);
    } catch (const Error& error) {
      reading_.add(error.at(key_.place));
    }
  }

  // In kg, as told, or by the density of its shapes.
  std::optional<double> read_mass(const std::vector<Solid>& shapes) {
    const TomlNode* const mass = table_.get("mass");
    const TomlNode* const density = table_.get("density");
    if (!mass && !density) reading_.missing(table_, "mass", where_);
    if (mass && density)
      reading_.add(Error(Code::E120, "'mass' and 'density' say the same", density->place,
                         "give one of them"));
    if (mass) return reading_.number(*mass, measure::mass());
    if (!density) return std::nullopt;
    const auto per_volume = reading_.number(*density);
    std::optional<double> kilograms;
    if (per_volume)
      reading_.guarded(*density, [&] { kilograms = filling(shapes, *per_volume).mass; });
    return kilograms;
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
