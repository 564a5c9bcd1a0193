// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's principle in formulas, as a page sets them.
#pragma once

#include <nlohmann/json.hpp>

namespace zwang {

// `conditions`: an array of formulas in LaTeX.
nlohmann::ordered_json principle_blocks(const nlohmann::ordered_json& conditions);

}  // namespace zwang
