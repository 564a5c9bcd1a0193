// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem distributed over many processes: the descent of one machine
// (minimum/descent.hpp) on PETSc's matrices and factors. Every process calls and gets its part of
// the solution: x of its unknowns, multipliers of its rows; outcome, certificate and counts are
// those of the whole and the same for all.
#pragma once

#include <memory>

#include "zwang/minimum/sparse.hpp"
#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

class Solver {
 public:
  explicit Solver(const Processes& processes);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  // A start has multipliers on all processes or on none. Throws Error (E120) if sizes disagree.
  minimum::SparseSolution solve(const ProblemPart& problem, const minimum::SparseStart& start = {},
                                const minimum::SparseOptions& options = {});

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace zwang::scale
