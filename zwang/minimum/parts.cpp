// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/parts.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "zwang/base/disjoint_sets.hpp"
#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/sparse.hpp"

namespace zwang::minimum {
namespace {

// Which blocks and rows of the whole.
struct Part {
  std::vector<int> blocks, rows;
};

// Blocks without rows come last, a handful in each part.
std::vector<Part> parts_of(const Problem& problem) {
  std::vector<int> block_of(index(problem.unknowns()));
  for (int b = 0; b < problem.blocks(); ++b)
    for (int j = problem.first(b); j < problem.first(b + 1); ++j) block_of[index(j)] = b;
  DisjointSets partition(problem.blocks());
  std::vector<char> bound(index(problem.blocks()), 0);
  for (int k = 0; k < problem.rows(); ++k) {
    const auto entries = problem.entries(k);
    for (const Entry& entry : entries) {
      partition.join(block_of[index(entries[0].column)], block_of[index(entry.column)]);
      bound[index(block_of[index(entry.column)])] = 1;
    }
  }
  std::vector<Part> parts;
  std::vector<int> part_of(index(problem.blocks()), -1);
  constexpr int handful = 32;  // unknowns: solves are few and small
  std::vector<Part> free_parts;
  int free_unknowns = 0;
  Part alone;  // rows without entries, which say 0 + c
  for (int b = 0; b < problem.blocks(); ++b) {
    if (!bound[index(b)]) {
      const int size = problem.first(b + 1) - problem.first(b);
      if (free_parts.empty() || free_unknowns + size > handful) {
        free_parts.emplace_back();
        free_unknowns = 0;
      }
      free_parts.back().blocks.push_back(b);
      free_unknowns += size;
      continue;
    }
    int& part = part_of[index(partition.lowest(b))];
    if (part < 0) {
      part = static_cast<int>(parts.size());
      parts.emplace_back();
    }
    parts[index(part)].blocks.push_back(b);
  }
  for (int k = 0; k < problem.rows(); ++k) {
    const auto entries = problem.entries(k);
    Part& part =
        entries.empty()
            ? alone
            : parts[index(part_of[index(partition.lowest(block_of[index(entries[0].column)]))])];
    part.rows.push_back(k);
  }
  std::ranges::move(free_parts, std::back_inserter(parts));
  if (!alone.rows.empty()) parts.push_back(std::move(alone));
  return parts;
}

// A part as a problem of its own; `places` are its unknowns in the whole.
Problem cut_out(const Problem& problem, const Part& part, std::vector<int>& places,
                std::vector<int>& place_in_part) {
  Problem cut;
  places.clear();
  for (const int b : part.blocks) {
    const int size = problem.first(b + 1) - problem.first(b);
    if (size == 1)
      cut.point(problem.mass(b)[0]);
    else
      cut.block(Eigen::Map<const Matrix>(problem.mass(b).data(), size, size));
    for (int j = problem.first(b); j < problem.first(b + 1); ++j) {
      place_in_part[index(j)] = static_cast<int>(places.size());
      places.push_back(j);
    }
  }
  if (problem.has_force()) cut.force(problem.force()(places));
  if (problem.has_free()) cut.free(problem.free()(places));
  std::vector<Entry> entries;
  for (const int k : part.rows) {
    entries.clear();
    for (const Entry& entry : problem.entries(k))
      entries.push_back({place_in_part[index(entry.column)], entry.value});
    cut.row(problem.kind(k), entries, problem.offset(k), problem.tau(k));
  }
  return cut;
}

// Many rows that hang together: by sparse factors in double. What that does not answer is left to
// the dense method, which climbs.
Solution solve_one(const Problem& problem, const Options& options) {
  constexpr int many_rows = 250;
  if (problem.rows() <= many_rows || options.lowest != Precision::machine)
    return solve(problem, options);
  const SparseSolution sparse = SparseSolver().solve(problem, {}, {.tolerance = 1e-12});
  if (!sparse.usable()) return solve(problem, options);
  Solution found;
  found.outcome = Outcome::found;
  found.x = sparse.x;
  found.multipliers = sparse.multipliers;
  found.unique = sparse.unique;
  found.steps = sparse.steps;
  found.certificate = certify(problem, found.x, found.multipliers);
  found.zwang = 0.0;
  for (int b = 0; b < problem.blocks(); ++b) {
    const int first = problem.first(b), size = problem.first(b + 1) - first;
    const Eigen::Map<const Matrix> mass(problem.mass(b).data(), size, size);
    Vector away = found.x.segment(first, size);
    if (problem.has_free()) away -= problem.free().segment(first, size);
    if (problem.has_force()) away -= mass.llt().solve(problem.force().segment(first, size));
    found.zwang += away.dot(mass * away);
  }
  for (int k = 0; k < problem.rows(); ++k)
    if (problem.kind(k) == Kind::equation || found.multipliers[k] > 0.0) {
      found.active.push_back(k);
      found.held.push_back(k);
    }
  return found;
}

}  // namespace

Solution solve_by_parts(const Problem& problem, const Options& options) {
  // below these nothing is gained
  constexpr int few_rows = 32, few_unknowns = 192;
  if (problem.rows() < few_rows && problem.unknowns() < few_unknowns)
    return solve(problem, options);
  problem.check();
  const std::vector<Part> parts = parts_of(problem);
  if (parts.size() <= 1) return solve_one(problem, options);

  Solution whole;
  whole.outcome = Outcome::found;
  whole.x = Vector::Zero(problem.unknowns());
  whole.errors = Vector::Zero(problem.unknowns());
  whole.multipliers = Vector::Zero(problem.rows());
  whole.zwang = 0.0;
  double squares = 0.0;
  std::vector<int> places, place_in_part(index(problem.unknowns()));
  for (const Part& part : parts) {
    const Solution one = solve_one(cut_out(problem, part, places, place_in_part), options);
    whole.steps += one.steps;
    whole.precision = std::max(whole.precision, one.precision);
    if (!one.usable()) {
      // a contradiction says most, then what came first
      if (one.outcome == Outcome::contradictory) {
        whole.outcome = one.outcome;
        whole.proof = Vector::Zero(problem.rows());
        whole.proof(part.rows) = one.proof;
        return whole;
      }
      if (whole.usable()) whole.outcome = one.outcome;
      continue;
    }
    whole.x(places) = one.x;
    if (one.errors.size() > 0)
      whole.errors(places) = one.errors;
    else
      whole.errors(places).setConstant(unset);
    whole.multipliers(part.rows) = one.multipliers;
    whole.unique = whole.unique && one.unique;
    whole.zwang += one.zwang;
    squares += one.bound * one.bound;
    whole.shift = std::max(whole.shift, one.shift);
    for (const int k : one.active) whole.active.push_back(part.rows[index(k)]);
    for (const int k : one.held) whole.held.push_back(part.rows[index(k)]);
  }
  if (!whole.usable()) return whole;
  // rounding of the sum and of the root
  whole.bound = std::sqrt(squares) * (1.0 + 0x1p-40) + 0x1p-1000;
  std::ranges::sort(whole.active);
  std::ranges::sort(whole.held);
  whole.certificate = certify(problem, whole.x, whole.multipliers);
  return whole;
}

}  // namespace zwang::minimum
