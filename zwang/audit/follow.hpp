// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Follows a motion by methods other than the run's: one step of Cooper and Verner's method of order
// 8 (SIAM J. Numer. Anal. 9 (1972) 389), and extrapolated midpoints (Gragg; Hairer, Norsett,
// Wanner, Solving ODEs I, II.9) where that is not enough.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "zwang/base/number.hpp"

namespace zwang {

// y' at a time and y; not finite where it does not exist.
using Rates = std::function<Vector(double t, const Vector& y)>;

// Where y leads from t to `until`, each number accurate to its entry of `accuracy`, in parts that
// are halved up to `halvings` times. Empty if it cannot be followed.
std::optional<Vector> follow(const Rates& rates, const Vector& y, double t, double until,
                             const Vector& accuracy, int halvings = 10);

// One step of order 8 with eleven stages; reuses its memory from step to step.
class CooperVerner {
 public:
  explicit CooperVerner(Eigen::Index size) : k_(size, 11), stage_(size) {}

  // From y at t by h, with `first` the rates there and `last` those at the end: the quadrature over
  // the step, whose end needs no stage of its own. f(t, y, dy) is false where there are no rates.
  // Adds the increment to `sum`.
  template <class F>
  bool step(F&& f, double t, double h, const double* y, const double* first, const double* last,
            double* sum) {
    const Eigen::Index n = stage_.size();
    using In = Eigen::Map<const Vector>;
    k_.col(0) = In(first, n);
    for (int i = 1; i < 10; ++i)
      if (!stage(f, t, h, y, i)) return false;
    if (last)
      k_.col(10) = In(last, n);
    else if (!stage(f, t, h, y, 10))
      return false;
    Eigen::Map<Vector>(sum, n).noalias() +=
        h * (0.05 * (k_.col(0) + k_.col(10)) + 49.0 / 180.0 * (k_.col(7) + k_.col(9)) +
             16.0 / 45.0 * k_.col(8));
    return true;
  }

 private:
  static constexpr double s = 4.58257569495584;  // √21, rounded
  static const std::array<std::array<double, 10>, 11> a;
  static const std::array<double, 11> c;

  template <class F>
  bool stage(F&& f, double t, double h, const double* y, int i) {
    stage_ = Eigen::Map<const Vector>(y, stage_.size());
    for (int j = 0; j < i; ++j) {
      const double part = a[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
      if (part != 0.0) stage_ += (h * part) * k_.col(j);
    }
    return f(t + c[static_cast<std::size_t>(i)] * h, stage_.data(), k_.col(i).data());
  }

  Matrix k_;
  Vector stage_;
};

}  // namespace zwang
