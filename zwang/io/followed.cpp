// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/followed.hpp"

#include <fmt/format.h>

#include "zwang/io/succession.hpp"

namespace zwang {

State followed(const System& system, const State& from, std::vector<int> held, double t) {
  HeldMotion motion(system);
  motion.hold(std::move(held), from.t);
  Vector y(from.q.size() + from.u.size());
  y << from.q, from.u;
  const Vector accuracy = Vector::Constant(y.size(), 1e-9 * (1.0 + y.lpNorm<Eigen::Infinity>()));
  const auto reached =
      follow([&](double at, const Vector& x, Vector& rates) { return motion.rates(at, x, rates); },
             y, from.t, t, accuracy);
  if (!reached)
    throw Error(Code::E306, fmt::format("the motion cannot be followed from {} s to {} s",
                                        fmt::format("{:.9g}", from.t), fmt::format("{:.9g}", t)));
  return {reached->head(from.q.size()), reached->tail(from.u.size()), t};
}

}  // namespace zwang
