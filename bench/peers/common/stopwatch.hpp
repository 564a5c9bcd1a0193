// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Timer and CSV row shared by all benchmark programs.
#pragma once
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

inline double cpu_now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// Runs f() `reps` times, returns the least CPU time of one call.
template <class F>
double best_cpu(int reps, F f) {
  double best = 1e300;
  for (int i = 0; i < reps; ++i) {
    double t = cpu_now();
    f();
    t = cpu_now() - t;
    if (t < best) best = t;
  }
  return best;
}
