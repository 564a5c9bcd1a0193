// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/motion/run.hpp"

#include <algorithm>

#include "zwang/base/error.hpp"
#include "zwang/motion/by_events.hpp"
#include "zwang/motion/by_steps.hpp"
#include "zwang/motion/witness.hpp"

namespace zwang {
namespace {

constexpr double finer_by = 30.0;
constexpr double least_tolerance = 1e-14;

// Asks another recorder whether to stop.
class Asking : public Recorder {
 public:
  explicit Asking(Recorder* other) : other_(other) {}
  bool stop() override { return other_ && other_->stop(); }

 private:
  Recorder* other_;
};

}  // namespace

FinerRun finer_run(const System& system, const State& start, const RunOptions& options) {
  Asking asking(options.recorder);
  RunOptions finer = options;
  finer.judge = false;
  finer.tolerance = std::max(options.tolerance / finer_by, least_tolerance);
  finer.recorder = &asking;
  finer.keep_course = finer.keep_frames = false;
  finer.uncertainty = false;
  finer.finer = nullptr;
  return FinerRun(run(system, start, finer));
}

Trajectory run(const System& system, const State& start, const RunOptions& options) {
  options.check();
  if (options.uncertainty && !options.finer) {
    const FinerRun finer = finer_run(system, start, options);
    RunOptions compared = options;
    compared.finer = &finer;
    return run(system, start, compared);
  }
  Laws laws;
  laws.first_accelerations = options.branch;
  return judged(system, options, std::move(laws), [&](const RunOptions& heard) {
    if (heard.method == RunOptions::Method::time_stepping)
      return run_by_steps(system, start, heard);
    return run_by_events(system, start, heard);
  });
}

Trajectory resume(const System& system, const Checkpoint& checkpoint, const RunOptions& options) {
  options.check();
  if (options.uncertainty && !options.finer)
    throw Error(Code::E120,
                "to continue with uncertainty, the finer run is needed: RunOptions::finer");
  return judged(
      system, options, {},
      [&](const RunOptions& heard) {
        if (heard.method == RunOptions::Method::time_stepping)
          return resume_by_steps(system, checkpoint, heard);
        return resume_by_events(system, checkpoint, heard);
      },
      false);
}

}  // namespace zwang
