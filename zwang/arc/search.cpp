// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/search.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

constexpr double u = 0x1p-53;

double at(const std::array<double, 8>& p, double theta) {
  double sum = p[7];
  for (std::size_t k = 7; k-- > 0;) sum = sum * theta + p[k];
  return sum;
}

// The polynomial about the middle of a piece: p(m + s) = Σ c s^k.
std::array<double, 8> shifted(std::array<double, 8> p, double m) {
  for (std::size_t k = 0; k < 7; ++k)
    for (std::size_t j = 7; j-- > k;) p[j] += m * p[j + 1];
  return p;
}

double size_of(const std::array<double, 8>& p) {
  double sum = 0.0;
  for (const double c : p) sum += std::abs(c);
  return sum;
}

Interval around(double middle, double radius) { return Interval(middle - radius, middle + radius); }

}  // namespace

Search::Search(const System& system, double near)
    : system_(&system),
      near_(near),
      polynomials_(index(1 + 2 * system.coordinates())),
      boxes_(2 * index(system.constraints())) {}

Search::Asked Search::asked_for(int constraint) const {
  const int count = system_->constraints();
  const Constraint& one = system_->constraint(constraint % count);
  if (one.friction && constraint >= count) return {one.friction->backward, one.places};
  if (!one.domain) return {one.function, one.places};
  if (constraint >= count) return {one.domain->border, one.domain->places};
  return {one.domain->entry, one.domain->entry_places};
}

void Search::begin(const DenseStep& step, double rounding) {
  step_ = &step;
  rounding_ = rounding;
  for (Polynomial& polynomial : polynomials_) polynomial.ready = false;
  gave_up_ = false;
  undefined_ = false;
}

const Search::Polynomial& Search::polynomial(int place) {
  Polynomial& p = polynomials_[index(place)];
  if (p.ready) return p;
  p.ready = true;
  if (place == Model::time_place) {
    p.power = {step_->t, step_->h};
  } else {
    const int coordinate = Model::coordinate_at(place);
    if (!Model::is_rate(place)) {
      p.power = step_->powers(coordinate);
    } else if (system_->is_rate_parameter(coordinate)) {
      p.power = step_->powers(system_->coordinates() + coordinate);
    } else {
      const auto q = step_->powers(coordinate);
      p.power = {};
      for (std::size_t k = 1; k < 8; ++k) p.power[k - 1] = static_cast<double>(k) * q[k] / step_->h;
    }
  }
  const auto c = shifted(p.power, 0.5);
  double radius = 0.0;
  double power = 0.5;
  for (std::size_t k = 1; k < 8; ++k, power *= 0.5) radius += std::abs(c[k]) * power;
  p.range = around(c[0], radius + 32.0 * u * size_of(p.power));
  return p;
}

double Search::value(int constraint, double theta) const {
  const Asked asked = asked_for(constraint);
  Registers<double> x(asked.places.size());
  for (std::size_t i = 0; i < asked.places.size(); ++i)
    x[i] = at(polynomials_[index(asked.places[i])].power, theta);
  const double f = asked.function.value(std::span<const double>(x.data(), asked.places.size()));
  undefined_ = undefined_ || !std::isfinite(f);
  return f;
}

double Search::slope(int constraint, double theta) {
  enclose(constraint, theta, theta);
  return 0.5 * (course_[1].lo() + course_[1].hi());
}

// f, f', f''/2 over a piece, with respect to theta.
void Search::enclose(int constraint, double from, double to) {
  ++evaluations_;
  const Asked asked = asked_for(constraint);
  arguments_.resize(asked.places.size());
  const double m = 0.5 * (from + to);
  const double r = 0.5 * (to - from);
  for (std::size_t i = 0; i < asked.places.size(); ++i) {
    const auto& p = polynomials_[index(asked.places[i])].power;
    const auto c = shifted(p, m);
    const double rounding = 32.0 * u * size_of(p);
    double r0 = 0.0, r1 = 0.0, r2 = 0.0;
    double power = 1.0;  // r^(k-2) at k = 2
    r0 += std::abs(c[1]) * r;
    for (std::size_t k = 2; k < 8; ++k) {
      const double a = std::abs(c[k]) * power;
      const auto n = static_cast<double>(k);
      r0 += a * r * r;
      r1 += n * a * r;
      if (k > 2) r2 += 0.5 * n * (n - 1.0) * a;
      power *= r;
    }
    arguments_[i][0] = around(c[0], r0 + rounding);
    arguments_[i][1] = around(c[1], r1 + 7.0 * rounding);
    arguments_[i][2] = around(c[2], r2 + 21.0 * rounding);
  }
  course_ = asked.function.over(std::span<const Course>(arguments_));
}

// Interpolation of the coordinates, seen through the gradient, and rounding of f.
void Search::measure_error(int constraint) {
  const Asked asked = asked_for(constraint);
  const std::size_t size = asked.places.size();
  Registers<double> x(size);
  Registers<double> g(size);
  for (std::size_t i = 0; i < size; ++i) x[i] = at(polynomials_[index(asked.places[i])].power, 0.5);
  asked.function.gradient(std::span<const double>(x.data(), size),
                          std::span<double>(g.data(), size));
  error_ = 0.0;
  near_zero_ = 0.0;
  for (std::size_t i = 0; i < size; ++i) {
    const int place = asked.places[i];
    if (place != Model::time_place)
      near_zero_ += std::abs(g[i]) * (near_ * std::max(1.0, std::abs(x[i])) + rounding_);
    double off = 256.0 * u * size_of(polynomials_[index(place)].power);
    if (place != Model::time_place) {
      const int coordinate = Model::coordinate_at(place);
      off += 0.1 *
             step_->last(Model::is_rate(place) ? system_->coordinates() + coordinate : coordinate);
    }
    error_ += std::abs(g[i]) * off;
  }
  if (!std::isfinite(error_)) error_ = 0.0;
  error_ += 1e-300;
  if (!std::isfinite(near_zero_)) near_zero_ = 0.0;
  largest_error_ = std::max(largest_error_, error_);
}

// Bounds of the derivatives by what enters the row of the constraint (places and time, or rates),
// over a box about a place of the step. Sizes count as in the step: to 1 at most.
std::vector<Interval> Search::gradient_about(int constraint, double theta, double part) {
  const Constraint& asked = system_->constraint(constraint);
  const std::size_t size = asked.places.size();
  std::vector<double> x(size);
  std::vector<Course> box(size);
  double largest = 1e-3;
  for (std::size_t i = 0; i < size; ++i) {
    x[i] = at(polynomial(asked.places[i]).power, theta);
    if (asked.places[i] != Model::time_place) largest = std::max(largest, std::abs(x[i]));
  }
  for (std::size_t i = 0; i < size; ++i)
    box[i][0] = around(x[i], part * std::max(std::abs(x[i]), std::min(largest, 1.0)));
  std::vector<Interval> gradient;
  for (std::size_t i = 0; i < size; ++i) {
    if (asked.of_velocities && !Model::is_rate(asked.places[i])) continue;
    for (std::size_t k = 0; k < size; ++k) {
      box[k][1] = Interval(k == i ? 1.0 : 0.0);
      box[k][2] = Interval(0.0);
    }
    gradient.push_back(asked.function.over(std::span<const Course>(box))[1]);
    ++evaluations_;
  }
  return gradient;
}

// A derivative that exists spreads over a sixteenth of the box by about a sixteenth; one that jumps
// does not, and where there is a pole it has no bounds.
bool Search::has_gradient(int constraint, double theta, double part) {
  const std::vector<Interval> whole = gradient_about(constraint, theta, part);
  const std::vector<Interval> inner = gradient_about(constraint, theta, part / 16.0);
  double largest = 0.0;
  for (const Interval& one : whole) {
    if (!is_finite(one)) return false;
    largest = std::max(largest, one.magnitude());
  }
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (whole[i].width() > 0.1 * largest && inner[i].width() > 0.5 * whole[i].width()) return false;
  return true;
}

// Four widths larger than the step on every side: while the motion stays there, f < 0.
void Search::sleep(int constraint) {
  const Asked asked = asked_for(constraint);
  auto& box = boxes_[index(constraint)];
  box.clear();
  ranges_.clear();
  for (const int place : asked.places) {
    const Interval& range = polynomials_[index(place)].range;
    const double width = 4.0 * (range.hi() - range.lo());
    ranges_.emplace_back(range.lo() - width, range.hi() + width);
  }
  const Interval f = asked.function.over(std::span<const Interval>(ranges_));
  ++evaluations_;
  if (f.hi() < 0.0) box = ranges_;
}

bool Search::sleeps(int constraint) {
  const Asked asked = asked_for(constraint);
  const auto& box = boxes_[index(constraint)];
  bool inside = !box.empty();
  for (std::size_t i = 0; i < asked.places.size(); ++i) {
    const Interval& range = polynomial(asked.places[i]).range;
    inside = inside && range.lo() >= box[i].lo() && range.hi() <= box[i].hi();
  }
  if (inside) return true;
  ranges_.clear();
  for (const int place : asked.places) ranges_.push_back(polynomials_[index(place)].range);
  ++evaluations_;
  if (!(asked.function.over(std::span<const Interval>(ranges_)).hi() < 0.0)) return false;
  sleep(constraint);
  return true;
}

// f rises through 0 between `from` and `to`.
double Search::crossing(int constraint, double from, double to) const {
  double left = from;
  double right = to;
  double f_left = value(constraint, left);
  double f_right = value(constraint, right);
  if (f_left > 0.0) return left;
  int stuck = 0;
  for (int turn = 0; turn < 200; ++turn) {
    if (right - left <= 4.0 * u) break;
    // regula falsi with halved ends, and a plain half now and then
    double middle = left - f_left * (right - left) / (f_right - f_left);
    if (turn % 4 == 3 || !(middle > left && middle < right)) middle = 0.5 * (left + right);
    if (!(middle > left && middle < right)) break;
    const double f = value(constraint, middle);
    if (f == 0.0) return middle;
    if (f < 0.0) {
      left = middle;
      f_left = f;
      if (stuck == 1) f_right *= 0.5;
      stuck = 1;
    } else {
      right = middle;
      f_right = f;
      if (stuck == 2) f_left *= 0.5;
      stuck = 2;
    }
  }
  return 0.5 * (left + right);
}

// Where f hardly rises its zero is ill defined. If f'' changes its sign there it is a triple zero,
// and that of f'' is the sharp one.
double Search::sharpened(int constraint, double theta) {
  double reach = 1e-10;
  while (reach < 0.1 && std::abs(value(constraint, std::max(0.0, theta - reach))) <= 4.0 * error_ &&
         std::abs(value(constraint, std::min(1.0, theta + reach))) <= 4.0 * error_)
    reach *= 2.0;
  if (reach < 1e-7) return theta;
  const auto bend = [&](double at) {
    enclose(constraint, at, at);
    return 0.5 * (course_[2].lo() + course_[2].hi());
  };
  double left = std::max(0.0, theta - 2.0 * reach);
  double right = std::min(1.0, theta + 2.0 * reach);
  if (!(bend(left) < 0.0 && bend(right) > 0.0)) return theta;
  for (int turn = 0; turn < 60; ++turn) {
    const double middle = 0.5 * (left + right);
    (bend(middle) < 0.0 ? left : right) = middle;
  }
  return 0.5 * (left + right);
}

// f'' < 0: where f' vanishes.
double Search::top(int constraint, double from, double to) {
  double left = from;
  double right = to;
  if (slope(constraint, left) <= 0.0) return left;
  if (slope(constraint, right) >= 0.0) return right;
  for (int turn = 0; turn < 60 && right - left > 1e-14; ++turn) {
    const double middle = 0.5 * (left + right);
    (slope(constraint, middle) > 0.0 ? left : right) = middle;
  }
  return 0.5 * (left + right);
}

// Still on zero since the last instant, as near as can be told: a straight string in free fall.
bool Search::rests(int constraint, double until) const {
  constexpr int samples = 32;
  const double most = std::max(error_, near_zero_);
  for (int i = 0; i <= samples; ++i)
    if (!(std::abs(value(constraint, until * i / samples)) <= most)) return false;
  return true;
}

std::optional<double> Search::leaves(int constraint, double until) {
  const int number = border(constraint);
  for (const int place : asked_for(number).places) polynomial(place);
  measure_error(number);
  bool armed = value(number, 0.0) < -error_;
  std::vector<Arrival> grazes;
  const auto found = first(number, until, armed, grazes);
  return found ? std::optional(found->theta) : std::nullopt;
}

bool Search::inside(int constraint, double theta) {
  const int number = border(constraint);
  for (const int place : asked_for(number).places) polynomial(place);
  measure_error(number);
  return value(number, theta) < -std::max(error_, near_zero_);
}

std::optional<Arrival> Search::first(int constraint, double until, bool& armed,
                                     std::vector<Arrival>& grazes) {
  if (sleeps(constraint)) {
    armed = true;
    error_ = 0.0;
    return std::nullopt;
  }
  measure_error(constraint);
  if (!armed && rests(constraint, until)) return std::nullopt;
  // what cannot be told from zero: more where f was zero at the last instant and has not been seen
  // open since
  const auto zero = [&] { return armed ? error_ : std::max(error_, near_zero_); };
  constexpr double narrow = 0x1p-24;
  constexpr long most = 20000;
  const long start = evaluations_;
  stack_.clear();
  stack_.push_back({0.0, until});
  while (!stack_.empty()) {
    const auto [from, to] = stack_.back();
    stack_.pop_back();
    if (evaluations_ - start > most) {
      gave_up_ = true;
      return std::nullopt;
    }
    enclose(constraint, from, to);
    Course here = course_;
    const bool bounded = std::isfinite(here[0].lo()) && std::isfinite(here[0].hi());
    if (bounded && is_finite(here[1])) {
      // f(m) + f'·(θ − m) is often the sharper bound
      const double change = 0.5 * (to - from) * here[1].magnitude();
      const double middle = value(constraint, 0.5 * (from + to));
      if (middle + change < here[0].hi() || middle - change > here[0].lo())
        here[0] = Interval(std::max(here[0].lo(), middle - change - 0.5 * error_),
                           std::min(here[0].hi(), middle + change + 0.5 * error_));
    }
    if (bounded && here[0].hi() < -zero()) {
      armed = true;
      continue;
    }
    const bool falls = here[1].hi() < 0.0;
    const bool rises = here[1].lo() > 0.0;
    const bool hollow = here[2].hi() < 0.0;
    if (falls || (hollow && slope(constraint, from) <= 0.0)) {
      // the top lay between two pieces
      if (armed && value(constraint, from) >= -zero()) grazes.push_back({constraint, from, true});
      if (value(constraint, to) < -zero()) armed = true;
      continue;
    }
    if (rises) {
      if (value(constraint, to) > zero())
        return Arrival{constraint, sharpened(constraint, crossing(constraint, from, to)), false};
      if (value(constraint, to) < -zero()) armed = true;
      continue;
    }
    if (hollow) {
      const double peak = top(constraint, from, to);
      const double f = value(constraint, peak);
      if (f > zero())
        return Arrival{constraint, sharpened(constraint, crossing(constraint, from, peak)), false};
      if (armed && f >= -zero() && peak < to) grazes.push_back({constraint, peak, true});
      if (value(constraint, to) < -zero()) armed = true;
      continue;
    }
    // as near to 0 as can be told
    if (bounded && here[0].lo() >= -zero() && here[0].hi() <= zero()) continue;
    if (to - from <= narrow) {
      const double f = value(constraint, to);
      if (f > zero())
        return Arrival{constraint, sharpened(constraint, crossing(constraint, from, to)), false};
      if (f < -zero()) armed = true;
      continue;
    }
    const double middle = 0.5 * (from + to);
    stack_.push_back({middle, to});
    stack_.push_back({from, middle});
  }
  return std::nullopt;
}

}  // namespace zwang
