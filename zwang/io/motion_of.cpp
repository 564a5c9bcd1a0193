// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variational_run.hpp"
#include "zwang/io/model_file.hpp"
#include "zwang/io/result.hpp"
#include "zwang/io/stored_audit.hpp"
#include "zwang/motion/witness.hpp"

namespace zwang {

Trajectory motion_of(const ModelFile& file, const System& system, const State& start) {
  const bool judges = file.problem.is_mechanical() && file.run.judge;
  return motion_of(file, system, start, file.run, judges ? laws_of(file, system) : Laws());
}

Trajectory motion_of(const ModelFile& file, const System& system, const State& start,
                     const RunOptions& options, const Laws& laws) {
  if (!file.problem.is_mechanical())
    return run(file.problem.variation(system), start, file.problem.constants(system), options);
  return judged(system, options, laws,
                [&](const RunOptions& heard) { return run(system, start, heard); });
}

Trajectory go_on(const Resumed& resumed, const System& system, const State& start,
                 const RunOptions& options, const Laws& laws) {
  if (!resumed.checkpoint)
    return judged(system, options, laws,
                  [&](const RunOptions& heard) { return run(system, start, heard); });
  RunOptions heard = options;
  heard.judge = false;
  if (!options.judge) return resume(system, *resumed.checkpoint, heard);
  Witness witness(system, options, laws, options.recorder);
  tell(ResultReader(resumed.path), system, witness.judge());
  heard.recorder = &witness;
  Trajectory motion = resume(system, *resumed.checkpoint, heard);
  motion.verdict = witness.verdict(motion);
  return motion;
}

std::string Ending::words() const {
  Verdict verdict;
  verdict.judged = !numbers.empty();
  verdict.finished = status == RunStatus::finished;
  verdict.until = t_end;
  for (const CertificateNumber& one : numbers)
    verdict.numbers.push_back({one.number, "", one.worst, one.allowed});
  return verdict.words();
}

Ending ending_of(const Trajectory& motion) {
  Ending ending;
  ending.status = motion.outcome == RunOutcome::finished  ? RunStatus::finished
                  : motion.outcome == RunOutcome::stopped ? RunStatus::interrupted
                                                          : RunStatus::stopped;
  ending.code = code(motion.outcome);
  ending.t_end = motion.t;
  ending.certified = motion.verdict.certified();
  ending.steps = motion.steps;
  ending.solves = motion.evaluations;
  for (const AuditNumber& one : motion.verdict.numbers)
    ending.numbers.push_back({one.number, one.worst, one.allowed, one.t, one.condition});
  return ending;
}

}  // namespace zwang
