// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/sparse.hpp"

#include <fmt/format.h>

#include "zwang/base/error.hpp"
#include "zwang/minimum/descent.hpp"
#include "zwang/minimum/free_rows.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/minimum/sparse_dual.hpp"

namespace zwang::minimum {
namespace {

// Problems up to this size can be answered by `solve` if the search stalls.
constexpr int most_dense_rows = 400, most_dense_unknowns = 1200;

// One process has all the rows.
struct OneMachine {
  using Problem = minimum::Problem;
  using Dual = SparseDual;
  using Burst = minimum::Burst;
  using FreeRows = minimum::FreeRows;

  static Dual dual() { return {}; }
  static Burst burst() { return {}; }
  static FreeRows free_rows() { return {}; }

  static double sum(double x) { return x; }
  static int sum(int n) { return n; }
  static double largest(double x) { return x; }
  static double least(double x) { return x; }

  static SparseCertificate certify(const Problem& problem, const Vector& x,
                                   const Vector& multipliers, double touching) {
    return certify_sparse(problem, x, multipliers, touching);
  }
  static bool excludes(const Problem& problem, const Vector& weights, double touching) {
    return minimum::excludes(problem, weights, touching);
  }
};

}  // namespace

class SparseSolver::Search : public Descent<OneMachine> {
 public:
  Search() : Descent(OneMachine{}) {}
};

namespace {

// What is small but conditioned badly is left to `solve`, which has more digits.
void solve_densely(const Problem& problem, const SparseStart& start, const SparseOptions& options,
                   SparseSolution& found) {
  const Solution exact = minimum::solve(problem);
  if (!exact.usable()) return;
  const SparseCertificate certificate =
      certify_sparse(problem, exact.x, exact.multipliers, options.touching);
  if (!certificate.holds(options.tolerance)) return;
  found.outcome = SparseOutcome::found;
  found.x = exact.x;
  found.multipliers = exact.multipliers;
  found.unique = exact.unique;
  found.certificate = certificate;
  found.densely = true;
  found.active = found.changed = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    const bool acts = exact.multipliers[i] != 0.0;
    found.active += acts;
    found.changed += acts != (start.multipliers.size() > 0 && start.multipliers[i] != 0.0);
  }
}

}  // namespace

SparseSolver::SparseSolver() : search_(std::make_unique<Search>()) {}
SparseSolver::~SparseSolver() = default;
SparseSolver::SparseSolver(SparseSolver&&) noexcept = default;
SparseSolver& SparseSolver::operator=(SparseSolver&&) noexcept = default;

SparseSolution SparseSolver::solve(const Problem& problem, const SparseStart& start,
                                   const SparseOptions& options) {
  problem.check();
  options.check();
  if (start.multipliers.size() != 0 && start.multipliers.size() != problem.rows())
    throw Error(Code::E120, fmt::format("the start has {} multipliers, the problem {} rows",
                                        start.multipliers.size(), problem.rows()));
  if (!start.multipliers.allFinite())
    throw Error(Code::E120, "a multiplier of the start is not finite");
  SparseSolution found = search_->solve(problem, start, options);
  const bool stalled =
      found.outcome == SparseOutcome::not_certified && found.steps <= options.max_steps;
  if (stalled && problem.rows() <= most_dense_rows && problem.unknowns() <= most_dense_unknowns)
    solve_densely(problem, start, options, found);
  return found;
}

}  // namespace zwang::minimum
