// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/solver.hpp"

#include "zwang/base/error.hpp"
#include "zwang/minimum/descent.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/scale/burst.hpp"
#include "zwang/scale/certificate.hpp"
#include "zwang/scale/dual.hpp"
#include "zwang/scale/free_rows.hpp"

namespace zwang::scale {
namespace {

// Many processes have the rows.
struct ManyMachines {
  using Problem = ProblemPart;
  using Dual = scale::Dual;
  using Burst = scale::Burst;
  using FreeRows = scale::FreeRows;

  Processes processes;

  Dual dual() const { return Dual(processes); }
  static Burst burst() { return {}; }
  FreeRows free_rows() const { return FreeRows(processes); }

  double sum(double x) const { return processes.sum(x); }
  int sum(int n) const { return processes.sum(n); }
  double largest(double x) const { return processes.largest(x); }
  double least(double x) const { return processes.least(x); }

  minimum::SparseCertificate certify(const Problem& problem, const Vector& x,
                                     const Vector& multipliers, double touching) const {
    return scale::certify(processes, problem, x, multipliers, touching);
  }
  bool excludes(const Problem& problem, const Vector& weights, double touching) const {
    return scale::excludes(processes, problem, weights, touching);
  }
};

}  // namespace

class Solver::Search : public minimum::Descent<ManyMachines> {
 public:
  explicit Search(const Processes& processes)
      : Descent(ManyMachines{processes}), processes_(processes) {}

  const Processes& processes() const { return processes_; }

 private:
  Processes processes_;
};

Solver::Solver(const Processes& processes) : search_(std::make_unique<Search>(processes)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

minimum::SparseSolution Solver::solve(const ProblemPart& problem, const minimum::SparseStart& start,
                                      const minimum::SparseOptions& options) {
  options.check();
  const bool fits = problem.mass.size() == problem.unknowns().own() &&
                    problem.free.size() == problem.unknowns().own() &&
                    (start.multipliers.size() == 0 || start.multipliers.size() == problem.rows());
  const bool sound =
      problem.mass.allFinite() && problem.free.allFinite() && start.multipliers.allFinite();
  if (search_->processes().any(!fits || !sound))
    throw Error(Code::E120, "a part of a problem whose sizes disagree, or that is not finite");
  return search_->solve(problem, start, options);
}

}  // namespace zwang::scale
