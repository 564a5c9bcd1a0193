// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// When does an open constraint first close within a step? Branch and bound with intervals on the
// dense output: nothing is missed, however small the obstacle or short the contact.
//
// An armed constraint is open by more than rounding at the left end. One that departs has just been
// left or released: there f = 0, perhaps with f' and f'' (theory 8.4), and no sign of f can be
// trusted near the beginning; f', then f'' decide.
#pragma once

#include <optional>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct Arrival {
  int constraint = 0;
  double theta = 0.0;  // where in the step
  bool graze = false;  // it only touches, within the error of the interpolation
};

// A constraint that applies in a part of space is searched for where it is met there.
class Search {
 public:
  // A gap up to `near`, relative to the size of its coordinates or to 1, counts as none as long as
  // the constraint has not been seen open.
  Search(const System& system, double near);

  // The step to search, and how far rounding alone may have led in it.
  void begin(const DenseStep& step, double rounding);

  // The first contact of a constraint with theta ≤ `until`. Grazes before it are added to `grazes`.
  // Updates `armed` for the end of the step.
  std::optional<Arrival> first(int constraint, double until, bool& armed,
                               std::vector<Arrival>& grazes);

  // The number under which the border of a constraint is searched for, or of a slip row where its
  // velocity falls to 0 instead of rising.
  int border(int constraint) const { return system_->constraints() + constraint; }
  // Where in the step, up to `until`, a constraint that holds reaches the border of where it
  // applies.
  std::optional<double> leaves(int constraint, double until);
  // Whether a constraint applies somewhere in the step, by more than rounding.
  bool inside(int constraint, double theta);

  // The error that f of the last first() may carry: interpolation and rounding.
  double error() const { return error_; }
  double largest_error() const { return largest_error_; }
  long evaluations() const { return evaluations_; }
  // Whether a search gave up after too many pieces, or a constraint had no value.
  bool gave_up() const { return gave_up_; }
  bool undefined() const { return undefined_; }

  double value(int constraint, double theta) const;

  // Whether the gradient of a constraint is well defined within `part` of its arguments around a
  // point of the step: no pole, jump, kink or end of a domain is there.
  bool has_gradient(int constraint, double theta, double part);

 private:
  using Course = Taylor<Interval, 2>;
  struct Polynomial {
    bool ready = false;
    std::array<double, 8> power{};
    Interval range;
  };
  struct Piece {
    double from, to;
  };

  // What is searched: f itself, or where it is met; the border of one that holds has the number of
  // the constraint plus the count of all.
  struct Asked {
    const Function& function;
    const std::vector<int>& places;
  };
  Asked asked_for(int constraint) const;

  void sleep(int constraint);
  bool sleeps(int constraint);
  const Polynomial& polynomial(int place);
  void enclose(int constraint, double from, double to);
  void measure_error(int constraint);
  std::vector<Interval> gradient_about(int constraint, double theta, double part);
  bool rests(int constraint, double until) const;
  double slope(int constraint, double theta);
  double crossing(int constraint, double from, double to) const;
  double sharpened(int constraint, double theta);
  double top(int constraint, double from, double to);

  const System* system_;
  double near_;
  double rounding_ = 0.0;
  const DenseStep* step_ = nullptr;
  std::vector<Polynomial> polynomials_;       // by place
  std::vector<std::vector<Interval>> boxes_;  // of each constraint: f < 0 is proved there
  std::vector<Course> arguments_;
  std::vector<Interval> ranges_;
  Course course_;
  double error_ = 0.0, largest_error_ = 0.0;
  double near_zero_ = 0.0;  // of the last constraint
  long evaluations_ = 0;
  bool gave_up_ = false;
  mutable bool undefined_ = false;
  std::vector<Piece> stack_;
};

}  // namespace zwang
