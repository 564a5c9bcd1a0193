// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shared set-up of the net scene: n x n points of total mass 1, strings of length L between grid
// neighbours, corners pinned, started flat and 10 % slack, gravity along -z.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>
struct Net {
  int n;
  double d, L, m;
  std::vector<std::array<double, 3>> p;
  std::vector<std::pair<int, int>> strings;
  explicit Net(int n_) : n(n_), d(1.0 / (n_ - 1)), L(d / 0.9), m(1.0 / (n_ * n_)) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        p.push_back({i * d, j * d, 0});
        if (i) strings.push_back({id(i - 1, j), id(i, j)});
        if (j) strings.push_back({id(i, j - 1), id(i, j)});
      }
  }
  int id(int i, int j) const { return j * n + i; }
  bool pinned(int k) const {
    int i = k % n, j = k / n;
    return (i == 0 || i == n - 1) && (j == 0 || j == n - 1);
  }
  double stretch(const std::vector<std::array<double, 3>>& x) const {
    double w = 0;
    for (auto& s : strings) {
      auto &a = x[s.first], &b = x[s.second];
      w = std::max(w, std::sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                (a[2] - b[2]) * (a[2] - b[2])) /
                              L -
                          1);
    }
    return w;
  }
};
