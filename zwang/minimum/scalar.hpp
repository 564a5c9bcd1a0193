// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The number types of the precisions: 53, 113 and 256 bits. Each rounds to nearest in + − · / and
// in the root.
#pragma once

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace zwang::minimum {

// 113 bits, supported by both compilers without a library.
__extension__ typedef __float128 Quad;

using Octuple = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<256, boost::multiprecision::digit_base_2>,
    boost::multiprecision::et_off>;

inline double number(double x) { return x; }
inline double number(Quad x) { return static_cast<double>(x); }
inline double number(const Octuple& x) { return x.convert_to<double>(); }

template <typename T>
T magnitude(const T& x) {
  return x < T(0) ? -x : x;
}

inline double times_power(double x, int k) {
  if (k < -1022 || k > 1023) return std::ldexp(x, k);
  return x * std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52U);
}

// 2^k is assembled from bits: k stays far within ±16000 for scaled doubles.
inline Quad power_of_two(int k) {
  const std::uint64_t words[2] = {0, static_cast<std::uint64_t>(k + 16383) << 48U};
  Quad result = 0;
  std::memcpy(&result, words, sizeof result);
  return result;
}
inline Quad times_power(Quad x, int k) { return x * power_of_two(k); }
inline Octuple times_power(const Octuple& x, int k) { return ldexp(x, k); }

inline double root(double x) { return std::sqrt(x); }

// Newton's iteration from the double root, accurate to two units in the last place. An argument
// outside the range of double is first brought near 1 by an even power of two.
inline Quad root(Quad x) {
  if (!(x > 0)) return 0;
  std::uint64_t words[2];
  std::memcpy(words, &x, sizeof x);
  const int exponent = static_cast<int>((words[1] >> 48U) & 0x7FFFU) - 16383;
  const int half = exponent / 2;
  const Quad near_one = x * power_of_two(-2 * half);
  auto y = static_cast<Quad>(std::sqrt(static_cast<double>(near_one)));
  y = (y + near_one / y) / 2;
  y = (y + near_one / y) / 2;
  return y * power_of_two(half);
}
inline Octuple root(const Octuple& x) { return sqrt(x); }

// What counts as small on a precision. `unit` is the unit roundoff u. The thresholds only decide
// where to look next, never what is true: the bound carries the proof.
template <typename T>
struct Arithmetic;

template <>
struct Arithmetic<double> {
  static constexpr double unit = 0x1p-53;
  static constexpr double dependent = 1e-12;   // |part of a row independent of the active| / |row|
  static constexpr double independent = 1e-9;  // above it a doubtful row may be held
  static constexpr double violation = 4e-15;   // relative to |b| + Σ|a x|
};
template <>
struct Arithmetic<Quad> {
  static constexpr double unit = 0x1p-113;
  static constexpr double dependent = 1e-28;
  static constexpr double independent = 1e-22;
  static constexpr double violation = 1e-31;
};
template <>
struct Arithmetic<Octuple> {
  static constexpr double unit = 0x1p-256;
  static constexpr double dependent = 1e-70;
  static constexpr double independent = 1e-55;
  static constexpr double violation = 1e-73;
};

}  // namespace zwang::minimum
