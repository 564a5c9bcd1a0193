// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/thread_pool.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <numeric>

TEST_CASE("every part runs once, and all have finished when share returns") {
  for (const int threads : {1, 2, 3, 8}) {
    CAPTURE(threads);
    zwang::ThreadPool pool(threads);
    REQUIRE(pool.size() == threads);
    std::vector<long> done(static_cast<std::size_t>(threads), 0);
    long wrong = 0;
    for (int round = 1; round <= 500; ++round) {
      const auto task = [&](int part) { done[static_cast<std::size_t>(part)] += part + 1; };
      pool.share(task);
      const long sum = std::accumulate(done.begin(), done.end(), 0L);
      if (sum != static_cast<long>(round) * threads * (threads + 1) / 2) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("sleeping workers wake up for new work, and an idle pool shuts down") {
  zwang::ThreadPool pool(3), idle(2);
  std::atomic<int> parts = 0;
  const auto task = [&](int) { ++parts; };
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pool.share(task);
  }
  CHECK(parts == 9);
}
