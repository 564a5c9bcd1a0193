// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/vertex.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/linear/symmetric_eigen.hpp"

namespace zwang {
namespace {

// In y = Lᵀa, where M = LLᵀ, and the axes of L⁻¹HL⁻ᵀ:  Σ d y² = 0, |y − y0|² → min.
class Cone {
 public:
  Cone(const Vector& d, const Vector& y0, bool equation)
      : d_(d), y0_(y0), equation_(equation), size_(y0.norm()), steep_(d.cwiseAbs().maxCoeff()) {}

  // y = y0/(1 + μd): roots of Σ d y0²/(1 + μd)² between the poles μ = −1/d, and the poles
  // themselves where y0 has no component.
  std::vector<std::pair<Vector, double>> run(std::vector<int>& families) {
    if (std::abs(form(0.0)) <= tiny() || (!equation_ && form(0.0) < 0.0)) {
      found_.emplace_back(y0_, 0.0);
      families_.push_back(0);
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
    families = families_;
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
    for (const auto& [other, multiplier] : found_)
      if ((other - y).norm() <= 1e-9 * (size_ + other.norm())) return;
    found_.emplace_back(std::move(y), mu);
    families_.push_back(family);
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
  std::vector<std::pair<Vector, double>> found_;
  std::vector<int> families_;
};

// 1 + μD on the directions that stay on the cone, {δ : δᵀDy = 0}: positive is a minimum.
Stationary::Kind kind_of(const Vector& d, const Vector& y, double mu) {
  const Vector normal = d.cwiseProduct(y);
  const double length = normal.norm();
  const auto n = d.size();
  Matrix second = Matrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) second(i, i) = 1.0 + mu * d[i];
  if (length > 0.0) {
    const Vector unit = normal / length;
    const Matrix keep = Matrix::Identity(n, n) - unit * unit.transpose();
    // the direction across is moved out of the way
    second = keep * second * keep + (1.0 + second.cwiseAbs().maxCoeff()) * unit * unit.transpose();
  }
  return symmetric_eigenvalues(second)[0] > -1e-9 ? Stationary::Kind::minimum
                                                  : Stationary::Kind::saddle;
}

}  // namespace

// Column by column: the rate of the gradient along each direction.
Matrix hessian(const System& system, const Snapshot& snapshot, int number) {
  using Course = Taylor<double, 1>;
  const Constraint& constraint = system.constraint(number);
  const std::size_t size = constraint.places.size();
  const int n = system.velocities();
  std::vector<Course> x(size), g(size);
  Matrix h = Matrix::Zero(n, n);
  for (std::size_t j = 0; j < size; ++j) {
    if (constraint.places[j] == Model::time_place) continue;
    for (std::size_t i = 0; i < size; ++i)
      x[i] = Course(snapshot.motion[index(constraint.places[i])][0], i == j ? 1.0 : 0.0);
    constraint.function.along(x, g);
    for (std::size_t i = 0; i < size; ++i)
      if (constraint.places[i] != Model::time_place)
        h(Model::coordinate_at(constraint.places[i]), Model::coordinate_at(constraint.places[j])) =
            g[i][1];
  }
  if (snapshot.rate_map.size() == 0) return h;
  // where rates are replaced: q' = G u
  Matrix turn = Matrix::Identity(n, n);
  const auto replaced = system.model().replaced_rates();
  for (std::size_t r = 0; r < replaced.size(); ++r)
    for (std::size_t c = 0; c < replaced.size(); ++c)
      turn(replaced[r], replaced[c]) =
          snapshot.rate_map(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  return turn.transpose() * h * turn;
}

int Vertex::minima() const {
  return static_cast<int>(std::ranges::count_if(
      stationary, [](const Stationary& s) { return s.kind == Stationary::Kind::minimum; }));
}

Vertex vertex_of(const System& system, const Snapshot& snapshot, int constraint) {
  Vertex vertex;
  if (system.constraint(constraint).of_velocities) return vertex;
  const Matrix h = hessian(system, snapshot, constraint);
  const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
  if (mass.info() != Eigen::Success || !(h.cwiseAbs().maxCoeff() > 0.0)) return vertex;
  const Matrix half = mass.matrixL().solve(h);
  const Matrix form = mass.matrixL().solve(half.transpose());
  const SymmetricEigen axes = symmetric_eigen(0.5 * (form + form.transpose()));
  Vector y0 = mass.matrixL().solve(snapshot.net_force);
  y0 = axes.vectors.transpose() * y0;
  std::vector<int> families;
  const auto points = Cone(axes.values, y0, system.constraint(constraint).equation).run(families);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [y, mu] = points[i];
    Stationary one;
    one.kind = kind_of(axes.values, y, mu);
    one.accelerations = mass.matrixL().transpose().solve(Vector(axes.vectors * y));
    one.zwang = (y - y0).squaredNorm();
    one.family = families[i];
    vertex.stationary.push_back(std::move(one));
  }
  std::ranges::stable_sort(vertex.stationary, {}, &Stationary::zwang);
  vertex.found = true;
  return vertex;
}

}  // namespace zwang
