// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The answer to a minimum problem in words.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/prepare/minimum_answer.hpp"

namespace zwang {
namespace {

using minimum::Outcome;
using minimum::Precision;
using minimum::Solution;

// Names come from people: on one line, and as wide as they look.
std::string padded(const std::string& name, int width) {
  std::string text = without_controls(name);
  return text + std::string(static_cast<std::size_t>(std::max(0, width - characters(text))), ' ');
}

std::string arithmetic(const Solution& solution) {
  switch (solution.precision) {
    case Precision::machine: return "in double";
    case Precision::quad: return "with 113 bits";
    case Precision::octuple: return "with 256 bits";
    case Precision::exact: break;
  }
  return "in rational numbers";
}

std::string contradiction(const StatedMinimum& stated, const MinimumAnswer& answer) {
  std::string text = "  these rows, each times its weight, add up to one that no x satisfies:\n";
  int width = 0;
  const Vector& proof = answer.solution.proof;
  for (std::size_t k = 0; k < stated.rows.size(); ++k)
    if (proof[static_cast<Eigen::Index>(k)] != 0.0)
      width = std::max(width, characters(stated.rows[k].name));
  bool equations_only = true;
  for (std::size_t k = 0; k < stated.rows.size(); ++k) {
    const double weight = proof[static_cast<Eigen::Index>(k)];
    if (weight == 0.0) continue;
    equations_only = equations_only && stated.rows[k].equation;
    text += fmt::format("    {}  {:.12g}\n", padded(stated.rows[k].name, width), weight);
  }
  text += answer.excess > 0.0 ? fmt::format("  their sum: {:.12g} {} 0\n", answer.excess,
                                            equations_only ? "=" : "<=")
                              : "  their sum is above 0 by less than rounding\n";
  text += answer.proof_holds ? "  the weights were checked against the rows\n"
                             : "  the weights do NOT pass the check against the rows\n";
  return text;
}

// With a blank where a minus would stand.
std::string same_sign(double number) {
  return fmt::format("{}{:.12g}", std::signbit(number) ? "" : " ", number == 0.0 ? 0.0 : number);
}

// Of many rows those that hold something, and the number of the others.
std::string rows_text(const StatedMinimum& stated, const MinimumAnswer& answer) {
  constexpr std::size_t most = 60;
  int width = 0;
  std::size_t shown = 0, left_out = 0;
  std::string text;
  for (const StatedRow& row : stated.rows) width = std::max(width, characters(row.name));
  for (std::size_t k = 0; k < stated.rows.size(); ++k) {
    const RowAnswer& row = answer.rows[k];
    const bool open = row.state == "open";
    if (stated.rows.size() > most && (open || shown == most)) {
      ++left_out;
      continue;
    }
    ++shown;
    text += fmt::format("  {}  {:<6}  {} {}\n", padded(stated.rows[k].name, width), row.state,
                        open ? "slack     " : "multiplier",
                        same_sign(open ? row.slack : row.multiplier));
  }
  if (left_out > 0) text += fmt::format("  and {} more rows\n", left_out);
  return text;
}

std::string unknowns_text(const StatedMinimum& stated, const Solution& solution) {
  constexpr std::size_t most = 60;
  int width = 0;
  std::string text;
  for (const std::string& name : stated.unknowns) width = std::max(width, characters(name));
  for (std::size_t i = 0; i < std::min(most, stated.unknowns.size()); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const std::string number = same_sign(solution.x[at]);
    const bool bounded = solution.errors.size() > 0 && std::isfinite(solution.errors[at]);
    text += bounded ? fmt::format("  {:<{}}  {:<20}  +- {:.1e}\n", stated.unknowns[i], width,
                                  number, solution.errors[at])
                    : fmt::format("  {}  {}\n", padded(stated.unknowns[i], width), number);
  }
  if (stated.unknowns.size() > most)
    text += fmt::format("  and {} more unknowns\n", stated.unknowns.size() - most);
  return text;
}

std::string proof_text(const MinimumAnswer& answer) {
  const Solution& solution = answer.solution;
  const auto rounded = std::ranges::count(answer.rows, true, &RowAnswer::rounded);
  std::string text;
  if (!solution.unique)
    text += "the multipliers are not unique (W304): these have the least sum of squares\n";
  if (rounded > 0)
    text += fmt::format("the numbers of {} {} were taken as rounded\n", rounded,
                        rounded == 1 ? "row" : "rows");
  if (solution.shift > 0.0)
    text += fmt::format("right-hand sides were moved by {:.1e} of their size\n", solution.shift);
  text += fmt::format("computed {}", arithmetic(solution));
  text += std::isfinite(solution.bound)
              ? fmt::format(", every sign proved; error of x at most {:.1e} in the metric of M\n",
                            solution.bound)
              : ", without a bound on the error of x\n";
  const minimum::Certificate& c = solution.certificate;
  text += fmt::format(
      "{}: stationarity {:.1e}, equations {:.1e}, inequalities {:.1e},\n"
      "  signs {:.1e}, complementarity {:.1e}, gap {:.1e} (allowed {:.1e})\n",
      answer.certified() ? "certified" : "NOT certified", c.stationarity, c.equations,
      c.inequalities, c.signs, c.complementarity, c.gap, answer.limit);
  return text;
}

}  // namespace

std::string MinimumAnswer::summary(const StatedMinimum& stated) const {
  if (solution.outcome == Outcome::contradictory)
    return "contradictory\n" + contradiction(stated, *this);
  if (!usable()) return fmt::format("no minimum found: {}\n", message);
  const auto active = std::ranges::count(rows, "active", &RowAnswer::state);
  std::string text =
      fmt::format("found, {} of {} rows active or held\n",
                  active + std::ranges::count(rows, "held", &RowAnswer::state), rows.size());
  if (std::isfinite(zwang)) text += fmt::format("  Z = {:.12g}\n", zwang);
  if (stated.linear.size() > 0) text += fmt::format("  value = {:.12g}\n", value);
  return text + unknowns_text(stated, solution) + rows_text(stated, *this) + proof_text(*this);
}

}  // namespace zwang
