// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// An integral as it is written: the sum of its terms with the first factor 1. With logarithms in
// whole multiples it is written without them: z*exp(x^2) for log(z) + x^2.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "zwang/algebra/written.hpp"

namespace zwang {

struct IntegralText {
  NodeId phi = 0;
  std::string text = {};
  // phi = factor atan2(y, x) + rest, if there is one such angle.
  struct Angle {
    NodeId y = 0, x = 0, rest = 0;
    double factor = 1.0;
  };
  std::optional<Angle> angle = {};
};

// `value` gives the value of a formula at the start: a logarithm is that of a positive number.
// Nothing if a factor is not a fraction of up to 18 digits, or a value is 0 under a logarithm.
// Throws OutOfWork.
std::optional<IntegralText> integral_text(Written& written, Algebra& algebra, const AnsatzSum& sum,
                                          const std::function<double(NodeId)>& value);

}  // namespace zwang
