// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/laws.hpp"

#include "zwang/laws/conserved.hpp"

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
  laws.rates = [variation](double t, const double* y, double* dy) {
    return variation.rates(t, y, dy);
  };
  laws.pull = [variation](const State& state, const Vector& rho) {
    return variation.pull(state, rho);
  };
  return laws;
}

}  // namespace zwang
