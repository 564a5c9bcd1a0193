// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/singular_integral.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/error.hpp"
#include "zwang/calculus/scope.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {

Projected oblique_projection(const Vector& field, const Matrix& differentials,
                             const Matrix& directions) {
  if (differentials.cols() != field.size() || directions.rows() != field.size() ||
      differentials.rows() != directions.cols())
    throw Error(
        Code::E120,
        fmt::format(
            "{} constraints need as many directions, of {} numbers each; there are {} of {}",
            differentials.rows(), field.size(), directions.cols(), directions.rows()));
  if (differentials.rows() == 0) return {Vector(0), field};
  const Eigen::FullPivLU<Matrix> lu(differentials * directions);
  if (!lu.isInvertible())
    throw Error(Code::E301, "a combination of the directions satisfies all constraints");
  const Vector rho = -lu.solve(differentials * field);
  return {rho, field + directions * rho};
}

SingularIntegral::SingularIntegral(const Graph& graph, std::vector<SymbolId> coordinates,
                                   const std::vector<NodeId>& field,
                                   const std::vector<NodeId>& constraints,
                                   const std::vector<std::vector<NodeId>>& directions)
    : coordinates_(std::move(coordinates)) {
  const auto fits = [&](const auto& list) { return list.size() == coordinates_.size(); };
  if (!fits(field) || !std::ranges::all_of(directions, fits) ||
      directions.size() != constraints.size())
    throw Error(Code::E120, fmt::format("{} coordinates need as many numbers of the field and of "
                                        "each direction, and one direction per constraint",
                                        coordinates_.size()));
  for (const NodeId node : field) field_.push_back(placed(graph, node));
  for (const NodeId node : constraints) constraints_.push_back(placed(graph, node));
  for (const auto& direction : directions) {
    directions_.emplace_back();
    for (const NodeId node : direction) directions_.back().push_back(placed(graph, node));
  }
}

SingularIntegral::SingularIntegral(const SingularIntegralText& text)
    : own_(std::make_shared<Graph>()) {
  const std::size_t n = text.names.size(), r = text.constraints.size();
  const bool by_functions = !text.kept.empty();
  if (text.field.size() != n || (by_functions && !text.directions.empty()) ||
      (by_functions ? text.kept.size() + r != n : text.directions.size() != r) ||
      std::ranges::any_of(text.directions, [&](const auto& one) { return one.size() != n; }))
    throw Error(Code::E120,
                fmt::format("{} names and {} constraints need {} numbers of the field, and either "
                            "{} directions of {} numbers each or {} functions that are kept",
                            n, r, n, r, n, n - std::min(n, r)));
  Scope scope(*own_);
  for (const std::string& name : text.names) {
    scope.coordinate(name);
    coordinates_.push_back((*own_)[scope.find(name)->levels[0][0]].a);
  }
  coordinates_.push_back((*own_)[scope.time()].a);
  const auto read = [&](const std::string& formula) {
    return placed(*own_, Formula::read(formula, scope).node());
  };
  for (const std::string& one : text.field) field_.push_back(read(one));
  field_.push_back(read("1"));
  for (const std::string& one : text.constraints) constraints_.push_back(read(one));
  for (const auto& direction : text.directions) {
    directions_.emplace_back();
    for (const std::string& one : direction) directions_.back().push_back(read(one));
    directions_.back().push_back(read("0"));
  }
  for (const std::string& one : text.kept) kept_.push_back(read(one));
}

auto SingularIntegral::placed(const Graph& graph, NodeId node) const -> Placed {
  Placed made{Formula(graph, node), {}};
  for (std::size_t i = 0; i < made.formula.inputs().size(); ++i) {
    const auto at = std::ranges::find(coordinates_, made.formula.inputs()[i]);
    if (at == coordinates_.end())
      throw Error(Code::E120,
                  fmt::format("'{}' is not one of the coordinates", made.formula.input_name(i)));
    made.places.push_back(at - coordinates_.begin());
  }
  return made;
}

double SingularIntegral::value(const Placed& one, const Vector& x) {
  const Vector inputs = x(one.places);
  return one.formula.value(std::span(inputs.data(), one.places.size()));
}

Vector SingularIntegral::gradient(const Placed& one, const Vector& x) const {
  const Vector inputs = x(one.places);
  Vector slopes(inputs.size());
  one.formula.value_and_gradient(std::span<const double>(inputs.data(), one.places.size()),
                                 std::span(slopes.data(), one.places.size()));
  Vector all = Vector::Zero(x.size());
  all(one.places) = slopes;
  return all;
}

Matrix SingularIntegral::gradients(const std::vector<Placed>& all, const Vector& x) const {
  Matrix rows(static_cast<Eigen::Index>(all.size()), x.size());
  for (Eigen::Index k = 0; k < rows.rows(); ++k)
    rows.row(k) = gradient(all[static_cast<std::size_t>(k)], x);
  return rows;
}

// Given, or those along which the functions that are kept are constant at one time.
Matrix SingularIntegral::directions_at(const Vector& x) const {
  const auto r = static_cast<Eigen::Index>(constraints_.size());
  Matrix p = Matrix::Zero(x.size(), r);
  if (!kept_.empty()) {
    const auto n = x.size() - 1;
    const PivotedQr qr = pivoted_qr(gradients(kept_, x).leftCols(n).transpose());
    if (qr.rank + r != n) throw Error(Code::E301, "the functions that are kept are dependent here");
    p.topRows(n) = qr.q.rightCols(r);
    return p;
  }
  for (Eigen::Index k = 0; k < p.cols(); ++k)
    for (Eigen::Index i = 0; i < p.rows(); ++i)
      p(i, k) = value(directions_[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], x);
  return p;
}

Vector SingularIntegral::violation(const Vector& x) const {
  Vector phi(static_cast<Eigen::Index>(constraints_.size()));
  for (Eigen::Index k = 0; k < phi.size(); ++k)
    phi[k] = value(constraints_[static_cast<std::size_t>(k)], x);
  return phi;
}

Projected SingularIntegral::at(const Vector& x) const {
  if (x.size() != static_cast<Eigen::Index>(field_.size()))
    throw Error(Code::E120,
                fmt::format("a position has {} numbers, not {}", field_.size(), x.size()));
  Vector field(x.size());
  for (Eigen::Index i = 0; i < field.size(); ++i)
    field[i] = value(field_[static_cast<std::size_t>(i)], x);
  return oblique_projection(field, gradients(constraints_, x), directions_at(x));
}

// [p, r] = Dr p − Dp r
double SingularIntegral::incompleteness(const Vector& x) const {
  const Matrix p = directions_at(x);
  if (p.cols() < 2 || !kept_.empty()) return 0.0;
  std::vector<Matrix> slopes;
  for (const auto& direction : directions_) {
    slopes.emplace_back(x.size(), x.size());
    for (Eigen::Index i = 0; i < x.size(); ++i)
      slopes.back().row(i) = gradient(direction[static_cast<std::size_t>(i)], x);
  }
  double worst = 0.0;
  for (Eigen::Index k = 0; k < p.cols(); ++k)
    for (Eigen::Index l = 0; l < k; ++l) {
      const Vector one = slopes[static_cast<std::size_t>(l)] * p.col(k);
      const Vector two = slopes[static_cast<std::size_t>(k)] * p.col(l);
      const Vector bracket = one - two;
      const double size = one.norm() + two.norm();
      if (size > 0.0)
        worst = std::max(worst, (bracket - p * least_squares(p, bracket)).norm() / size);
    }
  return worst;
}

std::vector<Vector> SingularIntegral::follow(const Vector& start, const std::vector<double>& s,
                                             double tolerance) const {
  const Vector phi = violation(start);
  if (!(phi.norm() <= 1e-9 * std::max(1.0, start.norm())))
    throw Error(Code::E201, fmt::format("the start violates a constraint: phi = {:.3g} there",
                                        phi.cwiseAbs().maxCoeff()));
  const auto n = start.size();
  const auto field = [&](double, const double* y, double* dy) {
    const Eigen::Map<const Vector> x(y, n);
    if (!x.allFinite()) return false;
    Eigen::Map<Vector>(dy, n) = at(x).field;
    return true;
  };
  DormandPrince method(static_cast<int>(n));
  std::vector<double> scale(static_cast<std::size_t>(n));
  std::vector<Vector> out;
  Vector x = start;
  double now = 0.0, h = 0.01;
  field(now, x.data(), method.first());
  for (const double until : s) {
    if (!(until >= now) || !std::isfinite(until))
      throw Error(Code::E120, fmt::format("{} does not come after {}", until, now));
    while (now < until) {
      const double step = std::min(h, until - now);
      for (Eigen::Index i = 0; i < n; ++i)
        scale[static_cast<std::size_t>(i)] = tolerance * std::max(1.0, std::abs(x[i]));
      const bool made = method.attempt(field, now, x.data(), step);
      double error = made ? method.error(scale, step) : unset;
      if (!std::isfinite(error)) error = 1e10;
      const double factor = std::clamp(0.9 * std::pow(std::max(error, 1e-12), -0.125), 0.2, 5.0);
      if (error > 1.0) {
        h = step * std::min(factor, 0.9);
        if (!(now + h > now))
          throw Error(Code::E320, fmt::format("no step is small enough at {}", now));
        continue;
      }
      now = until - now <= step ? until : now + step;
      x = Eigen::Map<const Vector>(method.next(), n);
      // what the step has left of phi, taken back along the same directions
      const Matrix p = directions_at(x);
      if (p.cols() > 0)
        x -= p * (gradients(constraints_, x) * p).partialPivLu().solve(violation(x));
      field(now, x.data(), method.first());
      if (step == h || factor < 1.0) h = step * factor;
    }
    out.push_back(x);
  }
  return out;
}

}  // namespace zwang
