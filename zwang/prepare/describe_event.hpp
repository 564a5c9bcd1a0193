// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Stored events in words, for reports and for people.
#pragma once

#include <string>

#include "zwang/record/event.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// The event as the run saw it, from what was stored.
Event recalled(const StoredRun& run, const StoredEvent& stored);
// What happened, without the numbers.
std::string describe(const StoredRun& run, const Event& event);

}  // namespace zwang
