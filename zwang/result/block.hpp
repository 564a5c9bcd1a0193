// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of a run as bytes. For each channel in order, for each of its members: the values of all
// rows consecutively, then zeros up to a multiple of 8. f64 has 8 bytes, little-endian; u8 has one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

// CRC-32 with zlib's polynomial.
std::uint32_t crc32(std::string_view bytes);

enum class ChannelType { f64, u8 };

// One column, or group of columns, of a row.
struct Channel {
  std::string name;  // "bob.x", "string.state"
  std::string what;  // time, side, coordinate, velocity, multiplier, state
  std::string of;    // mass or constraint; may be empty
  std::string unit;  // may be empty
  ChannelType type = ChannelType::f64;
  std::size_t width = 1;
};

// 256 while a row has at most 4096 bytes, otherwise 1.
std::size_t block_rows(std::span<const Channel> channels);
// The size of a block with `rows` rows.
std::size_t block_bytes(std::span<const Channel> channels, std::size_t rows);

// Consecutive rows, collected until they become a block. Allocates nothing before the first row:
// the channels of a file may claim any width.
// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Block {
 public:
  explicit Block(std::vector<Channel> channels);

  std::size_t rows() const { return rows_; }
  // The f64 members of a row and its u8 members, each in channel order.
  void add(std::span<const double> numbers, std::span<const std::uint8_t> small);
  void clear();
  void cut(std::size_t rows);

  double number(std::size_t member, std::size_t row) const {
    return numbers_[row * numbers_in_row_ + member];
  }
  std::uint8_t small(std::size_t member, std::size_t row) const {
    return small_[row * small_in_row_ + member];
  }

  std::string bytes() const;
  // Replaces the rows with those in `bytes`. The length must be right.
  void read(std::string_view bytes, std::size_t rows);

 private:
  std::vector<Channel> channels_;
  std::size_t numbers_in_row_ = 0, small_in_row_ = 0, rows_ = 0;
  std::vector<double> numbers_;
  std::vector<std::uint8_t> small_;
};

}  // namespace zwang
