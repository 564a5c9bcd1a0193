// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/variational_problem.hpp"

namespace zwang {
namespace {

using Kind = VariationalProblem::Kind;

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::straightest: return "straightest";
    case Kind::geodesic: return "geodesic";
    case Kind::mixed: return "mixed";
  }
  return "";
}

std::optional<Kind> problem_named(std::string_view name) {
  for (const Kind kind : {Kind::straightest, Kind::geodesic, Kind::mixed})
    if (zwang::name(kind) == name) return kind;
  return std::nullopt;
}

Variation VariationalProblem::variation(const System& system) const {
  std::vector<Treatment> treatments;
  for (std::size_t i = 0; i < static_cast<std::size_t>(system.constraints()); ++i) {
    const bool chosen = i < geodesic.size() && geodesic[i];
    treatments.push_back(kind == Kind::geodesic || (kind == Kind::mixed && chosen)
                             ? Treatment::geodesic
                             : Treatment::straightest);
  }
  return {system, std::move(treatments)};
}

Vector VariationalProblem::constants(const System& system) const {
  Vector out = Vector::Zero(system.constraints());
  const Variation chosen = variation(system);
  for (int i = 0; i < system.constraints(); ++i)
    if (static_cast<std::size_t>(i) < rho.size() && chosen.treatment(i) == Treatment::geodesic &&
        system.constraint(i).of_velocities)
      out[i] = rho[static_cast<std::size_t>(i)];
  return out;
}

}  // namespace zwang
