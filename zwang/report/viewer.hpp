// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The viewer inside a report: whether this build has it, and how to recognise a report.
#pragma once

namespace zwang {

// Our reports are recognised by the element that holds their data.
inline constexpr const char* report_mark = "<script type=\"application/json\" id=\"zw-meta\">";

// Whether this build has the viewer; without Node it does not.
bool has_report();

// Throws Error with the reason if it does not.
void demand_report();

}  // namespace zwang
