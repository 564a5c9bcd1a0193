// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether what a result says of its model beside the text is what the text says.
#pragma once

#include "zwang/io/audit_number.hpp"
#include "zwang/io/stored_run.hpp"

namespace zwang {

// Counts what differs: parameters, masses, conditions, first and last time.
AuditNumber table_audit(const StoredRun& run);

}  // namespace zwang
