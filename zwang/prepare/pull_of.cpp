// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/pull_of.hpp"

namespace zwang {

Pull pull_of(const ModelFile& file, const System& system) {
  if (file.problem.is_mechanical()) return {};
  return [variation = file.problem.variation(system)](const State& state, const Vector& rho) {
    return variation.pull(state, rho);
  };
}

}  // namespace zwang
