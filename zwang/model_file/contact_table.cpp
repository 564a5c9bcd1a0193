// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/contact_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "zwang/model_file/friction_table.hpp"

namespace zwang {
namespace {

void read_contact(Reading& reading, const TomlKey& key, const TomlNode& table) {
  const std::string where = fmt::format("[contacts.{}]", key.name);
  if (!reading.is_table(table, where)) return;
  const std::size_t before = reading.mistakes();
  reading.all_known(table, {"between", "restitution", "friction", "static", "surface"}, where);
  const TomlNode* const between = table.get("between");
  if (!between) return reading.missing(table, "between", where);
  if (!between->is(TomlNode::Kind::list) || between->items.size() != 2)
    return reading.add(Error(Code::E113, "expected two bodies, [\"die\", \"floor\"] for instance",
                             between->place));
  ContactOptions options;
  for (std::size_t i = 0; i < 2; ++i) {
    const TomlNode& one = between->items[i];
    const auto name = reading.text(one);
    if (!name) return;
    options.between[i] = *name;
    // it has been told what is wrong with it
    if (std::ranges::count(reading.unmade, *name) > 0) return;
    if (!reading.model().scope().find(*name)) {
      Keys names = reading.model().fixtures();
      for (const Body& body : reading.model().bodies()) names.push_back(body.name);
      reading.add(Error(Code::E103, fmt::format("there is no body '{}'", *name), one.place,
                        near_hint(*name, names)));
    }
  }
  if (const TomlNode* const given = table.get("restitution"))
    options.restitution = reading.number(*given).value_or(0.0);
  options.friction = read_friction(reading, table, where);
  if (reading.mistakes() > before) return;
  try {
    reading.model().contact(key.name, options);
  } catch (const Error& error) {
    reading.add(error.at(error.code() == Code::E112 ? key.place : between->place));
  }
}

}  // namespace

void read_contacts(Reading& reading, const Files& files) {
  files.each("contacts",
             [&](const TomlKey& key, const TomlNode& node) { read_contact(reading, key, node); });
}

}  // namespace zwang
