// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The first step from a singular position, with accelerations that Gauss's principle allows there
// (theory 5.5). The rows that hold are dependent at its beginning only, so the motion on a branch
// is a power series
//
//   q = q0 + v0 t + a t²/2 + c₃ t³ + ... + c₇ t⁷,
//
// whose coefficients satisfy M u' = Q − c − Aᵀz at five places inside of the step.
#pragma once

#include <string>
#include <vector>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/arc/flow.hpp"

namespace zwang {

// Thread safety: one thread at a time. The system must outlive it.
class Departure {
 public:
  // `bound` hold as equations, inequalities among them push; `open` must not be violated.
  Departure(const System& system, const State& start, Vector accelerations, std::vector<int> bound,
            std::vector<int> open);

  // The step, of at most `h` seconds: shortened until its end agrees with that of the motion from
  // its middle on, to the tolerance. False if that does not happen, why() says what is wrong.
  bool run(double h, double tolerance);
  // The step of this length as it is.
  bool over(double h);
  // From a regular state over a singular position about in the middle of the step: as run(), but
  // for this length alone, and compared with the motion from behind that position on.
  bool across(double h, double tolerance);

  // Steps of the usual method from a regular state; false if they do not get there.
  bool follow(State& state, double until, double tolerance);

  const std::vector<int>& bound() const { return flow_.bound(); }
  const DenseStep& course() const { return course_; }
  const State& end() const { return end_; }
  // What both motions to the end differ by, as a part of the tolerance.
  double error() const { return error_; }
  const std::string& why() const { return why_; }

  // At a time in the step, after its beginning, on the constraints; false if it cannot be brought
  // there.
  bool evaluate(double t, State& state, Vector& accelerations, std::vector<double>& multipliers);

  // Of the bound constraints at the start, where their rows do not determine them: those of least
  // norm that come nearest to the reaction M a − X.
  std::vector<double> first_multipliers() const;

 private:
  static constexpr int degree = 7;
  static constexpr int places = degree - 2;

  State on_curve(const Matrix& coefficients, double h, double part) const;
  bool rates(const State& state, Vector& accelerations);
  void sharpen(Vector& accelerations);
  bool residual(const Matrix& coefficients, double h, Vector& left);
  bool slopes(const Matrix& coefficients, double h, double step, Matrix& all);
  bool solve(double h, Matrix& coefficients);
  bool signs_hold(const Matrix& coefficients, double h);
  bool close(const Matrix& coefficients, double h, State& end);
  double difference(const State& a, const State& b, double tolerance) const;
  bool attempt(double h, double tolerance);
  bool agrees(double h, double part, double tolerance);
  void write_course(const Matrix& coefficients, double h);

  const System& system_;
  State start_;
  Vector accelerations_;
  std::vector<int> open_;
  Flow flow_;
  Matrix coefficients_;  // of powers of t/h, from the third on, a column each
  DenseStep course_;
  State end_;
  double error_ = 0.0;
  bool sharp_ = false;  // accelerations from the rows themselves, for branches that are left slowly
  std::string why_;
};

}  // namespace zwang
