// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/minimum_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/minimum/certificate_limit.hpp"
#include "zwang/minimum/parts.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang {
namespace {

using minimum::Outcome;
using minimum::Precision;
using minimum::Problem;
using minimum::Solution;

Precision precision_named(const std::string& word) {
  if (word == "machine") return Precision::machine;
  if (word == "quad") return Precision::quad;
  if (word == "octuple") return Precision::octuple;
  if (word == "exact") return Precision::exact;
  throw Error(Code::E120,
              fmt::format("precision '{}' is not one of machine, quad, octuple, exact", word));
}

bool is_rounded(const StatedMinimum& stated, const StatedRow& row) {
  if (stated.data != StatedData::automatic) return stated.data == StatedData::rounded;
  return stated.precision != "exact" && !is_its_decimals(row);
}

Problem problem_of(const StatedMinimum& stated) {
  const int n = static_cast<int>(stated.unknowns.size());
  Problem problem;
  if (stated.masses.size() > 0 && stated.blocks.empty())
    for (const double mass : stated.masses) problem.point(mass);
  else if (stated.blocks.empty())
    problem.point(1.0, n);
  for (const Matrix& block : stated.blocks) problem.block(block);
  if (problem.unknowns() != n)
    throw Error(Code::E113,
                fmt::format("M has {} rows, there are {} unknowns", problem.unknowns(), n));
  if (stated.centre.size() > 0) problem.free(stated.centre);
  if (stated.linear.size() > 0) problem.force(-stated.linear);
  std::vector<minimum::Entry> entries;
  for (const StatedRow& row : stated.rows) {
    entries.clear();
    for (const auto& [column, value] : row.entries) entries.push_back({column, value});
    problem.row(row.equation ? minimum::Kind::equation : minimum::Kind::inequality, entries,
                row.offset, is_rounded(stated, row) ? minimum::rounded_data : minimum::exact_data);
  }
  return problem;
}

RowAnswer row_answer(const StatedRow& row, const Solution& solution, double multiplier) {
  double value = row.offset;
  double terms = std::abs(row.offset);
  double error = 0.0;  // by that of x
  for (const auto& [column, entry] : row.entries) {
    const double term = entry * solution.x[column];
    value += term;
    terms += std::abs(term);
    error += std::abs(entry) * (solution.errors.size() > 0 ? solution.errors[column] : unset);
  }
  // without a bound on x, as far as its certificate reaches
  const double within = std::isfinite(error)
                            ? 2.0 * error + static_cast<double>(row.entries.size() + 2) *
                                                std::numeric_limits<double>::epsilon() * terms
                            : 1e-10 * terms;
  RowAnswer answer{.multiplier = multiplier, .slack = value == 0.0 ? 0.0 : -value};
  answer.state = row.equation                ? "held"
                 : multiplier > 0.0          ? "active"
                 : std::abs(value) <= within ? "closed"
                                             : "open";
  return answer;
}

// ½ (x − x0)ᵀ M (x − x0) + g·x
double value_at(const StatedMinimum& stated, const Problem& problem, const Vector& x) {
  double value = stated.linear.size() > 0 ? stated.linear.dot(x) : 0.0;
  Vector away = x;
  if (stated.centre.size() > 0) away -= stated.centre;
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    const Eigen::Map<const Matrix> mass(problem.mass(i).data(), size, size);
    value += 0.5 * away.segment(first, size).dot(mass * away.segment(first, size));
  }
  return value;
}

// "no point satisfies all rows: 'floor', 'roof' exclude each other"
std::string excluding(const StatedMinimum& stated, const Vector& proof) {
  constexpr int most = 8;
  std::string names;
  int count = 0;
  for (std::size_t k = 0; k < stated.rows.size(); ++k) {
    if (proof[static_cast<Eigen::Index>(k)] == 0.0 || ++count > most) continue;
    names +=
        fmt::format("{}'{}'", names.empty() ? "" : ", ", without_controls(stated.rows[k].name));
  }
  if (count > most) names += fmt::format(" and {} more", count - most);
  return fmt::format("no point satisfies all rows: {} {}", names,
                     count > 1 ? "exclude each other" : "can never hold");
}

void explain_failure(const StatedMinimum& stated, MinimumAnswer& answer) {
  const auto say = [&](Code code, std::string message) {
    answer.code = code;
    answer.message = std::move(message);
  };
  switch (answer.solution.outcome) {
    case Outcome::found: return;
    case Outcome::contradictory: return say(Code::E302, excluding(stated, answer.solution.proof));
    case Outcome::indefinite:
      return say(
          Code::E303,
          "M is negative in a direction that the equations leave free: not a convex problem");
    case Outcome::undetermined:
      return say(Code::E304,
                 "M is zero in a direction that the equations leave free: give it a mass there, or "
                 "fix it by an equation");
    case Outcome::unbounded:
      return say(Code::E305,
                 "M is zero in a direction that the equations leave free, and the linear term acts "
                 "along it: give it a mass there, or fix it by an equation");
    case Outcome::not_run:
    case Outcome::undecided:
    case Outcome::gave_up: break;
  }
  const bool rounded =
      std::ranges::any_of(stated.rows, [&](const auto& row) { return is_rounded(stated, row); });
  say(Code::E306,
      fmt::format(
          "no answer is certain to {:.0e} of its size: allow more by 'accuracy'{}", stated.accuracy,
          rounded ? ", or say data = \"exact\" if the numbers are meant to the last bit" : ""));
}

// Sparse factors gain nothing where most entries are there.
bool is_dense(const Problem& problem) {
  std::size_t entries = 0;
  for (int k = 0; k < problem.rows(); ++k) entries += problem.entries(k).size();
  return problem.rows() > 0 && 4 * entries >= index(problem.rows()) * index(problem.unknowns());
}

}  // namespace

MinimumAnswer answer(const StatedMinimum& stated) {
  const Problem problem = problem_of(stated);
  minimum::Options options{.accuracy = stated.accuracy,
                           .lowest = precision_named(stated.precision)};
  options.max_steps += 10 * (problem.rows() + problem.unknowns());
  MinimumAnswer answer;
  answer.solution = is_dense(problem) ? minimum::solve(problem, options)
                                      : minimum::solve_by_parts(problem, options);
  const Solution& solution = answer.solution;
  explain_failure(stated, answer);
  if (solution.outcome == Outcome::contradictory) {
    answer.excess = 0.0;
    for (int k = 0; k < problem.rows(); ++k) answer.excess += solution.proof[k] * problem.offset(k);
    answer.proof_holds = contradiction_holds(problem, solution.proof);
  }
  if (!answer.usable()) return answer;
  for (int k = 0; k < problem.rows(); ++k) {
    answer.rows.push_back(row_answer(stated.rows[index(k)], solution, solution.multipliers[k]));
    answer.rows.back().rounded = problem.tau(k) > 0.0;
  }
  answer.value = value_at(stated, problem, solution.x);
  answer.zwang = solution.zwang;
  if (std::isnan(answer.zwang) && stated.linear.size() == 0) answer.zwang = 2.0 * answer.value;
  answer.limit = certificate_limit(problem, solution);
  if (solution.certificate.holds(answer.limit)) return answer;
  answer.code = Code::E340;
  answer.message =
      fmt::format("the certificate does not hold: its worst number is {:.1e}, {:.1e} is allowed",
                  solution.certificate.worst(), answer.limit);
  return answer;
}

}  // namespace zwang
