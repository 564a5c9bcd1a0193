// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/elementary.hpp"

#include <math.h>  // ::sincos, a GNU function, is not in <cmath>

namespace zwang::elementary {

// sin, cos and tan of infinity are NaN, and log, sinh, cosh keep infinity: the C library's own
// answers obey the rule there. The others need the added zero.
double sin(double x) { return ::sin(x); }
double cos(double x) { return ::cos(x); }
double tan(double x) { return ::tan(x); }
double asin(double x) { return ::asin(x); }
double acos(double x) { return ::acos(x); }
double atan(double x) { return ::atan(x) + (x - x); }
double sinh(double x) { return ::sinh(x); }
double cosh(double x) { return ::cosh(x); }
double tanh(double x) { return ::tanh(x) + (x - x); }
double exp(double x) { return ::exp(x) + (x - x); }
double log(double x) { return ::log(x); }
double pow(double x, double y) { return ::pow(x, y) + ((x - x) + (y - y)); }

double atan2(double y, double x) {
  if (x == 0.0 && y == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return ::atan2(y + 0.0, x) + ((x - x) + (y - y));  // -0 + 0 is 0
}

void sincos(double x, double& s, double& c) { ::sincos(x, &s, &c); }

void sinhcosh(double x, double& s, double& c) {
  s = ::sinh(x);
  c = ::cosh(x);
}

}  // namespace zwang::elementary
