// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The viewer that a page is made of: whether this build has it, and how a page is told.
#pragma once

namespace zwang {

// A page of ours tells itself by the element that holds its data.
inline constexpr const char* page_mark = "<script type=\"application/json\" id=\"zw-meta\">";

// Whether this build has the viewer; without Node it has not.
bool has_page();

// Throws Error with the reason if it has not.
void demand_page();

}  // namespace zwang
