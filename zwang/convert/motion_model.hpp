// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A table of positions over time as a model in which points follow them.
#pragma once

#include <string>

#include "zwang/toml/source.hpp"

namespace zwang {

// CSV with a line of names, t and NAME.x, NAME.y, NAME.z of each point (or x, y, z of one), then
// 2 to 200 lines with ascending times. A point follows the natural cubic spline through them, whose
// first and last pieces extend beyond the ends. Returns the text of the model; E119 with the line
// if it cannot be parsed.
std::string motion_model(const Source& csv);

}  // namespace zwang
