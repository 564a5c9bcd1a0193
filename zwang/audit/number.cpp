// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/system/applies.hpp"

namespace zwang {

void AuditNumber::note(double value, double time, std::optional<int> of_constraint) {
  if (value <= worst) return;
  worst = std::isfinite(value) ? value : 1e300;
  t = time;
  constraint = of_constraint;
}

std::string AuditNumber::text(const System& system) const {
  std::string out = fmt::format("{:<16}{:<9.1e}{} {:<8.0e}{}", number, worst, holds() ? "<=" : "> ",
                                allowed, words);
  if (t) out += fmt::format(" at {:.6g} s", *t);
  if (constraint) out += fmt::format(", {}", system.constraint(*constraint).name);
  return out;
}

std::string AuditNumber::describe(const System& system) const {
  std::string out = fmt::format("{} is {:.1e}", number, worst);
  if (t) out += fmt::format(" at {:.6g} s", *t);
  if (constraint) out += fmt::format(" ({})", system.constraint(*constraint).name);
  return out + fmt::format(", more than {:.0e}; required: {}", allowed, words);
}

void GrowingNumber::note(double value, double size, double scale, double t,
                         std::optional<int> constraint) {
  const double ratio = value / std::max(size, scale);
  if (ratio <= number_.allowed)
    number_.note(ratio, t, constraint);
  else
    doubts_.push_back({value, size, t, constraint});
}

AuditNumber GrowingNumber::settled(double scale) const {
  AuditNumber number = number_;
  for (const Doubt& doubt : doubts_)
    number.note(doubt.value / std::max(doubt.size, scale), doubt.t, doubt.constraint);
  return number;
}

void Remainder::add(const Vector& term) {
  left += term;
  size += term.cwiseAbs();
}

void Remainder::push(const System& system, const Snapshot& at, int constraint, double p) {
  const auto columns = system.columns(constraint);
  const auto& a = at.rows[static_cast<std::size_t>(constraint)].a;
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

Terms::Terms(const System& system, const Snapshot& at, int constraint, const double* x, double own)
    : sum(own), size(std::abs(own)) {
  const auto columns = system.columns(constraint);
  const auto& a = at.rows[static_cast<std::size_t>(constraint)].a;
  double length = 0.0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const double term = a[k] * x[columns[k]];
    sum += term;
    size += std::abs(term);
    length += std::abs(a[k]);
  }
  size = std::max(size, 1e-3 * length + 1e-300);
}

double breach(const System& system, const Snapshot& at, int constraint, bool held) {
  const Constraint& one = system.constraint(constraint);
  if (one.of_velocities || !one.holds_at(at.state.t)) return -always;
  const double f = at.rows[static_cast<std::size_t>(constraint)].f;
  // who holds is within its domain, or on the border; beyond it nothing is demanded
  if (held) return std::max(std::abs(f), out_of_domain(one, at));
  return applies(one, at) ? f : -always;
}

}  // namespace zwang
