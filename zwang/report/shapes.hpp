// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The drawing of a constraint as stored in the report (Shape in web/FORMAT.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "zwang/report/buffer.hpp"
#include "zwang/report/drawing.hpp"

namespace zwang {

// Geometry and moving positions become channels of the constraint with this name.
nlohmann::ordered_json report_shape(const Drawing& one, const std::string& name,
                                    ReportBuffer& buffer, nlohmann::ordered_json& channels);

// Enlarges the box around a motion slightly; surfaces are drawn within it.
void widen(std::array<double, 3>& low, std::array<double, 3>& high);

}  // namespace zwang
