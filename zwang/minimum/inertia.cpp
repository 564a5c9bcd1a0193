// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/inertia.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/exact.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

using RationalRow = std::vector<Rational>;
// The entries that are not zero, by their places.
using Sparse = std::map<int, Rational>;

// The equations solved for as many unknowns as they determine: x_pivot = right − Σ row·x_free.
struct Solved {
  std::vector<RationalRow> rows;  // n entries and the right side
  std::vector<int> pivots;
};

Solved solved_equations(const Problem& problem) {
  const int n = problem.unknowns();
  Solved solved;
  for (int k = 0; k < problem.rows(); ++k) {
    if (problem.kind(k) != Kind::equation) continue;
    RationalRow line(index(n + 1));
    for (const Entry& entry : problem.entries(k)) line[index(entry.column)] = entry.value;
    line[index(n)] = -problem.offset(k);
    const auto subtract = [](RationalRow& from, const RationalRow& other, int pivot) {
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
    for (RationalRow& row : solved.rows) subtract(row, line, pivot);
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
  std::vector<Sparse> directions;
  Sparse slope;  // M (x_p − x_free) − X, the slope of ½Z at x_p
  std::vector<char> is_pivot(index(n), 0);
  for (std::size_t i = 0; i < solved.rows.size(); ++i) {
    is_pivot[index(solved.pivots[i])] = 1;
    slope[solved.pivots[i]] = solved.rows[i].back();
  }
  for (int f = 0; f < n; ++f) {
    if (is_pivot[index(f)]) continue;
    Sparse direction;
    direction[f] = 1;
    for (std::size_t i = 0; i < solved.rows.size(); ++i)
      if (const Rational& entry = solved.rows[i][index(f)]; !entry.is_zero())
        direction[solved.pivots[i]] = -entry;
    directions.push_back(std::move(direction));
  }
  std::vector<int> block_of(index(n));
  for (int i = 0; i < problem.blocks(); ++i)
    std::fill(block_of.begin() + problem.first(i), block_of.begin() + problem.first(i + 1), i);
  const auto times_mass = [&](const Sparse& v) {
    Sparse result;
    for (const auto& [column, x] : v) {
      const int block = block_of[index(column)];
      const int first = problem.first(block);
      const int size = problem.first(block + 1) - first;
      for (int r = 0; r < size; ++r) {
        const double m = problem.mass(block)[index((column - first) * size + r)];
        if (m != 0.0) result[first + r] += Rational(m) * x;
      }
    }
    return result;
  };
  const auto dot = [](const Sparse& a, const Sparse& b) {
    Rational sum;
    for (const auto& [place, x] : a)
      if (const auto other = b.find(place); other != b.end()) sum += x * other->second;
    return sum;
  };
  if (problem.has_free())
    for (int i = 0; i < n; ++i)
      if (problem.free()[i] != 0.0) slope[i] -= Rational(problem.free()[i]);
  slope = times_mass(slope);
  if (problem.has_force())
    for (int i = 0; i < n; ++i)
      if (problem.force()[i] != 0.0) slope[i] -= Rational(problem.force()[i]);

  const int size = static_cast<int>(directions.size());
  std::vector<std::vector<int>> users(index(n));  // the directions that move an unknown
  for (int j = 0; j < size; ++j)
    for (const auto& [place, x] : directions[index(j)]) users[index(place)].push_back(j);
  // H = VᵀMV, and behind it the slope along each direction
  std::vector<Sparse> h(index(size));
  for (int i = 0; i < size; ++i) {
    const Sparse column = times_mass(directions[index(i)]);
    std::vector<int> met;
    for (const auto& [place, x] : column)
      met.insert(met.end(), users[index(place)].begin(), users[index(place)].end());
    std::ranges::sort(met);
    met.erase(std::unique(met.begin(), met.end()), met.end());
    met.push_back(size);
    for (const int j : met) {
      Rational entry =
          j < size ? dot(directions[index(j)], column) : dot(directions[index(i)], slope);
      if (!entry.is_zero()) h[index(i)].emplace(j, std::move(entry));
    }
  }
  // Elimination along the diagonal: a positive pivot is taken, a negative one ends the question.
  std::vector<int> left(index(size));
  for (int i = 0; i < size; ++i) left[index(i)] = i;
  while (!left.empty()) {
    const auto found =
        std::find_if(left.begin(), left.end(), [&](int i) { return h[index(i)].contains(i); });
    if (found == left.end()) break;
    const int p = *found;
    const Sparse& taken = h[index(p)];
    const Rational& pivot = taken.at(p);
    if (pivot < 0) return Inertia::indefinite;
    left.erase(found);
    for (const int i : left) {
      Sparse& row = h[index(i)];
      const auto below = row.find(p);
      if (below == row.end()) continue;
      const Rational factor = below->second / pivot;
      for (const auto& [j, x] : taken) {
        const auto entry = row.try_emplace(j).first;
        entry->second -= factor * x;
        if (entry->second.is_zero()) row.erase(entry);
      }
    }
  }
  if (left.empty()) return Inertia::positive;
  for (const int i : left)
    for (const int j : left)
      if (h[index(i)].contains(j)) return Inertia::indefinite;
  for (const int i : left)
    if (h[index(i)].contains(size)) return Inertia::unbounded;
  return Inertia::undetermined;
}

}  // namespace zwang::minimum
