// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Physical dimensions and the units people write: "9.81 m/s^2", "90 deg", "2.5 kN".
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace zwang {

// Exponents of metre, kilogram, second, ampere, kelvin. Angles have none.
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

// A unit without powers, with its prefix: "kN", "min" (a minute), "mm".
std::optional<Unit> unit_named(std::string_view word);

// A number with its unit.
struct Quantity {
  double value = 0.0;  // SI
  Unit unit = {};
};

// Reads "-9.81 m/s^2". Nothing if the text is no number followed by a word; then it is an
// expression. An unknown unit is E103, a power that is no integer E109, each at its column.
std::optional<Quantity> read_quantity(std::string_view text);

}  // namespace zwang
