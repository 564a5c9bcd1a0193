// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What is asked of a run: from when to when, how exactly, by which method, and what it keeps.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

class FinerRun;
class Recorder;

struct RunOptions {
  double from = 0.0;   // s
  double until = 0.0;  // s
  // Events found and followed exactly, or time steps that events fall into (theory 17).
  enum class Method { events, steps } method = Method::events;
  // Length of the time steps; without it they are chosen so that halving one moves no coordinate by
  // more than the tolerance.
  double step = unset;  // s
  // Accuracy asked for, relative to the size of coordinates and velocities (to 1 at most).
  double tolerance = 1e-9;
  // The start may strike: the motion then begins with a shock.
  bool shock_at_start = false;
  // What happens where shocks accumulate: go on with the condition closed, or stop (E330).
  enum class Settle { jump, stop } settle = Settle::jump;
  long max_events = 100000;
  // Longest step; the search finds events in steps of any length.
  double max_step = always;
  // Keep the course between rows, for Trajectory::at.
  bool keep_course = true;
  // Keep rows: both sides of events, and every accepted step or, if given, every so many seconds.
  // Of time steps then both ends of every step that passes such a time, so that it can be checked.
  bool keep_frames = true;
  double every = unset;  // s
  // Judge the motion by its rows and events: Trajectory::verdict. Costs less than half of the run.
  bool judge = true;
  // Compute the motion once more before, finer, to estimate how far event times are off; about two
  // and a half times the work (motion/uncertainty.hpp).
  bool uncertainty = false;
  // That finer run, where it has been made already; resume() needs it.
  const FinerRun* finer = nullptr;
  // For very many conditions; the motion is the same to the last bit with any number.
  int threads = 1;
  // Also receives everything.
  Recorder* recorder = nullptr;

  // Throws Error (E120) and says what is wrong.
  void check() const;
};

}  // namespace zwang
