// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/joint_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "zwang/base/text.hpp"

namespace zwang {
namespace {

constexpr std::array joint_kinds = {
    JointKind::fixed,       JointKind::revolute,  JointKind::prismatic,
    JointKind::cylindrical, JointKind::universal, JointKind::spherical,
    JointKind::planar,      JointKind::screw,     JointKind::rolling};

const Keys joint_keys = {"kind",        "on",     "at",     "axis",  "axis2", "start",   "limits",
                         "restitution", "spring", "damper", "motor", "pitch", "pivoting"};

// Keys that mean nothing to other kinds.
struct KeyOf {
  std::string_view key;
  std::vector<JointKind> kinds;
};

const std::vector<JointKind> with_coordinate = {JointKind::revolute, JointKind::prismatic,
                                                JointKind::screw};
const std::vector<KeyOf> keys_of_kinds = {
    {"axis",
     {JointKind::revolute, JointKind::prismatic, JointKind::cylindrical, JointKind::universal,
      JointKind::planar, JointKind::screw}},
    {"axis2", {JointKind::universal}},
    {"pitch", {JointKind::screw}},
    {"pivoting", {JointKind::rolling}},
    {"start",
     {JointKind::revolute, JointKind::prismatic, JointKind::cylindrical, JointKind::screw}},
    {"limits", with_coordinate},
    {"restitution", with_coordinate},
    {"spring", with_coordinate},
    {"damper", with_coordinate},
    {"motor", with_coordinate}};

// What a motor of a joint says.
Keys motor_keys(JointKind kind) {
  if (kind == JointKind::revolute) return {"torque", "rate", "angle"};
  if (kind == JointKind::prismatic) return {"force", "rate", "length"};
  return {"force", "length", "torque", "angle"};
}

class JointTable {
 public:
  JointTable(Reading& reading, const TomlKey& key, const TomlNode& table)
      : reading_(reading),
        key_(key),
        table_(table),
        where_(fmt::format("[joints.{}]", key.name)),
        last_(&table) {}

  void read() {
    if (!reading_.is_table(table_, where_)) return;
    reading_.all_known(table_, joint_keys, where_);
    const std::size_t before = reading_.mistakes();
    const auto kind = read_kind();
    if (kind) check_keys(*kind);
    read_bodies();
    read_places();
    if (const TomlNode* const given = table_.get("start"))
      options_.start = reading_.number(*given).value_or(0.0);
    if (const TomlNode* const given = table_.get("pitch"))
      options_.pitch = reading_.number(*given).value_or(1.0);
    if (const TomlNode* const given = table_.get("pivoting"))
      options_.pivoting = reading_.flag(*given).value_or(true);
    read_limits(kind == JointKind::revolute);
    read_spring();
    if (const TomlNode* const given = table_.get("damper")) options_.damper = value(*given);
    if (const TomlNode* const given = table_.get("motor"); given && kind) read_motor(*given, *kind);
    if (reading_.mistakes() > before || !kind || unmade_) return;
    reading_.guarded(*last_, [&] { reading_.model().joint(key_.name, *kind, options_); });
  }

 private:
  std::optional<JointKind> read_kind() {
    const TomlNode* const given = table_.get("kind");
    if (!given) {
      reading_.missing(table_, "kind", where_);
      return std::nullopt;
    }
    Keys words;
    for (const JointKind one : joint_kinds) words.emplace_back(name(one));
    const auto word = reading_.one_of({"kind", given->place}, *given, words);
    if (!word) return std::nullopt;
    return *std::ranges::find(joint_kinds, *word, [](JointKind one) { return name(one); });
  }

  void check_keys(JointKind kind) {
    for (const KeyOf& one : keys_of_kinds)
      if (const TomlNode* const given = table_.get(std::string(one.key));
          given && std::ranges::find(one.kinds, kind) == one.kinds.end())
        reading_.add(Error(Code::E102, fmt::format("a {} joint has no '{}'", name(kind), one.key),
                           given->place, {}, {of_kinds(one.kinds)}));
  }

  static std::string of_kinds(const std::vector<JointKind>& kinds) {
    std::vector<std::string_view> names;
    for (const JointKind kind : kinds) names.push_back(name(kind));
    return fmt::format("help: it is said of {} joints", fmt::join(names, ", "));
  }

  void read_bodies() {
    const TomlNode* const on = table_.get("on");
    if (!on) return reading_.missing(table_, "on", where_);
    last_ = on;
    if (!on->is(TomlNode::Kind::list) || on->items.size() != 2)
      return reading_.add(
          Error(Code::E113, "expected two bodies, [\"world\", \"rod\"] for instance", on->place));
    const auto& bodies = reading_.model().bodies();
    for (std::size_t i = 0; i < 2; ++i) {
      const TomlNode& one = on->items[i];
      options_.on[i] = reading_.text(one).value_or("world");
      unmade_ = unmade_ || std::ranges::count(reading_.unmade, options_.on[i]) > 0;
      if (options_.on[i] == "world" ||
          std::ranges::find(bodies, options_.on[i], &Body::name) != bodies.end() ||
          std::ranges::count(reading_.model().fixtures(), options_.on[i]) > 0 ||
          std::ranges::count(reading_.model().shapes(), options_.on[i], &Shaping::name) > 0)
        continue;
      Keys names = reading_.model().fixtures();
      names.emplace_back("world");
      for (const Body& body : bodies) names.push_back(body.name);
      reading_.add(Error(Code::E103, fmt::format("there is no body '{}'", options_.on[i]),
                         one.place, near_hint(options_.on[i], names)));
    }
  }

  void read_places() {
    for (const auto& [key, to] : {std::pair{"at", &options_.at}, std::pair{"axis", &options_.axis},
                                  std::pair{"axis2", &options_.axis2}})
      if (const TomlNode* const given = table_.get(key)) {
        last_ = given;
        if (const auto told = reading_.triple(*given)) *to = *told;
      }
  }

  void read_limits(bool turns) {
    if (const TomlNode* const given = table_.get("restitution"))
      options_.restitution = reading_.number(*given).value_or(0.0);
    const TomlNode* const given = table_.get("limits");
    if (!given) return;
    last_ = given;
    if (!given->is(TomlNode::Kind::list) || given->items.size() != 2)
      return reading_.add(Error(
          Code::E113, "expected two limits, [\"-90 deg\", \"90 deg\"] for instance", given->place));
    options_.limits = {limit(given->items[0], turns), limit(given->items[1], turns)};
  }

  // Degrees that were meant are not taken for radians.
  double limit(const TomlNode& node, bool turns) {
    const double given = reading_.number(node).value_or(0.0);
    if (turns && !node.is(TomlNode::Kind::text) && std::abs(given) > std::numbers::pi)
      reading_.add(Error(
          Code::E113, fmt::format("a limit of {} rad is more than half a turn", given), node.place,
          {}, {fmt::format("help: degrees are \"{0} deg\"; radians are \"{0} rad\"", given)}));
    return given;
  }

  void read_spring() {
    const TomlNode* const given = table_.get("spring");
    const std::string where = where_ + ".spring";
    if (!given || !reading_.is_table(*given, where)) return;
    reading_.all_known(*given, {"stiffness", "rest"}, where);
    const TomlNode* const stiffness = given->get("stiffness");
    if (!stiffness) return reading_.missing(*given, "stiffness", where);
    JointSpring spring{.stiffness = value(*stiffness)};
    if (const TomlNode* const rest = given->get("rest")) spring.rest = value(*rest);
    options_.spring = spring;
  }

  // One of them: { torque = "0.5*sin(t)" }, { rate = 20 }, { angle = "20*t" }.
  void read_motor(const TomlNode& motor, JointKind kind) {
    const std::string where = where_ + ".motor";
    if (!reading_.is_table(motor, where)) return;
    const Keys words = motor_keys(kind);
    if (!reading_.all_known(motor, words, where)) return;
    if (motor.items.size() != 1)
      return reading_.add(Error(
          Code::E113,
          fmt::format("the motor of a {} joint has one of {}", name(kind), fmt::join(words, ", ")),
          motor.place));
    const std::string& word = motor.keys[0].name;
    using Kind = JointMotor::Kind;
    options_.motor = JointMotor{word == "rate"                        ? Kind::rate
                                : word == "angle" || word == "length" ? Kind::place
                                                                      : Kind::force,
                                value(motor.items[0])};
    // the coordinate of a screw is its length
    if (kind == JointKind::screw && (word == "angle" || word == "torque"))
      per_turn(options_.motor->value, word == "torque");
  }

  void per_turn(Value& of_angle, bool of_torque) {
    double rise = 0.0;
    if (!reading_.guarded(*last_, [&] { rise = reading_.model().number(options_.pitch); }) ||
        rise == 0.0)
      return;
    rise /= 2.0 * std::numbers::pi;
    const double factor = of_torque ? 1.0 / rise : rise;
    of_angle = of_angle.is_text() ? Value(fmt::format("{}*({})", shortest(factor), of_angle.text()))
                                  : Value(factor * of_angle.number());
  }

  // A quantity, "30 deg", or a formula.
  Value value(const TomlNode& node) {
    Value given = reading_.value(node).value_or(0.0);
    if (!given.is_text()) return given;
    try {
      return reading_.model().number(given);
    } catch (const Error&) {
      return given;
    }
  }

  Reading& reading_;
  const TomlKey& key_;
  const TomlNode& table_;
  std::string where_;
  const TomlNode* last_;  // of what is said of the joint as a whole
  JointOptions options_;
  bool unmade_ = false;  // one of its bodies is
};

}  // namespace

void read_joints(Reading& reading, const Files& files) {
  files.each("joints", [&](const TomlKey& key, const TomlNode& node) {
    JointTable(reading, key, node).read();
  });
}

}  // namespace zwang
