// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variational_run.hpp"
#include "zwang/io/model_file.hpp"
#include "zwang/io/result.hpp"

namespace zwang {

Trajectory motion_of(const ModelFile& file, const System& system, const State& start) {
  return motion_of(file, system, start, file.run);
}

Trajectory motion_of(const ModelFile& file, const System& system, const State& start,
                     const RunOptions& options) {
  if (file.problem.is_mechanical()) return run(system, start, options);
  return run(file.problem.variation(system), start, file.problem.constants(system), options);
}

Ending ending_of(const Trajectory& motion) {
  Ending ending;
  ending.status = motion.outcome == RunOutcome::finished  ? RunStatus::finished
                  : motion.outcome == RunOutcome::stopped ? RunStatus::interrupted
                                                          : RunStatus::stopped;
  ending.code = code(motion.outcome);
  ending.t_end = motion.t;
  ending.certified = motion.outcome == RunOutcome::finished && motion.audit.holds();
  ending.steps = motion.steps;
  ending.solves = motion.evaluations;
  ending.numbers = {{"violation", motion.audit.position_drift, 1e-11},
                    {"rate", motion.audit.velocity_drift, 1e-11},
                    {"natural", motion.audit.certificate, 1e-9}};
  return ending;
}

}  // namespace zwang
