// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// How far off the time of an event is because the motion up to it is not exact: the same motion is
// computed once more, with a thirtieth of the tolerance, and every event is compared with its
// counterpart.
//
//   const FinerRun finer = finer_run(system, start, options);
//   options.finer = &finer;
//   run(system, start, options);                 // its events have `uncertainty`
//
// The difference is an estimate, not a bound: the finer motion has an error too, thirty times
// smaller as a rule. For a bound on the computed motion, see `located`.
#pragma once

#include <map>
#include <vector>

#include "zwang/motion/trajectory.hpp"

namespace zwang {

// Thread safety: immutable; any number of runs, in as many threads, may be compared with one.
class FinerRun {
 public:
  // From the finer motion: finer_run() in motion/run.hpp.
  explicit FinerRun(Trajectory finer);

  // s; unset for the start and the end, and where the finer motion has no event of the same kind
  // and constraints that is clearly the same one: the two motions have diverged by then.
  double uncertainty(const Event& event) const;

 private:
  using Sort = std::vector<int>;  // kind, and the constraints that caused it
  static Sort sort_of(const Event& event);
  struct Known {
    double t = 0.0;
    Vector q, before;
    double carried = 0.0;  // s: the sum of its `located` and those of all impacts before it
  };

  std::map<Sort, std::vector<Known>> events_;  // in order of time
};

}  // namespace zwang
