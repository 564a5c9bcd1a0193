// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/expect_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/system/quantity.hpp"

namespace zwang {
namespace {

Keys event_words() {
  Keys words;
  for (int kind = 0; kind <= static_cast<int>(EventKind::end); ++kind)
    words.emplace_back(name(static_cast<EventKind>(kind)));
  words.emplace_back("slack");
  return words;
}

class ExpectTable {
 public:
  ExpectTable(Reading& reading, const TomlNode& table) : reading_(reading), table_(table) {}

  void read() {
    reading_.all_known(table_,
                       {"event", "of", "count", "number", "at", "impulse", "before", "after",
                        "where", "value", "is", "always", "ends", "warns", "within"},
                       "[[expect]]");
    Expectation e;
    e.place = table_.place;
    if (const TomlNode* const node = table_.get("event")) {
      const auto word = reading_.text(*node);
      if (!word) return;
      e.event = event_kind_named(*word);
      if (!e.event)
        return reading_.add(Error(Code::E120, fmt::format("unknown kind of event '{}'", *word),
                                  node->place, near_hint(*word, event_words())));
    }
    e.of = text("of");
    if (const TomlNode* const node = table_.get("of"); node && !e.of.empty())
      know_constraint(e.of, node->place);
    if (const TomlNode* const node = table_.get("count")) {
      e.count = reading_.integer(*node);
      if (e.count && *e.count < 0) refuse(*node, "a count must not be negative");
    }
    if (const TomlNode* const node = table_.get("number")) {
      e.number = reading_.integer(*node).value_or(1);
      if (e.number < 1) refuse(*node, "events are counted from 1");
    }
    e.value = text("value");
    if (const TomlNode* const node = table_.get("value")) know_quantity(*node);
    e.ends = text("ends");
    if (!e.ends.empty() && e.ends != "finished" && !code_named(e.ends))
      refuse(*table_.get("ends"), "an ending must be \"finished\" or a code");
    e.warns = text("warns");
    if (!e.warns.empty() && !code_named(e.warns))
      refuse(*table_.get("warns"), "a warning must be a code");
    if (const TomlNode* const node = table_.get("at"))
      e.at = reading_.number(*node, measure::time());
    e.is = number("is");
    e.always = number("always");
    e.within = number("within");
    if (e.within && *e.within < 0.0) refuse(*table_.get("within"), "'within' must not be negative");
    for (const auto& [key, wanted] : values("impulse")) {
      know_constraint(key.name, key.place);
      e.impulses.emplace_back(key.name, wanted);
    }
    for (const char* side : {"before", "after", "where"})
      for (const auto& [key, wanted] : values(side)) {
        know_quantity(key);
        (std::string_view(side) == "before" ? e.before : e.after).emplace_back(key.name, wanted);
      }
    if (is_whole()) reading_.file.expectations.push_back(std::move(e));
  }

 private:
  void refuse(const TomlNode& node, const char* why) {
    reading_.add(Error(Code::E120, why, node.place));
  }

  std::string text(const char* key) {
    const TomlNode* const node = table_.get(key);
    return node ? reading_.text(*node).value_or("") : "";
  }
  std::optional<double> number(const char* key) {
    const TomlNode* const node = table_.get(key);
    return node ? reading_.number(*node) : std::nullopt;
  }
  // A table of names and numbers.
  std::vector<std::pair<TomlKey, double>> values(const char* key) {
    std::vector<std::pair<TomlKey, double>> result;
    const TomlNode* const table = table_.get(key);
    if (!table || !reading_.is_table(*table, fmt::format("'{}'", key))) return result;
    for (std::size_t i = 0; i < table->items.size(); ++i)
      if (const auto wanted = reading_.number(table->items[i]))
        result.emplace_back(table->keys[i], *wanted);
    return result;
  }

  // Its kind, and what a value is compared with.
  bool is_whole() {
    const auto has = [&](const char* key) { return table_.get(key) != nullptr; };
    const char* missing = nullptr;
    if (!has("event") && !has("value") && !has("ends") && !has("warns"))
      missing = "event";
    else if (has("value") && !has("always") && !has("at"))
      missing = "always";
    else if (has("value") && has("at") && !has("is"))
      missing = "is";
    if (missing) reading_.missing(table_, missing, "[[expect]]");
    return !missing;
  }

  // A constraint, or a family or a group of them. After other mistakes it may be missing for them.
  void know_constraint(const std::string& name, const Place& place) {
    const auto& constraints = reading_.model().constraints();
    const bool exists = std::ranges::any_of(constraints, [&](const Constraint& c) {
      return c.name == name || c.name.starts_with(name + "[") || c.name.starts_with(name + ".");
    });
    if (exists || !reading_.right()) return;
    Keys names;
    for (const Constraint& constraint : constraints) names.push_back(constraint.name);
    reading_.add(Error(Code::E103, fmt::format("unknown constraint '{}'", name), place,
                       near_hint(name, names)));
  }

  void know_quantity(const TomlNode& node) {
    if (!node.is(TomlNode::Kind::text)) return;
    try {
      Query::check(reading_.model(), node.text);
    } catch (const Error& error) {
      if (error.code() != Code::E103 || reading_.right())
        reading_.add(Reading::in_text(error, node));
    }
  }
  void know_quantity(const TomlKey& key) {
    try {
      Query::check(reading_.model(), key.name);
    } catch (const Error& error) {
      if (error.code() != Code::E103 || reading_.right()) reading_.add(error.at(key.place));
    }
  }

  Reading& reading_;
  const TomlNode& table_;
};

}  // namespace

void read_expectations(Reading& reading, const Files& files) {
  files.each_of("expect", [&](const TomlNode& table) { ExpectTable(reading, table).read(); });
}

}  // namespace zwang
