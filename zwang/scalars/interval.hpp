// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// All numbers from lo to hi: rigorous bounds for a function over a whole box.
//
//   Interval x(1.0, 2.0);
//   x * x - x                           // holds every value the formula takes on [1, 2]
//
// Two guarantees. If a result has finite ends, the function is defined at every point of the box
// and all its values lie inside. Otherwise (a point outside the domain, an overflow, an argument of
// this kind) the result is entire(), all numbers, and anything computed from entire() is entire()
// again: an atan around a division by zero cannot hide it.
//
// Rounding is outward without touching the processor's rounding mode: every end is moved to its
// neighbour or one further by plain arithmetic (after Rump, Zimmermann, Boldo & Melquiond 2009), so
// every compiler gives the same bits. Results of C library functions, documented to err by at most
// 2 units in the last place, are moved by 4.
//
// Stored as the pair (-lo, hi): both ends round upwards, in one instruction.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "zwang/scalars/elementary.hpp"

namespace zwang {

// Thread safety: a value type; threads may share one read-only, or modify their own copies.
class Interval {
 public:
  // As with double: `Interval x;` is uninitialised, `Interval x{}` is 0.
  Interval() = default;
  // One number, exactly; infinite or NaN gives entire().
  Interval(double x) : ends_{-x, x} {
    if (!(x - x == 0.0)) *this = entire();
  }
  // From lo to hi; entire() if an end is not finite or lo > hi.
  Interval(double lo, double hi) : ends_{-lo, hi} {
    if (!(lo - lo == 0.0 && hi - hi == 0.0 && lo <= hi)) *this = entire();
  }
  static Interval entire() { return Interval(Ends{infinity, infinity}); }

  double lo() const { return -ends_[0]; }
  double hi() const { return ends_[1]; }
  // Rounded up.
  double width() const { return lo() == hi() ? 0.0 : lifted(ends_ + swapped(ends_))[0]; }
  // A number inside.
  double mid() const;
  // The largest and the smallest |x|.
  double magnitude() const { return greater(ends_[0], ends_[1]); }
  double mignitude() const { return greater(0.0, -lesser(ends_[0], ends_[1])); }
  bool contains(double x) const { return lo() <= x && x <= hi(); }
  bool contains(const Interval& x) const { return lo() <= x.lo() && x.hi() <= hi(); }
  // Whether both ends are equal.
  bool operator==(const Interval& b) const { return lo() == b.lo() && hi() == b.hi(); }

  friend bool is_finite(const Interval& a) { return a.hi() < infinity; }
  friend bool certainly_positive(const Interval& a) { return a.lo() > 0.0; }
  friend bool certainly_negative(const Interval& a) { return a.hi() < 0.0; }
  friend bool certainly_not_zero(const Interval& a) { return a.lo() > 0.0 || a.hi() < 0.0; }
  friend bool certainly_less(const Interval& a, const Interval& b) { return a.hi() < b.lo(); }
  friend bool certainly_at_most(const Interval& a, const Interval& b) { return a.hi() <= b.lo(); }
  friend Interval hull(const Interval& a, const Interval& b) {
    return Interval(greater(a.ends_, b.ends_));
  }
  friend std::optional<Interval> intersect(const Interval& a, const Interval& b) {
    const Ends r = lesser(a.ends_, b.ends_);
    if (!(-r[0] <= r[1])) return std::nullopt;
    return Interval(r);
  }

  friend Interval operator+(const Interval& a) { return a; }
  friend Interval operator-(const Interval& a) { return Interval(swapped(a.ends_)); }
  friend Interval operator+(const Interval& a, const Interval& b) {
    return checked(lifted(a.ends_ + b.ends_));
  }
  friend Interval operator-(const Interval& a, const Interval& b) {
    return checked(lifted(a.ends_ + swapped(b.ends_)));
  }
  friend Interval operator*(const Interval& a, const Interval& b) {
    // (lo lo, -lo hi) and (hi hi, -hi lo), the end of a first, then that of b
    const Ends p = Ends{a.ends_[0], a.ends_[0]} * b.ends_;
    const Ends q = Ends{a.ends_[1], a.ends_[1]} * swapped(b.ends_);
    const Ends r = greater(swapped(greater(p, q)), -lesser(p, q));
    if (r[0] == 0.0 || r[1] == 0.0) return with_zero_end(a, b, r);
    return checked(lifted_product(r));
  }
  friend Interval operator/(const Interval& a, const Interval& b) {
    if (b.lo() > 0.0) return over_positive(a.ends_, b.lo(), b.hi());
    if (b.hi() < 0.0) return over_positive(swapped(a.ends_), -b.hi(), -b.lo());
    return entire();
  }

  friend Interval operator+(const Interval& a, double b) {
    return checked(lifted(a.ends_ + Ends{-b, b}));
  }
  friend Interval operator+(double a, const Interval& b) { return b + a; }
  friend Interval operator-(const Interval& a, double b) {
    return checked(lifted(a.ends_ + Ends{b, -b}));
  }
  friend Interval operator-(double a, const Interval& b) {
    return checked(lifted(swapped(b.ends_) + Ends{-a, a}));
  }
  // Exact for a power of two.
  friend Interval operator*(const Interval& a, double b) {
    const Ends from = b < 0.0 ? swapped(a.ends_) : a.ends_, r = from * std::fabs(b);
    return is_power_of_two(b) && is_exact(from, r) ? checked(r) : a * Interval(b);
  }
  friend Interval operator*(double a, const Interval& b) { return b * a; }
  friend Interval operator/(const Interval& a, double b) {
    const Ends from = b < 0.0 ? swapped(a.ends_) : a.ends_, r = from / std::fabs(b);
    return is_power_of_two(b) && is_exact(from, r) ? checked(r) : a / Interval(b);
  }
  friend Interval operator/(double a, const Interval& b) { return Interval(a) / b; }
  Interval& operator+=(const Interval& b) { return *this = *this + b; }
  Interval& operator-=(const Interval& b) { return *this = *this - b; }
  Interval& operator*=(const Interval& b) { return *this = *this * b; }
  Interval& operator/=(const Interval& b) { return *this = *this / b; }

  friend Interval divide(const Interval& a, const Interval& b) { return a / b; }
  friend Interval square(const Interval& a) {
    const Ends bounds = {a.mignitude(), a.magnitude()};
    const Ends r = bounds * bounds;
    const Ends lift = r * share + kept(bounds != 0.0, Ends{smallest, smallest});
    return checked(Ends{lesser(lift[0] - r[0], 0.0), lift[1] + r[1]});
  }
  friend Interval sqrt(const Interval& a) {
    if (!(a.lo() >= 0.0)) return entire();
    return checked(lifted(Ends{-std::sqrt(a.lo()), std::sqrt(a.hi())}));
  }
  friend Interval abs(const Interval& a) {
    return is_finite(a) ? Interval(Ends{-a.mignitude(), a.magnitude()}) : a;
  }

  friend Interval sin(const Interval& a);
  friend Interval cos(const Interval& a);
  friend Interval tan(const Interval& a);
  friend Interval asin(const Interval& a);
  friend Interval acos(const Interval& a);
  friend Interval atan(const Interval& a);
  friend Interval sinh(const Interval& a);
  friend Interval cosh(const Interval& a);
  friend Interval tanh(const Interval& a);
  friend Interval exp(const Interval& a);
  friend Interval log(const Interval& a);
  friend Interval power(const Interval& a, int n);
  friend Interval pow(const Interval& a, const Interval& y);
  friend Interval pow(const Interval& a, double y) { return pow(a, Interval(y)); }
  // Where the box meets the cut y = 0, x < 0 from below, the values span [-pi, pi].
  friend Interval atan2(const Interval& y, const Interval& x);
  friend void sincos(const Interval& a, Interval& s, Interval& c);
  friend void sinhcosh(const Interval& a, Interval& s, Interval& c);
  friend Interval sech_squared(const Interval& a);
  friend Interval one_minus_square(const Interval& a);

  friend Interval min(const Interval& a, const Interval& b) {
    if (!is_finite(a) || !is_finite(b)) return entire();
    return Interval(Ends{greater(a.ends_[0], b.ends_[0]), lesser(a.ends_[1], b.ends_[1])});
  }
  friend Interval max(const Interval& a, const Interval& b) {
    if (!is_finite(a) || !is_finite(b)) return entire();
    return Interval(Ends{lesser(a.ends_[0], b.ends_[0]), greater(a.ends_[1], b.ends_[1])});
  }
  friend Interval step(const Interval& a) {
    if (!is_finite(a)) return a;
    return Interval(Ends{a.lo() >= 0.0 ? -1.0 : 0.0, a.hi() >= 0.0 ? 1.0 : 0.0});
  }
  friend Interval smooth(const Interval& x, const Interval& w);

  friend const Interval& head(const Interval& a) { return a; }
  friend Interval guarded(const Interval& a, const Interval& witness) {
    return is_finite(witness) ? a : witness;
  }
  friend Interval within_unit(const Interval& a) {
    if (!is_finite(a) || a.hi() < 0.0 || a.lo() > 1.0) return a;
    return Interval(Ends{lesser(a.ends_[0], 0.0), lesser(a.ends_[1], 1.0)});
  }
  friend bool positive(const Interval& a) { return a.lo() > 0.0; }
  friend bool negative(const Interval& a) { return a.hi() < 0.0; }
  friend bool same(const Interval& a, const Interval& b) { return a == b && a.lo() == a.hi(); }
  friend Interval select(bool first, const Interval& a, const Interval& b) { return first ? a : b; }

 private:
  // Two doubles in one register; two integers to clear their signs.
  using Ends [[gnu::vector_size(16)]] = double;
  using Bits [[gnu::vector_size(16)]] = std::int64_t;

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double smallest = std::numeric_limits<double>::denorm_min();
  // Three quarters of a unit in the last place of 1. Times |x| it is more than half a unit of x, so
  // the sum rounds to x's neighbour or beyond, and less than two units.
  static constexpr double share = 0.75 * std::numeric_limits<double>::epsilon();

  explicit Interval(const Ends& ends) : ends_(ends) {}

  static double lesser(double a, double b) { return a < b ? a : b; }
  static double greater(double a, double b) { return a > b ? a : b; }
  static Ends lesser(const Ends& a, const Ends& b) { return a < b ? a : b; }
  static Ends greater(const Ends& a, const Ends& b) { return a > b ? a : b; }
  static Ends swapped(const Ends& a) { return Ends{a[1], a[0]}; }
  static Ends kept(const Bits& mask, const Ends& a) { return Ends(mask & Bits(a)); }
  static Ends absolute(const Ends& a) {
    constexpr std::int64_t all_but_sign = std::numeric_limits<std::int64_t>::max();
    return kept(Bits{all_but_sign, all_but_sign}, a);
  }

  // An upper bound of the exact results that round to x. Sums and roots are exact where they are
  // too small for `share` (and 0 stays 0); products and quotients are not, and lose up to half of
  // `smallest`.
  static Ends lifted(const Ends& x) { return x + absolute(x) * share; }
  static Ends lifted_product(const Ends& x) { return x + (absolute(x) * share + smallest); }

  // Entire if an end is infinite or NaN.
  static Interval checked(const Ends& r) {
    return r[0] + r[1] <= std::numeric_limits<double>::max() ? Interval(r) : overflowed(r);
  }
  // The width may overflow although both ends are finite.
  static Interval overflowed(Ends r);
  // A product 0 comes from a factor 0 or from underflow: the signs of the factors decide.
  static Interval with_zero_end(Interval a, Interval b, Ends r);
  static Interval over_positive(const Ends& a, double lo, double hi) {
    const Ends r = a / (a > 0.0 ? Ends{lo, lo} : Ends{hi, hi});
    return checked(r + (absolute(r) * share + kept(a != 0.0, Ends{smallest, smallest})));
  }
  static bool is_power_of_two(double b) {
    constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;
    const auto bits = std::bit_cast<std::uint64_t>(b);
    const std::uint64_t exponent = (bits >> 52) & 0x7ff;
    return (bits & fraction) == 0 && exponent != 0 && exponent != 0x7ff;
  }
  // Whether r, `from` times a power of two, is exact: it is not if it underflows.
  static bool is_exact(const Ends& from, const Ends& r) {
    constexpr double normal = std::numeric_limits<double>::min();
    return (std::fabs(r[0]) >= normal || from[0] == 0.0) &&
           (std::fabs(r[1]) >= normal || from[1] == 0.0);
  }

  Ends ends_;
};

template <>
inline constexpr bool elementary::is_enclosure<Interval> = true;

}  // namespace zwang
