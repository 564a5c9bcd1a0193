// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/row_accelerations.hpp"

#include "zwang/audit/sample_of.hpp"
#include "zwang/prepare/query_context.hpp"

namespace zwang {

Vector row_accelerations(const ModelFile& file, const System& system, const AuditRow& row) {
  return accelerations_at(system, sample_of(row), query_context(file, system).pull);
}

}  // namespace zwang
