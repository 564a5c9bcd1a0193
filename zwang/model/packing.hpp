// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Masses that keep their distance: |p − q| ≥ d for all pairs of a group, stated once. Of n(n − 1)/2
// pairs only the near ones matter, and which are near changes: time stepping finds them (theory
// 17).
#pragma once

#include <string>
#include <vector>

namespace zwang {

struct PackingOptions {
  // As for a constraint: ratio of the normal velocity after an impact to that before.
  double restitution = 0.0;
};

struct Packing {
  std::string name;
  std::vector<int> points = {};  // numbers in Model::points(), ascending
  double distance = 0.0;         // m: no two of them come closer
  double restitution = 0.0;
};

}  // namespace zwang
