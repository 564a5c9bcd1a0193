// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion judged from its rows and its model alone: nothing that computed it is asked.
#pragma once

#include "zwang/audit/judge.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// What its rows and events prove, and whether its tables are those of its model.
Verdict audit(const StoredRun& run);

// Tells a judge the rows and events of a result.
void tell(const ResultReader& reader, const System& system, Judge& judge);

// How many of masses, conditions, parameters and first and last time differ from the model's text.
AuditNumber table_audit(const StoredRun& run);

}  // namespace zwang
