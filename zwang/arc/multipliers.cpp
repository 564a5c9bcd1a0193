// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/multipliers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/index.hpp"

namespace zwang {
namespace {

// Where multipliers are known after a step: both ends and the stages of the dense output.
constexpr std::array<double, 5> places = {0.0, 0.1, 0.2, 7.0 / 9.0, 1.0};

// The curve of degree 4 through the samples, in Newton's form.
struct Quartic {
  std::array<double, 5> d{};
  explicit Quartic(const std::vector<double>& samples) {
    for (std::size_t i = 0; i < 5; ++i) d[i] = samples[i];
    for (std::size_t k = 1; k < 5; ++k)
      for (std::size_t i = 4; i >= k; --i) d[i] = (d[i] - d[i - 1]) / (places[i] - places[i - k]);
  }
  double operator()(double theta) const {
    double sum = d[4];
    for (std::size_t i = 4; i-- > 0;) sum = sum * (theta - places[i]) + d[i];
    return sum;
  }
};

}  // namespace

void Multipliers::begin(const std::vector<int>& bound) {
  watched_.clear();
  many_ = bound.size();
  for (std::size_t k = 0; k < bound.size(); ++k) {
    const Constraint& one = system_->constraint(bound[k]);
    if (one.friction) {
      watched_.push_back({bound[k], many_++, 1});
      watched_.push_back({bound[k], many_++, 2});
    } else if (!one.equation) {
      watched_.push_back({bound[k], k, 1});
    }
  }
  samples_.assign(many_, std::vector<double>(places.size(), 0.0));
}

std::vector<double> Multipliers::numbers(const Flow& flow) const {
  std::vector<double> all = flow.multipliers();
  if (many_ == all.size()) return all;
  for (std::size_t k = 0; k < flow.bound().size(); ++k) {
    const int row = flow.bound()[k];
    const auto& friction = system_->constraint(row).friction;
    if (!friction) continue;
    const double most = sticking_bound(*system_, flow.snapshot(), row) * flow.load(row);
    all.push_back(most - flow.multipliers()[k]);
    all.push_back(most + flow.multipliers()[k]);
  }
  return all;
}

void Multipliers::forget() {
  stages_.clear();
  largest_pull_ = 0.0;
}

void Multipliers::see(const Flow& flow) {
  if (many_ == flow.bound().size()) {
    stages_.insert(stages_.end(), flow.multipliers().begin(), flow.multipliers().end());
  } else {
    const std::vector<double> all = numbers(flow);
    stages_.insert(stages_.end(), all.begin(), all.end());
  }
  largest_pull_ = std::max(largest_pull_, flow.snapshot().net_force.cwiseAbs().maxCoeff());
}

void Multipliers::sample(std::size_t place, const std::vector<double>& numbers) {
  for (std::size_t k = 0; k < numbers.size(); ++k) samples_[k][place] = numbers[k];
}

bool Multipliers::known(const Flow& flow) const {
  constexpr std::size_t first_stage = 4, last_stage = 10;  // earlier ones lie beside the motion
  for (const Watched& watched : watched_) {
    const std::size_t k = watched.at;
    const Quartic curve(samples_[k]);
    double size = small(watched, flow) / tolerance_;
    for (const double z : samples_[k]) size = std::max(size, std::abs(z));
    for (std::size_t stage = first_stage; stage <= last_stage; ++stage) {
      const double z = stages_[(stage - 1) * many_ + k];
      if (!(std::abs(z - curve(dormand_prince::c[stage])) <= 0.05 * size)) return false;
    }
  }
  return true;
}

// What counts as zero: rounding and the accuracy asked for, against the largest multiplier of the
// step and what the forces would make of it.
double Multipliers::small(const Watched& watched, const Flow& flow) const {
  const auto& a = flow.snapshot().rows[index(watched.constraint)].a;
  double length = 0.0;
  for (const double entry : a) length = std::max(length, std::abs(entry));
  double size = largest_pull_ / std::max(length, 1e-300);
  for (const double z : samples_[watched.at]) size = std::max(size, std::abs(z));
  // where no force acts rounding of rest has no size to be measured against
  return std::max(std::max(1e-13, 1e-2 * tolerance_) * size, 1e-30);
}

std::optional<Release> Multipliers::first(const Flow& flow, double until, double rounding,
                                          std::vector<char>& armed_multiplier,
                                          const std::vector<char>& quiet, const At& at) {
  std::optional<Release> first;
  const auto multiplier = [&](std::size_t k, double theta) {
    const std::vector<double> all = at(theta);
    return all.empty() ? unset : all[k];
  };
  double time_error = 0.0;
  for (const Watched& watched : watched_) {
    const std::size_t k = watched.at;
    const int constraint = watched.constraint;
    const double zero = small(watched, flow);
    const Quartic curve(samples_[k]);
    double least = 1e300;
    double where = 0.0;
    for (int i = 0; i <= 32; ++i) {
      const double theta = i / 32.0;
      if (curve(theta) < least) {
        least = curve(theta);
        where = theta;
      }
    }
    char& marks = armed_multiplier[index(constraint)];
    const auto armed = [&] { return (marks & watched.mark) != 0; };
    const bool is_quiet = quiet[index(constraint)] != 0;
    // the curve is clearly above zero: nothing can have been missed
    if (armed() && least > std::max(zero, 0.05 * std::abs(curve.d[4]))) continue;
    if (is_quiet && std::ranges::all_of(samples_[k], [&](double z) { return std::abs(z) <= zero; }))
      continue;
    const double end = first ? first->theta : until;
    std::vector<double> thetas = {where, end};
    for (int i = 0; i <= 16; ++i) thetas.push_back(i / 16.0);
    std::ranges::sort(thetas);
    double left = 0.0;
    double z_left = samples_[k][0];
    bool found = false;
    for (const double theta : thetas) {
      if (theta > end) break;
      const double z = theta == 0.0   ? samples_[k][0]
                       : theta == 1.0 ? samples_[k][4]
                                      : multiplier(k, theta);
      if (is_quiet) {
        found = std::abs(z) > 10.0 * zero;
        time_error = 1.0;
        if (found) break;
        left = theta;
        continue;
      }
      if (z > zero) marks = static_cast<char>(marks | watched.mark);
      if (z < -(armed() ? 1.0 : 10.0) * zero) {
        double right = theta;
        double z_right = z;
        if (z_left > 0.0) {
          for (int turn = 0; turn < 100 && right - left > rounding; ++turn) {
            double middle = left - z_left * (right - left) / (z_right - z_left);
            if (turn % 3 == 2 || !(middle > left && middle < right)) middle = 0.5 * (left + right);
            if (!(middle > left && middle < right)) break;
            const double value = multiplier(k, middle);
            if (value == 0.0) {
              left = right = middle;
            } else if (value > 0.0) {
              left = middle;
              z_left = value;
            } else {
              right = middle;
              z_right = value;
            }
          }
          left = right;
        }
        found = true;
        const double slope = std::abs(z_right - samples_[k][0]);
        time_error = std::min(1.0, zero / std::max(slope, 1e-300));
        break;
      }
      left = theta;
      z_left = z;
    }
    if (!found) continue;
    if (!first || left < first->theta) first = Release{constraint, left, {}, time_error};
  }
  if (!first) return first;
  // what shares its load with what lets go falls to zero with it
  first->causes = {first->constraint};
  const std::vector<double> there = at(first->theta);
  for (const Watched& watched : watched_) {
    const int constraint = watched.constraint;
    if (there.empty() || constraint == first->constraint) continue;
    if (!quiet[index(constraint)] && (armed_multiplier[index(constraint)] & watched.mark) != 0 &&
        there[watched.at] <= small(watched, flow))
      first->causes.push_back(constraint);
  }
  return first;
}

}  // namespace zwang
