// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/followed.hpp"

#include <fmt/format.h>

#include "zwang/io/succession.hpp"

namespace zwang {

State followed(const System& system, const StoredRow& row, double t) {
  Vector y(row.q.size() + row.u.size());
  y << row.q, row.u;
  const Vector accuracy = Vector::Constant(y.size(), 1e-9 * (1.0 + y.lpNorm<Eigen::Infinity>()));
  const auto reached = follow(held_motion(system, row), y, row.t, t, accuracy);
  if (!reached)
    throw Error(Code::E306,
                fmt::format("the motion cannot be followed from {:.9g} s to {:.9g} s", row.t, t));
  return {reached->head(row.q.size()), reached->tail(row.u.size()), t};
}

}  // namespace zwang
