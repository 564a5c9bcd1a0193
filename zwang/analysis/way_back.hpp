// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// From a state near the constraints back onto them, along a curve of a variational problem: as a
// motion goes back, by least kinetic metric, or where F_q'q' of a general integrand is none, by
// least squares of the coordinates.
#pragma once

#include <optional>
#include <vector>

#include "zwang/arc/flow.hpp"

namespace zwang {

// Thread safety: one thread at a time. The system must outlive it.
class WayBack {
 public:
  // Onto all constraints.
  explicit WayBack(const System& system);

  // False if it does not get there.
  bool project(State& state);

 private:
  bool correct(State& state, bool places) const;

  const System* system_;
  std::vector<int> all_;
  std::optional<Flow> flow_;
};

}  // namespace zwang
