// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a sweep on several processes of this machine.
//
// Each worker is a fork of this process that has the sweep already; it is handed numbers of runs
// and sends rows back, one by one in the order it got them. When it dies, whatever killed it, only
// the run that it was at is in doubt: this is tried again by another worker, three times in all,
// then it is a row with E610; the others have lost nothing but their place in the queue.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "zwang/sweep/sweep.hpp"

namespace zwang {

struct WorkerOptions {
  int jobs = 1;
  // Asked ten times a second or more often: true ends all workers.
  std::function<bool()> stop = {};
};

// Hands every row to `take`, as they come. False if it was stopped before the end. The process must
// have no other threads. E610 if no worker can be started, or none lives
// long enough to begin.
bool run_on_workers(const Sweep& sweep, const std::vector<std::int64_t>& ids,
                    const std::function<void(const SweepRow&)>& take,
                    const WorkerOptions& options = {});

}  // namespace zwang
