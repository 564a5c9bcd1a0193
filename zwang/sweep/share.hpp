// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A share of a sweep: some of its runs, one after the other, to be run and stored by themselves.
// Shares of one sweep have no run in common, and together they have all.
#pragma once

#include <cstdint>
#include <string>

namespace zwang {

struct Share {
  std::int64_t number = 1;  // from 1
  std::int64_t of = 1;

  // Its runs, of so many in all: from the first up to, but without, the end.
  std::int64_t first(std::int64_t runs) const;
  std::int64_t end(std::int64_t runs) const;
};

// "3/100"; E120 if it is none.
Share share_in(const std::string& text);

}  // namespace zwang
