// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The progress of the projection back onto the constraints, iteration by iteration. Rows of convex
// constraints, such as strings, cut off no admissible position, so every iteration comes closer to
// all of them; progress may be slow while far away, and it continues as long as the violation
// halves now and then.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

// Thread safety: one thread at a time.
class ProjectionProgress {
 public:
  // Constraints are off by at most `left` now, coordinates have this size: whether to stop here.
  bool ends(double left, double size) {
    before_ = left_;
    left_ = left;
    ++turn_;
    if (!(left > 0.5 * halved_)) {
      halved_ = left;
      last_ = turn_;
    }
    return left <= touching * size || turn_ - last_ >= (arrived() ? patience_near : patience);
  }
  double left() const { return left_; }
  // The last iteration left much: the next one should account for the constraints' curvature.
  bool is_slow() const { return left_ > slow * before_; }
  // Whether the position is acceptable.
  bool arrived() const { return left_ < most_off; }

 private:
  // What counts as on a constraint, relative to the size of its coordinates.
  static constexpr double touching = 1e-12;
  // A position is acceptable if no constraint is off by more.
  static constexpr double most_off = 1e-6;
  static constexpr double slow = 0.1;
  // Iterations within which the violation must halve: before a position is acceptable, and after.
  static constexpr int patience = 24, patience_near = 4;

  int turn_ = 0, last_ = 0;
  double left_ = unset, before_ = unset, halved_ = unset;
};

}  // namespace zwang
