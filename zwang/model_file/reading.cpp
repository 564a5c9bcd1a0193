// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "zwang/base/text.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/model_file/familiar_keys.hpp"
#include "zwang/model_file/former_words.hpp"

namespace zwang {

namespace measure {

const Measure& mass() {
  static const Measure it = {"a mass", {Dimension::mass()}};
  return it;
}
const Measure& length() {
  static const Measure it = {"a length", {Dimension::length()}};
  return it;
}
const Measure& time() {
  static const Measure it = {"a time", {Dimension::time()}};
  return it;
}
const Measure& velocity() {
  static const Measure it = {"a velocity", {Dimension::length() / Dimension::time()}};
  return it;
}
const Measure& acceleration() {
  static const Measure it = {"an acceleration", {Dimension::length() / Dimension::time().to(2.0)}};
  return it;
}
const Measure& impulse() {
  static const Measure it = {"an impulse",
                             {Dimension::mass() * Dimension::length() / Dimension::time()}};
  return it;
}

}  // namespace measure

void sort_by_place(ModelFile& file) {
  const std::string& first = file.sources[0].path;
  std::ranges::stable_sort(file.mistakes, {}, [&](const Error& error) {
    const Place& at = error.place();
    return std::tuple(at.file != first, at.file, at.line, at.column);
  });
}

std::string near_hint(const std::string& word, const Keys& words) {
  if (const auto now = renamed(word); now && std::ranges::find(words, *now) != words.end())
    return fmt::format("renamed: write '{}'", *now);
  const auto near = nearest(word, words);
  return near ? fmt::format("did you mean '{}'?", *near) : "";
}

// --- mistakes ---

void Reading::add(Error error) {
  constexpr std::size_t most = 100;
  if (file.mistakes.size() >= most)
    throw Error(Code::E110, fmt::format("more than {} mistakes: reading stops here", most),
                error.place());
  file.mistakes.push_back(std::move(error));
}

Error Reading::in_text(const Error& error, const TomlNode& node) {
  Place whole = node.place;
  if (node.plain && error.place().column > 0) {
    whole.end_column = whole.column + error.place().end_column;
    whole.column += error.place().column;
  }
  return error.at(whole);
}

Error Reading::unknown(const TomlNode& node) const {
  return in_text(
      model().scope().unknown(node.text, {.column = 1, .end_column = 1 + characters(node.text)}),
      node);
}

std::string Reading::marked(const Place& place) const {
  const auto from = static_cast<std::size_t>(place.column - 1);
  const auto size = static_cast<std::size_t>(place.end_column - place.column);
  for (const Source& source : file.sources)
    if (source.path == place.file)
      if (const std::string_view line = source.line(place.line); from < line.size())
        return std::string(line.substr(from, size));
  return {};
}

bool Reading::known(const TomlKey& key, const Keys& keys, const std::string& where) {
  if (std::ranges::find(keys, key.name) != keys.end()) return true;
  const auto same = same_key(key.name);
  const bool is_here = same && std::ranges::find(keys, *same) != keys.end();
  std::vector<std::string> notes = {fmt::format("keys here: {}", fmt::join(keys, ", "))};
  if (const auto instead = instead_of_key(key.name, where))
    notes.insert(notes.begin(), fmt::format("help: {}", *instead));
  add(Error(Code::E102, fmt::format("unknown key '{}' in {}", key.name, where), key.place,
            is_here ? fmt::format("write '{}'", *same) : near_hint(key.name, keys),
            std::move(notes)));
  return false;
}

bool Reading::all_known(const TomlNode& table, const Keys& keys, const std::string& where) {
  bool all = true;
  for (const TomlKey& key : table.keys) all = known(key, keys, where) && all;
  return all;
}

bool Reading::is_table(const TomlNode& node, const std::string& what) {
  if (node.is(TomlNode::Kind::table)) return true;
  add(Error(Code::E113, fmt::format("{} must be a table", what), node.place));
  return false;
}

void Reading::missing(const TomlNode& table, const std::string& key, const std::string& where) {
  Place at = table.place;
  at.end_column = at.column + 1;
  add(Error(Code::E111, fmt::format("{} has no '{}'", where, key), at));
}

void Reading::later(const TomlNode& node, const std::string& what) {
  add(Error(Code::E119, fmt::format("{} is not implemented yet", what), node.place,
            "this release does not have it"));
}

// --- values ---

std::optional<Value> Reading::value(const TomlNode& node) {
  if (node.is_number()) return Value(node.number);
  if (node.is(TomlNode::Kind::text)) return Value(node.text);
  add(Error(Code::E113, "expected a number or a text", node.place));
  return std::nullopt;
}

std::optional<double> Reading::number(const TomlNode& node) {
  const auto given = value(node);
  if (!given) return std::nullopt;
  double result = 0.0;
  if (!guarded(node, [&] { result = model().number(*given); })) return std::nullopt;
  return result;
}

std::optional<double> Reading::number(const TomlNode& node, const Measure& measure) {
  const auto result = number(node);
  if (!result || !node.is(TomlNode::Kind::text)) return result;
  if (!guarded(node, [&] { demand(measure, node.text); })) return std::nullopt;
  return result;
}

Dimension Reading::dimension(const std::string& text) const {
  return read_value(text, model().scope()).unit.dimension;
}

// A plain number fits everything, and what has no unit is not known.
void Reading::demand(const Measure& measure, const std::string& text) const {
  const Dimension found = dimension(text);
  if (found == Dimension::none() || std::ranges::find(measure.fits, found) != measure.fits.end())
    return;
  throw Error(Code::E107, fmt::format("expected {} in {}", measure.what, measure.fits[0].text()),
              {.column = 1, .end_column = 1 + characters(text)},
              fmt::format("this is {}", found.text()));
}

std::optional<std::string> Reading::text(const TomlNode& node) {
  if (node.is(TomlNode::Kind::text)) return node.text;
  add(Error(Code::E113, "expected a text", node.place));
  return std::nullopt;
}

std::optional<bool> Reading::flag(const TomlNode& node) {
  if (node.is(TomlNode::Kind::flag)) return node.flag;
  add(Error(Code::E113, "expected true or false", node.place));
  return std::nullopt;
}

std::optional<int> Reading::integer(const TomlNode& node) {
  if (!node.is(TomlNode::Kind::integer)) {
    add(Error(Code::E113, "expected a whole number", node.place));
    return std::nullopt;
  }
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (node.integer >= -most && node.integer <= most) return static_cast<int>(node.integer);
  add(Error(Code::E120, fmt::format("{} is more than {}", node.integer, most), node.place));
  return std::nullopt;
}

std::optional<Three> Reading::vector(const TomlNode& node) {
  Three result{};
  if (node.is(TomlNode::Kind::list)) {
    if (node.items.size() != 3) {
      add(Error(Code::E113, fmt::format("a vector has 3 numbers, not {}", node.items.size()),
                node.place));
      return std::nullopt;
    }
    bool all = true;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto one = number(node.items[i]);
      all = all && one;
      result[i] = one.value_or(0.0);
    }
    if (!all) return std::nullopt;
    return result;
  }
  if (node.is(TomlNode::Kind::text)) {
    const bool fine = guarded(node, [&] {
      const Expression tree = parse_expression(node.text);
      Graph layer = Graph::over(model().graph());
      const Meaning meaning = meanings(tree, node.text, model().scope(), layer).back();
      if (meaning.size != 3) throw Error(Code::E113, "expected a vector, not a number");
      for (std::size_t i = 0; i < 3; ++i) {
        const Formula formula(layer, meaning.nodes[i]);
        if (!formula.inputs().empty())
          throw Error(Code::E113, "expected a vector of numbers, without coordinates or time");
        result[i] = formula.value({});
      }
    });
    if (fine) return result;
    return std::nullopt;
  }
  add(Error(Code::E113, "expected a vector: three numbers", node.place));
  return std::nullopt;
}

std::optional<Three> Reading::vector(const TomlNode& node, const Measure& measure) {
  const auto result = vector(node);
  if (!result) return result;
  bool fits = true;
  for (const TomlNode& item : node.items)
    if (item.is(TomlNode::Kind::text))
      fits = guarded(item, [&] { demand(measure, item.text); }) && fits;
  return fits ? result : std::nullopt;
}

std::optional<Triple> Reading::triple(const TomlNode& node) {
  if (node.is(TomlNode::Kind::text)) return Triple(node.text);
  if (!node.is(TomlNode::Kind::list) || node.items.size() != 3) {
    add(Error(Code::E113, "expected a vector: three numbers or texts", node.place));
    return std::nullopt;
  }
  std::array<Value, 3> parts;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto one = value(node.items[i]);
    if (!one) return std::nullopt;
    parts[i] = *one;
  }
  return Triple(parts[0], parts[1], parts[2]);
}

const TomlNode& Reading::culprit(const TomlNode& vector, const Scope& scope) {
  for (const TomlNode& item : vector.items) {
    try {
      Graph layer = Graph::over(scope.graph());
      if (item.is(TomlNode::Kind::text) && !read_quantity(item.text))
        Formula::read(item.text, scope, layer);
    } catch (const Error&) {
      return item;
    }
  }
  return vector;
}

std::optional<std::string> Reading::one_of(const TomlKey& key, const TomlNode& node,
                                           const Keys& words) {
  auto given = text(node);
  if (!given || std::ranges::find(words, *given) != words.end()) return given;
  add(Error(Code::E120,
            fmt::format("{} '{}' is not one of {}", key.name, *given, fmt::join(words, ", ")),
            node.place, near_hint(*given, words)));
  return std::nullopt;
}

std::vector<std::string> Reading::free_ones(const std::vector<std::string>& members) const {
  std::vector<std::string> result;
  for (const std::string& member : members)
    if (is_free(member)) result.push_back(member);
  return result;
}

bool Reading::is_free(const std::string& name) const {
  const auto found = model().find_point(name);
  return found && model().points()[static_cast<std::size_t>(*found)].free();
}

}  // namespace zwang
