// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/values_of.hpp"

#include "zwang/audit/sample_of.hpp"
#include "zwang/prepare/query_context.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

std::vector<double> values_of(const StoredRun& run, const std::vector<StoredRow>& rows,
                              const std::string& quantity) {
  const Query asked(*run.system, quantity, query_context(run.file, *run.system));
  std::vector<double> values;
  values.reserve(rows.size());
  for (const StoredRow& row : rows) values.push_back(asked.value(sample_of(row)));
  return values;
}

}  // namespace zwang
