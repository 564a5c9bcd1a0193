// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One instant of a stored motion in words: what happened, who acts and why, where the masses are.
#pragma once

#include <string>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// An event within `near` of the time is the instant meant. E120 outside of the motion.
std::string told_instant(const StoredRun& run, double t, double near);

}  // namespace zwang
