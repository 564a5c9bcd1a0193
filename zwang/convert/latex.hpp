// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A system as a LaTeX document: its constraints, parameters and events.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// A text escaped for LaTeX, whatever it contains.
std::string latex_text(std::string_view text);

void write_latex(const StoredRun& run, std::ostream& out);

}  // namespace zwang
