// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Orientations and shapes of bodies: { box = [0.4, 0.2, 0.1] }, { sphere = 0.1, at = [0, 0, 1] },
// { capsule = 0.02, from = [0, 0, 0], to = [1, 0, 0] }, { plane = [0, 0, 1] }.
#pragma once

#include <string>
#include <vector>

#include "zwang/model_file/reading.hpp"
#include "zwang/solid/solid.hpp"

namespace zwang {

// `where` names it in messages, "[bodies.rod].orientation". Throws what it cannot mean.
Orientation read_orientation(Reading& reading, const TomlNode& node, const std::string& where);

// `shape` and the members of `shapes`.
std::vector<Solid> read_shapes(Reading& reading, const TomlNode& table, const std::string& where);

}  // namespace zwang
