// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Gauss's principle in formulas, as a report displays them.
#pragma once

#include <nlohmann/json.hpp>

namespace zwang {

// `constraints`: an array of formulas in LaTeX.
nlohmann::ordered_json principle_blocks(const nlohmann::ordered_json& constraints);

}  // namespace zwang
