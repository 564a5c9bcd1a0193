// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/account.hpp"

namespace zwang {

Vector AuditRow::numbers() const {
  Vector y(q.size() + u.size() + static_cast<Eigen::Index>(rho.size()));
  y << q, u, Eigen::Map<const Vector>(rho.data(), static_cast<Eigen::Index>(rho.size()));
  return y;
}

}  // namespace zwang
