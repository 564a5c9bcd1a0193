// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number with 113 bits that also knows how far a computation in double may be off: `error`, in
// units of one rounding. It grows by |v| with every operation (its own rounding) and by |dv/da|
// times the error of each argument: the constraint-aware bound of the whole computation,
// derivatives included.
//
// Where an argument's error reaches a pole, a branch point or a jump, the bound is infinite.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

namespace zwang::formulas {

using Quad = boost::multiprecision::cpp_bin_float_quad;

class Traced {
 public:
  Quad v = 0;
  double error = 0.0;

  Traced() = default;
  Traced(double x) : v(x) {}
  Traced(Quad x, double e) : v(std::move(x)), error(e + size(v)) {}

  static constexpr double infinite = std::numeric_limits<double>::infinity();

  static double size(const Quad& x) {
    const double s = static_cast<double>(abs(x));
    return std::isfinite(s) ? s : infinite;
  }
  double size() const { return size(v); }

  // Whether the errors of this computation in double could move the argument to the point c.
  bool may_be(double c) const { return may_be_near(Quad(v - c)); }

  friend Traced operator-(const Traced& a) {
    Traced r = a;
    r.v = -a.v;
    return r;
  }
  friend Traced operator+(const Traced& a, const Traced& b) {
    return {Quad(a.v + b.v), a.error + b.error};
  }
  friend Traced operator-(const Traced& a, const Traced& b) {
    return {Quad(a.v - b.v), a.error + b.error};
  }
  friend Traced operator*(const Traced& a, const Traced& b) {
    return {Quad(a.v * b.v),
            a.error * b.size() + b.error * a.size() + a.error * b.error * unit + underflow};
  }
  friend Traced operator/(const Traced& a, const Traced& b) {
    if (b.v == 0) return {Quad(std::numeric_limits<double>::quiet_NaN()), infinite};
    const Quad q = a.v / b.v;
    if (b.may_be(0.0)) return {q, infinite};
    return {q, (a.error + b.error * size(q)) / b.size() * 2.0 + underflow};
  }
  Traced& operator+=(const Traced& b) { return *this = *this + b; }
  Traced& operator-=(const Traced& b) { return *this = *this - b; }

  // Set when two numbers were compared whose order double may see otherwise.
  static inline bool undecided = false;

  friend bool operator<(const Traced& a, const Traced& b) { return compare(a, b), a.v < b.v; }
  friend bool operator>(const Traced& a, const Traced& b) { return compare(a, b), a.v > b.v; }
  friend bool operator<=(const Traced& a, const Traced& b) { return compare(a, b), a.v <= b.v; }
  friend bool operator>=(const Traced& a, const Traced& b) { return compare(a, b), a.v >= b.v; }
  friend bool operator==(const Traced& a, const Traced& b) { return compare(a, b), a.v == b.v; }

  friend Traced power(const Traced& a, int n) {
    if (n < 0) return Traced(1.0) / power(a, -n);
    Traced r(1.0);
    for (int i = 0; i < n; ++i) r = r * a;
    return r;
  }
  friend bool is_finite(const Traced& a) { return a.v - a.v == 0; }

  friend Traced sqrt(const Traced& a) { return smooth_function(a, 0.0, sqrt(a.v), half_over_root); }
  friend Traced log(const Traced& a) {
    if (a.v <= 0) return undefined();
    return smooth_function(a, 0.0, log(a.v), [](const Traced& x) { return 1.0 / x.size(); });
  }
  friend Traced exp(const Traced& a) {
    const Quad value = exp(a.v);
    if (a.error * unit > 1e-3) return {value, infinite};
    return {value, 2.0 * a.error * size(value) + underflow};
  }
  friend Traced sin(const Traced& a) { return {Quad(sin(a.v)), a.error}; }
  friend Traced cos(const Traced& a) { return {Quad(cos(a.v)), a.error}; }
  friend Traced tan(const Traced& a) {
    const Traced c = cos(a);
    const Quad value = tan(a.v);
    if (c.may_be(0.0)) return {value, infinite};
    return {value, 2.0 * a.error / (c.size() * c.size())};
  }
  friend Traced asin(const Traced& a) { return arc(a, a.v < -1 || a.v > 1 ? Quad(0) : asin(a.v)); }
  friend Traced acos(const Traced& a) { return arc(a, a.v < -1 || a.v > 1 ? Quad(0) : acos(a.v)); }
  friend Traced atan(const Traced& a) { return {Quad(atan(a.v)), a.error}; }
  friend Traced sinh(const Traced& a) { return hyperbolic(a, sinh(a.v)); }
  friend Traced cosh(const Traced& a) { return hyperbolic(a, cosh(a.v)); }
  friend Traced tanh(const Traced& a) { return {Quad(tanh(a.v)), a.error}; }
  friend Traced abs(const Traced& a) {
    Traced r = a;
    r.v = abs(a.v);
    return r;
  }
  friend Traced atan2(const Traced& y, const Traced& x) {
    if (y.v == 0 && x.v == 0) return undefined();
    const Quad angle = y.v == 0 && x.v < 0 ? Quad(atan2(Quad(0), x.v)) : Quad(atan2(y.v, x.v));
    if ((y.may_be(0.0) && x.may_be(0.0)) || (y.may_be(0.0) && x.v < 0)) return {angle, infinite};
    const double r = std::hypot(x.size(), y.size());
    return {angle, 2.0 * (x.error + y.error) / r};
  }
  friend Traced pow(const Traced& a, const Traced& b) {
    const bool whole = b.v == floor(b.v);
    if (a.v == 0) {
      if (b.v < 0) return undefined();
      return {Quad(b.v == 0 ? 1 : 0), a.error == 0.0 && b.error == 0.0 ? 0.0 : infinite};
    }
    if (a.v < 0 && !whole) return undefined();
    const bool few = whole && abs(b.v) <= 64;  // by products: a^1 is a, to the last bit
    const Quad magnitude =
        few ? Quad(pow(abs(a.v), static_cast<int>(b.v))) : Quad(exp(Quad(b.v * log(abs(a.v)))));
    const bool odd = whole && fmod(b.v, Quad(2)) != 0;
    const Quad value = a.v < 0 && odd ? Quad(-magnitude) : magnitude;
    if (a.may_be(0.0) || (a.v < 0 && b.error > 0.0)) return {value, infinite};
    const double change = a.error * b.size() / a.size() + b.error * size(Quad(log(abs(a.v))));
    if (change * unit > 1e-3) return {value, infinite};
    return {value, 2.0 * change * size(value) + underflow};
  }

  static constexpr double unit = 0x1p-53;
  // Below the normal numbers a rounding is absolute: 2^-1074, in units of one rounding.
  static constexpr double underflow = 0x1p-1021;

 private:
  static Traced undefined() { return {Quad(std::numeric_limits<double>::quiet_NaN()), infinite}; }

  static void compare(const Traced& a, const Traced& b) {
    const double error = a.error + b.error;
    if (error > 0.0 && size(Quad(a.v - b.v)) <= 1000.0 * unit * error) undecided = true;
  }

  bool may_be_near(const Quad& distance) const {
    return error > 0.0 && size(distance) <= 1000.0 * unit * error;
  }

  static double half_over_root(const Traced& a) { return 0.5 / std::sqrt(a.size()); }

  // An increasing function of x > c with the branch point c.
  template <class Slope>
  static Traced smooth_function(const Traced& a, double c, const Quad& value, Slope slope) {
    if (a.v < c) return undefined();
    if (a.may_be(c)) return {value, infinite};
    return {value, a.error == 0.0 ? 0.0 : 2.0 * a.error * slope(a)};
  }

  static Traced arc(const Traced& a, const Quad& value) {
    if (a.v < -1 || a.v > 1) return undefined();
    if (a.may_be(1.0) || a.may_be(-1.0)) return {value, infinite};
    const double rest = static_cast<double>(Quad((1 - a.v) * (1 + a.v)));
    return {value, a.error == 0.0 ? 0.0 : 2.0 * a.error / std::sqrt(rest)};
  }

  static Traced hyperbolic(const Traced& a, const Quad& value) {
    if (a.error * unit > 1e-3) return {value, infinite};
    return {value, 2.0 * a.error * size(Quad(cosh(a.v)))};
  }
};

}  // namespace zwang::formulas

template <>
struct std::numeric_limits<zwang::formulas::Traced> : std::numeric_limits<zwang::formulas::Quad> {};
