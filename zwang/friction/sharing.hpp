// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Loads that surfaces at rest can share in several ways: the motion is the same, Coulomb's law asks
// only that some way lies within all bounds (theory 18.3).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "zwang/base/number.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang {

// Bounds that loads have, moved along directions that exert nothing. Finds how far to move so that
// the worst part is as small as it can be, but no better than a tenth left; nearest to 0.
// Thread safety: one thread at a time.
class Relief {
 public:
  // `unit`: the size of the loads.
  Relief(Eigen::Index directions, double unit);
  // value + row · c ≤ t part
  void add(const Vector& row, double value, double part);
  // c of least t ≥ -1/10
  Vector solve() const;

 private:
  double unit_;
  minimum::Problem problem_;
};

// A slip row that is held: |z| ≤ bound · z of `normal`; ≤ bound if there is none.
struct StickingRow {
  std::size_t row = 0;
  std::optional<std::size_t> normal = {};
  double bound = 0.0;
};

struct SharedLoads {
  Matrix rows;                        // a row per load: what it exerts per unit of z
  std::vector<char> pushes;           // of each: z ≥ 0
  std::vector<StickingRow> sticking;  // among `rows`
};

// Shares z anew without changing its sum: friction in proportion to the bounds; where that comes
// within a tenth of one, loads of all kinds move so that the part of the bound that is used most is
// as small as it can be, a tenth being left if possible. So a part above 1 remains only if there is
// no way within the bounds. Continuous in the loads. Cost: a singular value decomposition, and
// seldom a minimum problem.
void share(const SharedLoads& loads, std::span<double> z);

}  // namespace zwang
