// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a person chooses for a run in place of what its model file says, and the file made ready to
// run. The command, Python and sweeps begin a motion here, so that theirs are the same.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/start.hpp"

namespace zwang {

// Numbers may have units; "" is not chosen.
struct RunChoice {
  std::string until, tolerance, every;
  std::string method;                                    // events, steps
  std::string step;                                      // of steps
  std::string problem;                                   // straightest, geodesic, mixed
  std::vector<std::pair<std::string, std::string>> rho;  // of conditions, for a geodesic
  bool project_start = false;
  bool rest = false;         // begin at rest
  bool compare = false;      // by both methods
  bool uncertainty = false;  // of event times, by a finer run
  int threads = 1;
};

// Throws E120, E103 and their kin, with what may have been meant.
void choose(const RunChoice& choice, ModelFile& file);

// The number of the condition; E103 with the nearest name, in the name of `option`, if it is
// `what`.
std::size_t condition_named(const std::string& option, const std::string& name, const Model& model,
                            const std::string& what);

// The file made ready to run. What is wrong with its start is among the file's mistakes then, and
// nothing is prepared; what is only strange is among the warnings.
struct Ready {
  std::shared_ptr<const System> system;  // as the file describes it, without what a start adds
  Prepared prepared;
  Rest rest;  // not run if the start is as given
  std::vector<Error> warnings;
};
Ready make_ready(const RunChoice& choice, ModelFile& file);

// What was asked, for the result file. `program` is the version of the program.
RunDescription description_of(const ModelFile& file, const RunChoice& choice,
                              const std::string& program);

}  // namespace zwang
