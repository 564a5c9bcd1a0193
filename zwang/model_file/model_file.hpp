// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The model file: one TOML file describes one system, how long to run it, and what to expect.
// read_model.hpp reads it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model_file/branch_choice.hpp"
#include "zwang/model_file/expectation.hpp"
#include "zwang/model_file/generate.hpp"
#include "zwang/model_file/variational_problem.hpp"
#include "zwang/record/run_options.hpp"
#include "zwang/toml/source.hpp"

namespace zwang {

struct FileOptions {
  // Parameters to override before anything is evaluated: {"L", "1.2 m"}.
  std::vector<std::pair<std::string, std::string>> set = {};
  // Included files as stored earlier: then nothing is read from disk.
  std::vector<Source> stored = {};
  // The end of the run is given elsewhere: [run] need not have 'until'.
  bool knows_end = false;
  // Read a net, however large, as a sample of it: ModelFile::net.
  bool sample = false;
};

// A net of which the model contains one corner, up to 3 x 3 masses, all free.
struct SampledNet {
  std::string name;
  Grid grid;
  Linking linking;
};

struct [[nodiscard]] ModelFile {
  struct Parameter {
    std::string name;
    double value = 0.0;
    std::string text;  // as written
  };

  std::vector<Source> sources;  // the file and its includes
  std::vector<Error> mistakes;  // by position; empty if the file is correct
  std::string title;
  std::unique_ptr<Model> model;
  RunOptions run;
  // The motion begins in equilibrium, reached from the given start.
  bool at_equilibrium = false;
  Place equilibrium_place;  // where the file says so
  Place kinetic_place;      // of [energy] kinetic
  BranchChoice branch;      // at a singular start
  std::vector<Expectation> expectations;
  std::vector<Parameter> parameters;
  std::map<std::string, std::vector<std::string>> groups;  // of masses created by generators
  std::vector<Place> constraint_places;                    // of each constraint's text
  VariationalProblem problem;
  std::optional<SampledNet> net;  // if a sample was requested
  // Positions in the file of `at` and `velocity` of a mass, and of a constraint's name.
  struct Written {
    Place place;
    std::string text;
  };
  std::map<std::string, Written> places, velocities;
  std::map<std::string, Place> keys;

  bool usable() const { return mistakes.empty() && model; }
  // All mistakes as text for people, at most 20.
  std::string summary() const;
};

// What the judge of its motion gets in addition to rows and events. The system must outlive it.
Laws laws_of(const ModelFile& file, const System& system);

}  // namespace zwang
