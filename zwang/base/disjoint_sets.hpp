// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Disjoint sets of the items 0 … n − 1 (union-find): which of them are connected.
#pragma once

#include <numeric>
#include <vector>

namespace zwang {

// Thread safety: one thread at a time, even for lookups: they compress paths.
class DisjointSets {
 public:
  explicit DisjointSets(int count) : above_(static_cast<std::size_t>(count)) {
    std::iota(above_.begin(), above_.end(), 0);
  }

  void join(int a, int b) {
    a = lowest(a);
    b = lowest(b);
    above_[static_cast<std::size_t>(a < b ? b : a)] = a < b ? a : b;
  }

  // The lowest item connected to this one.
  int lowest(int i) {
    auto at = static_cast<std::size_t>(i);
    while (above_[at] != static_cast<int>(at)) {
      above_[at] = above_[static_cast<std::size_t>(above_[at])];
      at = static_cast<std::size_t>(above_[at]);
    }
    return static_cast<int>(at);
  }

 private:
  std::vector<int> above_;
};

}  // namespace zwang
