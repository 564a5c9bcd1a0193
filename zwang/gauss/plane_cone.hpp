// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The nearest points of a cone in the plane: what homogeneous forms of two unknowns leave, wires
// that cross, sectors, half-planes. Few and complete: a form has as many lines as its degree.
#pragma once

#include <functional>
#include <vector>

#include "zwang/base/number.hpp"

namespace zwang {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class PlaneCone {
 public:
  // F(c, s), a value and its lines.
  using Form = std::function<double(double, double)>;

  // zᵀDz = 0 or ≤ 0, D indefinite.
  void quadratic(const Matrix& d, bool equation);
  // A form of third degree, = 0 or ≤ 0.
  void cubic(const Form& form, bool equation);
  // row·z ≤ 0.
  void wall(const Vector& row);

  // Whether two lines of a form coincide: then terms of higher order decide.
  bool in_doubt() const { return in_doubt_; }

  // Local minima of |z − z0|²; empty if only the vertex is one.
  std::vector<Vector> minima(const Vector& z0) const;

 private:
  struct Part {
    Form form;
    double size = 1.0;  // of its values on the unit circle
    bool equation = false;
  };
  bool admits(double c, double s, double room) const;

  std::vector<Part> parts_;
  std::vector<Vector> lines_;  // unit vectors
  bool in_doubt_ = false;
};

}  // namespace zwang
