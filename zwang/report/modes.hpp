// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The small oscillations of a run that starts at rest, for a report: how each moves the masses.
#pragma once

#include <nlohmann/json.hpp>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// See web/FORMAT.md; null if the run does not start at rest, or if there is nothing to play or it
// cannot be computed.
nlohmann::ordered_json report_modes(const StoredRun& run);

}  // namespace zwang
