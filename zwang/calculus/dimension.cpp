// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/dimension.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "zwang/base/text.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool takes_prefix;
};

constexpr double one_degree = std::numbers::pi / 180.0;
constexpr double pound = 0.45359237;      // kg, exact by definition
constexpr double foot = 0.3048;           // m, exact
constexpr double gravity = 9.80665;       // m/s^2, standard
constexpr double knot = 1852.0 / 3600.0;  // m/s
constexpr Dimension force = {{1, 1, -2, 0, 0}};
constexpr Dimension energy = {{2, 1, -2, 0, 0}};
constexpr Dimension wattage = {{2, 1, -3, 0, 0}};
constexpr Dimension pressure = {{-1, 1, -2, 0, 0}};
constexpr Dimension per_time = {{0, 0, -1, 0, 0}};
constexpr Dimension metre = {{1, 0, 0, 0, 0}};
constexpr Dimension kilogram = {{0, 1, 0, 0, 0}};
constexpr Dimension second = {{0, 0, 1, 0, 0}};
constexpr Dimension speed = {{1, 0, -1, 0, 0}};

// Whole names are tried before prefixes: `min` is a minute, not a milli-inch.
const std::array<NamedUnit, 28> units = {{
    {"kg", {1.0, kilogram}, false},
    {"m", {1.0, metre}, true},
    {"s", {1.0, second}, true},
    {"N", {1.0, force}, true},
    {"J", {1.0, energy}, true},
    {"W", {1.0, wattage}, true},
    {"Pa", {1.0, pressure}, true},
    {"Hz", {1.0, per_time}, true},
    {"rad", {1.0, {}}, false},
    {"deg", {one_degree, {}}, false},
    {"A", {1.0, {{0, 0, 0, 1, 0}}}, false},
    {"K", {1.0, {{0, 0, 0, 0, 1}}}, false},
    {"g", {1e-3, kilogram}, true},
    {"t", {1e3, kilogram}, false},
    {"mm", {1e-3, metre}, false},
    {"cm", {1e-2, metre}, false},
    {"km", {1e3, metre}, false},
    {"min", {60.0, second}, false},
    {"h", {3600.0, second}, false},
    {"bar", {1e5, pressure}, false},
    {"rpm", {2.0 * std::numbers::pi / 60.0, per_time}, false},
    {"ft", {foot, metre}, false},
    {"in", {foot / 12.0, metre}, false},
    {"lb", {pound, kilogram}, false},
    {"lbf", {pound * gravity, force}, false},
    {"kn", {knot, speed}, false},
    {"kN", {1e3, force}, false},
    {"MN", {1e6, force}, false},
}};

constexpr std::array<std::pair<char, double>, 5> prefixes = {
    {{'k', 1e3}, {'M', 1e6}, {'G', 1e9}, {'m', 1e-3}, {'u', 1e-6}}};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Walks through the text of a quantity.
struct Cursor {
  std::string_view text;
  std::size_t at = 0;

  bool ended() const { return at >= text.size(); }
  char now() const { return ended() ? '\0' : text[at]; }
  void skip_blanks() {
    while (is_blank(now())) ++at;
  }
  [[noreturn]] void expected(const char* what) const {
    throw Error(Code::E109, fmt::format("expected {} here", what), place_in(text, at, at + 1));
  }
};

// A word or 1. The whole word: "2 m1" is not two metres.
Unit read_unit(Cursor& c) {
  const std::size_t begin = c.at;
  while (is_letter(c.now()) || is_digit(c.now()) || c.now() == '_') ++c.at;
  const std::string_view word = c.text.substr(begin, c.at - begin);
  if (word == "1") return {};
  if (word.empty() || !is_letter(word[0])) {
    c.at = begin;
    c.expected("a unit");
  }
  if (word.size() > TextLimits::name_bytes)
    throw Error(
        Code::E110,
        fmt::format("a name of {} bytes; the limit is {}", word.size(), TextLimits::name_bytes),
        place_in(c.text, begin, c.at));
  const auto unit = unit_named(word);
  if (!unit) {
    std::vector<std::string> names;
    for (const NamedUnit& known : units) names.emplace_back(known.name);
    const auto near = nearest(word, names);
    throw Error(Code::E103, fmt::format("unknown unit '{}'", word), place_in(c.text, begin, c.at),
                near ? fmt::format("did you mean '{}'?", *near) : std::string(),
                {fmt::format("known: {}", fmt::join(names, " "))});
  }
  return *unit;
}

// unit ['^' ['-'] integer]
Unit read_part(Cursor& c) {
  const Unit unit = read_unit(c);
  if (c.now() != '^') return unit;
  ++c.at;
  const std::size_t power_begin = c.at;
  if (c.now() == '-') ++c.at;
  while (is_digit(c.now())) ++c.at;
  int exponent = 0;
  const auto [rest, problem] =
      std::from_chars(c.text.data() + power_begin, c.text.data() + c.at, exponent);
  if (problem != std::errc{} || rest != c.text.data() + c.at || std::abs(exponent) > 12)
    throw Error(Code::E109, "the power of a unit must be an integer from -12 to 12",
                place_in(c.text, power_begin, std::max(c.at, power_begin + 1)));
  return {std::pow(unit.factor, exponent), unit.dimension.to(exponent)};
}

}  // namespace

bool operator==(const Dimension& a, const Dimension& b) {
  return std::ranges::equal(a.exponents, b.exponents,
                            [](double x, double y) { return std::abs(x - y) < 1e-9; });
}

Dimension operator*(const Dimension& a, const Dimension& b) {
  Dimension product;
  for (std::size_t i = 0; i < 5; ++i) product.exponents[i] = a.exponents[i] + b.exponents[i];
  return product;
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * b.to(-1.0); }

Dimension Dimension::to(double power) const {
  Dimension result;
  for (std::size_t i = 0; i < 5; ++i) result.exponents[i] = power * exponents[i];
  return result;
}

std::string Dimension::text() const {
  constexpr std::array<const char*, 5> names = {"m", "kg", "s", "A", "K"};
  const auto part = [&](std::size_t i, double exponent) {
    return exponent == 1.0 ? std::string(names[i])
                           : fmt::format("{}^{}", names[i], shortest(exponent));
  };
  std::string above;
  std::string below;
  for (const auto i : std::array<std::size_t, 5>{1, 0, 2, 3, 4}) {
    if (exponents[i] > 0.0)
      above += fmt::format("{}{}", above.empty() ? "" : " ", part(i, exponents[i]));
    if (exponents[i] < 0.0) below += fmt::format("/{}", part(i, -exponents[i]));
  }
  return fmt::format("{}{}", above.empty() ? "1" : above, below);
}

std::optional<Unit> unit_named(std::string_view word) {
  const auto found = std::ranges::find(units, word, &NamedUnit::name);
  if (found != units.end()) return found->unit;
  if (word.size() < 2) return std::nullopt;
  const auto prefix = std::ranges::find(prefixes, word[0], &std::pair<char, double>::first);
  const auto stem = std::ranges::find(units, word.substr(1), &NamedUnit::name);
  if (prefix == prefixes.end() || stem == units.end() || !stem->takes_prefix) return std::nullopt;
  return Unit{prefix->second * stem->unit.factor, stem->unit.dimension};
}

std::optional<Quantity> read_quantity(std::string_view text) {
  if (text.size() > TextLimits::bytes)
    throw Error(Code::E110, fmt::format("a quantity of {} bytes; the limit is {}", text.size(),
                                        TextLimits::bytes));
  Cursor c{.text = text};
  c.skip_blanks();
  const bool negative = c.now() == '-';
  if (negative) ++c.at;
  const char first = c.now();
  if (!is_digit(first) && first != '.') return std::nullopt;
  double number = 0.0;
  const auto [rest, problem] =
      std::from_chars(text.data() + c.at, text.data() + text.size(), number);
  const auto end = static_cast<std::size_t>(rest - text.data());
  if (end == c.at || end >= text.size() || !is_blank(text[end])) return std::nullopt;
  const std::size_t begin = c.at;
  c.at = end;
  c.skip_blanks();
  if (!is_letter(c.now()) && c.now() != '1') return std::nullopt;
  if (problem != std::errc{})
    throw Error(Code::E120, "a number out of range", place_in(text, begin, end));

  Unit unit = read_part(c);
  for (bool apart = is_blank(c.now()); !c.ended(); apart = is_blank(c.now())) {
    c.skip_blanks();
    if (c.ended()) break;
    const bool over = c.now() == '/';
    if (over || c.now() == '*')
      ++c.at;
    else if (!apart)
      c.expected("'*', '/' or a blank");
    c.skip_blanks();
    const Unit part = read_part(c);
    unit.factor = over ? unit.factor / part.factor : unit.factor * part.factor;
    unit.dimension = over ? unit.dimension / part.dimension : unit.dimension * part.dimension;
  }
  const double value = (negative ? -number : number) * unit.factor;
  if (!std::isfinite(value) || (value == 0.0) != (number == 0.0))
    throw Error(Code::E120, "a number out of range", place_in(text, begin, end));
  return Quantity{value, unit};
}

}  // namespace zwang
