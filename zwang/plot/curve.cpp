// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/plot/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/report/series.hpp"

namespace zwang {
namespace {

std::pair<double, double> range_of(const std::vector<Piece>& pieces,
                                   std::vector<double> Piece::* numbers) {
  std::pair<double, double> range{0.0, 0.0};
  bool first = true;
  for (const Piece& piece : pieces)
    for (const double value : piece.*numbers) {
      range.first = first ? value : std::min(range.first, value);
      range.second = first ? value : std::max(range.second, value);
      first = false;
    }
  return range;
}

// Of a constraint's own numbers; nothing if the name is none of these.
std::optional<std::string> unit_of_constraint(const StoredRun& run, const std::string& name) {
  for (int c = 0; c < run.system->constraints(); ++c) {
    const std::string& constraint = run.system->constraint(c).name;
    if (!name.starts_with(constraint + ".")) continue;
    const std::string what = name.substr(constraint.size() + 1);
    std::string force = multiplier_unit(run, c);  // known where the constraint is a length
    if (what == "multiplier") return force;
    if (what == "tension") return "N";
    if (what == "gap") return force.empty() ? "" : "m";
    if (what == "rate") return force.empty() ? "" : "m/s";
    if (what == "state") return "";
  }
  return std::nullopt;
}

std::string without_primes(const std::string& name) {
  return name.substr(0, name.find_last_not_of('\'') + 1);
}

// Places of masses are metres, also in a model without units.
std::optional<std::string> unit_of_place(const StoredRun& run, const std::string& name) {
  const std::string place = without_primes(name);
  const auto dot = place.rfind('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string axis = place.substr(dot);
  const bool is_place = (axis == ".x" || axis == ".y" || axis == ".z") &&
                        std::ranges::any_of(run.file.model->points(), [&](const Point& point) {
                          return point.name == place.substr(0, dot);
                        });
  if (!is_place) return std::nullopt;
  constexpr std::array units = {"m", "m/s", "m/s^2"};
  return units[std::min(name.size() - place.size(), units.size() - 1)];
}

constexpr double beyond = 1e300;  // it has no room on an axis

// A jump by less is rounding: a billionth of the largest number.
double same_within(const std::vector<double>& numbers) {
  double largest = 0.0;
  for (const double number : numbers)
    if (std::abs(number) < beyond) largest = std::max(largest, std::abs(number));
  return 1e-9 * largest;
}

}  // namespace

std::pair<double, double> Curve::range_of_x() const { return range_of(pieces, &Piece::x); }
std::pair<double, double> Curve::range_of_y() const { return range_of(pieces, &Piece::y); }

std::string unit_of(const StoredRun& run, const std::string& quantity) {
  if (quantity == "t") return "s";
  const bool bends = quantity.ends_with("curvature") || quantity.ends_with("torsion");
  if (bends && quantity.find_first_of(" +-*/^()") == std::string::npos) return "1/m";
  if (quantity == "energy" || quantity == "kinetic" || quantity == "potential") return "J";
  if (const auto unit = unit_of_constraint(run, quantity)) return *unit;
  if (const auto unit = unit_of_place(run, quantity)) return *unit;
  try {
    const Model& model = *run.file.model;
    Graph layer = Graph::over(model.graph());
    // formulas have no accelerations
    const bool second = quantity.ends_with("''");
    const std::string text = second ? without_primes(quantity) : quantity;
    auto dimension = meanings(parse_expression(text), text, model.scope(), layer).back().dimension;
    if (second && dimension) dimension = *dimension / Dimension::time().to(2.0);
    return !dimension || *dimension == Dimension::none() ? "" : dimension->text();
  } catch (const Error&) {
    return "";  // it speaks of constraints or energies, whose units formulas do not know
  }
}

std::vector<Piece> pieces_of(const std::vector<StoredRow>& rows, const std::vector<double>& x,
                             const std::vector<double>& y) {
  const double same_x = same_within(x), same_y = same_within(y);
  std::vector<Piece> pieces;
  bool goes_on = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!(std::abs(x[i]) < beyond) || !(std::abs(y[i]) < beyond)) {
      goes_on = false;
      continue;
    }
    const bool jumps = i > 0 && rows[i].side > 0 && rows[i - 1].side < 0 &&
                       (std::abs(x[i] - x[i - 1]) > same_x || std::abs(y[i] - y[i - 1]) > same_y);
    if (!goes_on || jumps) pieces.emplace_back();
    goes_on = true;
    pieces.back().t.push_back(rows[i].t);
    pieces.back().x.push_back(x[i]);
    pieces.back().y.push_back(y[i]);
  }
  return pieces;
}

}  // namespace zwang
