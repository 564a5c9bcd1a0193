// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every function of the scalars, to be tried on every scalar, and numbers with more digits to try
// them against.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "zwang/scalars/elementary.hpp"

namespace zwang::testing {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Quad = boost::multiprecision::cpp_bin_float_quad;  // 113 bits
using Hundred =                                          // 100 decimal digits
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>,
                                  boost::multiprecision::et_off>;

// f of one argument, smooth and defined between lowest and highest.
template <class F>
struct Case {
  std::string name;
  double lowest, highest;
  F f;
};
template <class F>
Case(const char*, double, double, F) -> Case<F>;

// Calls visit(case) for every function.
template <class Visitor>
void for_each_function(Visitor visit) {
  using namespace elementary;
  visit(Case{"sin", -20.0, 20.0, [](const auto& x) { return sin(x); }});
  visit(Case{"cos", -20.0, 20.0, [](const auto& x) { return cos(x); }});
  visit(Case{"tan", -1.5, 1.5, [](const auto& x) { return tan(x); }});
  visit(Case{"asin", -1.0, 1.0, [](const auto& x) { return asin(x); }});
  visit(Case{"acos", -1.0, 1.0, [](const auto& x) { return acos(x); }});
  visit(Case{"atan", -30.0, 30.0, [](const auto& x) { return atan(x); }});
  visit(Case{"sinh", -30.0, 30.0, [](const auto& x) { return sinh(x); }});
  visit(Case{"cosh", -30.0, 30.0, [](const auto& x) { return cosh(x); }});
  visit(Case{"tanh", -30.0, 30.0, [](const auto& x) { return tanh(x); }});
  visit(Case{"exp", -50.0, 50.0, [](const auto& x) { return exp(x); }});
  visit(Case{"log", 1e-6, 50.0, [](const auto& x) { return log(x); }});
  visit(Case{"sqrt", 1e-6, 50.0, [](const auto& x) { return sqrt(x); }});
  visit(Case{"square", -50.0, 50.0, [](const auto& x) { return square(x); }});
  visit(Case{"abs, right", 1e-3, 50.0, [](const auto& x) { return abs(x); }});
  visit(Case{"abs, left", -50.0, -1e-3, [](const auto& x) { return abs(x); }});
  visit(Case{"1/cosh^2", -30.0, 30.0, [](const auto& x) { return sech_squared(x); }});
  visit(Case{"1 - x^2", -2.0, 2.0, [](const auto& x) { return one_minus_square(x); }});
  visit(Case{"x^0", -3.0, 3.0, [](const auto& x) { return power(x, 0); }});
  visit(Case{"x^1", -3.0, 3.0, [](const auto& x) { return power(x, 1); }});
  visit(Case{"x^3", -3.0, 3.0, [](const auto& x) { return power(x, 3); }});
  visit(Case{"x^4", -3.0, 3.0, [](const auto& x) { return power(x, 4); }});
  visit(Case{"x^11", -3.0, 3.0, [](const auto& x) { return power(x, 11); }});
  visit(Case{"x^-1", 1e-3, 3.0, [](const auto& x) { return power(x, -1); }});
  visit(Case{"x^-4", -3.0, -1e-3, [](const auto& x) { return power(x, -4); }});
  visit(Case{"x^1.7", 1e-3, 30.0, [](const auto& x) { return pow(x, 1.7); }});
  visit(Case{"x^-0.3", 1e-3, 30.0, [](const auto& x) { return pow(x, -0.3); }});
  visit(Case{"x^3.0", -3.0, 3.0, [](const auto& x) { return pow(x, 3.0); }});
  visit(Case{"x^x", 1e-3, 5.0, [](const auto& x) { return pow(x, x); }});
  visit(Case{"1/x", 1e-3, 30.0, [](const auto& x) { return 1.0 / x; }});
  visit(Case{"x/3", -30.0, 30.0, [](const auto& x) { return x / 3.0; }});
  visit(Case{"x/-4", -30.0, 30.0, [](const auto& x) { return x / -4.0; }});
  visit(Case{"0.1 x", -30.0, 30.0, [](const auto& x) { return 0.1 * x; }});
  visit(Case{"-0.25 x", -30.0, 30.0, [](const auto& x) { return x * -0.25; }});
  visit(Case{"2 - x", -30.0, 30.0, [](const auto& x) { return 2.0 - x; }});
  visit(Case{"x - 2", -30.0, 30.0, [](const auto& x) { return x - 2.0; }});
  visit(Case{"x + 0.1", -30.0, 30.0, [](const auto& x) { return x + 0.1; }});
  visit(Case{"-x", -30.0, 30.0, [](const auto& x) { return -x; }});
  visit(Case{"x x", -30.0, 30.0, [](const auto& x) { return x * x; }});
  visit(Case{"x (x - 1)", -30.0, 30.0, [](const auto& x) { return x * (x - 1.0); }});
  visit(Case{"(x + 3)/(x - 1)", -30.0, 0.9, [](const auto& x) { return (x + 3.0) / (x - 1.0); }});
  visit(Case{"divide", -30.0, 0.9, [](const auto& x) { return divide(x + 3.0, x - 1.0); }});
  visit(Case{"atan2(x, 0.7 - x)", -9.0, 9.0, [](const auto& x) { return atan2(x, 0.7 - x); }});
  visit(Case{"atan2(0.3, x)", -9.0, 9.0, [](const auto& x) { return atan2(0.0 * x + 0.3, x); }});
  visit(Case{"atan2(-0.3, x)", -9.0, 9.0, [](const auto& x) { return atan2(0.0 * x - 0.3, x); }});
  visit(Case{"min", -9.0, 0.3, [](const auto& x) { return min(x, square(x) + 0.2); }});
  visit(Case{"max", -9.0, 9.0, [](const auto& x) { return max(x, square(x) + 0.3); }});
  visit(Case{"step, right", 1e-3, 9.0, [](const auto& x) { return step(x); }});
  visit(Case{"step, left", -9.0, -1e-3, [](const auto& x) { return step(x); }});
  visit(Case{"smooth, below", -9.0, -1e-3, [](const auto& x) { return smooth(x, 0.0 * x + 1.5); }});
  visit(
      Case{"smooth, inside", 1e-3, 1.499, [](const auto& x) { return smooth(x, 0.0 * x + 1.5); }});
  visit(Case{"smooth, above", 1.501, 9.0, [](const auto& x) { return smooth(x, 0.0 * x + 1.5); }});
  visit(Case{"smooth(0.3, x)", 0.301, 9.0, [](const auto& x) { return smooth(0.0 * x + 0.3, x); }});
  visit(Case{"sin cos", -9.0, 9.0, [](const auto& x) {
               auto s = x, c = x;
               sincos(x, s, c);
               return s * c;
             }});
  visit(Case{"sinh cosh", -9.0, 9.0, [](const auto& x) {
               auto s = x, c = x;
               sinhcosh(x, s, c);
               return s * c;
             }});
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double operator()(double lowest, double highest) {
    // Our own, since the library's distributions differ from one library to the next.
    const double share = static_cast<double>(engine_() >> 11) * 0x1p-53;
    return lowest + (highest - lowest) * share;
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace zwang::testing
