// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/toml/tree.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/toml/guard.hpp"

namespace zwang {
namespace {

class Tree {
 public:
  explicit Tree(const Source& source) : source_(source) {}

  TomlNode node(const toml::node& from) const {
    TomlNode to;
    to.place = place(from.source());
    if (const auto* const table = from.as_table()) {
      // in the order of the file, not of the alphabet
      std::vector<std::pair<const toml::key*, const toml::node*>> entries;
      for (const auto& [key, value] : *table) entries.emplace_back(&key, &value);
      std::ranges::sort(entries, {}, [](const auto& entry) {
        const auto begin = entry.first->source().begin;
        return std::pair(begin.line, begin.column);
      });
      for (const auto& [key, value] : entries) {
        to.keys.push_back({std::string(key->str()), place(key->source())});
        to.items.push_back(node(*value));
      }
    } else if (const auto* const list = from.as_array()) {
      to.kind = TomlNode::Kind::list;
      for (const auto& item : *list) to.items.push_back(node(item));
    } else if (const auto* const text = from.as_string()) {
      to.kind = TomlNode::Kind::text;
      to.text = text->get();
      to.plain = is_plain(from.source(), to.text);
    } else if (const auto* const whole = from.as_integer()) {
      to.kind = TomlNode::Kind::integer;
      to.integer = whole->get();
      to.number = static_cast<double>(to.integer);
    } else if (const auto* const number = from.as_floating_point()) {
      to.kind = TomlNode::Kind::number;
      to.number = number->get();
    } else if (const auto* const flag = from.as_boolean()) {
      to.kind = TomlNode::Kind::flag;
      to.flag = flag->get();
    } else {
      to.kind = TomlNode::Kind::date;
    }
    return to;
  }

  // A prime inside single quotes ends the text, a bracket that stays open is noticed lines later;
  // anything else is TOML's own domain_error.
  Error mistake(const toml::parse_error& error) const {
    const int line = static_cast<int>(error.source().begin.line);
    const int column = static_cast<int>(error.source().begin.column);
    const std::string_view written = source_.line(line);
    const auto open = written.find('\'');
    const auto close = open == std::string_view::npos ? open : written.find('\'', open + 1);
    const auto last = written.rfind('\'');
    if (close != std::string_view::npos && last > close && begins_text(written.substr(0, open))) {
      const int from = 1 + characters(written.substr(0, open));
      const int to = 2 + characters(written.substr(0, close));
      std::string key(written.substr(0, open));
      while (key.ends_with(' ')) key.pop_back();
      return Error(Code::E101, "this text ends at the first prime", {source_.path, line, from, to},
                   "the TOML string stops here",
                   {fmt::format("help: put the constraint in double quotes: {} \"{}\"", key,
                                written.substr(open + 1, last - open - 1))});
    }
    if (const auto bracket = unclosed_bracket(source_.text, source_.path, line))
      return Error(Code::E108, "this bracket is not closed", *bracket, "its ']' is missing");
    return Error(Code::E108, std::string(error.description()),
                 {source_.path, line, column, column + 1});
  }

 private:
  Place place(const toml::source_region& region) const {
    Place place{source_.path, static_cast<int>(region.begin.line),
                static_cast<int>(region.begin.column), static_cast<int>(region.end.column)};
    if (region.end.line != region.begin.line) place.end_column = place.column + 1;
    return place;
  }

  // Between its quotes stands what it says: then the two are equally long.
  static bool is_plain(const toml::source_region& region, const std::string& text) {
    return region.begin.line == region.end.line &&
           static_cast<int>(region.end.column) - static_cast<int>(region.begin.column) ==
               characters(text) + 2;
  }

  // Behind this a text may begin.
  static bool begins_text(std::string_view before) {
    const auto end = before.find_last_not_of(" \t");
    return before.find('"') == std::string_view::npos && end != std::string_view::npos &&
           std::string_view("=[,").find(before[end]) != std::string_view::npos;
  }

  const Source& source_;
};

}  // namespace

const TomlNode* TomlNode::get(std::string_view key) const {
  const auto found = std::ranges::find(keys, key, &TomlKey::name);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

TomlNode parse_toml(const Source& source) {
  guard_toml(source.text, source.path);
  const Tree tree(source);
  try {
    return tree.node(toml::parse(source.text, source.path));
  } catch (const toml::parse_error& error) {
    throw tree.mistake(error);
  }
}

}  // namespace zwang
