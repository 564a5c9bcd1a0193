// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/laws.hpp"

#include "zwang/laws/conserved.hpp"
#include "zwang/laws/euler_lagrange.hpp"

namespace zwang {

Laws laws_of(const System& system) {
  Laws laws;
  if (system.coordinates() > quick_for_conserved || !system.model().impulses().empty() ||
      !system.model().force_codes().empty())
    return laws;
  for (const Conserved& one : conserved(system))
    if (one.through_impacts())
      laws.momenta.push_back({[one](const State& state) { return one.value(state); },
                              [one](const State& state) { return one.size(state); }});
  return laws;
}

Laws laws_of(const Variation& variation) {
  Laws laws;
  const EulerLagrange equations(variation);
  laws.rates = [equations](double t, const double* y, double* dy) {
    return equations.rates(t, y, dy);
  };
  laws.accelerations = [equations](const State& state, const Vector& rho,
                                   const Vector& multipliers) {
    return equations.accelerations(state, rho, multipliers);
  };
  if (equations.has_energy() && equations.keeps_energy()) {
    laws.energy = [equations](const State& state, const Vector& rho) {
      return equations.energy(state, rho).value;
    };
    laws.energy_size = [equations](const State& state, const Vector& rho) {
      return equations.energy(state, rho).size;
    };
  }
  return laws;
}

}  // namespace zwang
