// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Physical dimensions, and units as people write them: "9.81 m/s^2", "90 deg", "2.5 kN".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace zwang {

// Exponents of metre, kilogram, second, ampere, kelvin. Angles are dimensionless.
struct Dimension {
  std::array<double, 5> exponents = {};

  friend bool operator==(const Dimension& a, const Dimension& b);
  friend Dimension operator*(const Dimension& a, const Dimension& b);
  friend Dimension operator/(const Dimension& a, const Dimension& b);
  Dimension to(double power) const;

  // "m/s^2"; "1" for a plain number.
  std::string text() const;

  static Dimension none() { return {}; }
  static Dimension length() { return {{1, 0, 0, 0, 0}}; }
  static Dimension mass() { return {{0, 1, 0, 0, 0}}; }
  static Dimension time() { return {{0, 0, 1, 0, 0}}; }
};

struct Unit {
  double factor = 1.0;  // to SI
  Dimension dimension = {};
};

// A single unit with its prefix, without powers: "kN", "min" (a minute), "mm".
std::optional<Unit> unit_named(std::string_view word);

// A number with its unit.
struct Quantity {
  double value = 0.0;  // SI
  Unit unit = {};
};

// Parses "-9.81 m/s^2". Empty if the text is not a number followed by a word; it is then an
// expression. Throws E103 for an unknown unit, E109 for a non-integer power, each with its column.
std::optional<Quantity> read_quantity(std::string_view text);

}  // namespace zwang
