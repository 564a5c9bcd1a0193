// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion against the samples and events of a reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/motion/run.hpp"

namespace zwang::reference {

struct Deviation {
  double samples = 0.0;
  double times = 0.0;       // of events
  double velocities = 0.0;  // after them, and impulses
  std::string mismatch;     // the first event of another kind or constraint
  double largest() const { return std::max({samples, times, velocities}); }
};

// Events without start, end and settle.
inline std::vector<Event> happenings(const Trajectory& motion) {
  std::vector<Event> found;
  for (const Event& event : motion.events)
    if (event.kind != EventKind::start && event.kind != EventKind::end &&
        event.kind != EventKind::settle)
      found.push_back(event);
  return found;
}

inline double last_time(const Json& expect) {
  double t = 0.0;
  for (const char* key : {"samples", "events"})
    if (expect.contains(key))
      for (const Json& entry : expect[key]) t = std::max(t, entry["t"].get<double>());
  return t;
}

inline Deviation compare(const Model& model, const Trajectory& motion, const Json& expect) {
  Deviation worst;
  if (expect.contains("samples"))
    for (const Json& sample : expect["samples"]) {
      const double t = sample["t"].get<double>();
      if (!sample.contains("q")) continue;
      if (t > motion.t) {
        worst.samples = 1e300;
        continue;
      }
      const State state = motion.at(t);
      worst.samples = std::max(worst.samples, off(state.q, vector(sample["q"])));
      if (sample.contains("v"))
        worst.samples = std::max(worst.samples, off(state.u, vector(sample["v"])));
    }
  if (!expect.contains("events")) return worst;
  const auto found = happenings(motion);
  std::size_t next = 0;
  for (const Json& event : expect["events"]) {
    const auto kind = event["kind"].get<std::string>();
    if (kind == "final") continue;
    if (next >= found.size()) {
      worst.mismatch = "missing: " + event.dump();
      return worst;
    }
    const Event& here = found[next++];
    const double t = event["t"].get<double>();
    worst.times = std::max(worst.times, std::abs(here.t - t) / std::max(1.0, std::abs(t)));
    std::vector<std::string> constraints;
    if (event.contains("constraint")) constraints.push_back(event["constraint"]);
    if (event.contains("constraints"))
      for (const Json& one : event["constraints"]) constraints.push_back(one);
    bool same = name(here.kind) == kind;
    for (const std::string& constraint : constraints)
      same = same && (here.has(*model.find_constraint(constraint)) ||
                      here.has(model.find_constraint(constraint + ".slip").value_or(-1)));
    if (!same && worst.mismatch.empty()) worst.mismatch = "other: " + event.dump();
    for (const char* key : {"velocities_after", "v"})
      if (event.contains(key))
        worst.velocities = std::max(worst.velocities, off(here.after, vector(event[key])));
    if (event.contains("q"))
      worst.velocities = std::max(worst.velocities, off(here.q, vector(event["q"])));
    if (event.contains("impulse") && event["impulse"].is_number() && constraints.size() == 1) {
      const Part* part = here.part(*model.find_constraint(constraints[0]));
      if (part)
        worst.velocities =
            std::max(worst.velocities, std::abs(part->impulse - event["impulse"].get<double>()));
    }
  }
  // beyond what is listed nothing happens, except where a list of bounces breaks off
  if (found.size() > next && !expect["events"].empty() &&
      found[next].t <= expect["events"].back().value("t", 0.0))
    worst.mismatch = "one more event";
  return worst;
}

}  // namespace zwang::reference
