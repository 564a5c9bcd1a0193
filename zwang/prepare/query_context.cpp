// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/query_context.hpp"

#include "zwang/prepare/path_numbers.hpp"

namespace zwang {

QueryContext query_context(const ModelFile& file, const System& system) {
  QueryContext context{.paths = path_numbers(system, file.problem)};
  if (!file.problem.is_mechanical())
    context.pull = [variation = file.problem.variation(system)](const State& state,
                                                                const Vector& rho) {
      return variation.pull(state, rho);
    };
  return context;
}

}  // namespace zwang
