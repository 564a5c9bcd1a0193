// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The model file: one page of TOML describes one system, how long to run it, and what to expect.
// All mistakes of a file are found in one go, each with its place.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/audit/account.hpp"
#include "zwang/io/expectation.hpp"
#include "zwang/io/generate.hpp"
#include "zwang/io/source.hpp"
#include "zwang/io/variational_problem.hpp"
#include "zwang/model/model.hpp"
#include "zwang/motion/run.hpp"

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

struct ModelFile {
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

// Never throws for what stands in the file; E401 and its kin are mistakes too.
ModelFile read_model(const std::string& path, const FileOptions& options = {});
// From a text; `path` is what messages call it and where includes are looked for.
ModelFile read_model_text(std::string text, const std::string& path,
                          const FileOptions& options = {});

// What the judge of its motion is told beside rows and events. The system must live as long.
Laws laws_of(const ModelFile& file, const System& system);

// The motion or curve that the file asks for, with its verdict.
Trajectory motion_of(const ModelFile& file, const System& system, const State& start);
// With other options than the file's, and laws that are known already.
Trajectory motion_of(const ModelFile& file, const System& system, const State& start,
                     const RunOptions& options, const Laws& laws);

}  // namespace zwang
