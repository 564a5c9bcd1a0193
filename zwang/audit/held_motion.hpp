// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion while some constraints hold, computed differently from a run: accelerations x from
//
//   M x + Aᵀz = Q − c,   A x = −b2
//
// with rows that may be dependent. Few rows: A M⁻¹Aᵀ by pivoted Cholesky, omitting dependent rows;
// many: the same, sparse; a mass without inertia: the whole bordered system, slightly regularised,
// and refined until the regularisation is undone. Only the last case allocates from one look to the
// next.
#pragma once

#include <memory>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/system/row_batches.hpp"
#include "zwang/system/rubbing.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

class HeldMotion {
 public:
  // The system must outlive it.
  explicit HeldMotion(const System& system);
  ~HeldMotion();
  HeldMotion(HeldMotion&&) noexcept;

  // These hold from now on, and of their surfaces these slip.
  void hold(const std::vector<int>& constraints, std::vector<Slip> slipping = {});

  // Everything at a state: forces in force at `phase`, rows of what holds, or of all.
  void evaluate(double t, const double* q, const double* u, double phase);
  void look_at_all(double t, const double* q, const double* u, double phase);
  void evaluate(const State& at, double phase) { evaluate(at.t, at.q.data(), at.u.data(), phase); }
  // Takes over what was evaluated elsewhere.
  void take(const Snapshot& at);
  const Snapshot& at() const { return at_; }

  // Solves M x + Aᵀz = y, A x = −r with the rows of the last look, r being `part` times their b1 or
  // b2: y becomes x. False where M allows no solution.
  bool solve(double* y, double Row::* right, double part = 1.0);
  // With the friction of what slips.
  bool accelerate(double* y);
  // Whether M alone is invertible; then y becomes M⁻¹y.
  bool divide(double* y);

  // y = (q, u) and its rates at a time. False where a number is not finite.
  bool rates(double t, double phase, const double* y, double* dy);

 private:
  struct Sparse;

  void move(double t, const double* q, const double* u, double phase);
  std::vector<std::vector<int>> neighbours() const;
  void prepare();
  bool has_inertia();
  bool factor();
  bool factor_few();
  void turn(int constraint);
  void forget(int constraint);
  void shrink(double* r);
  bool solve_softly(double* y, const double* right);
  bool accelerate_rubbing(double* y) const;
  bool stands() const;

  const System* system_;
  Snapshot at_;
  std::vector<int> asked_, held_;  // in the order of the factors
  std::vector<Slip> slipping_;
  std::unique_ptr<RowBatches> batches_, all_;  // of many rows
  std::unique_ptr<Sparse> sparse_;             // likewise
  bool light_ = false;                         // every block of the mass has one unknown
  bool mass_known_ = false, inertia_ = false;  // whether the mass of the last look has factors
  bool fresh_ = false;                         // nothing was factored since the last look
  bool usable_ = false;                        // the factors are
  std::vector<double> turned_;                 // M⁻¹Aᵀ of one constraint
  std::vector<double> lower_, unit_, part_, z_;
  std::vector<int> order_;  // of rows in the factor
  int rank_ = 0;            // number of independent rows
  Vector force_;
};

}  // namespace zwang
