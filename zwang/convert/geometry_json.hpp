// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry of a model for programs: the numbers of Geometry with their names, as JSON.
#pragma once

#include <string>

#include "zwang/analysis/geometry.hpp"

namespace zwang {

// One object; what is not known is null or absent. docs/analysis.md names its fields.
std::string geometry_json(const Geometry& geometry, const System& system);

}  // namespace zwang
