// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a motion is what its model file expects.
#pragma once

#include <optional>
#include <string>

#include "zwang/model_file/expectation.hpp"
#include "zwang/motion/trajectory.hpp"

namespace zwang {

// What was not met, in one line; nothing if it was.
std::optional<std::string> unmet(const Expectation& expectation, const Trajectory& motion);

}  // namespace zwang
