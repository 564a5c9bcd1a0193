// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/starts.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "zwang/base/text.hpp"
#include "zwang/toml/tree.hpp"

namespace zwang {
namespace {

using Words = std::set<std::string, std::less<>>;

// All names that can stand in a text. False for other letters than ASCII: they are names in another
// spelling.
bool add_words(std::string_view text, Words& words) {
  std::string word;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80U) return false;
    if (is_letter(c) || c == '_' || (is_digit(c) && !word.empty())) {
      word += c;
      continue;
    }
    if (!word.empty()) words.insert(std::move(word));
    word.clear();
  }
  if (!word.empty()) words.insert(std::move(word));
  return true;
}

bool add_all_words(const TomlNode& node, Words& words) {
  if (!add_words(node.text, words)) return false;
  for (const TomlKey& key : node.keys)
    if (!add_words(key.name, words)) return false;
  return std::ranges::all_of(node.items,
                             [&](const TomlNode& item) { return add_all_words(item, words); });
}

// A component of a start that is a text.
struct Text {
  std::string owner;  // a mass or a coordinate
  int axis = -1;      // of a mass
  bool rate = false;
  std::string text;
};

// What a file says, divided into what begins a motion and all the rest.
struct Divided {
  std::vector<Text> starts;
  Words rest;
  bool sure = true;

  explicit Divided(const TomlNode& tree) {
    for (std::size_t i = 0; i < tree.items.size() && sure; ++i) {
      const std::string& name = tree.keys[i].name;
      const TomlNode& item = tree.items[i];
      // texts for people, and what is judged by itself
      if (name == "title" || name == "notes" || name == "source" || name == "parameters") continue;
      if (name == "masses" || name == "coordinates")
        divide(item, name == "masses");
      else
        sure = name != "generate" && name != "include" && add_all_words(item, rest);
    }
  }

  void divide(const TomlNode& table, bool masses) {
    for (std::size_t i = 0; i < table.items.size() && sure; ++i) {
      const TomlNode& one = table.items[i];
      const std::string& owner = table.keys[i].name;
      sure = add_words(owner, rest);
      const bool free = !one.get("fixed") && !one.get("follows");
      for (std::size_t k = 0; k < one.items.size() && sure; ++k) {
        const std::string& key = one.keys[k].name;
        const TomlNode& value = one.items[k];
        const bool rate = key == (masses ? "velocity" : "rate");
        const bool begins = rate || key == (masses ? "at" : "start");
        if (begins && masses && free && value.is(TomlNode::Kind::list))
          components(owner, one, rate, value);
        else if (begins && !masses && value.is(TomlNode::Kind::text))
          starts.push_back({owner, -1, rate, value.text});
        else
          sure = add_all_words(value, rest);
      }
    }
  }

  // Along an axis that is none of its own a mass has a place, but no coordinate.
  void components(const std::string& owner, const TomlNode& mass, bool rate, const TomlNode& list) {
    const TomlNode* const axes = mass.get("axes");
    for (std::size_t axis = 0; axis < list.items.size() && sure; ++axis) {
      const TomlNode& item = list.items[axis];
      const bool own = axis < 3 && (!axes || axes->text.find("xyz"[axis]) != std::string::npos);
      if (own && item.is(TomlNode::Kind::text))
        starts.push_back({owner, static_cast<int>(axis), rate, item.text});
      else
        sure = add_all_words(item, rest);
    }
  }
};

int coordinate_of(const Model& model, const Text& text) {
  if (text.axis < 0) {
    const auto& names = model.coordinate_names();
    const auto found = std::ranges::find(names, text.owner);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
  }
  for (const Point& point : model.points())
    if (point.name == text.owner) return point.coordinates[static_cast<std::size_t>(text.axis)];
  return -1;
}

}  // namespace

std::optional<Starts> Starts::of(const ModelFile& file, const std::vector<std::string>& swept,
                                 const std::vector<std::pair<std::string, std::string>>& set,
                                 const std::vector<std::string>& want) {
  const Model& model = *file.model;
  const auto of_velocities = [](const Constraint& one) { return one.of_velocities; };
  if (file.sources.size() != 1 || file.at_equilibrium || !file.problem.is_mechanical() ||
      !model.packings().empty() || model.replaces_rates() ||
      std::ranges::any_of(model.constraints(), of_velocities))
    return std::nullopt;
  const TomlNode tree = parse_toml(file.sources[0]);
  Divided divided(tree);
  if (!divided.sure) return std::nullopt;
  for (const std::string& text : want)
    if (!add_words(text, divided.rest)) return std::nullopt;

  // the parameters, and what each of them names
  struct Given {
    Value value;
    Words words;
  };
  std::map<std::string, Given> given;
  if (const TomlNode* const table = tree.get("parameters"))
    for (std::size_t i = 0; i < table->items.size(); ++i) {
      const TomlNode& item = table->items[i];
      given[table->keys[i].name].value =
          item.is(TomlNode::Kind::text) ? Value(item.text) : Value(item.number);
    }
  for (const auto& [name, text] : set)
    if (const auto found = given.find(name); found != given.end()) found->second.value = text;
  for (auto& [name, one] : given)
    if (one.value.is_text() && !add_words(one.value.text(), one.words)) return std::nullopt;
  for (const std::string& name : swept) given[name].words.clear();

  Words touched(swept.begin(), swept.end());
  const auto names_touched = [&](const Words& words) {
    return std::ranges::any_of(words, [&](const auto& word) { return touched.contains(word); });
  };
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [name, one] : given)
      grows = (names_touched(one.words) && touched.insert(name).second) || grows;
  }
  if (names_touched(divided.rest)) return std::nullopt;

  Starts starts;
  starts.with_units_ = model.scope().length_dimension().has_value();
  Words needed;
  for (const Text& text : divided.starts) {
    Words words;
    if (!add_words(text.text, words)) return std::nullopt;
    if (!names_touched(words)) continue;
    const int coordinate = coordinate_of(model, text);
    if (coordinate < 0) return std::nullopt;
    starts.components_.push_back({coordinate, text.rate, Value(text.text)});
    needed.merge(words);
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [name, one] : given)
      if (needed.contains(name))
        for (const std::string& word : one.words) grows = needed.insert(word).second || grows;
  }
  // the reader has found an order in which each can be given
  for (const ModelFile::Parameter& one : file.parameters) {
    if (!needed.contains(one.name)) continue;
    const auto number = std::ranges::find(swept, one.name);
    starts.parameters_.push_back(
        {one.name, given[one.name].value,
         number == swept.end() ? -1 : static_cast<int>(number - swept.begin())});
  }
  return starts;
}

State Starts::at(std::span<const double> values, State start) const {
  Model numbers("", with_units_);
  for (const Parameter& one : parameters_)
    numbers.parameter(
        one.name, one.swept < 0 ? one.value : Value(values[static_cast<std::size_t>(one.swept)]));
  for (const Component& one : components_)
    (one.rate ? start.u : start.q)[one.coordinate] = numbers.number(one.value);
  return start;
}

}  // namespace zwang
