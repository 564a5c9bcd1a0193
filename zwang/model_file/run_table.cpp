// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/run_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace zwang {
namespace {

// "x = 2" or, of a mass, "p = { x = 2 }": the names of coordinates and their values.
void read_target(Reading& reading, const TomlNode& table, const std::string& prefix,
                 std::set<std::string>& given) {
  const std::vector<std::string>& names = reading.model().coordinate_names();
  for (std::size_t i = 0; i < table.items.size(); ++i) {
    const TomlKey& key = table.keys[i];
    const std::string name = prefix + key.name;
    if (table.items[i].is(TomlNode::Kind::table) && prefix.empty()) {
      read_target(reading, table.items[i], name + ".", given);
      continue;
    }
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      reading.add(Error(Code::E103, fmt::format("unknown coordinate '{}'", name), key.place,
                        near_hint(name, names)));
      continue;
    }
    if (const auto value = reading.number(table.items[i]); value && given.insert(name).second)
      reading.file.problem.to.emplace_back(static_cast<int>(found - names.begin()), *value);
  }
}

void read_target(Reading& reading, const TomlNode& table) {
  if (!reading.is_table(table, "'to'")) return;
  std::set<std::string> given;
  read_target(reading, table, "", given);
  for (const std::string& name : reading.model().coordinate_names())
    if (reading.right() && !given.contains(name)) return reading.missing(table, name, "'to'");
}

// A number, or a direction as text.
void read_branch(Reading& reading, const TomlNode& node) {
  reading.guarded(node, [&] {
    std::optional<std::string> text;
    if (node.is(TomlNode::Kind::text)) {
      text = node.text;
    } else if (const auto number = reading.integer(node)) {
      text = fmt::format("{}", *number);
    }
    if (!text) return;
    reading.file.branch = branch_choice(*text, reading.model());
    reading.file.branch.place = node.place;
  });
}

void read_key(Reading& reading, const TomlKey& key, const TomlNode& node) {
  if (!reading.known(key,
                     {"from", "until", "method", "step", "tolerance", "start", "settle",
                      "max_events", "impacts", "problem", "to", "branch"},
                     "[run]"))
    return;
  RunOptions& run = reading.file.run;
  const auto chosen = [&](const Keys& words) {
    return reading.one_of(key, node, words).value_or(words[0]);
  };
  const auto refuse = [&](const std::string& why) {
    reading.add(Error(Code::E120, why, node.place));
  };
  if (key.name == "from") run.from = reading.number(node, measure::time()).value_or(run.from);
  if (key.name == "until") run.until = reading.number(node, measure::time()).value_or(run.until);
  if (key.name == "tolerance") {
    run.tolerance = reading.number(node).value_or(run.tolerance);
    if (!(run.tolerance >= 1e-14 && run.tolerance <= 1e-2))
      refuse(fmt::format("the tolerance {} is not between 1e-14 and 1e-2", run.tolerance));
  }
  if (key.name == "max_events") {
    run.max_events = reading.integer(node).value_or(100000);
    if (run.max_events < 1) refuse(fmt::format("max_events {} is below 1", run.max_events));
  }
  if (key.name == "method" && chosen({"event-driven", "time-stepping"}) == "time-stepping")
    run.method = RunOptions::Method::time_stepping;
  if (key.name == "step") {
    const auto step = reading.number(node, measure::time());
    run.step = step.value_or(unset);
    if (step && !(*step > 0.0)) refuse(fmt::format("'step' ({}) is not above 0", *step));
  }
  if (key.name == "start") {
    const std::string start = chosen({"as given", "impact", "equilibrium"});
    reading.file.at_equilibrium = start == "equilibrium";
    reading.file.equilibrium_place = node.place;
    // a prescribed mass may move already
    run.impact_at_start = start != "as given";
  }
  if (key.name == "settle" && chosen({"jump", "stop"}) == "stop")
    run.settle = RunOptions::Settle::stop;
  if (key.name == "impacts")
    reading.model().impacts(chosen({"at once", "in sequence"}) == "in sequence"
                                ? ImpactLaw::in_sequence
                                : ImpactLaw::at_once);
  if (key.name == "problem")
    if (const auto kind = problem_named(chosen({"straightest", "geodesic", "mixed"}))) {
      reading.file.problem.kind = *kind;
      reading.file.problem.place = node.place;
    }
  if (key.name == "to") read_target(reading, node);
  if (key.name == "branch") read_branch(reading, node);
}

}  // namespace

void read_run(Reading& reading, const Files& files) {
  files.each("run",
             [&](const TomlKey& key, const TomlNode& node) { read_key(reading, key, node); });
  files.each("output", [&](const TomlKey& key, const TomlNode& node) {
    if (!reading.known(key, {"every", "table", "loads"}, "[output]") || key.name != "every") return;
    if (node.is(TomlNode::Kind::text) && node.text == "auto") return;
    const auto every = reading.number(node, measure::time());
    if (every && !(*every > 0.0))
      reading.add(
          Error(Code::E120, fmt::format("'every' ({}) is not above 0", *every), node.place));
    reading.file.run.every = every.value_or(unset);
  });
  const TomlNode* const table = files.main().get("run");
  const TomlNode* const until = table ? table->get("until") : nullptr;
  const RunOptions& run = reading.file.run;
  const bool by_steps = run.method == RunOptions::Method::time_stepping;
  if (const TomlNode* const step = table ? table->get("step") : nullptr; step && !by_steps)
    reading.add(Error(Code::E120, "'step' requires method = \"time-stepping\"", step->place, "",
                      {"the method is \"event-driven\", which needs no step"}));
  if (by_steps && reading.right() && reading.model().impacts_in_sequence())
    reading.add(Error(Code::E120, "time-stepping has no impacts in sequence",
                      table->get("impacts")->place, "",
                      {"a step strikes everything at once; use method = \"event-driven\""}));
  if (by_steps && !reading.file.problem.is_mechanical())
    reading.add(Error(Code::E120, "time-stepping solves the straightest problem only",
                      reading.file.problem.place));
  if (until && reading.right() && !(run.until > run.from))
    reading.add(Error(Code::E120,
                      fmt::format("'until' ({}) is not after 'from' ({})", run.until, run.from),
                      until->place));
}

}  // namespace zwang
