// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Shared set-up and measure of the falling-spheres scene.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <unordered_map>
#include <vector>
struct Pack {
  double r = 0.05, half;  // sphere radius, half width of the box
  std::vector<std::array<double, 3>> p;
  explicit Pack(int N) {
    int side = std::lround(std::cbrt(double(N)));
    double d = 2.2 * r;
    half = side * d / 2 + 0.02;
    std::mt19937 gen(1);
    std::uniform_real_distribution<double> u(-0.04 * r, 0.04 * r);
    for (int k = 0; k < N; ++k) {
      int i = k % side, j = (k / side) % side, l = k / (side * side);
      p.push_back({-half + 0.02 + d * (i + 0.5) + u(gen), -half + 0.02 + d * (j + 0.5) + u(gen),
                   1.2 * r + d * l + u(gen)});
    }
  }
  // deepest overlap of two spheres or of a sphere with floor (z = 0) or walls
  double penetration(const std::vector<std::array<double, 3>>& x) const {
    double worst = 0, c = 2 * r;
    std::unordered_map<long long, std::vector<int>> cell;
    auto key = [](long long a, long long b, long long d) {
      return (a + 100000) * 4000000000LL + (b + 20000) * 60000LL + (d + 20000);
    };
    for (int i = 0; i < (int)x.size(); ++i) {
      auto& q = x[i];
      worst = std::max({worst, r - q[2], std::abs(q[0]) + r - half, std::abs(q[1]) + r - half});
      long long a = std::floor(q[0] / c), b = std::floor(q[1] / c), d = std::floor(q[2] / c);
      for (int da = -1; da <= 1; ++da)
        for (int db = -1; db <= 1; ++db)
          for (int dd = -1; dd <= 1; ++dd) {
            auto f = cell.find(key(a + da, b + db, d + dd));
            if (f != cell.end())
              for (int j : f->second) {
                double s = std::sqrt((x[j][0] - q[0]) * (x[j][0] - q[0]) +
                                     (x[j][1] - q[1]) * (x[j][1] - q[1]) +
                                     (x[j][2] - q[2]) * (x[j][2] - q[2]));
                worst = std::max(worst, 2 * r - s);
              }
          }
      cell[key(a, b, d)].push_back(i);
    }
    return worst;
  }
};
