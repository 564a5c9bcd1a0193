// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/audit_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace zwang {

void AuditNumber::note(double value, double time, std::optional<int> of_condition) {
  if (value <= worst) return;
  worst = std::isfinite(value) ? value : 1e300;
  t = time;
  condition = of_condition;
}

std::string AuditNumber::text(const System& system) const {
  std::string out = fmt::format("{:<16}{:<9.1e}{} {:<8.0e}{}", number, worst, holds() ? "<=" : "> ",
                                allowed, words);
  if (t) out += fmt::format(" at {:.6g} s", *t);
  if (condition) out += fmt::format(", {}", system.condition(*condition).name);
  return out;
}

void Remainder::add(const Vector& term) {
  left += term;
  size += term.cwiseAbs();
}

void Remainder::push(const System& system, const Snapshot& at, int condition, double p) {
  const auto columns = system.columns(condition);
  const auto& a = at.rows[static_cast<std::size_t>(condition)].a;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    left[columns[k]] += p * a[k];
    size[columns[k]] += std::abs(p * a[k]);
  }
}

void Remainder::judge(AuditNumber& number, double part, double t) const {
  const double least = part * size.lpNorm<Eigen::Infinity>() + 1e-300;
  for (Eigen::Index j = 0; j < left.size(); ++j)
    number.note(std::abs(left[j]) / std::max(size[j], least), t);
}

Terms::Terms(const System& system, const Snapshot& at, int condition, const Vector& x, double own)
    : sum(system.along(at, condition, x.data(), own)), size(std::abs(own)) {
  const auto columns = system.columns(condition);
  const auto& a = at.rows[static_cast<std::size_t>(condition)].a;
  double length = 0.0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    size += std::abs(a[k] * x[columns[k]]);
    length += std::abs(a[k]);
  }
  size = std::max(size, 1e-3 * length + 1e-300);
}

double breach(const System& system, const Snapshot& at, int condition, bool held) {
  const Condition& one = system.condition(condition);
  if (one.of_velocities || !one.holds_at(at.state.t)) return -always;
  const double f = at.rows[static_cast<std::size_t>(condition)].f;
  return held ? std::abs(f) : f;
}

}  // namespace zwang
