// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/motion_of.hpp"

#include <optional>

#include "zwang/analysis/variational_run.hpp"
#include "zwang/motion/witness.hpp"
#include "zwang/result/stored_audit.hpp"

namespace zwang {

Prepared prepare(const ModelFile& file, std::shared_ptr<const System> system, State start) {
  RunOptions options = file.run;
  // a variational problem brings laws of its own
  options.judge = options.judge && file.problem.is_mechanical();
  return prepare(std::move(system), std::move(start), options);
}

Prepared prepare(const ModelFile& file, State start) {
  return prepare(file, std::make_shared<const System>(*file.model), std::move(start));
}

Trajectory motion_of(const ModelFile& file, const Prepared& prepared) {
  return motion_of(file, prepared, file.run);
}

Trajectory motion_of(const ModelFile& file, const Prepared& prepared, const RunOptions& options) {
  if (file.problem.is_mechanical()) return run(prepared, options);
  const System& system = *prepared.system;
  Trajectory motion =
      run(file.problem.variation(system), prepared.start, file.problem.constants(system), options);
  motion.own = prepared.system;
  return motion;
}

Trajectory go_on(const Resumed& resumed, const Prepared& prepared, const RunOptions& options) {
  if (!resumed.checkpoint) return run(prepared, options);
  const System& system = *prepared.system;
  RunOptions heard = options;
  heard.judge = false;
  std::optional<Witness> witness;
  if (options.judge) {
    witness.emplace(system, options, prepared.laws, options.recorder);
    feed(ResultReader(resumed.path), system, witness->judge());
    heard.recorder = &*witness;
  }
  Trajectory motion = resume(system, *resumed.checkpoint, heard);
  motion.own = prepared.system;
  if (witness) motion.verdict = witness->verdict(motion);
  return motion;
}

RunSummary ending_of(const Trajectory& motion) {
  RunSummary ending;
  ending.status = motion.outcome == RunOutcome::finished  ? RunStatus::finished
                  : motion.outcome == RunOutcome::stopped ? RunStatus::interrupted
                                                          : RunStatus::stopped;
  ending.code = code(motion.outcome);
  ending.t_end = motion.t;
  ending.certified = motion.verdict.certified();
  ending.steps = motion.steps;
  ending.solves = motion.evaluations;
  for (const AuditNumber& one : motion.verdict.numbers)
    ending.numbers.push_back({one.number, one.worst, one.allowed, one.t, one.constraint});
  return ending;
}

}  // namespace zwang
