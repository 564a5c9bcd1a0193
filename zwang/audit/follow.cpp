// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/follow.hpp"

#include <vector>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// Gragg's method with `pieces` midpoints.
Vector midpoints(const Rates& rates, double t, double h, const Vector& y, int pieces) {
  const double step = h / pieces;
  Vector before = y, now = y + step * rates(t, y);
  for (int i = 1; i < pieces; ++i) {
    before += 2.0 * step * rates(t + i * step, now);
    before.swap(now);
  }
  return 0.5 * (now + before + step * rates(t + h, now));
}

// Midpoints extrapolated until they agree.
std::optional<Vector> leap(const Rates& rates, double t, double h, const Vector& y,
                           const Vector& accuracy) {
  std::vector<Vector> table;
  Vector last = Vector::Constant(y.size(), unset);
  for (int j = 1; j < 10; ++j) {
    table.push_back(midpoints(rates, t, h, y, 2 * j));
    for (int k = j - 1; k > 0; --k) {
      const double ratio = static_cast<double>(j) / k;
      const Vector& better = table[index(k)];
      table[index(k - 1)] = better + (better - table[index(k - 1)]) / (ratio * ratio - 1.0);
    }
    if (((table[0] - last).cwiseAbs().array() <= accuracy.array()).all()) return table[0];
    last = table[0];
  }
  return std::nullopt;
}

}  // namespace

const std::array<std::array<double, 10>, 11> CooperVerner::a = {{
    {},
    {1.0 / 2},
    {1.0 / 4, 1.0 / 4},
    {1.0 / 7, (-7 - 3 * s) / 98, (21 + 5 * s) / 49},
    {(11 + s) / 84, 0, (18 + 4 * s) / 63, (21 - s) / 252},
    {(5 + s) / 48, 0, (9 + s) / 36, (-231 + 14 * s) / 360, (63 - 7 * s) / 80},
    {(10 - s) / 42, 0, (-432 + 92 * s) / 315, (633 - 145 * s) / 90, (-504 + 115 * s) / 70,
     (63 - 13 * s) / 35},
    {1.0 / 14, 0, 0, 0, (14 - 3 * s) / 126, (13 - 3 * s) / 63, 1.0 / 9},
    {1.0 / 32, 0, 0, 0, (91 - 21 * s) / 576, 11.0 / 72, (-385 - 75 * s) / 1152,
     (63 + 13 * s) / 128},
    {1.0 / 14, 0, 0, 0, 1.0 / 9, (-733 - 147 * s) / 2205, (515 + 111 * s) / 504,
     (-51 - 11 * s) / 56, (132 + 28 * s) / 245},
    {0, 0, 0, 0, (-42 + 7 * s) / 18, (-18 + 28 * s) / 45, (-273 - 53 * s) / 72, (301 + 53 * s) / 72,
     (28 - 28 * s) / 45, (49 - 7 * s) / 18},
}};

const std::array<double, 11> CooperVerner::c = {
    0, 0.5, 0.5, (7 + s) / 14, (7 + s) / 14, 0.5, (7 - s) / 14, (7 - s) / 14, 0.5, (7 + s) / 14, 1};

std::optional<Vector> follow(const Rates& rates, const Vector& y, double t, double until,
                             const Vector& accuracy, int halvings) {
  if (const auto reached = leap(rates, t, until - t, y, accuracy)) return reached;
  if (halvings == 0) return std::nullopt;
  const double middle = 0.5 * (t + until);
  const auto half = follow(rates, y, t, middle, accuracy, halvings - 1);
  return half ? follow(rates, *half, middle, until, accuracy, halvings - 1) : half;
}

}  // namespace zwang
