// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of a run as bytes. For each channel in order, for each of its members: the values of all
// rows one after the other, then zeros up to a multiple of 8. f64 has 8 bytes, the least first, u8
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace zwang {

// CRC-32 with the polynomial of zlib.
std::uint32_t crc32(std::string_view bytes);

enum class ChannelType { f64, u8 };

// What a row consists of.
struct Channel {
  std::string name;  // "bob.x", "string.state"
  std::string what;  // time, side, coordinate, velocity, multiplier, state
  std::string of;    // mass or condition; may be empty
  std::string unit;  // may be empty
  ChannelType type = ChannelType::f64;
  std::size_t width = 1;
};

// 256 while a row has at most 4096 bytes, otherwise 1.
std::size_t block_rows(std::span<const Channel> channels);
// Of a block with `rows` rows.
std::size_t block_bytes(std::span<const Channel> channels, std::size_t rows);

// Rows that wait to become a block, one after the other. Nothing is allocated before a row is
// there: channels of a file may claim any width.
// A value: threads may read one together, and change copies of their own.
class Block {
 public:
  explicit Block(std::vector<Channel> channels);

  std::size_t rows() const { return rows_; }
  // The f64 members of a row and its u8 members, each in the order of the channels.
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
  // The rows of such bytes instead of those here. The length must be right.
  void read(std::string_view bytes, std::size_t rows);

 private:
  std::vector<Channel> channels_;
  std::size_t numbers_in_row_ = 0, small_in_row_ = 0, rows_ = 0;
  std::vector<double> numbers_;
  std::vector<std::uint8_t> small_;
};

}  // namespace zwang
