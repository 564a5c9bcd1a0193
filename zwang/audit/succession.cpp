// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/succession.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zwang {
namespace {

// A step of a run and one of the audit, each a sum of a dozen stages with what is lost on the way
// to rates and back onto the constraints: so many roundings of the largest number.
constexpr double roundings = 256.0 * std::numeric_limits<double>::epsilon();
// More pieces than this a pair is not divided into before midpoints are asked.
constexpr int most_pieces = 64;
// Neighbours are asked where no number changes by a larger part of its size from row to row.
constexpr double close = 0.05;
// A turn of improvement is worth three rates, a step of order 8 nine.
constexpr int most_turns = 5;

// Lobatto's five places from 0 to 1, and the integrals of the curve through five numbers there up
// to each of the last four.
struct Lobatto {
  std::array<double, 5> place{};
  std::array<std::array<double, 5>, 4> weight{};

  Lobatto() {
    const double off = std::sqrt(21.0) / 14.0;
    place = {0.0, 0.5 - off, 0.5, 0.5 + off, 1.0};
    const double third = 0.5 * std::sqrt(0.6);  // Gauss's places, exact for these
    for (std::size_t p = 0; p < 4; ++p)
      for (const auto& [at, part] : {std::pair(0.5 - third, 5.0 / 18.0), std::pair(0.5, 4.0 / 9.0),
                                     std::pair(0.5 + third, 5.0 / 18.0)})
        for (std::size_t j = 0; j < 5; ++j) {
          double product = part * place[p + 1];
          for (std::size_t k = 0; k < 5; ++k)
            if (k != j) product *= (at * place[p + 1] - place[k]) / (place[j] - place[k]);
          weight[p][j] += product;
        }
  }
};
const Lobatto lobatto;

}  // namespace

double Succession::steps_between(const Entry& from, const Entry& to) {
  const double turned = (to.t - from.t) * std::max(from.moved, to.moved);
  return turned < 0.5 ? std::min(1.0, 10.0 * turned) : 2.0 * turned;
}

Succession::Succession(const System& system, double tolerance, const Laws& laws)
    : system_(&system),
      laws_(&laws),
      motion_(system),
      number_{
          "succession", "each row follows from the previous one", 0.0,
          std::max(10.0, 4.0 * std::sqrt(system.coordinates() + system.velocities())) * tolerance} {
  rounding_ = roundings / number_.allowed;
}

bool Succession::rates(double t, const double* y, double* dy) {
  if (!laws_->rates) return motion_.rates(t, phase_, y, dy);
  return laws_->rates(t, y, dy);
}

void Succession::row(const AuditRow& row, const std::vector<int>& held,
                     const std::vector<Slip>& slipping, const double* rates, double q_size,
                     double u_size) {
  if (count_ > 0) {
    const Entry& last = entry(count_ - 1);
    const double h = row.t - last.t;
    if (!(h > 0.0)) {
      flush();
      // an arc that ends where it began
      if (row.side <= 0) number_.note(worst(last, last, row.numbers() - last.y), row.t);
      count_ = judged_ = 0;
      steps_ = 0.0;
    } else {
      if (held != held_ || slipping != slipping_) {  // a pair by itself
        flush();
        first_ = (first_ + count_ - 1) % wide;
        count_ = 1;
        judged_ = 0;
        push(row, rates, q_size, u_size);
        steps_ += steps_between(entry(0), entry(1));
        ends_alike_ = false;
        judge(0);
        ends_alike_ = true;
        first_ = (first_ + 1) % wide;
        count_ = 1;
        held_ = held;
        slipping_ = slipping;
        return;
      }
    }
  }
  held_ = held;
  slipping_ = slipping;
  push(row, rates, q_size, u_size);
  if (count_ > 1) steps_ += steps_between(entry(count_ - 2), entry(count_ - 1));
  // the pair in the middle of the six, and those before it
  if (count_ == wide)
    while (judged_ < wide / 2) judge(judged_++);
}

void Succession::push(const AuditRow& row, const double* rates, double q_size, double u_size) {
  if (count_ == wide) {
    first_ = (first_ + 1) % wide;
    --judged_;
  } else {
    ++count_;
  }
  Entry& now = entry(count_ - 1);
  const Eigen::Index n = row.q.size(), all = n + row.u.size() + static_cast<int>(row.rho.size());
  now.t = row.t;
  if (now.y.size() != all) {
    now.y.resize(all);
    now.rates.resize(all);
    now.sizes.resize(all);
  }
  std::copy_n(row.q.data(), n, now.y.data());
  std::copy_n(row.u.data(), row.u.size(), now.y.data() + n);
  std::ranges::copy(row.rho, now.y.data() + n + row.u.size());
  if (rates)
    std::copy_n(rates, all, now.rates.data());
  else
    now.rates.setConstant(unset);
  now.most = now.fastest = {};
  now.moved = 0.0;
  for (Eigen::Index i = 0; i < all; ++i) {
    const auto kind = static_cast<std::size_t>(i >= n);
    const double y = std::abs(now.y[i]), fast = std::abs(now.rates[i]);
    now.sizes[i] = std::max(y, i < n ? q_size : u_size);
    now.most[kind] = std::max(now.most[kind], y);
    now.fastest[kind] = std::max(now.fastest[kind], fast);
    now.moved = std::max(now.moved, fast / now.sizes[i]);
  }
}

void Succession::flush() {
  while (judged_ < count_ - 1) judge(judged_++);
}

AuditNumber Succession::number() {
  flush();
  return number_;
}

void Succession::judge(int i) {
  const Entry &from = entry(i), &to = entry(i + 1);
  motion_.hold(held_, slipping_);
  phase_ = from.t;
  if (by_neighbours(i) || by_curve(i)) return;
  // one pair that does not follow is enough
  if (!number_.holds() || by_steps(from, to)) return;
  // the last resort is for few: forces that are noise would take it for ever
  constexpr int most_by_midpoints = 100;
  if (by_midpoints_++ < most_by_midpoints)
    by_midpoints(from, to);
  else
    number_.note(worst(from, to, sum_), to.t);
}

// What is lost at least, of places and of all others, as a part of what is allowed.
std::array<double, 2> Succession::rounding(const Entry& from, const Entry& to) const {
  // times are known to two of their last digits
  const double h = to.t - from.t + std::abs(from.t) / 64.0;
  return {rounding_ * (from.most[0] + h * from.fastest[0]),
          rounding_ * (from.most[1] + h * from.fastest[1])};
}

double Succession::worst(const Entry& from, const Entry& to, const Vector& left) const {
  const auto floor = rounding(from, to);
  const double steps = std::max(1.0, steps_between(from, to));
  const Eigen::Index n = system_->coordinates();
  double most = 0.0;
  for (Eigen::Index i = 0; i < left.size(); ++i) {
    const double part = std::abs(left[i]) / (steps * from.sizes[i] + floor[i < n ? 0 : 1]);
    if (!(part <= most)) most = part;
  }
  return most;
}

// Half of what is allowed is left for the error of the method.
bool Succession::agrees(const Entry& from, const Entry& to, const Vector& left) {
  const double most = worst(from, to, left);
  if (!(most <= 0.5 * number_.allowed)) return false;
  number_.note(most, to.t);
  return true;
}

// Integrals over a pair of what is 1 at one of the six rows and 0 at the others: with three points
// of Gauss exact for polynomials of degree 5.
void Succession::weigh(int i) {
  const double begin = entry(i).t, h = entry(i + 1).t - begin;
  bool same = weighed_ == i;
  std::array<double, wide> x{};
  for (int j = 0; j < wide; ++j) {
    const auto k = static_cast<std::size_t>(j);
    x[k] = (entry(j).t - begin) / h;
    same = same && std::abs(x[k] - places_[k]) <= 1e-10;
  }
  if (same) return;
  weighed_ = i;
  places_ = x;
  weights_ = {};
  const double off = 0.5 * std::sqrt(0.6);
  for (const auto& [at, weight] : {std::pair(0.5 - off, 5.0 / 18.0), std::pair(0.5, 4.0 / 9.0),
                                   std::pair(0.5 + off, 5.0 / 18.0)})
    for (std::size_t j = 0; j < wide; ++j) {
      double product = weight;
      for (std::size_t k = 0; k < wide; ++k)
        if (k != j) product *= (at - x[k]) / (x[j] - x[k]);
      weights_[j] += product;
    }
}

bool Succession::by_neighbours(int i) {
  const Entry &from = entry(i), &to = entry(i + 1);
  const double h = to.t - from.t;
  if (count_ < wide || !(h * from.moved <= close)) return false;
  weigh(i);
  std::array<const double*, wide> rates{};
  for (int j = 0; j < wide; ++j) rates[static_cast<std::size_t>(j)] = entry(j).rates.data();
  sum_.resize(from.y.size());
  for (Eigen::Index k = 0; k < sum_.size(); ++k) {
    double slope = 0.0;
    for (std::size_t j = 0; j < wide; ++j) slope += weights_[j] * rates[j][k];
    sum_[k] = to.y[k] - from.y[k] - h * slope;
  }
  return agrees(from, to, sum_);
}

// Lobatto's quadrature with five places. The three inside of the pair lie on Hermite's curve
// through the rows about it at first, and are then improved by the integrals up to them.
bool Succession::by_curve(int i) {
  if (count_ < 2 || !ends_alike_) return false;
  const Entry &from = entry(i), &to = entry(i + 1);
  const double h = to.t - from.t;
  std::array<double, wide> x{}, bend{};
  const auto rows = static_cast<std::size_t>(count_);
  for (std::size_t j = 0; j < rows; ++j) x[j] = (entry(static_cast<int>(j)).t - from.t) / h;
  for (std::size_t j = 0; j < rows; ++j)
    for (std::size_t k = 0; k < rows; ++k)
      if (k != j) bend[j] += 1.0 / (x[j] - x[k]);
  inside_.resize(from.y.size(), 3);
  slopes_.resize(from.y.size(), 3);
  for (int p = 0; p < 3; ++p) {
    const double at = lobatto.place[static_cast<std::size_t>(p + 1)];
    auto place = inside_.col(p);
    place.setZero();
    for (std::size_t j = 0; j < rows; ++j) {
      double one = 1.0;
      for (std::size_t k = 0; k < rows; ++k)
        if (k != j) one *= (at - x[k]) / (x[j] - x[k]);
      one *= one;
      const Entry& row = entry(static_cast<int>(j));
      place +=
          (one * (1.0 - 2.0 * (at - x[j]) * bend[j])) * row.y + (one * (at - x[j]) * h) * row.rates;
    }
  }
  for (int turn = 0; turn < most_turns; ++turn) {
    for (int p = 0; p < 3; ++p) {
      const double at = lobatto.place[static_cast<std::size_t>(p + 1)];
      if (!rates(from.t + at * h, inside_.col(p).data(), slopes_.col(p).data())) return false;
    }
    const auto integral = [&](const std::array<double, 5>& weight) {
      return h * (weight[0] * from.rates + weight[1] * slopes_.col(0) + weight[2] * slopes_.col(1) +
                  weight[3] * slopes_.col(2) + weight[4] * to.rates);
    };
    sum_ = to.y - from.y - integral(lobatto.weight[3]);
    if (agrees(from, to, sum_)) return true;
    // what is far away no turn brings near
    if (!(worst(from, to, sum_) <= 1e4 * number_.allowed)) return false;
    for (int p = 0; p < 3; ++p)
      inside_.col(p) = from.y + integral(lobatto.weight[static_cast<std::size_t>(p)]);
  }
  return false;
}

bool Succession::by_steps(const Entry& from, const Entry& to) {
  if (!method_) method_.emplace(from.y.size());
  const auto f = [this](double t, const double* y, double* dy) { return rates(t, y, dy); };
  const double h = to.t - from.t;
  last_.resize(0);
  slope_.resize(from.y.size());
  // now and then fewer are tried than the last pair needed
  if (++pairs_ % 8 == 0) pieces_ = std::max(1, pieces_ / 2);
  for (int pieces = pieces_; pieces <= most_pieces; pieces *= 2) {
    begin_ = from.y;
    const double* slope = from.rates.data();
    for (int k = 0; k < pieces; ++k) {
      const double t = from.t + k * (h / pieces);
      if (k > 0) {
        if (!rates(t, begin_.data(), slope_.data())) return false;
        slope = slope_.data();
      }
      sum_ = begin_;
      const bool end = k + 1 == pieces && ends_alike_;
      const double* const last = end ? to.rates.data() : nullptr;
      if (!method_->step(f, t, h / pieces, begin_.data(), slope, last, sum_.data())) return false;
      begin_ = sum_;
    }
    sum_ = to.y - begin_;
    if (agrees(from, to, sum_)) {
      pieces_ = pieces;
      return true;
    }
    // more pieces would find the same
    if (last_.size() > 0 && worst(from, to, sum_ - last_) <= 1e-3 * number_.allowed) return false;
    last_ = sum_;
  }
  return false;
}

void Succession::by_midpoints(const Entry& from, const Entry& to) {
  const Rates f = [this](double t, const Vector& y) {
    Vector dy(y.size());
    if (!rates(t, y.data(), dy.data())) dy.setConstant(unset);
    return dy;
  };
  Vector accuracy(from.y.size());
  for (Eigen::Index i = 0; i < accuracy.size(); ++i)
    accuracy[i] = number_.allowed * (1e-3 * from.sizes[i] +
                                     0.1 * rounding(from, to)[i < system_->coordinates() ? 0 : 1]);
  const auto reached = follow(f, from.y, from.t, to.t, accuracy);
  number_.note(reached ? worst(from, to, to.y - *reached) : unset, to.t);
}

}  // namespace zwang
