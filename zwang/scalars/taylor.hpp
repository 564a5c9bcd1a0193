// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A number that knows its course: the first coefficients of f(s) = c0 + c1 s + c2 s^2 + ... along a
// motion. Put q + v s, t + s into a constraint and it returns f, f', f''/2, f'''/6 (theory 2).
//
//   Taylor<double, 3> x(q, v);           // q + v s
//   auto f = sqrt(x * x + 1.0);          // f[2] is a Taylor coefficient, f.derivative(2) is f''
//
// S is the scalar of the coefficients: double, Interval, Pack, Dual, or a number type with more
// digits. Where a derivative does not exist (sqrt at 0, |x| at 0, step at its jump) the coefficient
// is infinite or NaN, for intervals all numbers; never a wrong finite number.
//
// The recurrences are the classical ones: f' = g a' gives k f_k = sum of j a_j g_(k-j) for j from 1
// to k. Without the pragmas g++ keeps the coefficients in memory, up to six times slower.
#pragma once

#include <climits>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "zwang/scalars/elementary.hpp"

namespace zwang {

template <class S, int K>
struct Taylor {
  static_assert(K >= 0);
  static constexpr int order = K;

  S c[K + 1];

  // As with double: `Taylor x;` is uninitialised, `Taylor x{}` is zero.
  Taylor() = default;
  // A constant.
  Taylor(const S& value) {
    c[0] = value;
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) c[k] = S(0.0);
  }
  template <class A>
    requires(std::is_arithmetic_v<A> && !std::same_as<S, double>)
  Taylor(A value) : Taylor(S(static_cast<double>(value))) {}
  // value + rate s
  Taylor(const S& value, const S& rate)
    requires(K >= 1)
      : Taylor(value) {
    c[1] = rate;
  }
  // q + v s + a s^2/2
  static Taylor motion(const S& q, const S& v, const S& a) {
    static_assert(K >= 2);
    Taylor r(q, v);
    r.c[2] = a / 2.0;
    return r;
  }

  const S& operator[](int k) const { return c[k]; }
  S& operator[](int k) { return c[k]; }

  // The k-th derivative, k! c_k.
  S derivative(int k) const {
    double factorial = 1.0;
#pragma GCC unroll 16
    for (int i = 2; i <= k; ++i) factorial *= i;
    return factorial * c[k];
  }

  template <int J>
  Taylor<S, J> truncated() const {
    static_assert(J <= K);
    Taylor<S, J> r;
#pragma GCC unroll 16
    for (int k = 0; k <= J; ++k) r.c[k] = c[k];
    return r;
  }

  friend Taylor operator+(const Taylor& a) { return a; }
  friend Taylor operator-(const Taylor& a) {
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = -a.c[k];
    return r;
  }
  friend Taylor operator+(const Taylor& a, const Taylor& b) {
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = a.c[k] + b.c[k];
    return r;
  }
  friend Taylor operator-(const Taylor& a, const Taylor& b) {
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = a.c[k] - b.c[k];
    return r;
  }
  friend Taylor operator*(const Taylor& a, const Taylor& b) {
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) {
      S sum = a.c[0] * b.c[k];
#pragma GCC unroll 16
      for (int j = 1; j <= k; ++j) sum = sum + a.c[j] * b.c[k - j];
      r.c[k] = sum;
    }
    return r;
  }
  friend Taylor operator/(const Taylor& a, const Taylor& b) {
    using namespace elementary;
    Taylor r;
    r.c[0] = divide(a.c[0], b.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      S sum = a.c[k] - r.c[0] * b.c[k];
#pragma GCC unroll 16
      for (int j = 1; j < k; ++j) sum = sum - r.c[j] * b.c[k - j];
      r.c[k] = sum / b.c[0];
    }
    return r;
  }

  friend Taylor operator+(const Taylor& a, double b) {
    Taylor r = a;
    r.c[0] = a.c[0] + b;
    return r;
  }
  friend Taylor operator+(double a, const Taylor& b) { return b + a; }
  friend Taylor operator-(const Taylor& a, double b) {
    Taylor r = a;
    r.c[0] = a.c[0] - b;
    return r;
  }
  friend Taylor operator-(double a, const Taylor& b) {
    Taylor r = -b;
    r.c[0] = a - b.c[0];
    return r;
  }
  friend Taylor operator*(const Taylor& a, double b) {
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = a.c[k] * b;
    return r;
  }
  friend Taylor operator*(double a, const Taylor& b) { return b * a; }
  friend Taylor operator/(const Taylor& a, double b) {
    using namespace elementary;
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = guarded(a.c[k] / b, S(b));
    return r;
  }
  friend Taylor operator/(double a, const Taylor& b) { return Taylor(S(a)) / b; }

  template <class B>
  Taylor& operator+=(const B& b) {
    return *this = *this + b;
  }
  template <class B>
  Taylor& operator-=(const B& b) {
    return *this = *this - b;
  }
  template <class B>
  Taylor& operator*=(const B& b) {
    return *this = *this * b;
  }
  template <class B>
  Taylor& operator/=(const B& b) {
    return *this = *this / b;
  }

  friend Taylor divide(const Taylor& a, const Taylor& b) { return a / b; }

  friend Taylor square(const Taylor& a) {
    using namespace elementary;
    Taylor r;
    r.c[0] = square(a.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) r.c[k] = square_coefficient(a, k);
    return r;
  }

  friend Taylor sqrt(const Taylor& a) {
    using namespace elementary;
    Taylor r;
    r.c[0] = sqrt(a.c[0]);
    const S twice = guarded(2.0 * r.c[0], r.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      S sum = a.c[k];
#pragma GCC unroll 16
      for (int j = 1; 2 * j < k; ++j) sum = sum - 2.0 * (r.c[j] * r.c[k - j]);
      if (k % 2 == 0) sum = sum - square(r.c[k / 2]);
      r.c[k] = sum / twice;
    }
    return r;
  }

  friend Taylor exp(const Taylor& a) {
    using namespace elementary;
    Taylor r;
    r.c[0] = exp(a.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) r.c[k] = chained(a, r, k);
    return r;
  }

  friend Taylor log(const Taylor& a) {
    using namespace elementary;
    const S value = log(a.c[0]);
    Taylor g = a;
    g.c[0] = guarded(a.c[0], value);  // 1/x exists at -1, log x does not
    return quotient_integral(value, a, g);
  }

  friend void sincos(const Taylor& a, Taylor& sine, Taylor& cosine) {
    using namespace elementary;
    S s, c;
    sincos(a.c[0], s, c);
    sincos(a, s, c, sine, cosine);
  }
  // The same, given sin and cos of the number.
  friend void sincos(const Taylor& a, const S& s, const S& c, Taylor& sine, Taylor& cosine) {
    Taylor si, co;
    si.c[0] = s;
    co.c[0] = c;
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      si.c[k] = chained(a, co, k);
      co.c[k] = -chained(a, si, k);
    }
    sine = si;
    cosine = co;
  }
  friend Taylor sin(const Taylor& a) {
    Taylor si, co;
    sincos(a, si, co);
    return si;
  }
  friend Taylor cos(const Taylor& a) {
    Taylor si, co;
    sincos(a, si, co);
    return co;
  }

  friend void sinhcosh(const Taylor& a, Taylor& sine, Taylor& cosine) {
    using namespace elementary;
    Taylor si, co;
    sinhcosh(a.c[0], si.c[0], co.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      si.c[k] = chained(a, co, k);
      co.c[k] = chained(a, si, k);
    }
    sine = si;
    cosine = co;
  }
  friend Taylor sinh(const Taylor& a) {
    Taylor si, co;
    sinhcosh(a, si, co);
    return si;
  }
  friend Taylor cosh(const Taylor& a) {
    Taylor si, co;
    sinhcosh(a, si, co);
    return co;
  }

  // tan' = 1 + tan^2
  friend Taylor tan(const Taylor& a) {
    using namespace elementary;
    Taylor t, g;
    t.c[0] = tan(a.c[0]);
    g.c[0] = 1.0 + square(t.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      t.c[k] = chained(a, g, k);
      g.c[k] = square_coefficient(t, k);
    }
    return t;
  }

  // tanh' = 1/cosh^2 = 1 - tanh^2
  friend Taylor tanh(const Taylor& a) {
    Taylor t, g;
    tanh_and_slope(a, t, g);
    return t;
  }
  friend Taylor sech_squared(const Taylor& a) {
    Taylor t, g;
    tanh_and_slope(a, t, g);
    return g;
  }

  friend Taylor one_minus_square(const Taylor& a) {
    using namespace elementary;
    Taylor r = -square(a);
    r.c[0] = one_minus_square(a.c[0]);
    return r;
  }
  friend Taylor asin(const Taylor& a) {
    using namespace elementary;
    return quotient_integral(asin(a.c[0]), a, sqrt(one_minus_square(a)));
  }
  friend Taylor acos(const Taylor& a) {
    using namespace elementary;
    return quotient_integral(acos(a.c[0]), -a, sqrt(one_minus_square(a)));
  }
  friend Taylor atan(const Taylor& a) {
    using namespace elementary;
    const S value = atan(a.c[0]);
    Taylor g = square(a) + 1.0;
    g.c[0] = guarded(g.c[0], value);
    return quotient_integral(value, a, g);
  }

  // r^2 theta' = x y' - y x'. The cut lies on y = 0, x < 0, where the angle jumps by 2 pi.
  friend Taylor atan2(const Taylor& y, const Taylor& x) {
    using namespace elementary;
    const S value = atan2(y.c[0], x.c[0]);
    const Taylor g = square(x) + square(y);
    Taylor angle;
    angle.c[0] = value;
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      S sum = static_cast<double>(k) * (x.c[0] * y.c[k] - y.c[0] * x.c[k]);
#pragma GCC unroll 16
      for (int j = 1; j < k; ++j) {
        sum = sum + static_cast<double>(j) *
                        ((x.c[k - j] * y.c[j] - y.c[k - j] * x.c[j]) - angle.c[j] * g.c[k - j]);
      }
      angle.c[k] = sum / (static_cast<double>(k) * guarded(g.c[0], value));
    }
    Taylor side;
    const auto far_from_cut = positive(head(x.c[0]));
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) {
      side.c[k] = select(far_from_cut, S(k == 0 ? 1.0 : 0.0), y.c[k]);
    }
    return joined(side, angle, angle, value, -1);
  }

  // By products, so that it is valid at 0 too.
  friend Taylor power(const Taylor& a, int n) {
    using namespace elementary;
    if (n < 0) {
      // -n may overflow an int; x^(n+1) x^-1 does not.
      Taylor r = n == INT_MIN ? 1.0 / (power(a, INT_MAX) * a) : 1.0 / power(a, -n);
      r.c[0] = power(a.c[0], n);
      return r;
    }
    Taylor r(1.0);
    if (n == 0) {
#pragma GCC unroll 16
      for (int k = 0; k <= K; ++k) r.c[k] = guarded(r.c[k], a.c[k]);
      return r;
    }
    int bit = 1;
    while (bit <= n / 2) bit *= 2;
    r = a;
    while (bit >>= 1) {
      r = square(r);
      if (n & bit) r = r * a;
    }
    r.c[0] = power(a.c[0], n);
    return r;
  }

  // a p' = y p a' for a constant exponent y.
  friend Taylor pow(const Taylor& a, double y) {
    using namespace elementary;
    Taylor r;
    if (std::fabs(y) <= 1024.0 && y == std::floor(y)) {
      r = power(a, static_cast<int>(y));
      r.c[0] = pow(a.c[0], y);
      return r;
    }
    r.c[0] = pow(a.c[0], y);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      S sum = (S(y) * static_cast<double>(k)) * (a.c[k] * r.c[0]);
#pragma GCC unroll 16
      for (int j = 1; j < k; ++j) {
        const S factor = S(y) * static_cast<double>(j) - static_cast<double>(k - j);
        sum = sum + factor * (a.c[j] * r.c[k - j]);
      }
      r.c[k] = sum / (static_cast<double>(k) * a.c[0]);
    }
    return r;
  }
  // p' = p (y log a)'; the base must be positive.
  friend Taylor pow(const Taylor& a, const Taylor& y) {
    using namespace elementary;
    const Taylor z = y * log(a);
    Taylor r;
    r.c[0] = pow(a.c[0], y.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) r.c[k] = chained(z, r, k);
    return r;
  }
  friend Taylor pow(double a, const Taylor& y) { return pow(Taylor(S(a)), y); }

  friend Taylor abs(const Taylor& a) {
    using namespace elementary;
    return both(joined(a, -a, a, abs(a.c[0]), 0), a, a);
  }
  friend Taylor min(const Taylor& a, const Taylor& b) {
    using namespace elementary;
    return both(joined(a - b, a, b, min(a.c[0], b.c[0]), 0), a, b);
  }
  friend Taylor max(const Taylor& a, const Taylor& b) {
    using namespace elementary;
    return both(joined(a - b, b, a, max(a.c[0], b.c[0]), 0), a, b);
  }
  friend Taylor step(const Taylor& a) {
    using namespace elementary;
    return both(joined(a, Taylor(0.0), Taylor(1.0), step(a.c[0]), -1), a, a);
  }
  // In between the slope is 30 s^2 (1 - s)^2 (s = x/w).
  friend Taylor smooth(const Taylor& x, const Taylor& w) {
    using namespace elementary;
    const S value = smooth(x.c[0], w.c[0]);
    Taylor s = x / w, rest = (w - x) / w;
    s.c[0] = within_unit(s.c[0]);  // the rest belongs to the other branches
    rest.c[0] = within_unit(rest.c[0]);
    const Taylor g = 30.0 * square(s * rest);
    Taylor between;
    between.c[0] = value;
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) between.c[k] = chained(s, g, k);
    const Taylor above = joined(x - w, between, Taylor(1.0), value, 2);
    return both(joined(x, Taylor(0.0), above, value, 2), x, w);
  }

  friend auto head(const Taylor& a) {
    using namespace elementary;
    return Head<S>(head(a.c[0]));
  }
  friend bool is_finite(const Taylor& a) {
    using namespace elementary;
    bool all = true;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) all = all && is_finite(a.c[k]);
    return all;
  }
  friend Taylor guarded(const Taylor& a, const Taylor& witness) {
    using namespace elementary;
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = guarded(a.c[k], witness.c[0]);
    return r;
  }
  friend Taylor within_unit(const Taylor& a) {
    using namespace elementary;
    Taylor r = a;
    r.c[0] = within_unit(a.c[0]);
    return r;
  }
  friend auto same(const Taylor& a, const Taylor& b) {
    using namespace elementary;
    auto all = same(a.c[0], b.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) all = all & same(a.c[k], b.c[k]);
    return all;
  }
  template <class Mask>
  friend Taylor select(const Mask& first, const Taylor& a, const Taylor& b) {
    using namespace elementary;
    Taylor r;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) r.c[k] = select(first, a.c[k], b.c[k]);
    return r;
  }

 private:
  // f_k from f' = g a'. Not inlined, the loops would not be unrolled.
  [[gnu::always_inline]] static S chained(const Taylor& a, const Taylor& g, int k) {
    S sum = static_cast<double>(k) * (a.c[k] * g.c[0]);
#pragma GCC unroll 16
    for (int j = 1; j < k; ++j) sum = sum + static_cast<double>(j) * (a.c[j] * g.c[k - j]);
    return sum / static_cast<double>(k);
  }

  // All of f from f' = a'/g.
  static Taylor quotient_integral(const S& value, const Taylor& a, const Taylor& g) {
    Taylor f;
    f.c[0] = value;
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      S sum = static_cast<double>(k) * a.c[k];
#pragma GCC unroll 16
      for (int j = 1; j < k; ++j) sum = sum - static_cast<double>(j) * (f.c[j] * g.c[k - j]);
      f.c[k] = sum / (static_cast<double>(k) * g.c[0]);
    }
    return f;
  }

  // Coefficient k >= 1 of t^2.
  static S square_coefficient(const Taylor& t, int k) {
    using namespace elementary;
    S sum = t.c[0] * t.c[k];
#pragma GCC unroll 16
    for (int j = 1; 2 * j < k; ++j) sum = sum + t.c[j] * t.c[k - j];
    sum = 2.0 * sum;
    if (k % 2 == 0) sum = sum + square(t.c[k / 2]);
    return sum;
  }

  static void tanh_and_slope(const Taylor& a, Taylor& t, Taylor& g) {
    using namespace elementary;
    t.c[0] = tanh(a.c[0]);
    g.c[0] = sech_squared(a.c[0]);
#pragma GCC unroll 16
    for (int k = 1; k <= K; ++k) {
      t.c[k] = chained(a, g, k);
      g.c[k] = -square_coefficient(t, k);
    }
  }

  // r, but undefined where a, b or the value is: a branch not taken must not hide its error.
  static Taylor both(const Taylor& r, const Taylor& a, const Taylor& b) {
    using namespace elementary;
    Taylor guard;
#pragma GCC unroll 16
    for (int k = 0; k <= K; ++k) {
      guard.c[k] = guarded(guarded(guarded(r.c[k], a.c[k]), b.c[k]), r.c[0]);
    }
    return guard;
  }

  // A function with two branches: `left` where d < 0, `right` where d >= 0, with `shared`
  // continuous derivatives where they meet (0: continuous, -1: a jump). `value` is its number.
  //
  // Where d is exactly 0 the first nonzero coefficient of d decides: if its order is even, d has
  // the same sign before and after and the function is smooth; if odd, the function changes
  // branches, and a coefficient exists as long as both branches agree. An undecided interval
  // contains both branches; the derivative after the last continuous one is still bounded by both
  // (it jumps from one to the other), those after it are not.
  static Taylor joined(const Taylor& d, const Taylor& left, const Taylor& right, const S& value,
                       int shared) {
    using namespace elementary;
    constexpr bool plain = std::same_as<S, Head<S>>;
    Taylor r;
    r.c[0] = value;
    auto on_right = positive(head(d.c[0]));
    auto on_left = negative(head(d.c[0]));
    if constexpr (is_enclosure<Head<S>>) {
#pragma GCC unroll 16
      for (int k = 1; k <= K; ++k) {
        if (on_right) {
          r.c[k] = right.c[k];
        } else if (on_left) {
          r.c[k] = left.c[k];
        } else {
          r.c[k] = undefined<S>();
          if constexpr (plain) {
            if (k <= shared + 1) r.c[k] = hull(left.c[k], right.c[k]);
          }
        }
      }
    } else {
      if constexpr (plain) {
        auto open = same(d.c[0], S(0.0));
#pragma GCC unroll 16
        for (int k = 1; k <= K; ++k) {
          if (k % 2 == 0) {
            on_right = on_right | (open & positive(d.c[k]));
            if (shared >= 0) on_left = on_left | (open & negative(d.c[k]));
          }
          open = open & same(d.c[k], S(0.0));
        }
      }
      auto agree = same(S(0.0), S(shared >= 0 ? 0.0 : 1.0));
#pragma GCC unroll 16
      for (int k = 1; k <= K; ++k) {
        agree = agree & same(left.c[k], right.c[k]);
        const S meeting = select(agree, right.c[k], undefined<S>());
        r.c[k] = select(on_right, right.c[k], select(on_left, left.c[k], meeting));
      }
    }
    return r;
  }
};

}  // namespace zwang
