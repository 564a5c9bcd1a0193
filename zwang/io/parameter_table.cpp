// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/parameter_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/base/text.hpp"

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
                      near_hint(name, names)));
  }
}

// Gives the model every parameter whose names it knows, until none is left or none moves.
void resolve(Reading& reading, std::vector<Wanted> open) {
  for (bool progress = true; progress && !open.empty();) {
    progress = false;
    std::vector<Wanted> rest;
    for (const Wanted& one : open) {
      try {
        reading.model().parameter(one.key.name, one.value);
        reading.file.parameters.push_back(
            {one.key.name, reading.model().number(Value(one.key.name)),
             one.value.is_text() ? one.value.text() : shortest(one.value.number())});
        progress = true;
      } catch (const Error& error) {
        const bool waits =
            error.code() == Code::E103 && std::ranges::any_of(open, [&](const Wanted& other) {
              return error.message() == fmt::format("unknown name '{}'", other.key.name);
            });
        if (waits) {
          rest.push_back(one);
          continue;
        }
        progress = true;
        const bool of_name =
            error.code() == Code::E112 || (error.code() == Code::E109 && error.place().column == 0);
        reading.add(of_name ? error.at(one.key.place) : Reading::in_text(error, one.node));
      }
    }
    open = std::move(rest);
  }
  for (const Wanted& one : open) {
    reading.add(Error(Code::E122, fmt::format("parameter '{}' depends on itself", one.key.name),
                      one.node.place));
    reading.model().parameter(one.key.name, 1.0);  // its name is known all the same
  }
}

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
  resolve(reading, std::move(wanted));
}

}  // namespace zwang
