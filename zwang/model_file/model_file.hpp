// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The model file: one page of TOML describes one system, how long to run it, and what to expect.
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
#include "zwang/model_file/expectation.hpp"
#include "zwang/model_file/generate.hpp"
#include "zwang/model_file/source.hpp"
#include "zwang/model_file/variational_problem.hpp"
#include "zwang/record/run_options.hpp"

namespace zwang {

struct FileOptions {
  // Parameters to replace before anything is evaluated: {"L", "1.2 m"}.
  std::vector<std::pair<std::string, std::string>> set = {};
  // Included files as they were once: then nothing is read from the disk.
  std::vector<Source> stored = {};
  // The end of the run is given elsewhere: [run] may go without 'until'.
  bool knows_end = false;
  // A net, however large, is read as a sample of it: ModelFile::net.
  bool sample = false;
};

// A net of which the model has a corner of up to 3 x 3 masses, all free.
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
  std::vector<Error> mistakes;  // by place; empty if the file is right
  std::string title;
  std::unique_ptr<Model> model;
  RunOptions run;
  // The motion begins where the forces hold it in balance, reached from the given start.
  bool at_rest = false;
  Place rest_place;  // where the file says so
  std::vector<Expectation> expectations;
  std::vector<Parameter> parameters;
  std::map<std::string, std::vector<std::string>> groups;  // of masses made by generators
  std::vector<Place> condition_places;                     // of each condition's text
  VariationalProblem problem;
  std::optional<SampledNet> net;  // if a sample was asked for
  // Where `at` and `velocity` of a mass stand, and the name of a condition.
  struct Written {
    Place place;
    std::string text;
  };
  std::map<std::string, Written> places, velocities;
  std::map<std::string, Place> keys;

  bool usable() const { return mistakes.empty() && model; }
  // All mistakes as a person reads them, at most 20.
  std::string report() const;
};

// What the judge of its motion is told beside rows and events. The system must live as long.
Laws laws_of(const ModelFile& file, const System& system);

}  // namespace zwang
