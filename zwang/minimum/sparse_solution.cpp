// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/sparse_solution.hpp"

#include <fmt/format.h>

#include "zwang/base/error.hpp"

namespace zwang::minimum {

void SparseOptions::check() const {
  if (!(tolerance > 0.0))
    throw Error(Code::E120, fmt::format("tolerance {} is not above 0", tolerance));
  if (!(touching >= 0.0)) throw Error(Code::E120, fmt::format("touching {} is below 0", touching));
  if (burst < 1) throw Error(Code::E120, fmt::format("a burst of {} steps", burst));
  if (max_steps < 0) throw Error(Code::E120, fmt::format("max_steps {} is below 0", max_steps));
}

std::string SparseSolution::brief() const {
  const auto word = [this] {
    switch (outcome) {
      case SparseOutcome::not_run: return "not run";
      case SparseOutcome::found: return "found";
      case SparseOutcome::contradictory: return "contradictory";
      case SparseOutcome::not_certified: return "not certified";
      case SparseOutcome::no_inertia: break;
    }
    return "a block of mass is not positive definite";
  };
  return fmt::format(
      "{}, {} rows act, residual {:.1e}, {} steps, {} factorisations, {} products{}{}", word(),
      active, certificate.natural, steps, factorisations, products,
      unique ? "" : ", multipliers not unique",
      snapped > 0 ? fmt::format(", {} offsets up to {:.1e} taken as 0", snapped, moved) : "");
}

}  // namespace zwang::minimum
