// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/cone.hpp"

#include <algorithm>
#include <cmath>

namespace zwang {
namespace {

class ConeSearch {
 public:
  ConeSearch(const Vector& d, const Vector& y0, bool equation)
      : d_(d), y0_(y0), equation_(equation), size_(y0.norm()), steep_(d.cwiseAbs().maxCoeff()) {}

  // y = y0/(1 + μd): roots of Σ d y0²/(1 + μd)² between the poles μ = −1/d, and the poles
  // themselves where y0 has no component.
  std::vector<ConePoint> run() {
    if (std::abs(form(0.0)) <= tiny() || (!equation_ && form(0.0) < 0.0)) {
      found_.push_back({y0_, 0.0, 0});
    }
    std::vector<double> poles;
    for (Eigen::Index i = 0; i < d_.size(); ++i)
      if (std::abs(d_[i]) > 1e-12 * steep_) poles.push_back(-1.0 / d_[i]);
    std::ranges::sort(poles);
    poles.erase(
        std::unique(poles.begin(), poles.end(),
                    [](double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(a); }),
        poles.end());
    for (const double pole : poles) at_pole(pole);
    const double far = 1e12 / steep_;
    double from = -far;
    for (const double pole : poles) {
      between(from, pole);
      from = pole;
    }
    between(from, far);
    return found_;
  }

 private:
  double tiny() const { return 1e-13 * steep_ * size_ * size_; }
  double form(double mu) const {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < d_.size(); ++i) {
      const double y = y0_[i] / (1.0 + mu * d_[i]);
      if (y0_[i] != 0.0) sum += d_[i] * y * y;
    }
    return sum;
  }

  void keep(Vector y, double mu, int family) {
    if (!equation_ && mu < 0.0) return;  // an inequality does not pull
    for (const ConePoint& other : found_)
      if ((other.y - y).norm() <= 1e-9 * (size_ + other.y.norm())) return;
    found_.push_back({std::move(y), mu, family});
  }

  // Sign changes between two poles, looked for in steps that grow with the distance from both.
  void between(double from, double to) {
    constexpr int decades = 24;
    constexpr int steps = 8;
    const double width = to - from;
    std::vector<double> points;
    for (int i = 0; i <= decades * steps; ++i) {
      const double part = 0.5 * width * std::pow(10.0, -static_cast<double>(i) / steps);
      points.push_back(from + part);
      points.push_back(to - part);
    }
    std::ranges::sort(points);
    double left = unset;
    double value = unset;
    for (const double right : points) {
      if (!(right > from && right < to)) continue;
      const double next = form(right);
      if (value * next < 0.0) root(left, right, value);
      left = right;
      value = next;
    }
  }

  void root(double left, double right, double value) {
    for (int step = 0; step < 200 && right - left > 4e-16 * std::abs(left); ++step) {
      const double middle = 0.5 * (left + right);
      const double at = form(middle);
      if (at * value > 0.0)
        left = middle;
      else
        right = middle;
    }
    const double mu = 0.5 * (left + right);
    Vector y(d_.size());
    for (Eigen::Index i = 0; i < d_.size(); ++i) y[i] = y0_[i] / (1.0 + mu * d_[i]);
    if (y.norm() > 1e-9 * size_) keep(std::move(y), mu, 0);
  }

  // μ = −1/d where y0 has no component along these axes: their components are free up to the form.
  void at_pole(double mu) {
    Vector y = y0_;
    std::vector<Eigen::Index> open;
    double sum = 0.0;
    double slope = 0.0;
    for (Eigen::Index i = 0; i < d_.size(); ++i) {
      const double factor = 1.0 + mu * d_[i];
      if (std::abs(factor) <= 1e-9) {
        if (std::abs(y0_[i]) > 1e-12 * size_) return;
        open.push_back(i);
        slope = d_[i];
        y[i] = 0.0;
      } else {
        y[i] = y0_[i] / factor;
        sum += d_[i] * y[i] * y[i];
      }
    }
    const double square = -sum / slope;
    if (!(square > 0.0)) return;
    const double length = std::sqrt(square);
    if (open.size() == 1) {
      for (const double sign : {1.0, -1.0}) {
        y[open[0]] = sign * length;
        keep(y, mu, 0);
      }
      return;
    }
    y[open[0]] = length;
    keep(y, mu, static_cast<int>(open.size()) - 1);
  }

  Vector d_, y0_;
  bool equation_;
  double size_, steep_;
  std::vector<ConePoint> found_;
};

}  // namespace

std::vector<ConePoint> stationary_on_cone(const Vector& d, const Vector& y0, bool equation) {
  return ConeSearch(d, y0, equation).run();
}

}  // namespace zwang
