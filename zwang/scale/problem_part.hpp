// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A process's part of Gauss's minimum problem, with the signs of minimum::Problem:
//
//   ½ |x − x_free|² in M  →  min     with   a·x + c = 0 (equations),  a·x + c ≤ 0 (inequalities)
//
// A part has its own unknowns, each with a mass, and its own rows, which may involve unknowns of
// others. No process holds the whole.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/minimum/row.hpp"
#include "zwang/scale/halo.hpp"

namespace zwang::scale {

class ProblemPart {
 public:
  // The unknowns of this process, and those of others that its rows involve.
  explicit ProblemPart(std::shared_ptr<const Halo> unknowns) : unknowns_(std::move(unknowns)) {}

  const Halo& unknowns() const { return *unknowns_; }
  const std::shared_ptr<const Halo>& shared_unknowns() const { return unknowns_; }
  // Of its own unknowns; all must be set.
  Vector mass, free;

  // Adds a row; columns are places of unknowns().
  void row(minimum::Kind kind, std::span<const minimum::Entry> entries, double offset);

  int rows() const { return static_cast<int>(kind_.size()); }
  minimum::Kind kind(int i) const { return kind_[static_cast<std::size_t>(i)]; }
  double offset(int i) const { return offset_[static_cast<std::size_t>(i)]; }
  std::span<const minimum::Entry> entries(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return {entry_.data() + start_[at], start_[at + 1] - start_[at]};
  }

 private:
  std::shared_ptr<const Halo> unknowns_;
  std::vector<std::size_t> start_ = {0};
  std::vector<minimum::Entry> entry_;
  std::vector<double> offset_;
  std::vector<minimum::Kind> kind_;
};

}  // namespace zwang::scale
