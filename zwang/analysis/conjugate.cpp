// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/conjugate.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {

ConjugateParameters::ConjugateParameters(const System& system, const State& state,
                                         const std::vector<int>& constraints)
    : ConjugateParameters(system, state, constraints,
                          reduced(system, system.at(state), constraints).basis) {}

ConjugateParameters::ConjugateParameters(const System& system, const State& state,
                                         const std::vector<int>& constraints, Matrix basis)
    : basis_(std::move(basis)) {
  const Snapshot snapshot = system.at(state);
  const int n = system.velocities();
  Matrix rows(static_cast<Eigen::Index>(constraints.size()), n);
  offset_.resize(rows.rows());
  Vector row;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const int constraint = constraints[static_cast<std::size_t>(i)];
    system.write_row(snapshot, constraint, row);
    rows.row(i) = row;
    offset_[i] = snapshot.rows[static_cast<std::size_t>(constraint)].b1;
  }
  if (basis_.rows() != n || basis_.cols() + rows.rows() != n)
    throw Error(
        Code::E301,
        fmt::format("{} constraints leave {} directions of {} open at {} s: they are dependent",
                    rows.rows(), basis_.cols(), n, state.t));
  // written so that what is not a number is refused too
  if (!((rows * basis_).norm() <= 1e-9 * rows.norm() * basis_.norm()))
    throw Error(Code::E120, "the basis has directions that the constraints do not allow");
  conjugate_ = conjugate(snapshot.mass.dense(), rows, basis_);
}

Vector ConjugateParameters::after(const Vector& u) const {
  Matrix all(basis_.rows(), basis_.rows());
  all << conjugate_.first, conjugate_.second;
  Vector right(all.rows());
  right << first(u), -offset_;
  return all.partialPivLu().solve(right);
}

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

Matrix SingularIntegral::directions_at(const Vector& x) const {
  Matrix p(x.size(), static_cast<Eigen::Index>(directions_.size()));
  for (Eigen::Index k = 0; k < p.cols(); ++k)
    for (Eigen::Index i = 0; i < p.rows(); ++i)
      p(i, k) = value(directions_[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)], x);
  return p;
}

Projected SingularIntegral::at(const Vector& x) const {
  Vector field(x.size());
  for (Eigen::Index i = 0; i < field.size(); ++i)
    field[i] = value(field_[static_cast<std::size_t>(i)], x);
  Matrix differentials(static_cast<Eigen::Index>(constraints_.size()), x.size());
  for (Eigen::Index k = 0; k < differentials.rows(); ++k)
    differentials.row(k) = gradient(constraints_[static_cast<std::size_t>(k)], x);
  return oblique_projection(field, differentials, directions_at(x));
}

// [p, r] = Dr p − Dp r
double SingularIntegral::incompleteness(const Vector& x) const {
  const Matrix p = directions_at(x);
  if (p.cols() < 2) return 0.0;
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

}  // namespace zwang
