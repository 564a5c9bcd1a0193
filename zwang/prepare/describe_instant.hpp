// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An instant of a stored motion in words: what happened, what acts and why, where the masses are.
#pragma once

#include <string>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// An event within `near` of the time is taken as the instant meant. E120 outside the motion.
std::string describe_instant(const StoredRun& run, double t, double near);

}  // namespace zwang
