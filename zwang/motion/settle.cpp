// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/settle.hpp"

#include <cmath>

namespace zwang {

std::optional<Limit> limit_of(const std::vector<double>& times) {
  if (times.size() < 4) return std::nullopt;
  const double* const t = times.data() + times.size() - 4;
  const double first = t[1] - t[0];
  const double second = t[2] - t[1];
  const double third = t[3] - t[2];
  const double early = second / first;
  const double late = third / second;
  if (!(early < 1.0 && late < 1.0 && std::abs(late - early) < 0.01 * late)) return std::nullopt;
  // Aitken: t4 - (t4 - t3)²/((t4 - t3) - (t3 - t2))
  const double now = t[3] - third * third / (third - second);
  const double before = t[2] - second * second / (second - first);
  return Limit{now, std::abs(now - before)};
}

}  // namespace zwang
