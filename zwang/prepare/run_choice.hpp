// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a user chooses for a run instead of what its model file says, and the file prepared to run.
// The command, Python and sweeps begin a motion here, so that they compute the same one.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/start.hpp"

namespace zwang {

// Numbers may have units; "" means not chosen.
struct RunChoice {
  std::string until, tolerance, every;
  std::string method;                                    // event-driven, time-stepping
  std::string step;                                      // of time stepping
  std::string problem;                                   // straightest, geodesic, mixed
  std::vector<std::pair<std::string, std::string>> rho;  // of constraints, for a geodesic
  std::vector<std::pair<std::string, std::string>> to;   // coordinates at the end of a geodesic
  std::string branch;  // at a singular start: a number or a direction
  bool project_start = false;
  bool equilibrium = false;  // start in equilibrium
  bool compare = false;      // with both methods
  bool uncertainty = false;  // of event times, by a finer run
  int threads = 1;
};

// Throws E120, E103 and similar, with suggestions.
void choose(const RunChoice& choice, ModelFile& file);

// The index of the constraint; otherwise E103 with the nearest name: "`option` 'name' is `what`".
std::size_t constraint_named(const std::string& option, const std::string& name, const Model& model,
                             const std::string& what);

// The file prepared to run. Errors in its start are added to the file's mistakes, and nothing is
// prepared; what is merely unusual becomes a warning.
struct Ready {
  std::shared_ptr<const System> system;  // as the file describes it, without additions from a start
  Prepared prepared;
  EquilibriumPoint equilibrium;  // not run if the start is as given
  std::vector<Error> warnings;
};
Ready make_ready(const RunChoice& choice, ModelFile& file);

// What was requested, for the result file. `program` is the version of the program.
RunDescription description_of(const ModelFile& file, const RunChoice& choice,
                              const std::string& program);

}  // namespace zwang
