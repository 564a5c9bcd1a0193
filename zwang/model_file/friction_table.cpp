// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/friction_table.hpp"

#include <fmt/format.h>

namespace zwang {
namespace {

void read_one(Reading& reading, const TomlKey& key, const TomlNode& table) {
  const std::string where = fmt::format("[friction.{}]", key.name);
  if (!reading.is_table(table, where)) return;
  const std::size_t before = reading.mistakes();
  reading.all_known(table, {"bound", "static", "slip", "from", "until"}, where);
  for (const char* const needed : {"bound", "slip"})
    if (!table.get(needed)) reading.missing(table, needed, where);
  if (reading.mistakes() > before) return;
  GivenFrictionOptions options;
  options.bound = reading.value(*table.get("bound")).value_or(0.0);
  options.slip = reading.text(*table.get("slip")).value_or("");
  if (const TomlNode* const given = table.get("static"))
    options.sticking = reading.value(*given).value_or(0.0);
  if (const TomlNode* const given = table.get("from"))
    options.from = reading.number(*given).value_or(0.0);
  if (const TomlNode* const given = table.get("until"))
    options.until = reading.number(*given).value_or(0.0);
  if (reading.mistakes() > before) return;
  try {
    reading.model().friction(key.name, options);
  } catch (const Error& error) {
    const TomlNode& place = error.code() == Code::E123 ? *table.get("bound") : *table.get("slip");
    reading.add(error.at(error.code() == Code::E112 ? key.place : place.place));
  }
}

}  // namespace

std::optional<FrictionOptions> read_friction(Reading& reading, const TomlNode& table,
                                             const std::string& where) {
  const TomlNode* const coefficient = table.get("friction");
  if (!coefficient) {
    for (const char* const key : {"static", "slip", "normal", "surface"})
      if (table.get(key)) reading.missing(table, "friction", where);
    return std::nullopt;
  }
  FrictionOptions options;
  options.coefficient = reading.value(*coefficient).value_or(0.0);
  if (const TomlNode* const given = table.get("static"))
    options.sticking = reading.value(*given).value_or(0.0);
  if (const TomlNode* const given = table.get("slip"))
    options.slip = reading.text(*given).value_or("");
  if (const TomlNode* const given = table.get("normal"))
    options.normal = reading.value(*given).value_or(1.0);
  if (const TomlNode* const given = table.get("surface"))
    options.surface = reading.triple(*given).value_or(Triple());
  return options;
}

void read_given_friction(Reading& reading, const Files& files) {
  files.each("friction",
             [&](const TomlKey& key, const TomlNode& node) { read_one(reading, key, node); });
}

}  // namespace zwang
