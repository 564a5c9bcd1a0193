// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Eight numbers at once, one per lane: the same formula at eight points. Each lane has the bits
// that double would give; the loops are plain so that the compiler vectorises them.
#pragma once

#include "zwang/scalars/elementary.hpp"

namespace zwang {

struct alignas(64) Pack {
  static constexpr int lanes = 8;

  double x[lanes];

  // Eight booleans, one per lane.
  struct Mask {
    bool is[lanes];

    friend Mask operator&(const Mask& a, const Mask& b) {
      Mask r;
      for (int i = 0; i < lanes; ++i) r.is[i] = a.is[i] && b.is[i];
      return r;
    }
    friend Mask operator|(const Mask& a, const Mask& b) {
      Mask r;
      for (int i = 0; i < lanes; ++i) r.is[i] = a.is[i] || b.is[i];
      return r;
    }
  };

  // As with double: `Pack a;` is uninitialised, `Pack a{}` holds zeros.
  Pack() = default;
  Pack(double all) {
    for (double& lane : x) lane = all;
  }
  // From eight consecutive numbers.
  static Pack load(const double* from) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = from[i];
    return r;
  }
  void store(double* to) const {
    for (int i = 0; i < lanes; ++i) to[i] = x[i];
  }

  double operator[](int i) const { return x[i]; }
  double& operator[](int i) { return x[i]; }

  friend Pack operator+(const Pack& a) { return a; }
  friend Pack operator-(const Pack& a) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = -a.x[i];
    return r;
  }
  friend Pack operator+(const Pack& a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] + b.x[i];
    return r;
  }
  friend Pack operator-(const Pack& a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] - b.x[i];
    return r;
  }
  friend Pack operator*(const Pack& a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] * b.x[i];
    return r;
  }
  friend Pack operator/(const Pack& a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] / b.x[i];
    return r;
  }
  friend Pack operator+(const Pack& a, double b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] + b;
    return r;
  }
  friend Pack operator+(double a, const Pack& b) { return b + a; }
  friend Pack operator-(const Pack& a, double b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] - b;
    return r;
  }
  friend Pack operator-(double a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a - b.x[i];
    return r;
  }
  friend Pack operator*(const Pack& a, double b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] * b;
    return r;
  }
  friend Pack operator*(double a, const Pack& b) { return b * a; }
  friend Pack operator/(const Pack& a, double b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a.x[i] / b;
    return r;
  }
  friend Pack operator/(double a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = a / b.x[i];
    return r;
  }
  Pack& operator+=(const Pack& b) { return *this = *this + b; }
  Pack& operator-=(const Pack& b) { return *this = *this - b; }
  Pack& operator*=(const Pack& b) { return *this = *this * b; }
  Pack& operator/=(const Pack& b) { return *this = *this / b; }

  friend Pack divide(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::divide(u, v); });
  }
  friend Pack square(const Pack& a) { return a * a; }
  friend Pack sqrt(const Pack& a) {
    return each(a, [](double u) { return elementary::sqrt(u); });
  }
  friend Pack abs(const Pack& a) {
    return each(a, [](double u) { return elementary::abs(u); });
  }
  friend Pack sin(const Pack& a) {
    return each(a, [](double u) { return elementary::sin(u); });
  }
  friend Pack cos(const Pack& a) {
    return each(a, [](double u) { return elementary::cos(u); });
  }
  friend Pack tan(const Pack& a) {
    return each(a, [](double u) { return elementary::tan(u); });
  }
  friend Pack asin(const Pack& a) {
    return each(a, [](double u) { return elementary::asin(u); });
  }
  friend Pack acos(const Pack& a) {
    return each(a, [](double u) { return elementary::acos(u); });
  }
  friend Pack atan(const Pack& a) {
    return each(a, [](double u) { return elementary::atan(u); });
  }
  friend Pack sinh(const Pack& a) {
    return each(a, [](double u) { return elementary::sinh(u); });
  }
  friend Pack cosh(const Pack& a) {
    return each(a, [](double u) { return elementary::cosh(u); });
  }
  friend Pack tanh(const Pack& a) {
    return each(a, [](double u) { return elementary::tanh(u); });
  }
  friend Pack exp(const Pack& a) {
    return each(a, [](double u) { return elementary::exp(u); });
  }
  friend Pack log(const Pack& a) {
    return each(a, [](double u) { return elementary::log(u); });
  }
  friend Pack sech_squared(const Pack& a) {
    return each(a, [](double u) { return elementary::sech_squared(u); });
  }
  friend Pack one_minus_square(const Pack& a) { return (1.0 - a) * (1.0 + a); }
  friend void sincos(const Pack& a, Pack& s, Pack& c) {
    for (int i = 0; i < lanes; ++i) elementary::sincos(double(a.x[i]), s.x[i], c.x[i]);
  }
  friend void sinhcosh(const Pack& a, Pack& s, Pack& c) {
    for (int i = 0; i < lanes; ++i) elementary::sinhcosh(double(a.x[i]), s.x[i], c.x[i]);
  }
  friend Pack atan2(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::atan2(u, v); });
  }
  friend Pack power(const Pack& a, int n) {
    return each(a, [n](double u) { return elementary::power(u, n); });
  }
  friend Pack pow(const Pack& a, double y) {
    return each(a, [y](double u) { return elementary::pow(u, y); });
  }
  friend Pack pow(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::pow(u, v); });
  }
  friend Pack min(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::min(u, v); });
  }
  friend Pack max(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::max(u, v); });
  }
  friend Pack step(const Pack& a) {
    return each(a, [](double u) { return elementary::step(u); });
  }
  friend Pack smooth(const Pack& a, const Pack& b) {
    return each(a, b, [](double u, double v) { return elementary::smooth(u, v); });
  }

  friend const Pack& head(const Pack& a) { return a; }
  // Whether all eight are finite.
  friend bool is_finite(const Pack& a) {
    double sum = 0.0;
    for (int i = 0; i < lanes; ++i) sum += a.x[i] - a.x[i];
    return sum == 0.0;
  }
  friend Pack guarded(const Pack& a, const Pack& witness) { return a + (witness - witness); }
  friend Pack within_unit(const Pack& a) { return a; }
  friend Mask positive(const Pack& a) {
    Mask r;
    for (int i = 0; i < lanes; ++i) r.is[i] = a.x[i] > 0.0;
    return r;
  }
  friend Mask negative(const Pack& a) {
    Mask r;
    for (int i = 0; i < lanes; ++i) r.is[i] = a.x[i] < 0.0;
    return r;
  }
  friend Mask same(const Pack& a, const Pack& b) {
    Mask r;
    for (int i = 0; i < lanes; ++i) r.is[i] = a.x[i] == b.x[i];
    return r;
  }
  friend Pack select(const Mask& first, const Pack& a, const Pack& b) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = first.is[i] ? a.x[i] : b.x[i];
    return r;
  }

 private:
  template <class F>
  static Pack each(const Pack& a, F f) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = f(a.x[i]);
    return r;
  }
  template <class F>
  static Pack each(const Pack& a, const Pack& b, F f) {
    Pack r;
    for (int i = 0; i < lanes; ++i) r.x[i] = f(a.x[i], b.x[i]);
    return r;
  }
};

}  // namespace zwang
