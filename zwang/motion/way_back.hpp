// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far the way back onto the conditions has come, turn by turn. Rows of convex conditions, as of
// strings, cut off no admissible place, so every turn comes nearer to all of them; it may come
// slowly while far away, and is given the turns as long as the breach halves now and then.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

class WayBack {
 public:
  // Conditions are off by at most `left` now, coordinates are of this size: whether to stop here.
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
  // The last turn left much: the next one should heed how conditions bend.
  bool is_slow() const { return left_ > slow * before_; }
  // Whether the place can be taken.
  bool arrived() const { return left_ < most_off; }

 private:
  // What counts as on a condition, of the size of its coordinates.
  static constexpr double touching = 1e-12;
  // A place is taken if no condition is off by more.
  static constexpr double most_off = 1e-6;
  static constexpr double slow = 0.1;
  // Turns within which the breach must halve: before a place can be taken, and after.
  static constexpr int patience = 24, patience_near = 4;

  int turn_ = 0, last_ = 0;
  double left_ = unset, before_ = unset, halved_ = unset;
};

}  // namespace zwang
