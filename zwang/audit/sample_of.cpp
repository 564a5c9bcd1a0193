// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/sample_of.hpp"

namespace zwang {

Sample sample_of(const AuditRow& row) {
  return {
      row.state(), row.multipliers, {row.states.begin(), row.states.end()}, row.rho, row.side < 0};
}

}  // namespace zwang
