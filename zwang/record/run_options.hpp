// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The options of a run: from when to when, how accurately, by which method, and what to keep.
#pragma once

#include "zwang/base/number.hpp"

namespace zwang {

class FinerRun;
class Recorder;

struct RunOptions {
  double from = 0.0;   // s
  double until = 0.0;  // s
  // Events located and followed exactly, or time steps that contain them (theory 17).
  enum class Method { event_driven, time_stepping } method = Method::event_driven;
  // Length of the time steps; if unset, chosen so that halving one moves no coordinate by more than
  // the tolerance.
  double step = unset;  // s
  // Requested accuracy, relative to the size of coordinates and velocities (to 1 at most).
  double tolerance = 1e-9;
  // The initial velocities may require an impact: the motion then begins with it.
  bool impact_at_start = false;
  // At a singular start (theory 5.5): the accelerations to begin with, one of the minima that
  // vertex_of() lists. If empty the run ends there (E203).
  Vector branch = {};
  // Where impacts accumulate: continue with the constraint closed, or stop (E330).
  enum class Settle { jump, stop } settle = Settle::jump;
  long max_events = 100000;
  // Longest step; events are found in steps of any length.
  double max_step = always;
  // Keep the course between rows, for Trajectory::at.
  bool keep_course = true;
  // Keep rows: both sides of events, and every accepted step or, if `every` is set, every so many
  // seconds: with time steps, then both ends of every step that passes such a time, so that it can
  // be checked.
  bool keep_frames = true;
  double every = unset;  // s
  // Judge the motion by its rows and events: Trajectory::verdict. Costs less than half of the run.
  bool judge = true;
  // First compute the motion once more, finer, to estimate how far event times are off; about two
  // and a half times the work (motion/uncertainty.hpp).
  bool uncertainty = false;
  // That finer run, if it exists already; resume() needs it.
  const FinerRun* finer = nullptr;
  // For very many constraints; the motion is the same to the last bit with any number.
  int threads = 1;
  // Also receives everything.
  Recorder* recorder = nullptr;

  // Throws Error (E120) that says what is wrong.
  void check() const;
};

}  // namespace zwang
