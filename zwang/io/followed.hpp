// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stored motion between its rows.
#pragma once

#include "zwang/io/stored_run.hpp"

namespace zwang {

// The state at a time after a row and before anything happens. E306 if it cannot be followed.
State followed(const System& system, const StoredRow& row, double t);

}  // namespace zwang
