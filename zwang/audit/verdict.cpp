// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zwang {

bool Verdict::holds() const { return judged && std::ranges::all_of(numbers, &AuditNumber::holds); }

const AuditNumber* Verdict::fault() const {
  const AuditNumber* worst = nullptr;
  const auto excess = [](const AuditNumber& one) { return one.worst / (one.allowed + 1e-300); };
  for (const AuditNumber& one : numbers)
    if (!one.holds() && (!worst || excess(one) > excess(*worst))) worst = &one;
  return worst;
}

std::string Verdict::words() const {
  if (!judged) return "not judged";
  if (!holds()) return "NOT certified";
  std::string out = "certified";
  if (!whole) out += fmt::format(" from {:.6g} s on", from);
  if (!finished) out += fmt::format(" up to {:.6g} s", until);
  return out;
}

}  // namespace zwang
