// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/hash.hpp"

#include <doctest/doctest.h>

#include "zwang/result/block.hpp"

using namespace zwang;

// FIPS 180-4 and NIST's examples.
TEST_CASE("SHA-256 matches the standard test vectors") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
               "klmnopqrlmnopqrsmnopqrstnopqrstu") ==
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  CHECK(sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the text is split") {
  std::string text;
  for (int i = 0; i < 300; ++i) text.push_back(static_cast<char>(i * 7));
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const std::string_view part(text.data(), length);
    Sha256 pieces;
    for (std::size_t at = 0; at < length; at += 1 + at % 13)
      pieces.add(part.substr(at, 1 + at % 13));
    REQUIRE(pieces.hex() == sha256(part));
  }
}

// The check value of the CRC catalogue, and zlib's own of longer texts.
TEST_CASE("CRC-32 has the polynomial of zlib") {
  CHECK(crc32("") == 0u);
  CHECK(crc32("123456789") == 0xCBF43926u);
  CHECK(crc32("The quick brown fox jumps over the lazy dog") == 0x414FA339u);
  CHECK(crc32(std::string(32, '\0')) == 0x190A55ADu);
  CHECK(crc32(std::string(32, '\xff')) == 0xFF6CAB0Bu);
}
