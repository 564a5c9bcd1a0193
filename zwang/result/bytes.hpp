// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as bytes, little-endian on every machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace zwang {

// The same number, little-endian in memory.
constexpr std::uint64_t least_first(std::uint64_t number) {
  if constexpr (std::endian::native == std::endian::little) return number;
  std::uint64_t turned = 0;
  for (int shift = 0; shift < 64; shift += 8) turned = turned << 8 | (number >> shift & 255);
  return turned;
}

inline void store_integer(char* to, std::uint64_t number) {
  const std::uint64_t ordered = least_first(number);
  std::memcpy(to, &ordered, 8);
}
inline void put_integer(std::string& bytes, std::uint64_t number) {
  char eight[8];
  store_integer(eight, number);
  bytes.append(eight, 8);
}
inline void put_integer(std::string& bytes, std::int64_t number) {
  put_integer(bytes, static_cast<std::uint64_t>(number));
}
inline void put_number(std::string& bytes, double number) {
  put_integer(bytes, std::bit_cast<std::uint64_t>(number));
}

// The eight bytes starting at `place`, which must exist.
inline std::uint64_t integer_at(std::string_view bytes, std::size_t place) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + place, 8);
  return least_first(number);
}
inline double number_at(std::string_view bytes, std::size_t place) {
  return std::bit_cast<double>(integer_at(bytes, place));
}

}  // namespace zwang
