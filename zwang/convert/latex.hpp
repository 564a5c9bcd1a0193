// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A system as a LaTeX document: its conditions, parameters and events.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// A text as LaTeX sets it, whatever stands in it.
std::string latex_text(std::string_view text);

void write_latex(const StoredRun& run, std::ostream& out);

}  // namespace zwang
