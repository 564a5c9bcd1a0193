// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A process's part of a system of points: its points, those of others that its constraints involve,
// held points, and its constraints, family by family. Coordinates are stored in arrays, three per
// point: its own, then those of others, then held ones, which are not unknowns.
#pragma once

#include <memory>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/scale/family.hpp"
#include "zwang/scale/partition.hpp"

namespace zwang::scale {

class SystemPart {
 public:
  SystemPart(const Processes& processes, const Pattern& pattern, const Partition& partition);

  const Processes& processes() const { return processes_; }
  // Coordinates of free points, its own and others'.
  const std::shared_ptr<const Halo>& unknowns() const { return unknowns_; }
  int own() const { return unknowns_->own(); }
  // Including held ones.
  int places() const { return unknowns_->size() + static_cast<int>(held_.size()); }
  const Vector& mass() const { return mass_; }  // of its own coordinates
  const std::vector<double>& held() const { return held_; }
  // Its free points by their numbers in the pattern.
  const std::vector<PetscInt>& points() const { return points_; }
  const Vector& start() const { return q_; }
  const Vector& start_velocities() const { return u_; }
  const Three& gravity() const { return gravity_; }
  const std::vector<ForceForm>& forces() const { return forces_; }

  const std::vector<Family>& families() const { return families_; }
  int constraints() const;
  // The first point of each constraint, by its number in the pattern.
  const std::vector<PetscInt>& first_points() const { return first_points_; }

 private:
  Processes processes_;
  std::vector<PetscInt> points_;
  std::shared_ptr<const Halo> unknowns_;
  Vector mass_, q_, u_;
  std::vector<double> held_;
  std::vector<Family> families_;
  std::vector<PetscInt> first_points_;
  Three gravity_;
  std::vector<ForceForm> forces_;
};

}  // namespace zwang::scale
