// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's two counter-examples: which constraints act cannot be read from the free motion.

#include <cstdio>
#include <zwang/zwang.hpp>

using namespace zwang;

int main() {
  Model one("obeyed by the free motion, and yet it acts");
  one.mass("p", 1.0, {.axes = "xy"}).force("p", {2, 1, 0});
  one.constraint("wall", "p.x <= 0").constraint("ramp", "-3/5*p.x + 4/5*p.y <= 0");
  std::puts(accelerations(one, one.start(), {.ostrogradsky = true}).summary().c_str());

  Model two("broken by the free motion, and yet it does not act");
  two.mass("p", 1.0, {.axes = "xy"}).force("p", {1, 2, 0});
  two.constraint("wall", "p.x <= 0").constraint("ramp", "4/5*p.x + 3/5*p.y <= 0");
  std::puts(accelerations(two, two.start(), {.ostrogradsky = true}).summary().c_str());
}
