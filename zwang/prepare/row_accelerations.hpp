// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The accelerations of a stored row.
#pragma once

#include "zwang/audit/account.hpp"
#include "zwang/model_file/model_file.hpp"

namespace zwang {

// q'' by the multipliers of the row, one per coordinate. With time stepping, where multipliers are
// means over a step, these are, too. Not finite where they are not determined.
Vector row_accelerations(const ModelFile& file, const System& system, const AuditRow& row);

}  // namespace zwang
