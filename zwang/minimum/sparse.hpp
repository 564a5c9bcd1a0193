// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's minimum problem with thousands to a million sparse rows: the problem of `solve`, with the
// same signs. Projected Newton steps on the dual, with bursts of accelerated gradient steps between
// them: few factorisations, no cycling, dependent rows welcome. The solution has double precision
// and residuals instead of an error bound; it is never reported as found unless they hold.
#pragma once

#include <memory>

#include "zwang/minimum/sparse_solution.hpp"

namespace zwang::minimum {

class Problem;

// Keeps patterns, the elimination order and all buffers from one problem to the next, which saves
// time and changes no bit of a solution.
// Thread safety: one solver per thread.
class SparseSolver {
 public:
  SparseSolver();
  ~SparseSolver();
  SparseSolver(SparseSolver&&) noexcept;
  SparseSolver& operator=(SparseSolver&&) noexcept;

  // Throws Error if the sizes in `problem` or `start` disagree. Every other ending is an outcome.
  SparseSolution solve(const Problem& problem, const SparseStart& start = {},
                       const SparseOptions& options = {});

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace zwang::minimum
