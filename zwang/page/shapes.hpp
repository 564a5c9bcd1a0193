// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What is drawn for a condition, as the page carries it (Shape in web/FORMAT.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "zwang/page/buffer.hpp"
#include "zwang/page/drawing.hpp"

namespace zwang {

// Geometry, and places that move, become channels of the condition with this name.
nlohmann::ordered_json page_shape(const Drawing& one, const std::string& name, PageBuffer& buffer,
                                  nlohmann::ordered_json& channels);

// The box around a motion within which surfaces are drawn: a little wider than it.
void widen(std::array<double, 3>& low, std::array<double, 3>& high);

}  // namespace zwang
