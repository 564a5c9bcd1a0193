// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The members of a family of conditions that a process has: one formula, compiled as on one machine
// (model/row_batches.hpp), and for every member the points that it is about. Eight are evaluated at
// a time.
#pragma once

#include <span>
#include <vector>

#include "zwang/calculus/function.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/scale/pattern.hpp"

namespace zwang::scale {

// What a step must know of each member: f, f'' along the motion without acceleration, and its row.
struct FamilyRows {
  std::vector<double> f, b2;
  std::vector<double> a;  // as many numbers each as the family has inputs
};

class Family {
 public:
  // Throws Error if the text is no condition between the positions of its points.
  explicit Family(const FamilyForm& form);

  const FamilyForm& form() const { return form_; }
  bool equation() const { return equation_; }
  std::size_t inputs() const { return function_.inputs(); }
  int members() const { return static_cast<int>(points_.size() / form_.points.size()); }
  // One more member; its points by their places in the arrays of coordinates, three numbers each.
  void add(std::span<const int> points);
  // Where input i of a member stands in these arrays.
  int place(int member, std::size_t input) const {
    const auto [point, axis] = inputs_[input];
    return 3 * points_[static_cast<std::size_t>(member) * form_.points.size() + point] + axis;
  }

  // All members at places q with velocities u.
  void look(std::span<const double> q, std::span<const double> u, FamilyRows& rows) const;

 private:
  struct Input {
    std::size_t point;  // which of the member's
    int axis;
  };

  FamilyForm form_;
  Function function_;
  bool equation_ = false;
  std::vector<Input> inputs_;
  std::vector<int> points_;
};

}  // namespace zwang::scale
