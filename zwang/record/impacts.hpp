// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Impacts among events: also the one with which a motion begins, which is part of its start. And
// singular positions that were passed.
#pragma once

#include "zwang/record/event.hpp"

namespace zwang {

// An impact, or a start at which impulses changed the velocities.
bool is_impact(const Event& event);

// A singular position in which the motion went on; otherwise it ended there.
bool is_passage(const Event& event);

std::size_t count_impacts(const std::vector<Event>& events);

}  // namespace zwang
