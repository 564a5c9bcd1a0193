// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The smooth flow between two events: the constraints S that hold are equations.
//
//   q' = G u + g,   M u' = Q − c − Aᵀz,   Φ_SS z = Φ0_S                    Mayer 1899a, (15)–(17)
//
// Where a surface slips its friction, ± bound · z, belongs to its own column of Φ, which is no
// longer symmetric (theory 18.4).
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "zwang/system/row_batches.hpp"
#include "zwang/system/rubbing.hpp"
#include "zwang/system/sparse_delassus.hpp"

namespace zwang {

class Flow {
 public:
  // `threads` evaluate the rows of bound constraints, if there are very many.
  explicit Flow(const System& system, int threads = 1);

  // These constraints are equations from now on, and these surfaces slip, which are among them.
  // Forces are those in force at `phase`.
  void bind(std::vector<int> constraints, double phase, std::vector<Slip> slipping = {});
  const std::vector<int>& bound() const { return bound_; }
  const std::vector<Slip>& slipping() const { return slipping_; }
  double phase() const { return phase_; }
  // Whether only accelerations are asked for, until this is said again: where rows depend on each
  // other those that were found independent, when all were looked at last, do at a fraction of the
  // cost, and the multipliers of the others are 0. Not for what rubs.
  void leave_multipliers_open(bool open) {
    multipliers_open_ = open && slipping_.empty() && !sticking_;
  }
  // Of the bound rows, where all were looked at last; 0 as long as many are independent.
  int rank() const { return rank_; }
  bool is_like(const Flow& other) const {
    return bound_ == other.bound_ && slipping_ == other.slipping_ && phase_ == other.phase_;
  }

  int size() const { return system_->coordinates() + system_->velocities(); }

  // Limits the further cost of factorisations, counted in products of numbers: where the next one
  // would exceed it, project() and rates() return false. Unlimited at first.
  void limit_work(double products) { work_left_ = products; }

  // y = (q, u) → (q', u'). False where a number is not finite or there is no inertia.
  bool rates(double t, const double* y, double* dy);
  // z of the last rates(), one per bound constraint.
  const std::vector<double>& multipliers() const { return z_; }
  // Likewise of what slips.
  const std::vector<double>& friction() const { return friction_; }
  // What the bound of a slip row is multiplied by: the multiplier of its surface, or 1.
  double load(int slip_row) const;
  // Gauss's zwang of the last rates(): Z = zᵀΦz.
  double zwang() const;

  // Returns to f = 0 and then to g1 = 0 of the bound constraints, nearest in the mass metric, until
  // the residual is rounding. False if it does not get there.
  bool project(State& state) { return project_positions(state) && project_velocities(state); }
  bool project_positions(State& state);
  bool project_velocities(State& state);
  // The residual: largest |f|, |g1| relative to the size of their terms.
  double drift_of_positions() const { return drift_f_; }
  double drift_of_velocities() const { return drift_g_; }

  // How independent the rows of the last rates() are: the least sine of a row against those before
  // it, or its length relative to `longest` if that is less; `longest` grows with the rows seen. 0
  // if rows are dependent.
  double independence(std::vector<double>& longest) const;

  // The largest acceleration that forces alone would give at the last rates(): cancellation leaves
  // rounding of this size.
  double largest_free() const;

  // How far g2 of the bound constraints is from 0 with the accelerations of the last rates(),
  // relative to its terms.
  double drift_of_accelerations(const double* accelerations) const;

  // Whether the mass has directions without inertia, which the bound constraints determine.
  bool is_light() const { return light_; }

  // The state of the last rates() or project().
  const Snapshot& snapshot() const { return snapshot_; }
  const System& system() const { return *system_; }

 private:
  void fill_rows();
  void make_dense();
  double own(std::size_t i) const;  // Φ_ii
  double relative(std::size_t i, double value, const Vector& x, double own) const;
  bool project_by_newton(State& state);
  bool may_spend(double products);
  bool factor(bool independent_ones = true);
  void fill_dense();
  void choose_kept();
  Matrix root_of_mass() const;
  bool stiffen();
  void pull_back(double* force) const;
  void divide(double* x) const;
  bool cholesky();
  void solve(std::vector<double>& x) const;
  void solve_triangles(std::vector<double>& x) const;
  void push_back(const std::vector<double>& x, double* change) const;  // adds M⁻¹Aᵀx
  std::size_t place_of(int constraint) const;                          // among bound_
  bool solve_slipping(std::vector<double>& x);
  void share_sticking();
  bool all_stands(double Row::* term) const;

  const System* system_;
  int threads_;
  Snapshot snapshot_;
  std::vector<int> bound_;
  bool nonlinear_ = false;  // one of them is not linear in the velocities
  double phase_ = 0.0;
  double factored_ = unset;  // the time of the last factors
  std::vector<double> z_, right_;
  std::vector<Slip> slipping_;
  std::vector<double> friction_;
  Matrix rubbed_;                         // M⁻¹Tᵀ, a column per slip
  bool sticking_ = false;                 // a bound row is one
  int rank_ = 0;                          // of the bound rows
  std::optional<RowBatches> batches_;     // if there are enough for eights
  std::optional<SparseDelassus> sparse_;  // if many constraints are bound; otherwise the next three
  Matrix turned_;                         // M⁻¹Aᵀ, a column per bound constraint
  Matrix phi_, lower_;
  std::vector<std::size_t> factored_rows_;  // these have factors, of the bound ones
  std::vector<std::size_t> kept_;           // independent ones, if the others depend on them
  bool multipliers_open_ = false;
  bool inertia_known_ = false;  // the mass never changes and is factored
  bool light_ = false;          // the mass has directions without inertia
  Matrix stiff_;                // the lower factor of M + Σ s aaᵀ, if light_
  Vector stiffness_;
  bool dependent_ = false;  // or nearly so: then least-norm solutions are used
  Matrix inverse_;
  double least_ = 0.0;  // then the least singular value of the unit rows, 0 if dependent
  double drift_f_ = 0.0, drift_g_ = 0.0;
  Vector change_;
  double work_left_ = std::numeric_limits<double>::infinity();
};

}  // namespace zwang
