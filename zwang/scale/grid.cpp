// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/grid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace zwang::scale {
namespace {

// In [−1, 1), from a number, the same on every machine (splitmix64).
double scattered(std::uint64_t n) {
  std::uint64_t z = (n + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-52 - 1.0;
}

double length(const Three& v) { return std::hypot(v[0], v[1], v[2]); }

}  // namespace

void Grid::on_points(const std::string& name, const std::string& text, double restitution) {
  on_points_.push_back({name, text, {"p"}, restitution});
}

void Grid::tie() {
  const auto string = [&](const char* name, const Three& span, PetscInt count) {
    const double apart = length(span) / static_cast<double>(count - 1);
    return FamilyForm{name, fmt::format("|p - q| <= {:.17g}", apart * (1.0 + slack)), {"p", "q"}};
  };
  families_ = {string("string_u", along, size[0]), string("string_v", across, size[1])};
  families_.insert(families_.end(), on_points_.begin(), on_points_.end());
}

bool Grid::is_held(PetscInt i, PetscInt j) const {
  const bool end_u = i == 0 || i == size[0] - 1, end_v = j == 0 || j == size[1] - 1;
  switch (held) {
    case Held::none: return false;
    case Held::corners: return end_u && end_v;
    case Held::two_corners: return end_u && end_v && (i == 0) == (j == 0);
    case Held::border: return end_u || end_v;
    case Held::first_row: return i == 0;
  }
  return false;
}

PatternPoint Grid::point(PetscInt n) const {
  const PetscInt i = n / size[1], j = n % size[1];
  const double u = static_cast<double>(i) / static_cast<double>(size[0] - 1),
               v = static_cast<double>(j) / static_cast<double>(size[1] - 1);
  PatternPoint point;
  for (std::size_t k = 0; k < 3; ++k) {
    point.at[k] = corner[k] + u * along[k] + v * across[k];
    point.velocity[k] = velocity[k];
    if (kick > 0.0) point.velocity[k] += kick * scattered(3 * static_cast<std::uint64_t>(n) + k);
  }
  if (is_held(i, j))
    point.velocity = {};
  else
    point.mass = mass / (static_cast<double>(size[0]) * static_cast<double>(size[1]));
  return point;
}

void Grid::neighbours(PetscInt n, std::vector<PetscInt>& found) const {
  const PetscInt i = n / size[1], j = n % size[1];
  found.clear();
  if (i > 0) found.push_back(n - size[1]);
  if (j > 0) found.push_back(n - 1);
  if (j + 1 < size[1]) found.push_back(n + 1);
  if (i + 1 < size[0]) found.push_back(n + size[1]);
}

void Grid::members(std::size_t family, PetscInt n, std::vector<PetscInt>& found) const {
  const PetscInt i = n / size[1], j = n % size[1];
  found.clear();
  const auto join = [&](PetscInt a, PetscInt b) {
    if (a >= size[0] || b >= size[1] || (is_held(i, j) && is_held(a, b))) return;
    found = {n, a * size[1] + b};
  };
  if (family == 0)
    join(i + 1, j);
  else if (family == 1)
    join(i, j + 1);
  else if (!is_held(i, j))
    found = {n};
}

}  // namespace zwang::scale
