// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The paths of masses as curves in space: x', x'', x''' of each from those of the whole motion.
#pragma once

#include "zwang/analysis/bend.hpp"
#include "zwang/analysis/phase_flow.hpp"

namespace zwang {

// Of the point with these coordinates, -1 along an axis on which it stays.
Course course_of(const PhaseInstant& now, const std::array<int, 3>& coordinates);

}  // namespace zwang
