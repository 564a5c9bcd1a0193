// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A stated minimum problem, answered: by `zwang minimum` and `zwang.minimum` in Python with the
// same numbers and words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/code.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/minimum_file/stated_minimum.hpp"

namespace zwang {

struct RowAnswer {
  // "held" (an equation), "active" (λ > 0), "closed" (holds without a multiplier, within the error
  // of x), "open"
  std::string_view state = "";
  double multiplier = unset;  // ≥ 0 for an inequality
  double slack = unset;       // −(a·x + c): ≥ 0 where it holds, 0 for an equation
  bool rounded = false;       // its numbers were not taken as exact
};

struct [[nodiscard]] MinimumAnswer {
  minimum::Solution solution;
  std::vector<RowAnswer> rows;
  double value = unset;  // ½ (x − x0)ᵀ M (x − x0) + g·x
  // (x − x_free)ᵀ M (x − x_free) with x_free = x0 − M⁻¹g; unset if there is no x_free.
  double zwang = unset;
  double limit = unset;      // for the numbers of the certificate
  double excess = unset;     // if contradictory: Σ w (a·x + c), which is above 0 for every x
  bool proof_holds = false;  // if contradictory: checked from the rows and the weights alone
  std::optional<Code> code;  // E302 to E306 or E340: why there is no certified answer
  std::string message;

  bool usable() const { return solution.usable(); }
  bool certified() const { return usable() && !code; }
  // For people, with the names of the problem that was answered.
  std::string summary(const StatedMinimum& stated) const;
};

// Throws Error (E113, E120) if sizes disagree or a number is out of range. Every other ending is a
// value. More than 250 connected rows, of which less than a quarter of the entries is there, are
// solved in double with sparse factors: then there is a certificate, but no error bound
// (minimum/parts.hpp).
MinimumAnswer answer(const StatedMinimum& stated);

}  // namespace zwang
