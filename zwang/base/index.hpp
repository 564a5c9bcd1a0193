// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Coordinates, constraints and masses are numbered by int, containers indexed by std::size_t.
#pragma once

#include <cstddef>

namespace zwang {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace zwang
