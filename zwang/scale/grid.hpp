// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A net: rows of points, each tied to the next along and across by a string, as the generator "net"
// of model files makes it (points i, j in the order of i, then j).
#pragma once

#include "zwang/scale/pattern.hpp"

namespace zwang::scale {

class Grid : public Pattern {
 public:
  enum class Held { none, corners, two_corners, border, first_row };

  std::array<PetscInt, 2> size = {2, 2};
  Three corner = {};
  Three along = {1.0, 0.0, 0.0};   // from the first row to the last
  Three across = {0.0, 1.0, 0.0};  // from the first point of a row to the last
  double mass = 1.0;               // of the whole net
  double slack = 0.0;              // strings are longer than the distance by this part of it
  Held held = Held::none;
  Three velocity = {};
  double kick =
      0.0;  // m/s: every point has besides a velocity of its own, up to this along an axis

  // A condition on every free point, "|p - q| >= 0.4" with q left out.
  void on_points(const std::string& name, const std::string& text, double restitution = 0.0);
  // Strings and what is on points, after all the above is set.
  void tie();

  PetscInt points() const override { return size[0] * size[1]; }
  PatternPoint point(PetscInt n) const override;
  void neighbours(PetscInt n, std::vector<PetscInt>& found) const override;
  const std::vector<FamilyForm>& families() const override { return families_; }
  void members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const override;

 private:
  bool is_held(PetscInt i, PetscInt j) const;

  std::vector<FamilyForm> families_, on_points_;
};

}  // namespace zwang::scale
