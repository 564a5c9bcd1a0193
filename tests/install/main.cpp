// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a user's first program needs: one installed header, the installed libraries, an answer.
#include <cmath>
#include <cstdio>

#include "zwang/zwang.hpp"

using namespace zwang;

int main() {
  Model model("Mayer");
  model.mass("p", 1.0, {.axes = "xy"}).force("p", {2, 1, 0});
  model.constraint("wall", "p.x <= 0").constraint("ramp", "-3/5*p.x + 4/5*p.y <= 0");
  const Instant instant = accelerations(model, model.start(), {.ostrogradsky = true});
  std::puts(instant.summary().c_str());
  const bool both = std::abs(instant.constraints[0].multiplier - 2.75) < 1e-12 &&
                    std::abs(instant.constraints[1].multiplier - 1.25) < 1e-12;
  return instant.usable() && both && !instant.ostrogradsky->right() ? 0 : 1;
}
