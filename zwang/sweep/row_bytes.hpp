// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A row of a sweep on its way from one process to another.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "zwang/sweep/sweep.hpp"

namespace zwang {

// Its length and checksum, then the row itself.
std::string bytes_of(const SweepRow& row);

// The row at the front of `bytes`, and its size; empty if its end has not arrived yet.
struct RowRead {
  SweepRow row;
  std::size_t size = 0;
};
// E430 if it is not a row.
std::optional<RowRead> row_from(std::string_view bytes);

}  // namespace zwang
