// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/block.hpp"

#include <array>
#include <bit>
#include <cassert>

#include "zwang/result/bytes.hpp"

namespace zwang {
namespace {

using Table = std::array<std::uint32_t, 256>;

// Table j tells what a byte does to the remainder j bytes later: sixteen bytes at a time.
constexpr auto tables = [] {
  std::array<Table, 16> all{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t r = byte;
    for (int bit = 0; bit < 8; ++bit) r = r & 1 ? r >> 1 ^ 0xedb88320u : r >> 1;
    all[0][byte] = r;
  }
  for (std::size_t j = 1; j < all.size(); ++j)
    for (std::size_t byte = 0; byte < 256; ++byte)
      all[j][byte] = all[j - 1][byte] >> 8 ^ all[0][all[j - 1][byte] & 255];
  return all;
}();

// What eight bytes do, the last of them `later` bytes before the end. Written out: a loop takes
// twice as long.
inline std::uint32_t eight(std::uint64_t word, std::size_t later) {
  const Table* const t = &tables[later];
  return t[7][word & 255] ^ t[6][word >> 8 & 255] ^ t[5][word >> 16 & 255] ^
         t[4][word >> 24 & 255] ^ t[3][word >> 32 & 255] ^ t[2][word >> 40 & 255] ^
         t[1][word >> 48 & 255] ^ t[0][word >> 56];
}

std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

std::size_t size_of(ChannelType type) { return type == ChannelType::f64 ? 8 : 1; }

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  std::size_t i = 0;
  for (; i + 16 <= bytes.size(); i += 16)
    crc = eight(integer_at(bytes, i) ^ crc, 8) ^ eight(integer_at(bytes, i + 8), 0);
  for (; i < bytes.size(); ++i)
    crc = crc >> 8 ^ tables[0][(crc ^ static_cast<unsigned char>(bytes[i])) & 255];
  return ~crc;
}

std::size_t block_rows(std::span<const Channel> channels) {
  std::size_t row = 0;
  for (const Channel& channel : channels) row += channel.width * size_of(channel.type);
  return row <= 4096 ? 256 : 1;
}

std::size_t block_bytes(std::span<const Channel> channels, std::size_t rows) {
  std::size_t sum = 0;
  for (const Channel& channel : channels)
    sum += padded(rows * channel.width * size_of(channel.type));
  return sum;
}

Block::Block(std::vector<Channel> channels) : channels_(std::move(channels)) {
  for (const Channel& channel : channels_)
    (channel.type == ChannelType::f64 ? numbers_in_row_ : small_in_row_) += channel.width;
}

void Block::add(std::span<const double> numbers, std::span<const std::uint8_t> small) {
  assert(numbers.size() == numbers_in_row_ && small.size() == small_in_row_);
  numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  small_.insert(small_.end(), small.begin(), small.end());
  ++rows_;
}

void Block::clear() { cut(0); }

void Block::cut(std::size_t rows) {
  numbers_.resize(rows * numbers_in_row_);
  small_.resize(rows * small_in_row_);
  rows_ = rows;
}

std::string Block::bytes() const {
  std::string bytes(block_bytes(channels_, rows_), '\0');
  std::size_t number = 0, small = 0, place = 0;
  for (const Channel& channel : channels_) {
    for (std::size_t i = 0; i < channel.width; ++i) {
      if (channel.type == ChannelType::f64) {
        for (std::size_t row = 0; row < rows_; ++row, place += 8)
          store_integer(&bytes[place], std::bit_cast<std::uint64_t>(this->number(number, row)));
        ++number;
      } else {
        for (std::size_t row = 0; row < rows_; ++row)
          bytes[place++] = static_cast<char>(this->small(small, row));
        ++small;
      }
    }
    place = padded(place);
  }
  return bytes;
}

void Block::read(std::string_view bytes, std::size_t rows) {
  assert(bytes.size() == block_bytes(channels_, rows));
  cut(rows);
  std::size_t number = 0, small = 0, place = 0;
  for (const Channel& channel : channels_) {
    for (std::size_t i = 0; i < channel.width; ++i) {
      if (channel.type == ChannelType::f64) {
        for (std::size_t row = 0; row < rows; ++row, place += 8)
          numbers_[row * numbers_in_row_ + number] = number_at(bytes, place);
        ++number;
      } else {
        for (std::size_t row = 0; row < rows; ++row)
          small_[row * small_in_row_ + small] = static_cast<std::uint8_t>(bytes[place++]);
        ++small;
      }
    }
    place = padded(place);
  }
}

}  // namespace zwang
