// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/mass_table.hpp"

#include <fmt/format.h>

namespace zwang {
namespace {

class MassTable {
 public:
  MassTable(Reading& reading, const TomlKey& key, const TomlNode& table)
      : reading_(reading), key_(key), table_(table) {}

  void read() {
    const std::size_t before = reading_.mistakes();
    make();
    // known all the same, so that its name is no second mistake
    if (reading_.mistakes() > before && !reading_.model().scope().find(key_.name)) {
      try {
        reading_.model().mass(key_.name, 1.0);
      } catch (const Error&) {
      }
    }
  }

 private:
  void make() {
    const std::string where = fmt::format("[masses.{}]", key_.name);
    if (!reading_.is_table(table_, where)) return;
    reading_.all_known(
        table_, {"mass", "at", "velocity", "axes", "fixed", "follows", "label", "draw"}, where);
    const std::size_t before = reading_.mistakes();
    const Three at = start("at", measure::length(), reading_.file.places);
    const Three velocity = start("velocity", measure::velocity(), reading_.file.velocities);
    if (const TomlNode* const label = table_.get("label")) reading_.text(*label);
    if (const TomlNode* const draw = table_.get("draw")) reading_.flag(*draw);
    const TomlNode* const fixed = table_.get("fixed");
    const bool is_fixed = fixed && reading_.flag(*fixed).value_or(false);
    if (reading_.mistakes() > before) return;
    if (const TomlNode* const motion = table_.get("follows")) return follow(*motion);
    if (is_fixed) return named([&] { reading_.model().fixed(key_.name, {at[0], at[1], at[2]}); });
    const TomlNode* const mass = table_.get("mass");
    if (!mass) return reading_.missing(table_, "mass", where);
    const auto kilograms = reading_.number(*mass, measure::mass());
    MassOptions options{.at = {at[0], at[1], at[2]},
                        .velocity = {velocity[0], velocity[1], velocity[2]}};
    const TomlNode* const axes = table_.get("axes");
    if (axes) options.axes = reading_.text(*axes).value_or("xyz");
    if (reading_.mistakes() > before) return;
    named([&] { reading_.model().mass(key_.name, *kilograms, options); });
  }

  Three start(const char* key, const Measure& measure,
              std::map<std::string, ModelFile::Written>& places) {
    const TomlNode* const given = table_.get(key);
    if (!given) return {};
    places[key_.name] = {given->place, reading_.marked(given->place)};
    return reading_.vector(*given, measure).value_or(Three{});
  }

  void follow(const TomlNode& motion) {
    const auto course = reading_.triple(motion);
    if (!course) return;
    try {
      reading_.model().follows(key_.name, *course);
    } catch (const Error& error) {
      reading_.add(
          is_of_name(error)
              ? error.at(key_.place)
              : Reading::in_text(error, Reading::culprit(motion, reading_.model().scope())));
    }
  }

  static bool is_of_name(const Error& error) {
    return error.code() == Code::E112 || (error.code() == Code::E109 && error.place().column == 0);
  }

  // What is wrong with the name is marked at the key, all else at its value.
  template <class Step>
  void named(Step&& step) {
    try {
      step();
    } catch (const Error& error) {
      const TomlNode* value = nullptr;
      if (error.code() == Code::E120)
        for (const char* key : {"mass", "velocity", "axes"})
          if (!value && error.message().find(key) != std::string::npos) value = table_.get(key);
      reading_.add(error.at(value ? value->place : key_.place));
    }
  }

  Reading& reading_;
  const TomlKey& key_;
  const TomlNode& table_;
};

}  // namespace

void read_masses(Reading& reading, const Files& files) {
  files.each("masses", [&](const TomlKey& key, const TomlNode& node) {
    MassTable(reading, key, node).read();
  });
}

void read_coordinates(Reading& reading, const Files& files) {
  files.each("coordinates", [&](const TomlKey& key, const TomlNode& table) {
    const std::string where = fmt::format("[coordinates.{}]", key.name);
    if (!reading.is_table(table, where)) return;
    reading.all_known(table, {"start", "rate", "unit", "periodic"}, where);
    CoordinateOptions options;
    if (const TomlNode* const given = table.get("start"))
      options.start = reading.number(*given).value_or(0.0);
    if (const TomlNode* const given = table.get("rate"))
      options.rate = reading.number(*given).value_or(0.0);
    if (const TomlNode* const unit = table.get("unit")) reading.text(*unit);
    if (const TomlNode* const periodic = table.get("periodic")) reading.flag(*periodic);
    try {
      reading.model().coordinate(key.name, options);
    } catch (const Error& error) {
      reading.add(error.at(key.place));
    }
  });
}

void read_quasi_velocities(Reading& reading, const Files& files) {
  const TomlKey* last = nullptr;
  files.each("quasi_velocities", [&](const TomlKey& key, const TomlNode& node) {
    last = &key;
    const auto given = reading.text(node);
    if (!given) return;
    if (reading.model().scope().find(key.name))
      return reading.add(
          Error(Code::E112, fmt::format("the name '{}' is used twice", key.name), key.place));
    reading.guarded(node, [&] { reading.model().quasi_velocity(key.name, *given); });
  });
  if (!last || !reading.right()) return;
  try {
    reading.model().replaced_rates();
  } catch (const Error& error) {
    reading.add(error.at(last->place));
  }
}

void read_energy(Reading& reading, const Files& files) {
  files.each("energy", [&](const TomlKey& key, const TomlNode& node) {
    if (!reading.known(key, {"kinetic", "potential"}, "[energy]")) return;
    const auto given = reading.text(node);
    if (!given) return;
    reading.guarded(node, [&] {
      if (key.name == "kinetic") {
        reading.model().kinetic(*given);
        reading.file.kinetic_place = node.place;
      } else
        reading.model().potential(*given);
    });
  });
}

void demand_kinetic(Reading& reading, const Files& files) {
  if (!reading.right() || !reading.model().kinetic_formulas().empty()) return;
  for (const TomlNode& tree : files.trees()) {
    const TomlNode* const coordinates = tree.get("coordinates");
    if (!coordinates || coordinates->items.empty()) continue;
    const TomlNode* const energy = tree.get("energy");
    return reading.missing(energy ? *energy : *coordinates, "kinetic", "[energy]");
  }
}

}  // namespace zwang
