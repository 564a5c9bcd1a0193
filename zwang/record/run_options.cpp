// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/record/run_options.hpp"

#include <fmt/format.h>

#include <string>

#include "zwang/base/error.hpp"

namespace zwang {

void RunOptions::check() const {
  const auto refuse = [](const std::string& text) { throw Error(Code::E120, text); };
  if (!(until > from)) refuse(fmt::format("'until' ({}) is not after 'from' ({})", until, from));
  if (!(tolerance >= 1e-14 && tolerance <= 1e-2))
    refuse(fmt::format("the tolerance {} is not between 1e-14 and 1e-2", tolerance));
  if (!(max_step > 0.0)) refuse(fmt::format("the longest step {} is not above 0", max_step));
  if (every <= 0.0 || (until - from) / every > 1e9)
    refuse(
        fmt::format("the spacing of rows {} is not above 0, or makes more than 1e9 rows", every));
  if (max_events < 1) refuse(fmt::format("max_events {} is below 1", max_events));
  if (step <= 0.0 || (until - from) / step > 1e9)
    refuse(fmt::format("the step {} is not above 0, or makes more than 1e9 steps", step));
  if (method == Method::time_stepping && (uncertainty || finer))
    refuse(
        "uncertainty needs the event-driven method: with time-stepping, events are known only to "
        "within one and a half steps");
  if (method == Method::time_stepping && every > 0.0 && !(step > 0.0))
    refuse("with time-stepping, 'every' requires 'step'");
  if (method == Method::time_stepping && branch.size() > 0)
    refuse("a branch needs the event-driven method");
  if (threads < 1 || threads > 1024)
    refuse(fmt::format("the number of threads {} is not between 1 and 1024", threads));
}

}  // namespace zwang
