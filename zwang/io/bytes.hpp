// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as bytes, the least byte first, on every machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zwang {

inline void put_integer(std::string& bytes, std::uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(number >> shift));
}
inline void put_integer(std::string& bytes, std::int64_t number) {
  put_integer(bytes, static_cast<std::uint64_t>(number));
}
inline void put_number(std::string& bytes, double number) {
  put_integer(bytes, std::bit_cast<std::uint64_t>(number));
}

// The eight bytes from `place` on; they must be there.
inline std::uint64_t integer_at(std::string_view bytes, std::size_t place) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < 8; ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[place + i])) << (8 * i);
  return number;
}
inline double number_at(std::string_view bytes, std::size_t place) {
  return std::bit_cast<double>(integer_at(bytes, place));
}

}  // namespace zwang
