// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/block.hpp"

#include <array>
#include <cassert>

#include "zwang/io/bytes.hpp"

namespace zwang {
namespace {

// Table j tells what a byte does to the remainder j bytes later: eight bytes at a time.
constexpr auto tables = [] {
  std::array<std::array<std::uint32_t, 256>, 8> all{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t r = byte;
    for (int bit = 0; bit < 8; ++bit) r = r & 1 ? r >> 1 ^ 0xedb88320u : r >> 1;
    all[0][byte] = r;
  }
  for (std::size_t j = 1; j < 8; ++j)
    for (std::size_t byte = 0; byte < 256; ++byte)
      all[j][byte] = all[j - 1][byte] >> 8 ^ all[0][all[j - 1][byte] & 255];
  return all;
}();

std::size_t padded(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

std::size_t size_of(ChannelType type) { return type == ChannelType::f64 ? 8 : 1; }

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    const std::uint64_t word = integer_at(bytes, i) ^ crc;
    crc = 0;
    for (std::size_t j = 0; j < 8; ++j) crc ^= tables[7 - j][word >> (8 * j) & 255];
  }
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
    for (std::size_t i = 0; i < channel.width; ++i) {
      if (channel.type == ChannelType::f64)
        numbers_.emplace_back();
      else
        small_.emplace_back();
    }
}

void Block::add(std::span<const double> numbers, std::span<const std::uint8_t> small) {
  assert(numbers.size() == numbers_.size() && small.size() == small_.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers_[i].push_back(numbers[i]);
  for (std::size_t i = 0; i < small.size(); ++i) small_[i].push_back(small[i]);
  ++rows_;
}

void Block::clear() { cut(0); }

void Block::cut(std::size_t rows) {
  for (auto& values : numbers_) values.resize(rows);
  for (auto& values : small_) values.resize(rows);
  rows_ = rows;
}

std::string Block::bytes() const {
  std::string bytes;
  bytes.reserve(block_bytes(channels_, rows_));
  auto number = numbers_.begin();
  auto small = small_.begin();
  for (const Channel& channel : channels_) {
    for (std::size_t i = 0; i < channel.width; ++i) {
      if (channel.type == ChannelType::f64)
        for (const double x : *number++) put_number(bytes, x);
      else
        for (const std::uint8_t x : *small++) bytes.push_back(static_cast<char>(x));
    }
    bytes.resize(padded(bytes.size()), '\0');
  }
  return bytes;
}

void Block::read(std::string_view bytes, std::size_t rows) {
  assert(bytes.size() == block_bytes(channels_, rows));
  cut(rows);
  auto number = numbers_.begin();
  auto small = small_.begin();
  std::size_t place = 0;
  for (const Channel& channel : channels_) {
    for (std::size_t i = 0; i < channel.width; ++i) {
      if (channel.type == ChannelType::f64) {
        for (double& x : *number++) {
          x = number_at(bytes, place);
          place += 8;
        }
      } else {
        for (std::uint8_t& x : *small++) x = static_cast<std::uint8_t>(bytes[place++]);
      }
    }
    place = padded(place);
  }
}

}  // namespace zwang
