// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scalars/interval.hpp"

#include <initializer_list>
#include <limits>

namespace zwang {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi_above = 0x1.921fb54442d19p+1;  // the double after pi
constexpr double half_pi_above = 0x1.921fb54442d19p+0;

// A function of the C library is documented to err by at most 2 units in the last place.
constexpr int library_error = 4;

// The double that comes n after x (before it if n < 0), through 0 if need be.
double moved(double x, int n) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  if (!(x - x == 0.0)) return x;
  const auto bits = std::bit_cast<std::int64_t>(x);
  const std::int64_t place = (bits < 0 ? lowest - bits : bits) + n;  // in the order of the numbers
  return std::bit_cast<double>(place < 0 ? lowest - place : place);
}

double lower(double x, double least = -infinity) {
  const double y = moved(x, -library_error);
  return y < least ? least : y;
}
double upper(double x, double greatest = infinity) {
  const double y = moved(x, library_error);
  return y > greatest ? greatest : y;
}

// The values f(lo), f(hi) of an increasing function that is 0 at one number only, where the C
// library gives exactly 0, and stays within +-bound.
Interval increasing(double f_lo, double f_hi, double bound = infinity) {
  return Interval(f_lo == 0.0 ? 0.0 : lower(f_lo, -bound), f_hi == 0.0 ? 0.0 : upper(f_hi, bound));
}

// Sine and cosine together. Where the sine turns is told by the sign of the cosine at both ends
// (the computed sign is right: cos is never 0 at a double), and the other way round: no extremum is
// missed however large the argument.
void turn(double lo, double hi, Interval& sine, Interval& cosine) {
  const double width = hi - lo;
  if (!(width < 6.28)) {  // 2 pi is 6.2831...
    sine = cosine = Interval(-1.0, 1.0);
    return;
  }
  if (width >= 3.0) {  // two extrema of one kind or the other are pi apart
    const double mid = 0.5 * lo + 0.5 * hi;
    Interval s, c;
    turn(lo, mid, sine, cosine);
    turn(mid, hi, s, c);
    sine = hull(sine, s);
    cosine = hull(cosine, c);
    return;
  }
  double s1, c1;
  elementary::sincos(lo, s1, c1);
  double s2 = s1, c2 = c1;
  if (hi != lo) elementary::sincos(hi, s2, c2);
  const auto range = [](double f1, double f2, double slope1, double slope2) {
    const Interval ends = f1 < f2 ? increasing(f1, f2, 1.0) : increasing(f2, f1, 1.0);
    return Interval(slope1 < 0.0 && slope2 > 0.0 ? -1.0 : ends.lo(),
                    slope1 > 0.0 && slope2 < 0.0 ? 1.0 : ends.hi());
  };
  sine = range(s1, s2, c1, c2);
  cosine = range(c1, c2, -s1, -s2);
}

// x^n at one number; n is not 0, nor x if n < 0.
Interval power_at(double x, int n) {
  if (x == 0.0) return Interval(0.0);
  const double p = elementary::pow(std::fabs(x), static_cast<double>(n));
  const Interval r(lower(p, 0.0), upper(p));
  return x < 0.0 && n % 2 != 0 ? -r : r;
}

// smooth(x, w) at one pair, 0 < w.
Interval smooth_at(double x, double w) {
  if (x <= 0.0) return Interval(0.0);
  if (x >= w) return Interval(1.0);
  const auto rise = [](const Interval& s) { return s * square(s) * (10.0 + s * (6.0 * s - 15.0)); };
  const Interval r = x <= 0.5 * w ? rise(Interval(x) / Interval(w))
                                  : 1.0 - rise((Interval(w) - Interval(x)) / Interval(w));
  return Interval(r.lo() < 0.0 ? 0.0 : r.lo(), r.hi() > 1.0 ? 1.0 : r.hi());
}

}  // namespace

double Interval::mid() const {
  if (!is_finite(*this)) return 0.0;
  return greater(lo(), lesser(hi(), 0.5 * lo() + 0.5 * hi()));
}

Interval Interval::overflowed(Ends r) { return Interval(-r[0], r[1]); }

Interval Interval::with_zero_end(Interval a, Interval b, Ends r) {
  if (!is_finite(a) || !is_finite(b)) return entire();
  const auto lift = [](double x, bool may_be_positive) {
    return x != 0.0 ? lifted_product(Ends{x, x})[0] : (may_be_positive ? smallest : 0.0);
  };
  const bool some_negative = (a.lo() < 0.0 && b.hi() > 0.0) || (a.hi() > 0.0 && b.lo() < 0.0);
  const bool some_positive = (a.lo() < 0.0 && b.lo() < 0.0) || (a.hi() > 0.0 && b.hi() > 0.0);
  return checked(Ends{lift(r[0], some_negative), lift(r[1], some_positive)});
}

void sincos(const Interval& a, Interval& s, Interval& c) {
  if (!is_finite(a)) {
    s = c = Interval::entire();
    return;
  }
  turn(a.lo(), a.hi(), s, c);
}
Interval sin(const Interval& a) {
  Interval s, c;
  sincos(a, s, c);
  return s;
}
Interval cos(const Interval& a) {
  Interval s, c;
  sincos(a, s, c);
  return c;
}
// The poles are where the cosine changes its sign.
Interval tan(const Interval& a) {
  if (!(a.hi() - a.lo() < 3.14)) return Interval::entire();
  double s, c1, c2;
  elementary::sincos(a.lo(), s, c1);
  elementary::sincos(a.hi(), s, c2);
  if (!(c1 * c2 > 0.0)) return Interval::entire();
  return increasing(elementary::tan(a.lo()), elementary::tan(a.hi()));
}

// Outside of [-1, 1] the C library's NaN makes the interval entire; so do the other functions
// below.
Interval asin(const Interval& a) {
  return increasing(elementary::asin(a.lo()), elementary::asin(a.hi()), half_pi_above);
}
Interval acos(const Interval& a) {
  return increasing(elementary::acos(a.hi()), elementary::acos(a.lo()), pi_above);
}
Interval atan(const Interval& a) {
  return increasing(elementary::atan(a.lo()), elementary::atan(a.hi()), half_pi_above);
}
Interval sinh(const Interval& a) {
  return increasing(elementary::sinh(a.lo()), elementary::sinh(a.hi()));
}
Interval cosh(const Interval& a) {
  return Interval(lower(elementary::cosh(a.mignitude()), 1.0),
                  upper(elementary::cosh(a.magnitude())));
}
void sinhcosh(const Interval& a, Interval& s, Interval& c) {
  const Interval argument = a;  // s may be a itself
  s = sinh(argument);
  c = cosh(argument);
}
Interval tanh(const Interval& a) {
  return increasing(elementary::tanh(a.lo()), elementary::tanh(a.hi()), 1.0);
}
Interval exp(const Interval& a) {
  return Interval(lower(elementary::exp(a.lo()), 0.0), upper(elementary::exp(a.hi())));
}
Interval log(const Interval& a) {
  if (!(a.lo() > 0.0)) return Interval::entire();
  return increasing(elementary::log(a.lo()), elementary::log(a.hi()));
}

Interval sech_squared(const Interval& a) {
  if (!is_finite(a)) return a;
  constexpr int error = 12;  // three for the exponential times its factor, the rest for rounding
  const double least = moved(elementary::sech_squared(a.magnitude()), -error);
  const double greatest = moved(elementary::sech_squared(a.mignitude()), error);
  return Interval(least < 0.0 ? 0.0 : least, greatest > 1.0 ? 1.0 : greatest);
}
Interval one_minus_square(const Interval& a) {
  if (!is_finite(a)) return a;
  const auto at = [](double x) { return (1.0 - Interval(x)) * (1.0 + Interval(x)); };
  return Interval(at(a.magnitude()).lo(), at(a.mignitude()).hi());
}

Interval power(const Interval& a, int n) {
  if (!is_finite(a)) return a;
  if (n == 0) return Interval(1.0);
  if (n == 1) return a;
  if (n == 2) return square(a);
  if (n < 0 && !certainly_not_zero(a)) return Interval::entire();
  const Interval ends = hull(power_at(a.lo(), n), power_at(a.hi(), n));
  return n % 2 == 0 && a.contains(0.0) ? hull(ends, Interval(0.0)) : ends;
}

// x^y rises or falls in x alone and in y alone: the extremes are at the corners.
Interval pow(const Interval& a, const Interval& y) {
  if (!is_finite(a) || !is_finite(y)) return Interval::entire();
  if (y.lo() == y.hi() && std::fabs(y.lo()) <= 2147483647.0 && y.lo() == std::floor(y.lo())) {
    return power(a, static_cast<int>(y.lo()));
  }
  if (a.lo() < 0.0 || (a.lo() == 0.0 && y.lo() <= 0.0)) return Interval::entire();
  double least = infinity, greatest = 0.0;
  for (const double base : {a.lo(), a.hi()}) {
    for (const double exponent : {y.lo(), y.hi()}) {
      const double p = elementary::pow(base, exponent);
      least = p < least ? p : least;
      greatest = p > greatest ? p : greatest;
    }
  }
  return Interval(lower(least, 0.0), upper(greatest));
}

// In a convex box that neither holds the origin nor meets the cut the extremes are at the corners.
Interval atan2(const Interval& y, const Interval& x) {
  if (!is_finite(x) || !is_finite(y) || (x.contains(0.0) && y.contains(0.0))) {
    return Interval::entire();
  }
  if (x.lo() < 0.0 && y.lo() < 0.0 && y.hi() >= 0.0) return Interval(-pi_above, pi_above);
  double least = infinity, greatest = -infinity;
  for (const double side : {x.lo(), x.hi()}) {
    for (const double height : {y.lo(), y.hi()}) {
      const double angle = elementary::atan2(height, side);
      least = angle < least ? angle : least;
      greatest = angle > greatest ? angle : greatest;
    }
  }
  return Interval(lower(least, y.lo() >= 0.0 ? 0.0 : -pi_above),
                  upper(greatest, y.hi() <= 0.0 && x.lo() > 0.0 ? 0.0 : pi_above));
}

Interval smooth(const Interval& x, const Interval& w) {
  if (!is_finite(x) || !is_finite(w) || !(w.lo() > 0.0)) return Interval::entire();
  return Interval(smooth_at(x.lo(), w.hi()).lo(), smooth_at(x.hi(), w.lo()).hi());
}

}  // namespace zwang
