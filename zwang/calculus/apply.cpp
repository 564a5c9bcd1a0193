// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/apply.hpp"

#include <cassert>

#include "zwang/scalars/elementary.hpp"

namespace zwang {

double apply(Operation operation, double a) {
  using enum Operation;
  switch (operation) {
    case negate: return -a;
    case sqrt: return elementary::sqrt(a);
    case exp: return elementary::exp(a);
    case log: return elementary::log(a);
    case sin: return elementary::sin(a);
    case cos: return elementary::cos(a);
    case tan: return elementary::tan(a);
    case asin: return elementary::asin(a);
    case acos: return elementary::acos(a);
    case atan: return elementary::atan(a);
    case sinh: return elementary::sinh(a);
    case cosh: return elementary::cosh(a);
    case tanh: return elementary::tanh(a);
    case step: return elementary::step(a);
    default: break;
  }
  assert(false && "an operation of one argument");
  return a;
}

double apply(Operation operation, double a, double b) {
  using enum Operation;
  switch (operation) {
    case add: return a + b;
    case subtract: return a - b;
    case multiply: return a * b;
    case divide: return elementary::divide(a, b);
    case pow: return elementary::pow(a, b);
    case atan2: return elementary::atan2(a, b);
    case min: return elementary::min(a, b);
    case max: return elementary::max(a, b);
    case smooth: return elementary::smooth(a, b);
    default: break;
  }
  assert(false && "an operation of two arguments");
  return a;
}

}  // namespace zwang
