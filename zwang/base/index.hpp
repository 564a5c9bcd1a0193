// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of coordinates, conditions, masses are int; the places of lists are std::size_t.
#pragma once

#include <cstddef>

namespace zwang {

constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace zwang
