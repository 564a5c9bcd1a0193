// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/friction_by_hand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {

std::string friction_by_hand(const System& system, const State& state) {
  const Model& model = system.model();
  const Vector rates = system.rates(state);
  for (const Force& force : model.forces()) {
    if (!force.acts_at(state.t)) continue;
    const auto at_rate = [&](double rate) {
      std::vector<double> x;
      for (const int place : force.places) {
        const int c = Model::coordinate_at(place);
        x.push_back(place == Model::time_place ? state.t
                    : !Model::is_rate(place)   ? state.q[c]
                    : c == force.coordinate    ? rate
                                               : rates[c]);
      }
      return force.formula.value(x);
    };
    const double slow = 1e-6, speed = std::abs(rates[force.coordinate]);
    const double jump = at_rate(-slow) - at_rate(slow);
    const double change = std::abs(at_rate(0.5 * slow) - at_rate(slow));
    if (!(speed < 1e-3) || !(jump > 0.0) || change > 1e-3 * jump) continue;
    const std::string& name = model.coordinate_names()[index(force.coordinate)];
    std::string plain = name;
    std::ranges::replace(plain, '.', '_');
    return fmt::format(
        "a force that jumps with the sign of {0}' is dry friction: leave it out and write "
        "friction.{1} = {{ bound = {2}, slip = \"{0}'\" }}",
        name, plain, short_number(0.5 * jump));
  }
  return {};
}

}  // namespace zwang
