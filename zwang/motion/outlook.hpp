// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Whether the end of a run is in sight: how long the remainder takes at the pace of the last
// seconds. It only reports; what a run computes does not depend on how fast the machine is.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "zwang/record/recorder.hpp"

namespace zwang {

// Thread safety: one thread at a time.
class Outlook {
 public:
  // From time `from` to `until`, with `limit` seconds of work for it; without a limit, a minute is
  // allowed for the remainder.
  Outlook(double from, double until, double limit = always);

  struct Remainder {
    double t = unset;        // so far
    double seconds = unset;  // of work for the remainder; infinite if time stands still
    long events = 0;         // so far
    bool by_events = false;  // most of the work is events
    std::string text = {};   // for people
  };
  // After a step, with the seconds of work since the run began: empty, or once per run if the
  // remainder takes too long. That is known after 2 s, or after a quarter of the limit.
  std::optional<Remainder> after(const Checkpoint& now, double work);

 private:
  struct Mark {
    double work = 0.0, t = 0.0;
    long steps = 0, events = 0;
  };
  double from_, until_, limit_;
  double spacing_;               // of marks, seconds of work
  std::array<Mark, 2> marks_{};  // the last but one, the last
  int marked_ = 0;
  bool told_ = false;
};

// "40 s", "12 min", "5 h", "3 days", "200 years".
std::string duration(double seconds);

}  // namespace zwang
