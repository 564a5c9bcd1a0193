// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One HTML file that shows a motion and proves it. What it carries is in web/FORMAT.md.
#pragma once

#include <string>
#include <vector>

namespace zwang {

struct PageOptions {
  std::string title;          // instead of the model's
  std::size_t frames = 3000;  // of the picture, at most
  bool full = false;          // every row
};

// A page of ours tells itself by the element that holds its data.
inline constexpr const char* page_mark = "<script type=\"application/json\" id=\"zw-meta\">";

// Whether this build has the viewer; without Node it has not.
bool has_page();

// Throws Error with the reason if it has not.
void demand_page();

// The page of one result, or of two: the second is shown as a ghost.
std::string page(const std::vector<std::string>& results, const PageOptions& options = {});

}  // namespace zwang
