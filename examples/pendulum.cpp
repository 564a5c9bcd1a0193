// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A bob on a string: it falls freely, and the string becomes taut with an impact.

#include <fmt/core.h>

#include <zwang/zwang.hpp>

using namespace zwang;

int main() {
  Model model("pendulum");
  model.mass("bob", 1.0, {.at = {0.6, 0.0, 0.8}});
  model.gravity({0.0, 0.0, -9.81});
  model.constraint("string", "|bob| <= 1");

  const Trajectory motion = run(model, {.until = 2.0});

  fmt::print("{}\n", motion.summary());
  return motion.usable() ? 0 : 1;
}
