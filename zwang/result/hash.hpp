// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// SHA-256 (FIPS 180-4): identifies a text, or the content of a result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace zwang {

class Sha256 {
 public:
  void add(std::string_view bytes);
  // 64 lowercase hexadecimal digits. Nothing may be added afterwards.
  std::string hex();

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> waiting_ = {};
  std::size_t filled_ = 0;
  std::uint64_t length_ = 0;  // bytes
};

std::string sha256(std::string_view bytes);

}  // namespace zwang
