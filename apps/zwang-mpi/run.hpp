// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A run of a net on all processes of the job.
#pragma once

#include <string>

#include "zwang/scale/processes.hpp"

namespace zwang {

struct MpiOptions {
  std::string file;                // the model
  std::string output;              // NAME.zw; "" stores nothing
  std::string until, step, every;  // "": as in the file
  bool resume = false;
  bool estimate = false;  // print what it will need, and stop
  bool quiet = false;
  long max_steps = -1;  // stop after this many, as if at the end; for measurements
};

// Returns the exit code: 0, 1 if the model has mistakes, 3 if a step could not be taken, 4 if
// energy rose. Throws Error, the same on all processes.
int run_parts(const scale::Processes& processes, const MpiOptions& options);

}  // namespace zwang
