// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The elementary functions on plain numbers: the C library's, with one rule added:
//
//   an infinite or NaN argument never gives a finite result.
//
// So a division by zero or a logarithm of -1 deep inside a formula still shows in its value:
// atan(1/0) is undefined, not pi/2. (x - x) is 0 for a number and NaN for everything else.
//
// The functions have a namespace of their own: `using namespace zwang` leaves the meaning of
// sin(1.0) to the user. Generic code writes `using namespace elementary` inside a function and
// calls sin(x); the other scalars (Taylor, Dual, Interval, Pack) bring their own functions.
//
// To be used inside a Taylor or a Dual, a scalar S must provide: + - * /, also with double, all
// functions down to smooth(), and the helpers from head() on.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

#include "zwang/base/ieee.hpp"

namespace zwang::elementary {

// A real number: double, or a class with more digits that brings its own sin, exp ...
template <class S>
concept Real =
    std::same_as<S, double> || (std::is_class_v<S> && std::numeric_limits<S>::is_specialized);

// The C library's, behind a call: a compiler that evaluates sin(0.5) itself may round differently.
double sin(double x);
double cos(double x);
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
double sinh(double x);
double cosh(double x);
double tanh(double x);
double exp(double x);
double log(double x);
double pow(double x, double y);    // 0^0 = 1; a negative x requires an integer y
double atan2(double y, double x);  // in (-pi, pi]; undefined at the origin; -0 counts as 0
void sincos(double x, double& s, double& c);
void sinhcosh(double x, double& s, double& c);

inline double sqrt(double x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }

template <Real S>
S divide(const S& a, const S& b) {
  return a / b + (b - b);
}
inline double divide(double a, double b) { return a / b + (b - b); }

template <Real S>
S square(const S& x) {
  return x * x;
}
inline double square(double x) { return x * x; }

// x^n by squaring; x^0 = 1.
template <Real S>
S power(const S& x, int n) {
  const auto raised = [](const S& base, unsigned m) {
    unsigned bit = 1;
    while (bit <= m / 2) bit *= 2;
    S r = base;
    while (bit >>= 1) {
      r = r * r;
      if (m & bit) r = r * base;
    }
    return r;
  };
  const S zero = x - x;
  if (n == 0) return S(1.0) + zero;
  if (n > 0) return raised(x, static_cast<unsigned>(n));
  const unsigned m = 0u - static_cast<unsigned>(n);
  const S r = raised(x, m);
  // An x^m that overflows must not lose a small 1/x^m.
  return (r - r == S(0.0) ? S(1.0) / r : raised(S(1.0) / x, m)) + zero;
}
inline double power(double x, int n) { return power<double>(x, n); }

template <Real S>
S min(const S& a, const S& b) {
  return (a < b ? a : b) + ((a - a) + (b - b));
}
inline double min(double a, double b) { return min<double>(a, b); }

template <Real S>
S max(const S& a, const S& b) {
  return (a < b ? b : a) + ((a - a) + (b - b));
}
inline double max(double a, double b) { return max<double>(a, b); }

// 1 for x >= 0, else 0.
template <Real S>
S step(const S& x) {
  return S(x < S(0.0) ? 0.0 : 1.0) + (x - x);
}
inline double step(double x) { return step<double>(x); }

// 0 below 0, 1 above w, in between 6 s^5 - 15 s^4 + 10 s^3 with s = x/w: two derivatives are
// continuous. Undefined unless w > 0.
template <Real S>
S smooth(const S& x, const S& w) {
  if (!(w > S(0.0))) return S(std::numeric_limits<double>::quiet_NaN());
  const S defined = (x - x) + (w - w);
  if (x <= S(0.0)) return S(0.0) + defined;
  if (x >= w) return S(1.0) + defined;
  const auto rise = [](const S& s) { return s * s * s * (10.0 + s * (6.0 * s - 15.0)); };
  return (x <= 0.5 * w ? rise(x / w) : 1.0 - rise((w - x) / w)) +
         defined;  // symmetric; less rounding
}
inline double smooth(double x, double w) { return smooth<double>(x, w); }

template <Real S>
void sincos(const S& x, S& s, S& c) {
  s = sin(x);
  c = cos(x);
}

template <Real S>
void sinhcosh(const S& x, S& s, S& c) {
  s = sinh(x);
  c = cosh(x);
}

// 1/cosh^2 without overflow: the slope of tanh. 1 - tanh^2 would lose all digits near 1.
template <Real S>
S sech_squared(const S& x) {
  const S e = exp(-2.0 * abs(x));
  return 4.0 * e / ((1.0 + e) * (1.0 + e));
}

// 1 - x^2 to full accuracy near 1: its root's reciprocal is the slope of asin.
template <Real S>
S one_minus_square(const S& x) {
  return (1.0 - x) * (1.0 + x);
}

// The leading plain number of any scalar, which selects the branch of a piecewise function.
template <Real S>
const S& head(const S& x) {
  return x;
}
inline double head(double x) { return x; }

template <Real S>
bool is_finite(const S& x) {
  return x - x == S(0.0);
}
inline bool is_finite(double x) { return x - x == 0.0; }

// x, but undefined where `witness` is.
template <Real S>
S guarded(const S& x, const S& witness) {
  return x + (witness - witness);
}

// The part of an interval between 0 and 1.
template <Real S>
S within_unit(const S& x) {
  return x;
}

// Comparisons. Results are bool, or eight of them for a Pack; an Interval is true only if certain.
template <Real S>
bool positive(const S& x) {
  return x > S(0.0);
}
template <Real S>
bool negative(const S& x) {
  return x < S(0.0);
}
template <Real S>
bool same(const S& a, const S& b) {
  return a == b;
}
template <Real S>
S select(bool first, const S& a, const S& b) {
  return first ? a : b;
}

template <class S>
using Head = std::remove_cvref_t<decltype(head(std::declval<const S&>()))>;

// Whether a scalar stands for all numbers between two ends.
template <class S>
inline constexpr bool is_enclosure = false;

// NaN in every component; for intervals, all numbers.
template <class S>
S undefined() {
  return S(0.0) * std::numeric_limits<double>::quiet_NaN();
}

}  // namespace zwang::elementary
