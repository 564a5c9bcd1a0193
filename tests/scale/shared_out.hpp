// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A whole problem shared out among processes, points (three unknowns) in their order, each row to
// the owner of its first unknown.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "zwang/minimum/problem.hpp"
#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

class SharedOut {
 public:
  SharedOut(const Processes& processes, const minimum::Problem& whole, int unit = 3)
      : processes_(processes), whole_(&whole), unit_(unit) {
    const int from = begin_of(processes.rank()), to = begin_of(processes.rank() + 1);
    std::vector<PetscInt> others;
    for (int i = 0; i < whole.rows(); ++i) {
      const auto entries = whole.entries(i);
      const bool mine = entries.empty() ? processes.rank() == 0
                                        : entries[0].column >= from && entries[0].column < to;
      if (!mine) continue;
      rows_.push_back(i);
      for (const auto& entry : entries)
        if (entry.column < from || entry.column >= to) others.push_back(entry.column);
    }
    std::ranges::sort(others);
    const auto twice = std::ranges::unique(others);
    others.erase(twice.begin(), twice.end());
    std::map<int, int> place;
    for (int j = from; j < to; ++j) place[j] = j - from;
    for (const PetscInt j : others) place.emplace(j, static_cast<int>(place.size()));
    halo_ = std::make_shared<Halo>(processes, to - from, std::move(others));
    part_ = std::make_unique<ProblemPart>(halo_);
    part_->mass.resize(to - from);
    part_->free = whole.free().segment(from, to - from);
    for (int j = from; j < to; ++j) part_->mass[j - from] = whole.mass(j)[0];
    for (const int i : rows_) {
      std::vector<minimum::Entry> entries(whole.entries(i).begin(), whole.entries(i).end());
      for (auto& entry : entries) entry.column = place[entry.column];
      part_->row(whole.kind(i), entries, whole.offset(i));
    }
    first_ = from;
  }

  const ProblemPart& part() const { return *part_; }
  // Its rows and its unknowns of numbers for the whole.
  Vector rows_of(const Vector& whole) const {
    if (whole.size() == 0) return {};
    Vector mine(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t k = 0; k < rows_.size(); ++k)
      mine[static_cast<Eigen::Index>(k)] = whole[rows_[k]];
    return mine;
  }
  Vector unknowns_of(const Vector& whole) const { return whole.segment(first_, halo_->own()); }

 private:
  int begin_of(int rank) const {
    const long points = whole_->unknowns() / unit_;
    return rank == processes_.count()
               ? whole_->unknowns()
               : static_cast<int>(points * rank / processes_.count()) * unit_;
  }

  Processes processes_;
  const minimum::Problem* whole_;
  int unit_;
  int first_ = 0;
  std::vector<int> rows_;
  std::shared_ptr<Halo> halo_;
  std::unique_ptr<ProblemPart> part_;
};

}  // namespace zwang::scale
