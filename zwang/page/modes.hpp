// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The small oscillations of a run that starts at rest, for a page: how each of them moves the
// masses.
#pragma once

#include <nlohmann/json.hpp>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// As web/FORMAT.md says; null if the run does not start at rest, and where there is nothing to
// play or it cannot be had.
nlohmann::ordered_json page_modes(const StoredRun& run);

}  // namespace zwang
