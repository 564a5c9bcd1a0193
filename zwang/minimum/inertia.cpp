// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/inertia.hpp"

#include <algorithm>
#include <vector>

#include "zwang/minimum/exact.hpp"

namespace zwang::minimum {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

using Line = std::vector<Rational>;

// The equations solved for as many unknowns as they determine: x_pivot = right − Σ row·x_free.
struct Solved {
  std::vector<Line> rows;  // n entries and the right side
  std::vector<int> pivots;
};

Solved solved_equations(const Problem& problem) {
  const int n = problem.unknowns();
  Solved solved;
  for (int k = 0; k < problem.rows(); ++k) {
    if (problem.kind(k) != Kind::equation) continue;
    Line line(index(n + 1));
    for (const Entry& entry : problem.entries(k)) line[index(entry.column)] = entry.value;
    line[index(n)] = -problem.offset(k);
    const auto subtract = [](Line& from, const Line& other, int pivot) {
      const Rational factor = from[index(pivot)];
      if (factor.is_zero()) return;
      for (std::size_t j = 0; j < from.size(); ++j)
        if (!other[j].is_zero()) from[j] -= factor * other[j];
    };
    for (std::size_t i = 0; i < solved.rows.size(); ++i)
      subtract(line, solved.rows[i], solved.pivots[i]);
    const auto found = std::find_if(line.begin(), line.end() - 1,
                                    [](const Rational& entry) { return !entry.is_zero(); });
    if (found == line.end() - 1) continue;  // follows from the others, or contradicts them
    const int pivot = static_cast<int>(found - line.begin());
    const Rational scale = *found;
    for (Rational& entry : line) entry /= scale;
    for (Line& row : solved.rows) subtract(row, line, pivot);
    solved.rows.push_back(std::move(line));
    solved.pivots.push_back(pivot);
  }
  return solved;
}

}  // namespace

Inertia inertia_of(const Problem& problem) {
  const int n = problem.unknowns();
  const Solved solved = solved_equations(problem);
  // Directions v_f (one per unknown f that is not a pivot) and one point x_p of the equations.
  std::vector<Line> directions;
  Line point(index(n));
  for (std::size_t i = 0; i < solved.rows.size(); ++i)
    point[index(solved.pivots[i])] = solved.rows[i].back();
  for (int f = 0; f < n; ++f) {
    if (std::find(solved.pivots.begin(), solved.pivots.end(), f) != solved.pivots.end()) continue;
    Line direction(index(n));
    direction[index(f)] = 1;
    for (std::size_t i = 0; i < solved.rows.size(); ++i)
      direction[index(solved.pivots[i])] = -solved.rows[i][index(f)];
    directions.push_back(std::move(direction));
  }
  const auto times_mass = [&](const Line& v) {
    Line result(index(n));
    for (int i = 0; i < problem.blocks(); ++i) {
      const int first = problem.first(i);
      const int size = problem.first(i + 1) - first;
      for (int c = 0; c < size; ++c)
        for (int r = 0; r < size; ++r) {
          const double m = problem.mass(i)[index(c * size + r)];
          if (m != 0.0) result[index(first + r)] += Rational(m) * v[index(first + c)];
        }
    }
    return result;
  };
  const auto dot = [&](const Line& a, const Line& b) {
    Rational sum;
    for (std::size_t j = 0; j < a.size(); ++j)
      if (!a[j].is_zero() && !b[j].is_zero()) sum += a[j] * b[j];
    return sum;
  };
  Line slope = point;  // M (x_p − x_free) − X, the slope of ½Z at x_p
  if (problem.has_free())
    for (int i = 0; i < n; ++i) slope[index(i)] -= Rational(problem.free()[i]);
  slope = times_mass(slope);
  if (problem.has_force())
    for (int i = 0; i < n; ++i) slope[index(i)] -= Rational(problem.force()[i]);

  const int size = static_cast<int>(directions.size());
  std::vector<Line> h(index(size));
  for (int i = 0; i < size; ++i) {
    const Line column = times_mass(directions[index(i)]);
    for (int j = 0; j < size; ++j) h[index(i)].push_back(dot(directions[index(j)], column));
    h[index(i)].push_back(dot(directions[index(i)], slope));
  }
  // Elimination along the diagonal: a positive pivot is taken, a negative one ends the question.
  std::vector<int> left(index(size));
  for (int i = 0; i < size; ++i) left[index(i)] = i;
  while (!left.empty()) {
    const auto found = std::find_if(left.begin(), left.end(),
                                    [&](int i) { return !h[index(i)][index(i)].is_zero(); });
    if (found == left.end()) break;
    const int p = *found;
    if (h[index(p)][index(p)] < 0) return Inertia::indefinite;
    left.erase(found);
    for (const int i : left) {
      const Rational factor = h[index(i)][index(p)] / h[index(p)][index(p)];
      if (factor.is_zero()) continue;
      for (int j = 0; j <= size; ++j) h[index(i)][index(j)] -= factor * h[index(p)][index(j)];
    }
  }
  if (left.empty()) return Inertia::positive;
  for (const int i : left)
    for (const int j : left)
      if (!h[index(i)][index(j)].is_zero()) return Inertia::indefinite;
  for (const int i : left)
    if (!h[index(i)].back().is_zero()) return Inertia::unbounded;
  return Inertia::undetermined;
}

}  // namespace zwang::minimum
