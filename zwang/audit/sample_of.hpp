// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A row as what a quantity is evaluated at.
#pragma once

#include "zwang/audit/account.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang {

Sample sample_of(const AuditRow& row);

}  // namespace zwang
