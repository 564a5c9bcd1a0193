// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A share of a sweep: a contiguous range of its runs, run and stored separately. The shares of a
// sweep are disjoint and together contain all its runs.
#pragma once

#include <cstdint>
#include <string>

namespace zwang {

struct Share {
  std::int64_t number = 1;  // from 1
  std::int64_t of = 1;

  // Its runs, out of `runs` in total: from first, up to but excluding end.
  std::int64_t first(std::int64_t runs) const;
  std::int64_t end(std::int64_t runs) const;
};

// "3/100"; E120 if it is not a share.
Share share_in(const std::string& text);

}  // namespace zwang
