// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace trees {

// How far what was found is off, of the largest of its kind, which is at least `size`.
class Off {
 public:
  explicit Off(double size) : largest_(size) {}
  template <class A, class B>
  void compare(const Eigen::MatrixBase<A>& found, const Eigen::MatrixBase<B>& right) {
    difference_ = std::max(difference_, (found - right).template lpNorm<Eigen::Infinity>());
    largest_ = std::max(largest_, right.template lpNorm<Eigen::Infinity>());
  }
  double part() const { return difference_ / largest_; }

 private:
  double difference_ = 0.0, largest_;
};

}  // namespace trees
