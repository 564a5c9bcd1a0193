// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/motion_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/base/number.hpp"
#include "zwang/convert/whole_file.hpp"

namespace zwang {
namespace {

// Each knot is a term of the formula, and a term a bit of rounding.
constexpr std::size_t most_rows = 200;
constexpr std::size_t most_points = 50;
constexpr double close_enough = 1e-9;

struct Recording {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
};

[[noreturn]] void refuse(const Source& csv, int line, const std::string& why) {
  throw Error(Code::E119, why, {.file = csv.path, .line = line, .column = 1, .end_column = 2});
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '"' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> cells(std::string_view line) {
  std::vector<std::string_view> out;
  for (;;) {
    const auto comma = line.find(',');
    out.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

Recording read(const Source& csv) {
  Recording table;
  int number = 0;
  std::string_view text = csv.text;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (trimmed(line).empty()) continue;
    const auto here = cells(line);
    if (table.names.empty()) {
      for (const std::string_view cell : here) table.names.emplace_back(cell);
      table.columns.resize(here.size());
      if (here.size() > 1 + 3 * most_points) refuse(csv, number, "more than 50 points");
      continue;
    }
    if (here.size() != table.names.size())
      refuse(csv, number, fmt::format("{} cells, but {} names", here.size(), table.names.size()));
    for (std::size_t k = 0; k < here.size(); ++k) {
      double x = 0.0;
      const auto [rest, error] =
          std::from_chars(here[k].data(), here[k].data() + here[k].size(), x);
      if (error != std::errc() || rest != here[k].data() + here[k].size() || !std::isfinite(x))
        refuse(csv, number, fmt::format("cell {} is not a number", k + 1));
      table.columns[k].push_back(x);
    }
    if (table.columns[0].size() > most_rows) refuse(csv, number, "more than 200 lines");
  }
  if (table.names.empty() || table.names[0] != "t") refuse(csv, 1, "the first column must be t");
  const std::vector<double>& t = table.columns[0];
  if (t.size() < 2) refuse(csv, number, "expected at least two lines of numbers");
  for (std::size_t i = 1; i < t.size(); ++i)
    if (!(t[i] > t[i - 1])) refuse(csv, static_cast<int>(i) + 2, "times must increase");
  return table;
}

// Third derivatives of the natural cubic spline in each interval, and its slope at the first knot.
struct Spline {
  std::vector<double> third;
  double slope = 0.0;
};

Spline spline(const std::vector<double>& t, const std::vector<double>& x) {
  const std::size_t n = t.size();
  std::vector<double> m(n, 0.0), d(n, 1.0), r(n, 0.0);  // second derivatives, pivots, right side
  const auto h = [&](std::size_t i) { return t[i + 1] - t[i]; };
  const auto rise = [&](std::size_t i) { return (x[i + 1] - x[i]) / h(i); };
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double below = i > 1 ? h(i - 1) / d[i - 1] : 0.0;
    d[i] = 2.0 * (h(i - 1) + h(i)) - below * (i > 1 ? h(i - 1) : 0.0);
    r[i] = 6.0 * (rise(i) - rise(i - 1)) - below * r[i - 1];
  }
  for (std::size_t i = n - 1; i-- > 1;) m[i] = (r[i] - h(i) * m[i + 1]) / d[i];
  Spline out;
  for (std::size_t i = 0; i + 1 < n; ++i) out.third.push_back((m[i + 1] - m[i]) / h(i));
  out.slope = rise(0) - h(0) * (2.0 * m[0] + m[1]) / 6.0;
  return out;
}

// x0 + slope (t - t0) + third (t - t0)^3/6 + sum of jumps of the third derivative / 6 max(0, t -
// tk)^3
//
// At tk itself max has no derivatives: a hair later, where no time that a person chooses falls.
std::string formula(const Source& csv, const std::vector<double>& t, const std::vector<double>& x) {
  const Spline s = spline(t, x);
  std::vector<double> jumps;
  for (std::size_t k = 0; k < s.third.size(); ++k)
    jumps.push_back((s.third[k] - (k > 0 ? s.third[k - 1] : 0.0)) / 6.0);
  const double hair = 1e-13 * std::max({1.0, std::abs(t.front()), std::abs(t.back())});
  double size = 1e-300;
  for (const double value : x) size = std::max(size, std::abs(value));
  std::string out = fmt::format("{}", x[0]);
  if (s.slope != 0.0) out += fmt::format(" + {}*(t - {})", s.slope, t[0]);
  if (jumps[0] != 0.0) out += fmt::format(" + {}*(t - {})^3", jumps[0], t[0]);
  for (std::size_t k = 1; k < jumps.size(); ++k)
    if (jumps[k] != 0.0) out += fmt::format(" + {}*max(0, t - {})^3", jumps[k], t[k] + hair);
  for (std::size_t i = 0; i < t.size(); ++i) {
    double value = x[0] + s.slope * (t[i] - t[0]);
    for (std::size_t k = 0; k < i; ++k) value += jumps[k] * std::pow(t[i] - t[k], 3);
    if (!(std::abs(value - x[i]) <= close_enough * size))
      refuse(csv, static_cast<int>(i) + 2,
             "the motion is too long for one formula: use fewer lines");
  }
  return out;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text[0])) != 0 &&
         std::ranges::all_of(text,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

double value_at_start(const Recording& table, const std::string& point, char axis) {
  for (std::size_t k = 1; k < table.names.size(); ++k)
    if (table.names[k] == fmt::format("{}.{}", point, axis) ||
        (point == "point" && table.names[k] == std::string(1, axis)))
      return table.columns[k].front();
  return 0.0;
}

}  // namespace

std::string motion_model(const Source& csv) {
  const Recording table = read(csv);
  std::map<std::string, std::map<char, std::string>> points;
  for (std::size_t k = 1; k < table.names.size(); ++k) {
    std::string name = table.names[k];
    if (name.size() == 1) name = "point." + name;
    const auto dot = name.rfind('.');
    const bool axis = dot != std::string::npos && dot + 2 == name.size() &&
                      std::string_view("xyz").find(name[dot + 1]) != std::string_view::npos;
    if (!axis || !is_name(name.substr(0, dot)))
      refuse(csv, 1, fmt::format("column {} is not NAME.x, NAME.y or NAME.z", k + 1));
    if (!points[name.substr(0, dot)]
             .emplace(name[dot + 1], formula(csv, table.columns[0], table.columns[k]))
             .second)
      refuse(csv, 1, fmt::format("column {} appears twice", k + 1));
  }
  if (points.empty()) refuse(csv, 1, "no columns besides t");
  std::string out = fmt::format("# {}: {} points, {} lines\nzwang = 1\n", own_mark, points.size(),
                                table.columns[0].size());
  for (const auto& [name, axes] : points) {
    out += fmt::format("\n[masses.{}]\nfollows = [", name);
    for (const char axis : {'x', 'y', 'z'}) {
      const auto found = axes.find(axis);
      out += fmt::format("{}\n  \"{}\"", axis == 'x' ? "" : ",",
                         found == axes.end() ? "0" : found->second);
    }
    out += "\n]\n";
  }
  const std::string& first = points.begin()->first;
  return out + fmt::format(R"(
# something that hangs on it
[masses.load]
mass = 1
at   = [{0}, {1}, {2}]

[forces]
gravity = [0, 0, -9.81]

[constraints]
rope = {{ holds = "|load - {3}| <= 1" }}

[run]
from  = {4}
until = {5}
start = "impact"
)",
                           value_at_start(table, first, 'x'), value_at_start(table, first, 'y'),
                           value_at_start(table, first, 'z') - 1.0, first, table.columns[0].front(),
                           table.columns[0].back());
}

}  // namespace zwang
