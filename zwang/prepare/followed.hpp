// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion between two rows, by the equations that produced them: of the mechanical motion,
// of a curve of a variational problem, or of a time step. All queries between rows come here.
#pragma once

#include <optional>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// Thread safety: one thread at a time.
class Followed {
 public:
  // From a row to the next, with the problem, method, step and tolerance of the file. All must
  // outlive it. Costs one step of the run if rows are one step apart. E306 if it cannot be
  // followed, E120 between rows of time steps that are not the two ends of one step, as with
  // `every`.
  Followed(const ModelFile& file, const System& system, const StoredRow& row,
           const StoredRow& next);

  // A row at a time between the two, projected onto the constraints, with multipliers and rho.
  StoredRow at(double t);

 private:
  void follow();
  void depart(const Vector& accelerations, const std::vector<int>& bound);
  void approach(const std::vector<int>& bound);
  void follow_variation();
  void follow_step();
  const DenseStep& step_at(double t) const;
  [[noreturn]] void refuse(double t) const;

  const System& system_;
  const StoredRow& row_;
  const StoredRow& next_;
  double tolerance_;
  bool by_steps_;
  std::optional<Variation> variation_;
  Flow flow_;
  std::vector<DenseStep> course_;
};

// The row of a stored motion at a time, after a jump there; between rows as Followed has it. E120
// outside the motion.
StoredRow row_at(const StoredRun& run, double t);

}  // namespace zwang
