// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A ball that falls and bounces, and how its sweeps are compared.
#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zwang/sweep/sweep.hpp"

namespace zwang {

inline const std::string ball = R"(zwang = 1
[parameters]
g = 9.81
h = 1.0
e = 0.5
w = "2*h"

[masses.ball]
mass = 0.2
axes = "z"
at   = [0, 0, "h"]

[forces]
gravity = [0, 0, "-g"]

[constraints.floor]
holds       = "ball.z >= 0"
restitution = "e"

[run]
until = 0.8
)";

inline SweepOrder ball_over(const std::string& name, std::vector<double> values,
                            std::vector<std::string> want) {
  SweepOrder order;
  order.text = ball;
  order.path = "ball.toml";
  order.names = {name};
  order.axes = {std::move(values)};
  order.want = std::move(want);
  return order;
}

inline std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> all;
  for (const double x : numbers) all.push_back(std::bit_cast<std::uint64_t>(x));
  return all;
}

// The same in all but the time it took.
inline void check_same(const SweepRow& a, const SweepRow& b) {
  CHECK(a.id == b.id);
  CHECK(a.hash == b.hash);
  CHECK(a.status == b.status);
  CHECK((a.code == b.code));
  CHECK(a.certified == b.certified);
  CHECK(bits(a.parameters) == bits(b.parameters));
  CHECK(bits(a.values) == bits(b.values));
}

// What making a sweep throws.
inline std::optional<Error> refusal(const SweepOrder& order) {
  try {
    const Sweep sweep(order);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

}  // namespace zwang
