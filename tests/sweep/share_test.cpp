// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/sweep/share.hpp"

#include <doctest/doctest.h>

#include "zwang/base/error.hpp"

using namespace zwang;

TEST_CASE("shares follow each other without a gap, and their lengths differ by at most one") {
  for (const std::int64_t runs : {0, 1, 7, 100, 101})
    for (const std::int64_t of : {1, 2, 3, 7, 100, 250}) {
      CHECK(Share{1, of}.first(runs) == 0);
      CHECK(Share{of, of}.end(runs) == runs);
      for (std::int64_t k = 1; k <= of; ++k) {
        const Share share{k, of};
        const std::int64_t length = share.end(runs) - share.first(runs);
        CHECK((length == runs / of || length == runs / of + 1));
        if (k < of) CHECK(share.end(runs) == Share{k + 1, of}.first(runs));
      }
    }
}

TEST_CASE("shares of 10^18 runs do not overflow") {
  const std::int64_t runs = 1'000'000'000'000'000'000;
  CHECK(Share{10'000, 10'000}.end(runs) == runs);
}

TEST_CASE("shares are read from text, and invalid ones are rejected") {
  CHECK(share_in("3/100").number == 3);
  CHECK(share_in("3/100").of == 100);
  for (const char* const wrong : {"", "/", "3", "3/", "/100", "0/3", "4/3", "-1/3", "1/3x", "1 /3",
                                  "99999999999999999999/1", "1/99999999999999999999"})
    CHECK_THROWS_AS(share_in(wrong), Error);
}
