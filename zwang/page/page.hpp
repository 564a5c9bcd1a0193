// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One HTML file that shows a motion and proves it. What it carries is in web/FORMAT.md.
#pragma once

#include <string>
#include <vector>

#include "zwang/page/viewer.hpp"

namespace zwang {

struct PageOptions {
  std::string title;          // instead of the model's
  std::size_t frames = 3000;  // of the picture, at most
  bool full = false;          // every row
};

// The page of one result, or of two: the second is shown as a ghost.
std::string page(const std::vector<std::string>& results, const PageOptions& options = {});

}  // namespace zwang
