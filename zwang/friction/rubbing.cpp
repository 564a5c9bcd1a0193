// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/friction/rubbing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/system/status.hpp"

namespace zwang {
namespace {

// The slip of each row at the state. Where some have just come to rest, that of the others without
// what these still do by rounding: feet of one body come to rest together.
Vector slips_at(const Snapshot& at, const RubbingQuestion& question, const std::vector<int>& rows,
                Eigen::Index first_slip, const Matrix& w) {
  const auto n = static_cast<Eigen::Index>(rows.size());
  Vector s(n);
  std::vector<Eigen::Index> resting;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = rows[static_cast<std::size_t>(i)];
    s[i] = at.rows[index(row)].rate;
    if (i < first_slip || std::ranges::count(question.rest, row) > 0) resting.push_back(i);
  }
  if (question.rest.empty()) return s;
  const auto m = static_cast<Eigen::Index>(resting.size());
  Matrix own(m, m), passed(n, m);
  Vector right(m);
  for (Eigen::Index j = 0; j < m; ++j) {
    passed.col(j) = w.col(resting[static_cast<std::size_t>(j)]);
    right[j] = s[resting[static_cast<std::size_t>(j)]];
  }
  for (Eigen::Index i = 0; i < m; ++i)
    own.row(i) = passed.row(resting[static_cast<std::size_t>(i)]);
  return s - passed * shortest_solution(own, right);
}

// Which way a row slips; 0 at rest.
int way_of(const System& system, const Snapshot& at, int row, double slip,
           const RubbingQuestion& question) {
  const auto told = std::ranges::find(question.begin, row, &Slip::row);
  if (told != question.begin.end()) return told->way > 0.0 ? 1 : -1;
  if (question.level == Level::velocities || std::ranges::count(question.rest, row) > 0) return 0;
  Nearness nearness;
  nearness.length = question.nearness;
  if (std::abs(slip) <= zero_of(system, at, row, nearness).rate) return 0;
  return slip > 0.0 ? 1 : -1;
}

// Loads of 1 that nothing moves, between the candidates and the slips: a given bound is what its
// friction is per unit of such a one.
void add_loads(PlanarProblem& problem, Eigen::Index first, Eigen::Index count) {
  const Eigen::Index n = problem.free.size(), slips = n - first;
  Matrix w = Matrix::Zero(n + count, n + count);
  Vector free = Vector::Ones(n + count);
  w.topLeftCorner(first, first) = problem.w.topLeftCorner(first, first);
  w.topRightCorner(first, slips) = problem.w.topRightCorner(first, slips);
  w.bottomLeftCorner(slips, first) = problem.w.bottomLeftCorner(slips, first);
  w.bottomRightCorner(slips, slips) = problem.w.bottomRightCorner(slips, slips);
  w.block(first, first, count, count).setIdentity();
  free.head(first) = problem.free.head(first);
  free.tail(slips) = problem.free.tail(slips);
  problem.w = std::move(w);
  problem.free = std::move(free);
}

PlanarProblem planar_problem(const System& system, const Snapshot& at,
                             const RubbingQuestion& question, const std::vector<int>& slips) {
  std::vector<int> rows = question.equations;
  rows.insert(rows.end(), question.candidates.begin(), question.candidates.end());
  const auto first_slip = static_cast<Eigen::Index>(rows.size());
  rows.insert(rows.end(), slips.begin(), slips.end());
  const auto n = static_cast<Eigen::Index>(rows.size());
  PlanarProblem problem;
  problem.equations = static_cast<int>(question.equations.size());
  problem.w.resize(n, n);
  problem.free.resize(n);
  Vector moved;
  for (Eigen::Index j = 0; j < n; ++j) {
    const int row = rows[static_cast<std::size_t>(j)];
    system.write_row(at, row, moved);
    at.mass.solve(moved.data());
    for (Eigen::Index i = 0; i < n; ++i)
      problem.w(i, j) = system.along(at, rows[static_cast<std::size_t>(i)], moved.data(), 0.0);
    const Row& here = at.rows[index(row)];
    problem.free[j] = system.along(at, row, question.free.data(),
                                   question.level == Level::accelerations ? here.b2 : here.b1);
  }
  for (std::size_t k = 0; k < question.shift.size(); ++k)
    problem.free[problem.equations + static_cast<Eigen::Index>(k)] += question.shift[k];
  const Vector speeds = slips_at(at, question, rows, first_slip, problem.w);
  Eigen::Index given = 0;
  for (Eigen::Index j = first_slip; j < n; ++j) {
    const int row = rows[static_cast<std::size_t>(j)];
    const Friction& friction = *system.constraint(row).friction;
    const auto normal = std::ranges::find(question.candidates, friction.of);
    const double slipping = slipping_bound(system, at, row);
    // in an impact what is at rest afterwards does not matter: one coefficient
    problem.rubs.push_back(
        {.normal = static_cast<int>(
             friction.is_given() ? first_slip + given++
                                 : problem.equations + (normal - question.candidates.begin())),
         .slipping = slipping,
         .sticking =
             question.level == Level::velocities ? slipping : sticking_bound(system, at, row),
         .way = way_of(system, at, row, speeds[j], question)});
  }
  if (given > 0) add_loads(problem, first_slip, given);
  return problem;
}

// Of what sticks the rows that say something that equations, what pushes and those before do not.
std::vector<int> independent(const System& system, const Snapshot& at,
                             const RubbingQuestion& question, const PlanarSolution& solution,
                             const std::vector<int>& sticking) {
  constexpr double dependent = 1e-9;  // of the length of a row, in the metric of single masses
  Vector scale(system.velocities());
  for (int b = 0; b < at.mass.blocks(); ++b) {
    const int first = at.mass.first(b), width = at.mass.first(b + 1) - first;
    for (int k = 0; k < width; ++k)
      scale[first + k] = 1.0 / std::sqrt(at.mass.block(b)[k * width + k]);
  }
  std::vector<Vector> basis;
  const auto adds = [&](int constraint) {
    Vector row;
    system.write_row(at, constraint, row);
    row = row.cwiseProduct(scale);
    row /= row.norm();
    for (int twice = 0; twice < 2; ++twice)
      for (const Vector& one : basis) row -= one.dot(row) * one;
    if (!(row.norm() > dependent)) return false;
    basis.push_back(row / row.norm());
    return true;
  };
  for (const int i : question.equations) adds(i);
  for (std::size_t k = 0; k < question.candidates.size(); ++k)
    if (solution.z[static_cast<Eigen::Index>(question.equations.size() + k)] > 0.0)
      adds(question.candidates[k]);
  std::vector<int> holding;
  for (const int i : sticking)
    if (adds(i)) holding.push_back(i);
  return holding;
}

// Whether what was told to begin to slip does not turn back at once.
bool begins(const PlanarProblem& problem, const PlanarSolution& solution,
            const std::vector<int>& slips, const std::vector<Slip>& told) {
  const Vector y = problem.free - problem.w * solution.z;
  const auto first = problem.free.size() - static_cast<Eigen::Index>(slips.size());
  for (std::size_t k = 0; k < slips.size(); ++k) {
    const auto one = std::ranges::find(told, slips[k], &Slip::row);
    if (one == told.end() || solution.modes[k] == SlipMode::open) continue;
    const Eigen::Index row = first + static_cast<Eigen::Index>(k);
    const double size =
        std::abs(problem.free[row]) + problem.w.row(row).cwiseAbs().dot(solution.z.cwiseAbs());
    if (one->way * y[row] < -1e-9 * size) return false;
  }
  return true;
}

// The friction of a row, of which a bound of 0 leaves no rounding.
double within_bound(const PlanarProblem& problem, const PlanarSolution& solution, std::size_t k) {
  const Rub& one = problem.rubs[k];
  const auto rows = static_cast<Eigen::Index>(problem.rubs.size());
  const double friction = solution.z[solution.z.size() - rows + static_cast<Eigen::Index>(k)];
  const double bound = one.sticking * std::max(0.0, solution.z[one.normal]);
  const double rounding = 1e-12 * solution.z.lpNorm<Eigen::Infinity>();
  if (std::abs(friction) > bound + rounding) return friction;
  return std::clamp(friction, -bound, bound);
}

std::string_view word(SlipMode mode) {
  switch (mode) {
    case SlipMode::open: return "opens";
    case SlipMode::sticks: return "sticks";
    case SlipMode::forward: return "slips forward";
    case SlipMode::backward: break;
  }
  return "slips backward";
}

}  // namespace

double Rubbing::friction_of(int row) const {
  const auto found = std::ranges::find(rows, row);
  return found == rows.end() ? 0.0 : friction[static_cast<std::size_t>(found - rows.begin())];
}

std::optional<double> Rubbing::load_of(int constraint) const {
  const auto found = std::ranges::find(loaded, constraint);
  if (found == loaded.end()) return std::nullopt;
  return loads[static_cast<std::size_t>(found - loaded.begin())];
}

bool Rubbing::differs(const std::vector<int>& constraints, const Vector& multipliers) const {
  double largest = 0.0, off = 0.0;
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const auto load = load_of(constraints[k]);
    if (!load) continue;
    const double other = multipliers[static_cast<Eigen::Index>(k)];
    largest = std::max({largest, std::abs(*load), std::abs(other)});
    off = std::max(off, std::abs(*load - other));
  }
  return off > 1e-9 * largest;
}

std::vector<int> slip_rows(const System& system, const std::vector<int>& candidates) {
  std::vector<int> rows;
  for (int i = 0; i < system.constraints(); ++i)
    if (const auto& friction = system.constraint(i).friction)
      if (std::ranges::count(candidates, friction->of) > 0) rows.push_back(i);
  return rows;
}

Rubbing rub(const System& system, const Snapshot& at, const RubbingQuestion& question) {
  Rubbing rubbing;
  rubbing.rows = slip_rows(system, question.candidates);
  // no blow is without bound
  if (question.level == Level::accelerations) {
    const std::vector<int> given = given_frictions(system, at.state.t);
    rubbing.rows.insert(rubbing.rows.end(), given.begin(), given.end());
  }
  PlanarProblem problem = planar_problem(system, at, question, rubbing.rows);
  PlanarAnswer answer = solve_planar(problem);
  if (!question.begin.empty()) {
    std::erase_if(answer.all, [&](const PlanarSolution& one) {
      return !begins(problem, one, rubbing.rows, question.begin);
    });
    if (answer.all.empty()) {
      RubbingQuestion at_rest = question;
      for (const Slip& slip : question.begin) at_rest.rest.push_back(slip.row);
      at_rest.begin.clear();
      problem = planar_problem(system, at, at_rest, rubbing.rows);
      answer = solve_planar(problem);
    }
  }
  rubbing.all = std::move(answer.all);
  rubbing.friction.assign(rubbing.rows.size(), 0.0);
  if (rubbing.all.size() != 1) {
    rubbing.outcome = !answer.complete      ? RubbingOutcome::undecided
                      : rubbing.all.empty() ? RubbingOutcome::none
                                            : RubbingOutcome::several;
    return rubbing;
  }
  const PlanarSolution& only = rubbing.all.front();
  for (std::size_t k = 0; k < rubbing.rows.size(); ++k) {
    rubbing.friction[k] = within_bound(problem, only, k);
    if (only.modes[k] == SlipMode::sticks) rubbing.sticking.push_back(rubbing.rows[k]);
    if (only.modes[k] == SlipMode::forward) rubbing.slipping.push_back({rubbing.rows[k], 1.0});
    if (only.modes[k] == SlipMode::backward) rubbing.slipping.push_back({rubbing.rows[k], -1.0});
  }
  rubbing.loaded = question.equations;
  rubbing.loaded.insert(rubbing.loaded.end(), question.candidates.begin(),
                        question.candidates.end());
  for (std::size_t k = 0; k < rubbing.loaded.size(); ++k) {
    const double load = only.z[static_cast<Eigen::Index>(k)];
    rubbing.loads.push_back(k < question.equations.size() ? load : std::max(0.0, load));
  }
  rubbing.holding = independent(system, at, question, only, rubbing.sticking);
  return rubbing;
}

std::string describe(const System& system, const Rubbing& rubbing) {
  constexpr std::size_t most = 4;
  std::string text;
  if (rubbing.outcome == RubbingOutcome::none) {
    for (std::size_t k = 0; k < std::min(most, rubbing.rows.size()); ++k)
      text += (k == 0 ? " of " : ", ") + rubbing_name(system, rubbing.rows[k]);
    return "no motion obeys the law of friction" + text;
  }
  if (rubbing.outcome == RubbingOutcome::undecided)
    return "more surfaces rub than can be tried in all of their modes";
  for (std::size_t i = 0; i < std::min(most, rubbing.all.size()); ++i) {
    text += i == 0 ? ": " : "; or ";
    for (std::size_t k = 0; k < std::min(most, rubbing.rows.size()); ++k)
      text += fmt::format("{}{} {}", k == 0 ? "" : ", ", rubbing_name(system, rubbing.rows[k]),
                          word(rubbing.all[i].modes[k]));
  }
  return fmt::format("{} motions obey the law of friction{}", rubbing.all.size(), text);
}

}  // namespace zwang
