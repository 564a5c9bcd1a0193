// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/reason.hpp"

#include <fmt/format.h>

#include <cmath>

namespace zwang {

std::string reason(const ConditionAt& at) {
  switch (at.standing) {
    case Standing::absent: return "not in force at this time";
    case Standing::held: return "an equation";
    case Standing::open: return "there is room: it restricts nothing";
    case Standing::leaving: return "it is being left";
    case Standing::violated: return "the state breaks it";
    case Standing::striking: return "it is struck: a shock comes first";
    case Standing::closed: return "it just touches: free and bound motion agree here";
    case Standing::acting:
      return at.free > 0.0 ? "the free motion would break it"
                           : "the free motion obeys it, but with the others acting it is needed";
    case Standing::released: break;
  }
  return at.free > 0.0 ? "the free motion would break it, but the others keep it"
                       : "the motion draws away from it";
}

std::string reason_in_full(const ConditionAt& at, bool equation) {
  // of velocities g = 0 or g <= 0 is asked, of positions f
  const bool of_velocities = std::isnan(at.f);
  const std::string zero = of_velocities ? "g" : "f = f'", next = of_velocities ? "g'" : "f''";
  const std::string free =
      std::isnan(at.free) ? "" : fmt::format(" The free motion has {} = {:.4g}.", next, at.free);
  if (equation) return fmt::format("An equation: it holds always.{}", free);
  switch (at.standing) {
    case Standing::acting:
      return fmt::format("It acts: {} = 0, and without its push of {:.4g} it would be broken.{}",
                         zero, at.multiplier, free);
    case Standing::released:
      return fmt::format("It does not act: {} = 0, but the motion leaves it with {} = {:.4g}.{}",
                         zero, next, at.second, free);
    case Standing::closed:
      return fmt::format("It is closed without force: {} = {} = 0.{}", zero, next, free);
    case Standing::leaving:
      return fmt::format("It does not act: f = 0, but the motion leaves it with f' = {:.4g}.",
                         at.rate);
    case Standing::open:
      return of_velocities ? fmt::format("It is open: g = {:.4g} is below 0.", at.rate)
                           : fmt::format("It is open: f = {:.4g} is below 0.", at.f);
    default: return std::string(name(at.standing));
  }
}

std::string_view reason_of_state(Standing state) {
  switch (state) {
    case Standing::held: return "An equation: it holds always.";
    case Standing::acting:
      return "It acts: it is closed and stays so, and without its push it would be broken.";
    case Standing::closed: return "It is closed without force: the motion keeps it of itself.";
    default: return "It is open: it binds nothing here and has no multiplier.";
  }
}

}  // namespace zwang
