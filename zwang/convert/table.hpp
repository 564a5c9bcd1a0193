// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The rows of a result as one table: a column for each channel, in the order of the file.
#pragma once

#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

class Table {
 public:
  // The run must outlive it.
  explicit Table(const StoredRun& run);

  std::size_t columns() const { return run_.reader.channels().size(); }
  std::size_t rows() const { return run_.rows.size(); }
  const Channel& channel(std::size_t column) const { return run_.reader.channels()[column]; }
  // Sides and states.
  bool is_whole(std::size_t column) const { return channel(column).type == ChannelType::u8; }
  // The side is −1 before a jump and 1 after it.
  double value(std::size_t row, std::size_t column) const;
  std::vector<double> column(std::size_t column) const;

 private:
  const StoredRun& run_;
  // The first column after each group.
  std::size_t coordinates_, velocities_, multipliers_, rhos_;
};

}  // namespace zwang
