// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/prepare.hpp"

#include "zwang/laws/first_integral.hpp"
#include "zwang/laws/laws.hpp"
#include "zwang/motion/witness.hpp"

namespace zwang {

Prepared prepare(std::shared_ptr<const System> system, State start, const RunOptions& options) {
  const Model& model = system->model();
  const std::vector<HiddenEquation> hidden = hidden_equations(model, start);
  if (!hidden.empty()) system = std::make_shared<const System>(model, hidden);
  Laws laws = options.judge ? laws_of(*system) : Laws();
  laws.first_accelerations = options.branch;
  return {std::move(start), std::move(system), std::move(laws)};
}

Prepared prepare(const Model& model, State start, const RunOptions& options) {
  return prepare(std::make_shared<const System>(model), std::move(start), options);
}

Prepared prepare(const Model& model, const RunOptions& options) {
  return prepare(model, model.start(options.from), options);
}

Trajectory run(const Prepared& prepared, const RunOptions& options) {
  Trajectory result =
      judged(*prepared.system, options, prepared.laws,
             [&](const RunOptions& heard) { return run(*prepared.system, prepared.start, heard); });
  result.own = prepared.system;
  return result;
}

Trajectory run(const Model& model, const RunOptions& options) {
  return run(prepare(model, options), options);
}

}  // namespace zwang
