// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether a motion meets the expectations of its model file.
#pragma once

#include <optional>
#include <string>

#include "zwang/model_file/model_file.hpp"
#include "zwang/motion/trajectory.hpp"

namespace zwang {

// What was not met of an expectation of the file, in one line; empty if it was met.
std::optional<std::string> unmet(const ModelFile& file, const Expectation& expectation,
                                 const Trajectory& motion);

}  // namespace zwang
