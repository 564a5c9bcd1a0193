// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How long the rest of a run takes: by the pace of its last steps, and only where that is too long.

#include "zwang/motion/outlook.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace zwang;
using doctest::Approx;

namespace {

Checkpoint at(double t, long steps, long events) {
  Checkpoint now;
  now.state.t = t;
  now.steps = steps;
  now.events = events;
  return now;
}

// A run that makes `pace` s of motion in a second of work, with so many events among 100 steps:
// what is said within 30 s of work.
std::optional<Outlook::Remainder> said(Outlook& outlook, double from, double pace, int events) {
  for (int k = 1; k <= 3000; ++k)
    if (const auto rest = outlook.after(at(from + pace * 0.01 * k, k, k * events / 100), 0.01 * k))
      return rest;
  return std::nullopt;
}

}  // namespace

TEST_CASE("a run that takes less than a minute gives no forecast") {
  Outlook outlook(0.0, 10.0);
  CHECK_FALSE(said(outlook, 0.0, 0.17, 100));
}

TEST_CASE("a longer run gives one forecast after two seconds, with the remaining time") {
  Outlook outlook(5.0, 25.0);
  const auto rest = said(outlook, 5.0, 0.02, 50);
  REQUIRE(rest);
  // 0.04 s of motion in 2 s, 19.96 s at 0.02 s each second
  CHECK(rest->seconds == Approx(998.0));
  CHECK(rest->by_events);
  CHECK(rest->text ==
        "0.04 of 20 s and 100 events in 2 s of work; at this pace the rest takes 17 min");
  CHECK_FALSE(outlook.after(at(6.0, 5000, 5000), 60.0));
}

TEST_CASE("rare events are not named as the cause of a slow run") {
  Outlook outlook(0.0, 20.0);
  const auto rest = said(outlook, 0.0, 0.02, 5);
  REQUIRE(rest);
  CHECK_FALSE(rest->by_events);
}

TEST_CASE("with a time limit a forecast is given only if the run would exceed it") {
  Outlook enough(0.0, 10.0, 5.0);
  CHECK_FALSE(said(enough, 0.0, 2.1, 50));
  Outlook outlook(0.0, 10.0, 4.0);
  const auto rest = said(outlook, 0.0, 2.0, 50);
  REQUIRE(rest);
  CHECK(rest->seconds == Approx(4.0));  // after 1 s: 8 s of motion are left
}

TEST_CASE("only the latest pace counts, and a run that does not advance has no end") {
  Outlook outlook(0.0, 100.0);
  // fast for a second, then not at all
  for (int k = 1; k <= 100; ++k) CHECK_FALSE(outlook.after(at(0.9 * k, k, 0), 0.01 * k));
  std::optional<Outlook::Remainder> rest;
  for (int k = 101; k <= 400 && !rest; ++k) rest = outlook.after(at(90.0, k, k), 0.01 * k);
  REQUIRE(rest);
  CHECK(std::isinf(rest->seconds));
  CHECK(rest->text == "90 of 100 s and 300 events in 3 s of work; time does not advance");
}

TEST_CASE("a duration has the unit that a person would use") {
  CHECK(duration(61.0) == "61 s");
  CHECK(duration(720.0) == "12 min");
  CHECK(duration(18000.0) == "5 h");
  CHECK(duration(2.6e5) == "3 days");
  CHECK(duration(6.4e9) == "203 years");
}
