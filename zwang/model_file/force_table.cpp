// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/force_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/calculus/dimension.hpp"

namespace zwang {
namespace {

// A number given as gravity, as the component that points downwards.
std::optional<std::string> downwards(const TomlNode& node) {
  if (node.is_number()) return shortest(-std::abs(node.number));
  if (!node.is(TomlNode::Kind::text) || !read_quantity(node.text)) return std::nullopt;
  return fmt::format("\"{}{}\"", node.text.starts_with('-') ? "" : "-", node.text);
}

class ForceTables {
 public:
  explicit ForceTables(Reading& reading) : reading_(reading), model_(reading.model()) {}

  void read_everywhere(const TomlKey& key, const TomlNode& node) {
    if (!reading_.known(key, {"gravity", "fluid"}, "[forces]")) return;
    if (key.name == "fluid") return reading_.later(node, "a fluid");
    if (const auto down = downwards(node))
      return reading_.add(Error(Code::E113, "expected a vector: three numbers", node.place,
                                fmt::format("write [0, 0, {}]", *down)));
    if (const auto given = reading_.vector(node, measure::acceleration()))
      reading_.guarded(node, [&] { model_.gravity({(*given)[0], (*given)[1], (*given)[2]}); });
  }

  void read_force(const TomlNode& table) {
    reading_.all_known(table, {"on", "vector", "torque", "along", "value", "from", "until"},
                       "[[force]]");
    ForceOptions options;
    if (const TomlNode* const from = table.get("from"))
      options.from = reading_.number(*from, measure::time()).value_or(options.from);
    if (const TomlNode* const until = table.get("until"))
      options.until = reading_.number(*until, measure::time()).value_or(options.until);
    if (const TomlNode* const torque = table.get("torque")) return turn(table, *torque, options);
    const auto sides = sides_of(table, "[[force]]");
    if (!sides) return;
    if (sides->on) {
      const auto given = reading_.triple(sides->amount);
      if (!given) return;
      const std::vector<std::string> masses = masses_named(sides->whom);
      if (model_.forces().size() + 3 * masses.size() > most_forces)
        return reading_.add(Error(Code::E110,
                                  fmt::format("more than {} forces along coordinates", most_forces),
                                  sides->whom.place));
      for (const std::string& mass : masses)
        if (!push(mass, *given, sides->amount, options)) return;
      return;
    }
    const auto given = reading_.value(sides->amount);
    if (is_coordinate(sides->whom, true) && given)
      reading_.guarded(sides->amount,
                       [&] { model_.force_along(sides->whom.text, *given, options); });
  }

  void read_impulse(const TomlNode& table) {
    reading_.all_known(table, {"at", "on", "vector", "along", "value"}, "[[impulse]]");
    const TomlNode* const when = table.get("at");
    if (!when) return reading_.missing(table, "at", "[[impulse]]");
    const double at = reading_.number(*when, measure::time()).value_or(0.0);
    const auto sides = sides_of(table, "[[impulse]]");
    if (!sides) return;
    if (sides->on) {
      const auto given = reading_.vector(sides->amount, measure::impulse());
      if (!given) return;
      for (const std::string& mass : masses_named(sides->whom, true))
        reading_.guarded(sides->whom, [&] {
          model_.impulse(mass, {(*given)[0], (*given)[1], (*given)[2]}, at);
        });
      return;
    }
    const auto given = reading_.number(sides->amount);
    if (is_coordinate(sides->whom) && given)
      reading_.guarded(sides->whom, [&] { model_.impulse_along(sides->whom.text, *given, at); });
  }

 private:
  // A couple on a body.
  void turn(const TomlNode& table, const TomlNode& torque, const ForceOptions& options) {
    for (const char* key : {"vector", "along", "value"})
      if (const TomlNode* const given = table.get(key))
        return reading_.add(Error(Code::E120, fmt::format("'torque' and '{}' in one force", key),
                                  given->place, "make two of them"));
    const TomlNode* const on = table.get("on");
    if (!on) return reading_.missing(table, "on", "[[force]]");
    const auto body = reading_.text(*on);
    const auto given = reading_.triple(torque);
    if (!body || !given) return;
    const bool known =
        std::ranges::find(model_.bodies(), *body, &Body::name) != model_.bodies().end();
    reading_.guarded(known ? torque : *on, [&] { model_.torque(*body, *given, options); });
  }

  // `on` with `vector`, or `along` with `value`.
  struct Sides {
    bool on;
    const TomlNode& whom;
    const TomlNode& amount;
  };
  std::optional<Sides> sides_of(const TomlNode& table, const std::string& where) {
    const TomlNode* const on = table.get("on");
    const TomlNode* const whom = on ? on : table.get("along");
    if (!whom) {
      reading_.missing(table, "on", where);
      return std::nullopt;
    }
    const char* const wanted = on ? "vector" : "value";
    const TomlNode* const amount = table.get(wanted);
    if (amount) return Sides{on != nullptr, *whom, *amount};
    reading_.missing(table, wanted, where);
    return std::nullopt;
  }

  // The masses that `on` names: a mass, a group, or all; for a force also a point of a body.
  std::vector<std::string> masses_named(const TomlNode& node, bool impulse = false) {
    const auto name = reading_.text(node);
    if (!name) return {};
    const auto& groups = reading_.file.groups;
    if (const auto group = groups.find(*name); group != groups.end())
      return reading_.free_ones(group->second);
    if (*name == "all") {
      std::vector<std::string> all;
      for (const Point& point : model_.points())
        if (point.free()) all.push_back(point.name);
      return all;
    }
    if (model_.find_point(*name)) return {*name};
    if (const auto named = model_.scope().find(*name)) {
      if (!impulse && !model_.bodies().empty() && named->size == 3) return {*name};
      reading_.add(Error(Code::E120, fmt::format("'{}' is not a mass", *name), node.place,
                         "expected a mass, a group of masses or \"all\""));
      return {};
    }
    const Error error = reading_.unknown(node);
    Keys names;
    for (const auto& [group, masses] : groups) names.push_back(group);
    reading_.add(Error(error.code(), error.message(), error.place(),
                       error.mark().empty() ? near_hint(*name, names) : error.mark(),
                       error.notes()));
    return {};
  }

  // Of the model, or the one of a joint.
  bool is_coordinate(const TomlNode& node, bool or_of_joint = false) {
    const auto name = reading_.text(node);
    if (!name) return false;
    if (model_.find_coordinate(*name)) return true;
    if (or_of_joint && !model_.joints().empty() && model_.scope().find(*name)) return true;
    reading_.add(reading_.unknown(node));
    return false;
  }

  bool push(const std::string& mass, const Triple& force, const TomlNode& node,
            const ForceOptions& options) {
    try {
      model_.force(mass, force, options);
      return true;
    } catch (const Error& error) {
      // the words of a force mean its mass
      Graph layer = Graph::over(model_.graph());
      Scope local(model_.scope(), layer);
      if (const auto named = local.find(mass)) {
        local.hide("r", {.size = 3, .levels = {named->levels[0]}, .dimension = {}});
        if (named->levels.size() > 1)
          local.hide("v", {.size = 3, .levels = {named->levels[1]}, .dimension = {}});
        local.hide("m", {.levels = {{local.time()}}, .dimension = {}});
      }
      reading_.add(Reading::in_text(error, Reading::culprit(node, local)));
    }
    return false;
  }

  Reading& reading_;
  Model& model_;
};

}  // namespace

void read_forces(Reading& reading, const Files& files) {
  ForceTables tables(reading);
  files.each("forces",
             [&](const TomlKey& key, const TomlNode& node) { tables.read_everywhere(key, node); });
  files.each_of("force", [&](const TomlNode& table) { tables.read_force(table); });
  files.each_of("impulse", [&](const TomlNode& table) { tables.read_impulse(table); });
}

}  // namespace zwang
