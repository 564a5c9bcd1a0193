// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Audits a stored motion from its rows and model alone, without anything that computed it.
#pragma once

#include "zwang/audit/judge.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// What its rows and events prove, and whether its tables match its model.
Verdict audit(const StoredRun& run);

// Passes the rows and events of a result to a judge.
void feed(const ResultReader& reader, const System& system, Judge& judge);

// How many masses, constraints, parameters, first and last times differ from the model's text.
AuditNumber table_audit(const StoredRun& run);

}  // namespace zwang
