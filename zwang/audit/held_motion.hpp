// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The motion while some conditions hold, by another way than a run goes: accelerations x from
//
//   M x + Aᵀz = Q − c,   A x = −b2
//
// with rows that may depend on each other. Few rows: A M⁻¹Aᵀ by a Cholesky factor with pivots that
// leaves out what depends; many: the same, sparse; a mass without inertia: the bordered system as a
// whole, a little softened, and improved until what was added is undone. Nothing is allocated from
// one look to the next but in the last case.
#pragma once

#include <memory>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/model/row_batches.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

class HeldMotion {
 public:
  // The system must outlive it.
  explicit HeldMotion(const System& system);
  ~HeldMotion();
  HeldMotion(HeldMotion&&) noexcept;

  // From now on these hold.
  void hold(const std::vector<int>& conditions);

  // Everything at a state: forces that are in force at `phase`, rows of what holds, or of all.
  void look(double t, const double* q, const double* u, double phase);
  void look_at_all(double t, const double* q, const double* u, double phase);
  void look(const State& at, double phase) { look(at.t, at.q.data(), at.u.data(), phase); }
  // What was looked at elsewhere.
  void take(const Snapshot& at);
  const Snapshot& at() const { return at_; }

  // Solves M x + Aᵀz = y, A x = −r with the rows of the last look and r a part of their b1 or b2: y
  // becomes x. False where M allows none.
  bool solve(double* y, double Row::* right, double part = 1.0);
  bool accelerate(double* y) { return solve(y, &Row::b2); }
  // Whether M alone can be inverted; then y becomes M⁻¹y.
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
  void turn(int condition);
  void shrink(double* r);
  bool solve_softly(double* y, const double* right);

  const System* system_;
  Snapshot at_;
  std::vector<int> asked_, held_;              // in the order of the factors
  std::unique_ptr<RowBatches> batches_, all_;  // of many rows
  std::unique_ptr<Sparse> sparse_;             // likewise
  bool light_ = false;                         // every block of the mass has one unknown
  bool mass_known_ = false, inertia_ = false;  // whether the mass of the last look has factors
  bool fresh_ = false;                         // nothing was factored since the last look
  bool usable_ = false;                        // the factors are
  std::vector<double> turned_;                 // M⁻¹Aᵀ of one condition
  std::vector<double> lower_, unit_, part_, z_;
  std::vector<int> order_;  // of rows as the factor took them
  int rank_ = 0;            // so many of them are independent
  Vector force_;
};

}  // namespace zwang
