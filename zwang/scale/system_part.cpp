// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/system_part.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace zwang::scale {

SystemPart::SystemPart(const Processes& processes, const Pattern& pattern,
                       const Partition& partition)
    : processes_(processes), gravity_(pattern.gravity), forces_(pattern.forces) {
  // its points; a held one counts for the partition, but has no unknowns
  std::unordered_map<PetscInt, int> place;
  for (const PetscInt n : partition.points()) {
    if (pattern.point(n).mass == 0.0) continue;
    place.emplace(n, static_cast<int>(points_.size()));
    points_.push_back(n);
  }
  const auto own = static_cast<int>(points_.size());
  mass_.resize(3 * own);
  q_.resize(3 * own);
  u_.resize(3 * own);
  for (int k = 0; k < own; ++k) {
    const PatternPoint point = pattern.point(points_[static_cast<std::size_t>(k)]);
    for (int axis = 0; axis < 3; ++axis) {
      mass_[3 * k + axis] = point.mass;
      q_[3 * k + axis] = point.at[static_cast<std::size_t>(axis)];
      u_[3 * k + axis] = point.velocity[static_cast<std::size_t>(axis)];
    }
  }
  // points of others, in the order of their numbers among all free points
  std::vector<PetscInt> others, held, found;
  const auto each_member = [&](auto&& take) {
    for (std::size_t family = 0; family < pattern.families.size(); ++family) {
      const std::size_t width = pattern.families[family].points;
      for (const PetscInt n : partition.points()) {
        pattern.members(family, n, found);
        for (std::size_t k = 0; k < found.size(); k += width)
          take(family, std::span(found).subspan(k, width));
      }
    }
  };
  each_member([&](std::size_t, std::span<const PetscInt> points) {
    for (const PetscInt n : points)
      if (!place.contains(n)) {
        place.emplace(n, -1);
        (pattern.point(n).mass > 0.0 ? others : held).push_back(n);
      }
  });
  std::vector<PetscInt> free_number(partition.points().size(), -1);
  const PetscInt first = processes.sum_before(own);
  for (std::size_t k = 0; k < free_number.size(); ++k)
    if (const auto at = place.find(partition.points()[k]); at != place.end() && at->second >= 0)
      free_number[k] = first + at->second;
  const std::vector<PetscInt> numbers = partition.known_of(others, free_number);
  std::vector<std::size_t> order(others.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::ranges::sort(order, {}, [&](std::size_t k) { return numbers[k]; });
  std::vector<PetscInt> coordinates;
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[others[order[k]]] = own + static_cast<int>(k);
    for (PetscInt axis = 0; axis < 3; ++axis) coordinates.push_back(3 * numbers[order[k]] + axis);
  }
  unknowns_ = std::make_shared<Halo>(processes, 3 * own, std::move(coordinates));
  std::ranges::sort(held);
  for (std::size_t k = 0; k < held.size(); ++k) {
    place[held[k]] = own + static_cast<int>(others.size() + k);
    const Three at = pattern.point(held[k]).at;
    held_.insert(held_.end(), at.begin(), at.end());
  }
  for (const FamilyForm& form : pattern.families) families_.emplace_back(form);
  std::vector<int> places;
  each_member([&](std::size_t family, std::span<const PetscInt> points) {
    places.clear();
    for (const PetscInt n : points) places.push_back(place.at(n));
    families_[family].add(places);
    first_points_.push_back(points[0]);
  });
}

int SystemPart::constraints() const {
  int count = 0;
  for (const Family& family : families_) count += family.members();
  return count;
}

}  // namespace zwang::scale
