// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number that knows its gradient: a value and its N partial derivatives.
//
//   using D = Dual<double, 2>;
//   const D x = D::variable(3.0, 0), y = D::variable(4.0, 1);
//   const D r = sqrt(x * x + y * y);     // r.value is 5, r.partial is (0.6, 0.8)
//
// S is the underlying scalar: double, Interval, Pack, Taylor, or a number type with more digits. As
// with Taylor, a partial derivative that does not exist is infinite or NaN, for intervals all
// numbers. Without the pragmas g++ keeps the partials in memory, up to six times slower.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include "zwang/scalars/elementary.hpp"

namespace zwang {

template <class S, int N>
struct Dual {
  static_assert(N >= 1);
  static constexpr int size = N;

  S value;
  S partial[N];

  // As with double: `Dual x;` is uninitialised, `Dual x{}` is zero.
  Dual() = default;
  // A constant.
  Dual(const S& constant) : value(constant) {
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) partial[i] = S(0.0);
  }
  template <class A>
    requires(std::is_arithmetic_v<A> && !std::same_as<S, double>)
  Dual(A constant) : Dual(S(static_cast<double>(constant))) {}
  // Variable number `index`.
  static Dual variable(const S& x, int index) {
    Dual r(x);
    r.partial[index] = S(1.0);
    return r;
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) {
    Dual r;
    r.value = -a.value;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = -a.partial[i];
    return r;
  }
  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value + b.value;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = a.partial[i] + b.partial[i];
    return r;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value - b.value;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = a.partial[i] - b.partial[i];
    return r;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual r;
    r.value = a.value * b.value;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = a.value * b.partial[i] + b.value * a.partial[i];
    return r;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    using namespace elementary;
    Dual r;
    r.value = divide(a.value, b.value);
    const S inverse = 1.0 / b.value;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      r.partial[i] = (a.partial[i] - r.value * b.partial[i]) * inverse;
    }
    return r;
  }

  friend Dual operator+(const Dual& a, double b) {
    Dual r = a;
    r.value = a.value + b;
    return r;
  }
  friend Dual operator+(double a, const Dual& b) { return b + a; }
  friend Dual operator-(const Dual& a, double b) {
    Dual r = a;
    r.value = a.value - b;
    return r;
  }
  friend Dual operator-(double a, const Dual& b) {
    Dual r = -b;
    r.value = a - b.value;
    return r;
  }
  friend Dual operator*(const Dual& a, double b) {
    Dual r;
    r.value = a.value * b;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = a.partial[i] * b;
    return r;
  }
  friend Dual operator*(double a, const Dual& b) { return b * a; }
  friend Dual operator/(const Dual& a, double b) {
    using namespace elementary;
    Dual r;
    r.value = guarded(a.value / b, S(b));
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = guarded(a.partial[i] / b, S(b));
    return r;
  }
  friend Dual operator/(double a, const Dual& b) { return Dual(S(a)) / b; }

  template <class B>
  Dual& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  Dual& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  Dual& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  Dual& operator/=(const B& b) {
    return *this = *this / b;
  }

  friend Dual divide(const Dual& a, const Dual& b) { return a / b; }

  friend Dual square(const Dual& a) {
    using namespace elementary;
    return chain(square(a.value), 2.0 * a.value, a);
  }
  friend Dual sqrt(const Dual& a) {
    using namespace elementary;
    const S root = sqrt(a.value);
    return over(root, a, guarded(2.0 * root, root));
  }
  friend Dual exp(const Dual& a) {
    using namespace elementary;
    const S e = exp(a.value);
    return chain(e, e, a);
  }
  friend Dual log(const Dual& a) {
    using namespace elementary;
    const S l = log(a.value);
    return over(l, a, guarded(a.value, l));  // 1/x exists at -1, log x does not
  }
  friend void sincos(const Dual& a, Dual& sine, Dual& cosine) {
    using namespace elementary;
    S s, c;
    sincos(a.value, s, c);
    const Dual argument = a;  // sine may alias a
    sine = chain(s, c, argument);
    cosine = chain(c, -s, argument);
  }
  friend Dual sin(const Dual& a) {
    using namespace elementary;
    S s, c;
    sincos(a.value, s, c);
    return chain(s, c, a);
  }
  friend Dual cos(const Dual& a) {
    using namespace elementary;
    S s, c;
    sincos(a.value, s, c);
    return chain(c, -s, a);
  }
  friend Dual tan(const Dual& a) {
    using namespace elementary;
    const S t = tan(a.value);
    return chain(t, 1.0 + square(t), a);
  }
  friend void sinhcosh(const Dual& a, Dual& sine, Dual& cosine) {
    using namespace elementary;
    S s, c;
    sinhcosh(a.value, s, c);
    const Dual argument = a;
    sine = chain(s, c, argument);
    cosine = chain(c, s, argument);
  }
  friend Dual sinh(const Dual& a) {
    using namespace elementary;
    S s, c;
    sinhcosh(a.value, s, c);
    return chain(s, c, a);
  }
  friend Dual cosh(const Dual& a) {
    using namespace elementary;
    S s, c;
    sinhcosh(a.value, s, c);
    return chain(c, s, a);
  }
  friend Dual tanh(const Dual& a) {
    using namespace elementary;
    return chain(tanh(a.value), sech_squared(a.value), a);
  }
  friend Dual sech_squared(const Dual& a) {
    using namespace elementary;
    const S g = sech_squared(a.value);
    return chain(g, -2.0 * (tanh(a.value) * g), a);
  }
  friend Dual one_minus_square(const Dual& a) {
    using namespace elementary;
    return chain(one_minus_square(a.value), -2.0 * a.value, a);
  }
  friend Dual asin(const Dual& a) {
    using namespace elementary;
    return over(asin(a.value), a, sqrt(one_minus_square(a.value)));
  }
  friend Dual acos(const Dual& a) {
    using namespace elementary;
    return over(acos(a.value), a, -sqrt(one_minus_square(a.value)));
  }
  friend Dual atan(const Dual& a) {
    using namespace elementary;
    const S f = atan(a.value);
    return over(f, a, guarded(1.0 + square(a.value), f));
  }
  // The cut lies on y = 0, x < 0, where the angle jumps by 2 pi.
  friend Dual atan2(const Dual& y, const Dual& x) {
    using namespace elementary;
    const S f = atan2(y.value, x.value);
    const S g = guarded(square(x.value) + square(y.value), f);
    Dual angle;
    angle.value = f;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      angle.partial[i] = (x.value * y.partial[i] - y.value * x.partial[i]) / g;
    }
    const S side = select(positive(head(x.value)), S(1.0), y.value);
    return joined(side, angle, angle, f, -1);
  }

  friend Dual power(const Dual& a, int n) {
    using namespace elementary;
    const S f = power(a.value, n);
    if (n == 0) return chain(f, S(0.0), a);
    // n - 1 may underflow an int.
    const S slope = n > 0 ? power(a.value, n - 1) : f / a.value;
    return chain(f, static_cast<double>(n) * slope, a);
  }
  friend Dual pow(const Dual& a, double y) {
    using namespace elementary;
    const S f = pow(a.value, y);
    if (std::fabs(y) <= 1024.0 && y == std::floor(y)) {
      Dual r = power(a, static_cast<int>(y));
      r.value = f;
      return r;
    }
    return chain(f, S(y) * (f / a.value), a);
  }
  // The base must be positive.
  friend Dual pow(const Dual& a, const Dual& y) {
    using namespace elementary;
    const S f = pow(a.value, y.value);
    const S l = log(a.value);
    const S by_base = y.value * guarded(f / a.value, l);
    const S by_exponent = f * l;
    Dual r;
    r.value = f;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      r.partial[i] = by_base * a.partial[i] + by_exponent * y.partial[i];
    }
    return r;
  }
  friend Dual pow(double a, const Dual& y) { return pow(Dual(S(a)), y); }

  friend Dual abs(const Dual& a) {
    using namespace elementary;
    return both(joined(a.value, -a, a, abs(a.value), 0), a, a);
  }
  friend Dual min(const Dual& a, const Dual& b) {
    using namespace elementary;
    return both(joined(a.value - b.value, a, b, min(a.value, b.value), 0), a, b);
  }
  friend Dual max(const Dual& a, const Dual& b) {
    using namespace elementary;
    return both(joined(a.value - b.value, b, a, max(a.value, b.value), 0), a, b);
  }
  friend Dual step(const Dual& a) {
    using namespace elementary;
    return both(joined(a.value, Dual(0.0), Dual(1.0), step(a.value), -1), a, a);
  }
  // In between the slope is 30 s^2 (1 - s)^2 (s = x/w).
  friend Dual smooth(const Dual& x, const Dual& w) {
    using namespace elementary;
    const S f = smooth(x.value, w.value);
    const S s = within_unit(x.value / w.value);
    const S rest = within_unit((w.value - x.value) / w.value);
    const S slope = guarded(30.0 * square(s * rest), f) / w.value;
    Dual between;
    between.value = f;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) between.partial[i] = slope * (x.partial[i] - s * w.partial[i]);
    const Dual above = joined(x.value - w.value, between, Dual(1.0), f, 2);
    return both(joined(x.value, Dual(0.0), above, f, 2), x, w);
  }

  friend auto head(const Dual& a) {
    using namespace elementary;
    return Head<S>(head(a.value));
  }
  friend bool is_finite(const Dual& a) {
    using namespace elementary;
    bool all = is_finite(a.value);
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) all = all && is_finite(a.partial[i]);
    return all;
  }
  friend Dual guarded(const Dual& a, const Dual& witness) {
    using namespace elementary;
    Dual r;
    r.value = guarded(a.value, witness.value);
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = guarded(a.partial[i], witness.value);
    return r;
  }
  friend Dual within_unit(const Dual& a) {
    using namespace elementary;
    Dual r = a;
    r.value = within_unit(a.value);
    return r;
  }
  friend auto same(const Dual& a, const Dual& b) {
    using namespace elementary;
    auto all = same(a.value, b.value);
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) all = all & same(a.partial[i], b.partial[i]);
    return all;
  }
  template <class Mask>
  friend Dual select(const Mask& first, const Dual& a, const Dual& b) {
    using namespace elementary;
    Dual r;
    r.value = select(first, a.value, b.value);
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = select(first, a.partial[i], b.partial[i]);
    return r;
  }

 private:
  static Dual chain(const S& f, const S& slope, const Dual& a) {
    Dual r;
    r.value = f;
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) r.partial[i] = slope * a.partial[i];
    return r;
  }
  // The slope is 1/g.
  static Dual over(const S& f, const Dual& a, const S& g) { return chain(f, 1.0 / g, a); }

  // r, but undefined where a, b or the value is: a branch not taken must not hide its error.
  static Dual both(const Dual& r, const Dual& a, const Dual& b) {
    using namespace elementary;
    Dual guard;
    guard.value = guarded(guarded(r.value, a.value), b.value);
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i) {
      guard.partial[i] =
          guarded(guarded(guarded(r.partial[i], a.partial[i]), b.partial[i]), r.value);
    }
    return guard;
  }

  // A function with two branches: `left` where d < 0, `right` where d >= 0, with `shared`
  // continuous derivatives where they meet (0: continuous, -1: a jump). Where d is 0 a partial
  // derivative exists if both branches agree on it; an undecided interval contains both
  // (Taylor::joined).
  static Dual joined(const S& d, const Dual& left, const Dual& right, const S& f, int shared) {
    using namespace elementary;
    Dual r;
    r.value = f;
    const auto on_right = positive(head(d));
    const auto on_left = negative(head(d));
    if constexpr (is_enclosure<Head<S>>) {
#pragma GCC unroll 16
      for (int i = 0; i < N; ++i) {
        if (on_right) {
          r.partial[i] = right.partial[i];
        } else if (on_left) {
          r.partial[i] = left.partial[i];
        } else {
          r.partial[i] = undefined<S>();
          if constexpr (std::same_as<S, Head<S>>) {
            if (shared >= 0) r.partial[i] = hull(left.partial[i], right.partial[i]);
          }
        }
      }
    } else {
      const auto continuous = same(S(0.0), S(shared >= 0 ? 0.0 : 1.0));
#pragma GCC unroll 16
      for (int i = 0; i < N; ++i) {
        const auto agree = continuous & same(left.partial[i], right.partial[i]);
        const S meeting = select(agree, right.partial[i], undefined<S>());
        r.partial[i] =
            select(on_right, right.partial[i], select(on_left, left.partial[i], meeting));
      }
    }
    return r;
  }
};

}  // namespace zwang
