// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The members of a family of constraints on a process: one formula, compiled as on one machine
// (model/row_batches.hpp), and the points of every member. Evaluates eight at a time.
#pragma once

#include <span>
#include <vector>

#include "zwang/scale/pattern.hpp"

namespace zwang::scale {

// What a step needs for each member: f, f'' along the motion without acceleration, and its row.
struct FamilyRows {
  std::vector<double> f, b2;
  std::vector<double> a;  // per member, as many numbers as the family has inputs
};

class Family {
 public:
  explicit Family(FamilyForm form) : form_(std::move(form)) {}

  const FamilyForm& form() const { return form_; }
  std::size_t inputs() const { return form_.inputs.size(); }
  int members() const { return static_cast<int>(points_.size() / form_.points); }
  // Adds a member; its points by their places in the coordinate arrays, three numbers each.
  void add(std::span<const int> points);
  // The index of an input of a member in these arrays.
  int place(int member, std::size_t input) const {
    const auto [point, axis] = form_.inputs[input];
    return 3 * points_[static_cast<std::size_t>(member) * form_.points + point] + axis;
  }

  // Evaluates all members at positions q with velocities u.
  void evaluate(std::span<const double> q, std::span<const double> u, FamilyRows& rows) const;

 private:
  FamilyForm form_;
  std::vector<int> points_;
};

}  // namespace zwang::scale
