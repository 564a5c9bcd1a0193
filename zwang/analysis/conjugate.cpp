// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/conjugate.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {

ConjugateParameters::ConjugateParameters(const System& system, const State& state,
                                         const std::vector<int>& constraints)
    : ConjugateParameters(system, state, constraints,
                          reduced(system, system.at(state), constraints).basis) {}

ConjugateParameters::ConjugateParameters(const System& system, const State& state,
                                         const std::vector<int>& constraints, Matrix basis)
    : basis_(std::move(basis)) {
  demand_energy(system.model());
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

}  // namespace zwang
