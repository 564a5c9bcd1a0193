// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An instant of a stored motion in words: what happened, what acts and why, where the masses are.
#pragma once

#include <string>

#include "zwang/gauss/principles.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// An event within `near` of the time is taken as the instant meant. E120 outside the motion.
std::string describe_instant(const StoredRun& run, double t, double near);

// Mayer's trials at the same instant and what the other principles say of it; after the event if it
// is one. E120 outside the motion, and for a curve that is no motion (theory 10).
Principles principles_at(const StoredRun& run, double t, double near);

}  // namespace zwang
