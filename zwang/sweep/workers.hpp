// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a sweep on several processes of this machine.
//
// Each worker is a fork of this process and already has the sweep; it receives ids of runs and
// returns their rows one by one, in the same order. If it dies, for whatever reason, only its
// current run is in doubt: another worker retries it, up to three attempts in all, then it becomes
// a row with E610; its other runs lose only their place in the queue.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "zwang/sweep/sweep.hpp"

namespace zwang {

struct WorkerOptions {
  int jobs = 1;
  // Called at least ten times a second: true ends all workers.
  std::function<bool()> stop = {};
};

// Passes every row to `take` as it arrives. False if stopped before the end. The process must have
// no other threads. E610 if no worker can be started, or none lives long enough to begin.
bool run_on_workers(const Sweep& sweep, const std::vector<std::int64_t>& ids,
                    const std::function<void(const SweepRow&)>& take,
                    const WorkerOptions& options = {});

}  // namespace zwang
