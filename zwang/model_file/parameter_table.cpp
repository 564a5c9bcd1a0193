// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/parameter_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "zwang/base/text.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

bool has_unit(const TomlNode& node) {
  try {
    return node.is(TomlNode::Kind::text) && read_quantity(node.text).has_value();
  } catch (const Error&) {
    return false;
  }
}

struct Wanted {
  TomlKey key;
  Value value;
  TomlNode node;
};

// What stands on the command line comes before the file.
void replace(Reading& reading, std::vector<Wanted>& wanted, const FileOptions& options) {
  for (const auto& [name, text] : options.set) {
    const auto found =
        std::ranges::find_if(wanted, [&](const Wanted& one) { return one.key.name == name; });
    if (found != wanted.end()) {
      found->value = Value(text);
      continue;
    }
    Keys names;
    for (const Wanted& one : wanted) names.push_back(one.key.name);
    reading.add(Error(Code::E103, fmt::format("--set: unknown parameter '{}'", name), {},
                      near_hint(name, names),
                      {names.empty() ? "the model has no parameters"
                                     : fmt::format("known: {}", fmt::join(names, ", "))}));
  }
}

// The parameters in the order in which they are read: one that needs another comes after it. Those
// that wait for nothing go first, as they stand in the file; in each further round those that now
// can. What depends on itself is left over.
//
// Cost: each parameter is looked at once more for every other one that it waits for.
class Resolution {
 public:
  Resolution(Reading& reading, const std::vector<Wanted>& wanted)
      : reading_(reading), wanted_(wanted), waiting_(wanted.size()) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      numbers_.emplace(wanted[i].key.name, i);
      needs_.push_back(names_in(wanted[i]));
    }
  }

  void run() {
    std::set<std::size_t> now, next;
    for (std::size_t i = 0; i < wanted_.size(); ++i) next.insert(i);
    while (!next.empty()) {
      now.swap(next);
      while (!now.empty()) {
        const std::size_t i = *now.begin();
        now.erase(now.begin());
        if (const auto other = waits_for(i)) {
          waiting_[*other].push_back(i);
          continue;
        }
        read(wanted_[i]);
        done_.insert(wanted_[i].key.name);
        for (const std::size_t later : waiting_[i]) (later > i ? now : next).insert(later);
        waiting_[i].clear();
      }
    }
    for (const Wanted& one : wanted_) {
      if (done_.contains(one.key.name)) continue;
      reading_.add(Error(Code::E122, fmt::format("parameter '{}' depends on itself", one.key.name),
                         one.node.place));
      reading_.model().parameter(one.key.name, 1.0);  // its name is known all the same
    }
  }

 private:
  // What a text asks for. What is wrong with it is told when it is read.
  static Keys names_in(const Wanted& one) {
    if (!one.value.is_text()) return {};
    Keys names;
    try {
      if (read_quantity(one.value.text())) return {};
    } catch (const Error&) {
      // "2 x" may be a product
    }
    try {
      const Expression tree = parse_expression(one.value.text());
      for (const Expression::Part& part : tree.parts())
        if (part.kind == Expression::Kind::name) names.push_back(tree.word(part));
    } catch (const Error&) {
      return {};
    }
    return names;
  }

  // One of the others, or itself, that must be known first.
  std::optional<std::size_t> waits_for(std::size_t i) const {
    for (const std::string& name : needs_[i])
      if (const auto found = numbers_.find(name);
          found != numbers_.end() && !done_.contains(name) && !reading_.model().scope().find(name))
        return found->second;
    return std::nullopt;
  }

  void read(const Wanted& one) {
    try {
      reading_.model().parameter(one.key.name, one.value);
      reading_.file.parameters.push_back(
          {one.key.name, reading_.model().number(Value(one.key.name)),
           one.value.is_text() ? one.value.text() : shortest(one.value.number())});
    } catch (const Error& error) {
      const bool of_name =
          error.code() == Code::E112 || (error.code() == Code::E109 && error.place().column == 0);
      reading_.add(of_name ? error.at(one.key.place) : Reading::in_text(error, one.node));
    }
  }

  Reading& reading_;
  const std::vector<Wanted>& wanted_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<Keys> needs_;
  std::vector<std::vector<std::size_t>> waiting_;  // for each of them
  std::unordered_set<std::string> done_;
};

}  // namespace

bool mentions_units(const Files& files) {
  for (const TomlNode& tree : files.trees()) {
    if (const TomlNode* const parameters = tree.get("parameters"))
      if (std::ranges::any_of(parameters->items, has_unit)) return true;
    if (const TomlNode* const masses = tree.get("masses"))
      for (const TomlNode& one : masses->items)
        if (const TomlNode* const mass = one.get("mass"); mass && has_unit(*mass)) return true;
  }
  return false;
}

void read_parameters(Reading& reading, const Files& files, const FileOptions& options) {
  std::vector<Wanted> wanted;
  files.each("parameters", [&](const TomlKey& key, const TomlNode& node) {
    if (const auto given = reading.value(node)) wanted.push_back({key, *given, node});
  });
  replace(reading, wanted, options);
  for (const Wanted& one : wanted)
    reading.parameters.push_back({one.key.name, one.value, one.node.place});
  Resolution(reading, wanted).run();
}

}  // namespace zwang
