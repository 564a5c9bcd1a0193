// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One HTML file that shows a motion and proves it. Its contents are described in web/FORMAT.md.
#pragma once

#include <string>
#include <vector>

#include "zwang/report/viewer.hpp"

namespace zwang {

struct ReportOptions {
  std::string title;          // instead of the model's
  std::size_t frames = 3000;  // of the animation, at most
  bool full = false;          // every row
};

// The report of one result, or of two: the second is shown as a ghost.
std::string report(const std::vector<std::string>& results, const ReportOptions& options = {});

}  // namespace zwang
