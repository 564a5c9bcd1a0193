// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace zwang {
namespace {

// Numbers of cells stay below this, so that their rounding is less than `slack` of a cell.
constexpr double most_cells = 0x1p40;
constexpr double slack = 0x1p-10;

using Cell = std::array<std::int64_t, 3>;

// A point in its cell.
struct Resident {
  Cell cell;
  int point = 0;
};

bool all_finite(std::span<const Eigen::Vector3d> places, std::span<const double> reaches) {
  return std::ranges::all_of(places, [](const Eigen::Vector3d& p) { return p.allFinite(); }) &&
         std::ranges::all_of(reaches, [](double reach) { return std::isfinite(reach); });
}

class Grid {
 public:
  Grid(std::span<const Eigen::Vector3d> places, std::span<const double> reaches)
      : places_(places), reaches_(reaches) {
    Eigen::Vector3d low = 0.5 * places[0], high = low;  // halves: no difference overflows
    for (const Eigen::Vector3d& p : places) {
      low = low.cwiseMin(0.5 * p);
      high = high.cwiseMax(0.5 * p);
    }
    size_ = std::max(2.0 * middle(reaches) * (1.0 + 4.0 * slack),
                     2.0 * (high - low).maxCoeff() / most_cells);
    if (!(size_ > 0.0)) size_ = 1.0;
    residents_.reserve(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      Resident one{.cell = {}, .point = static_cast<int>(i)};
      for (int k = 0; k < 3; ++k)
        one.cell[static_cast<std::size_t>(k)] =
            static_cast<std::int64_t>((0.5 * places[i][k] - low[k]) / (0.5 * size_));
      residents_.push_back(one);
    }
    cells_.resize(residents_.size());
    for (const Resident& one : residents_) cells_[static_cast<std::size_t>(one.point)] = one.cell;
    std::ranges::sort(residents_, {}, [](const Resident& one) {
      return std::pair<const Cell&, int>(one.cell, one.point);
    });
  }

  // Of a pair the one that reaches further looks for the other, so its own reach is enough to look
  // through.
  void look_from(int i, std::vector<Neighbours>& found) const {
    const auto at = static_cast<std::size_t>(i);
    const double cells = std::ceil(2.0 * reaches_[at] / size_ + slack);
    if (4.0 * cells * cells > static_cast<double>(residents_.size())) {
      for (const Resident& other : residents_) meet(i, other.point, found);
      return;
    }
    const auto far = static_cast<std::int64_t>(cells);
    const Cell& home = cells_[at];
    for (std::int64_t x = home[0] - far; x <= home[0] + far; ++x)
      for (std::int64_t y = home[1] - far; y <= home[1] + far; ++y) {
        // cells of one column stand together
        const Cell last = {x, y, home[2] + far};
        auto other =
            std::ranges::lower_bound(residents_, Cell{x, y, home[2] - far}, {}, &Resident::cell);
        for (; other != residents_.end() && other->cell <= last; ++other)
          meet(i, other->point, found);
      }
  }

 private:
  static double middle(std::span<const double> reaches) {
    std::vector<double> sorted(reaches.begin(), reaches.end());
    const auto half = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, half);
    return *half;
  }

  void meet(int i, int j, std::vector<Neighbours>& found) const {
    const double reach = reaches_[static_cast<std::size_t>(i)];
    const double other = reaches_[static_cast<std::size_t>(j)];
    if (other > reach || (other == reach && j <= i) || i == j) return;
    const Eigen::Vector3d way =
        places_[static_cast<std::size_t>(i)] - places_[static_cast<std::size_t>(j)];
    if (way.squaredNorm() <= (reach + other) * (reach + other))
      found.push_back({std::min(i, j), std::max(i, j)});
  }

  std::span<const Eigen::Vector3d> places_;
  std::span<const double> reaches_;
  double size_ = 0.0;  // of a cell
  std::vector<Cell> cells_;
  std::vector<Resident> residents_;  // by cell
};

}  // namespace

std::optional<std::vector<Neighbours>> neighbours(std::span<const Eigen::Vector3d> places,
                                                  std::span<const double> reaches) {
  assert(places.size() == reaches.size());
  if (!all_finite(places, reaches)) return std::nullopt;
  std::vector<Neighbours> found;
  if (places.empty()) return found;
  const Grid grid(places, reaches);
  for (int i = 0; i < static_cast<int>(places.size()); ++i) grid.look_from(i, found);
  std::ranges::sort(found);
  return found;
}

}  // namespace zwang
