// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Receives what a run hands over, passes it on, and has it judged as it comes.
#pragma once

#include <utility>

#include "zwang/audit/judge.hpp"
#include "zwang/motion/trajectory.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

// Thread safety: one thread at a time.
class Witness : public Recorder {
 public:
  // The system and the next recorder, if any, must outlive it.
  // `whole`: what comes first is the start of the motion.
  Witness(const System& system, const RunOptions& options, Laws laws, Recorder* next,
          bool whole = true);

  void row(const Frame& frame) override;
  void event(const Event& event) override;
  void checkpoint(const Checkpoint& checkpoint) override {
    if (next_) next_->checkpoint(checkpoint);
  }
  bool stop() override { return next_ && next_->stop(); }

  // For what came before a run that continues.
  Judge& judge() { return judge_; }
  // On the motion received; call once.
  Verdict verdict(const Trajectory& motion) {
    return judge_.verdict(motion.outcome == RunOutcome::finished, code(motion.outcome).has_value());
  }

 private:
  Judge judge_;
  Recorder* next_;
  AuditRow row_;
};

// A motion with its verdict, if the options ask for one: `motion` computes it with the options that
// it is given.
template <class Motion>
Trajectory judged(const System& system, const RunOptions& options, Laws laws, Motion&& motion,
                  bool whole = true) {
  if (!options.judge) return motion(options);
  Witness witness(system, options, std::move(laws), options.recorder, whole);
  RunOptions heard = options;
  heard.recorder = &witness;
  heard.judge = false;
  Trajectory result = motion(heard);
  result.verdict = witness.verdict(result);
  return result;
}

}  // namespace zwang
