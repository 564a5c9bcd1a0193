// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The operations that formulas consist of, with the words people write for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zwang {

enum class Operation : std::uint8_t {
  constant,
  symbol,
  add,
  subtract,
  multiply,
  divide,
  negate,
  pow,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  atan2,
  min,
  max,
  step,
  smooth,
};

// The number of arguments: 0, 1 or 2.
int arity(Operation operation);

// The word for a function ("sqrt"), empty for operators and leaves.
std::string_view word(Operation operation);

// The function with that word, if there is one.
std::optional<Operation> function_named(std::string_view word);

}  // namespace zwang
