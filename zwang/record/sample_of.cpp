// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/record/sample_of.hpp"

namespace zwang {

Sample sample_of(const Frame& frame) {
  std::vector<int> states;
  states.reserve(frame.statuses.size());
  for (const ConstraintStatus status : frame.statuses) states.push_back(state_number(status));
  return {
      {frame.q, frame.u, frame.t}, frame.multipliers, std::move(states), frame.rho, frame.side < 0};
}

}  // namespace zwang
