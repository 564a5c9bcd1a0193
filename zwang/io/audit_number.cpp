// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/audit_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {

void AuditNumber::note(double value, double time, int of_condition) {
  if (value <= worst) return;
  worst = std::isfinite(value) ? value : 1e300;
  t = time;
  condition = of_condition < 0 ? std::nullopt : std::optional(of_condition);
}

std::string AuditNumber::text(const System& system) const {
  std::string out = fmt::format("{:<16}{:<9.1e}{} {:<8.0e}{}", number, worst, holds() ? "<=" : "> ",
                                allowed, words);
  if (worst > 0.0 && t) out += fmt::format(" at {:.6g} s", *t);
  if (worst > 0.0 && condition) out += fmt::format(", {}", system.condition(*condition).name);
  return out;
}

double size_of_terms(const System& system, const Snapshot& snapshot, int condition, const Vector& x,
                     double own) {
  const auto columns = system.columns(condition);
  const auto& a = snapshot.rows[static_cast<std::size_t>(condition)].a;
  double size = std::abs(own);
  double length = 0.0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    size += std::abs(a[k] * x[columns[k]]);
    length += std::abs(a[k]);
  }
  return std::max(size, 1e-3 * length + 1e-300);
}

}  // namespace zwang
