// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/point_table.hpp"

namespace zwang {

void read_points(Reading& reading, const Files& files) {
  files.each("points", [&](const TomlKey& key, const TomlNode& node) {
    if (const auto at = reading.triple(node))
      reading.guarded(node, [&] { reading.model().point(key.name, *at); });
  });
}

// A line through two points or more.
void read_lines(Reading& reading, const Files& files) {
  files.each("lines", [&](const TomlKey&, const TomlNode& node) {
    if (!node.is(TomlNode::Kind::list) || node.items.size() < 2)
      return reading.add(Error(
          Code::E113, "expected two points or more, [\"hook\", \"P\"] for instance", node.place));
    std::optional<std::string> before;
    for (const TomlNode& item : node.items) {
      const auto name = reading.text(item);
      if (!name) return;
      if (!reading.model().scope().find(*name)) return reading.add(reading.unknown(item));
      if (before && !reading.guarded(item, [&] { reading.model().line(*before, *name); })) return;
      before = name;
    }
  });
}

}  // namespace zwang
