// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A smooth piece of the motion, step by step, and where it ends within a step: a gap closes or a
// multiplier falls to zero.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/arc/bends.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/arc/multipliers.hpp"
#include "zwang/arc/search.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

class Arc {
 public:
  Arc(const System& system, const RunOptions& options);

  // `bound` hold as equations, `open` are monitored, and so are those that slip. Forces are those
  // at the time of the state. False if the rates do not exist here.
  bool begin(const State& state, const std::vector<int>& bound, const std::vector<int>& open,
             const std::vector<Slip>& slipping, double step);

  enum class Termination {
    went_on,
    contact,
    release,
    handover,  // what holds reaches the border of where it applies
    singular,
    too_small,
    not_finite,
    no_gradient,
    undecided
  };
  // One accepted step, not beyond `limit`, or its part up to the first event. `armed`,
  // `armed_multiplier` and `quiet` have one entry per constraint; a constraint that holds quietly
  // ends the step when its multiplier differs from zero.
  Termination advance(double limit, std::vector<char>& armed, std::vector<char>& armed_multiplier,
                      const std::vector<char>& quiet);

  const State& state() const { return state_; }               // current
  const DenseStep& course() const { return dense_; }          // of the last step
  const std::vector<int>& causes() const { return causes_; }  // constraints that caused the event
  // Where and why a missing gradient ended the motion.
  const std::string& missing_gradient() const { return missing_gradient_; }
  const std::vector<Arrival>& grazes() const { return grazes_; }
  double step() const { return step_; }              // to try next
  double time_error() const { return time_error_; }  // of the event
  Vector accelerations() const;
  // When the bound rows become dependent if they go on to as in the last step; never, if it does
  // not look like it.
  double time_of_dependence() const {
    const double fallen = independent_before_ - independent_now_;
    const bool falls = watched_rank_ && independent_now_ < 0.7 * independent_before_ &&
                       independent_now_ < 0.3 * most_independent_ && independent_now_ > 0.0;
    return falls ? state_.t + last_step_ * independent_now_ / fallen : always;
  }
  // At a time in the last step, projected onto the constraints: the state and its rates. False if
  // the projection fails.
  bool evaluate(double t, State& state, Vector& accelerations, std::vector<double>& multipliers,
                std::vector<double>& friction);
  const std::vector<double>& multipliers() const { return z_; }      // of bound constraints, now
  const std::vector<double>& friction() const { return friction_; }  // of what slips, now
  // Of the forces in the last step, if multipliers were monitored in it.
  double largest_pull() const { return multipliers_.largest_pull(); }
  const Flow& flow() const { return flow_; }

  double work() const { return y_.back(); }  // by forces and moving constraints since begin()
  double kinetic() const;                    // ½ uᵀMu now

  long steps = 0, refused = 0, evaluations = 0;
  double position_drift = 0.0, velocity_drift = 0.0, acceleration_drift = 0.0;
  double search_error() const { return search_.largest_error(); }

 private:
  bool field(double t, const double* y, double* dy);
  double first_step() const;
  void set_scale();
  bool agrees_with_halves(double t, double h, double part);
  bool take(const double* y, double t);
  std::optional<Arrival> first_contact(std::vector<char>& armed);
  bool leaves_domain(std::optional<Arrival>& event);
  double time_error_at(int searched, double theta);
  std::vector<double> multipliers_at(double theta);
  // Errors of the curve within a step are up to a hundred times those at its end.
  bool curve_is_off() const { return step_error_ > 1e-3; }
  bool reach(double theta, State& state);
  void on_curve(double theta, State& state);
  void leave_stage(double theta, State& state) const;
  double along_bound(double theta);
  double rising(int constraint, const State& state);
  const Slip* slip_of(int constraint) const;  // if it slips
  void first_to_rest(std::optional<Arrival>& first, std::vector<char>& armed);
  void remember_forces();
  bool cut(double theta);
  bool lacks_gradient(double theta);
  std::vector<int> pushed_through(const std::vector<int>& reached);
  // Where in the step the bound rows become dependent (theory 5.2).
  std::optional<double> singular_place();
  bool looks_singular();
  double too_dependent() const;
  double independence_at(double theta);

  const System* system_;
  RunOptions options_;
  Flow flow_;
  std::optional<Flow> beside_;
  Bends bends_;
  Multipliers multipliers_;
  Search search_;
  DormandPrince stepper_;
  std::optional<DormandPrince> halves_;
  State state_;
  std::vector<double> y_, scale_, stage_;
  std::vector<double> z_, friction_;                         // now
  std::vector<double> numbers_;                              // that multipliers_ watches, now
  std::vector<double> longest_;                              // of each bound row in this arc
  std::vector<double> independence_;                         // at the stages of the step
  double most_independent_ = 0.0;                            // in this arc
  double last_step_ = 0.0;                                   // s
  double independent_before_ = 0.0, independent_now_ = 0.0;  // at both ends of the last step
  std::vector<int> open_;
  DenseStep dense_;
  std::vector<int> causes_;
  std::string missing_gradient_;
  std::vector<Arrival> grazes_;
  bool at_border_ = false;  // the event of the step is that of a border
  double step_ = 0.0;
  double step_error_ = 0.0;  // of the last step tried; 1 is the tolerance
  double time_error_ = 0.0;
  bool coarse_ =
      false;  // the course to the last contact is too inaccurate for how wide the gap was
  bool watched_rank_ = false;
  bool decays_ = false;  // forces depend on velocities: modes may die out
};

}  // namespace zwang
