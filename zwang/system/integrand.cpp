// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/integrand.hpp"

#include <fmt/format.h>

#include "zwang/base/error.hpp"
#include "zwang/calculus/derivative.hpp"

namespace zwang {
namespace {

int degree_of(const Model& model, const Formula& energy) {
  return degrees(model.graph(), energy.node(), Symbol::Kind::velocity).at(energy.node());
}

}  // namespace

bool has_general_integrand(const Model& model) {
  for (const Formula& energy : model.kinetic_formulas())
    if (degree_of(model, energy) > 2) return true;
  return false;
}

void demand_energy(const Model& model) {
  for (const Formula& energy : model.kinetic_formulas()) {
    const int degree = degree_of(model, energy);
    if (degree <= 2) continue;
    throw Error(
        Code::E205,
        fmt::format("the kinetic energy {}; others only in the geodesic and mixed problems",
                    degree == not_polynomial
                        ? std::string("is not a polynomial in the rates")
                        : fmt::format("has degree {} in the rates, at most 2 is allowed", degree)));
  }
}

}  // namespace zwang
