// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The events of a stored run for a report: what happened, to which constraints, and why.
#pragma once

#include <nlohmann/json.hpp>

#include "zwang/result/stored_run.hpp"

namespace zwang {

nlohmann::ordered_json report_events(const StoredRun& run);

}  // namespace zwang
