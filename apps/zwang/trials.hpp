// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's trials and their neighbours as `zwang explain --trials --json` prints them.
#pragma once

#include <nlohmann/json.hpp>

#include "zwang/gauss/principles.hpp"

namespace zwang::apps {

// Numbers in full; what could not be computed is null.
nlohmann::ordered_json trials_object(const Principles& principles);

}  // namespace zwang::apps
