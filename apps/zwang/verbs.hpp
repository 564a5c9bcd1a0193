// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The verbs of the command. Each returns the exit code: 0 done, 1 the model has mistakes, 2 wrong
// use, 3 the motion could not go on, 4 not certified, 5 an expectation was not met, 6 a file error,
// 7 some runs of a sweep failed, 8 a format cannot show all of a motion.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "apps/zwang/options.hpp"
#include "zwang/prepare/run_choice.hpp"

namespace zwang::apps {

// Options of every verb.
struct Common {
  std::string colour = "auto";
  std::string progress = "auto";
  std::string log;  // a file, or ""
  bool json = false;
  int quiet = 0;
  int verbose = 0;
};

using Settings = std::vector<std::pair<std::string, std::string>>;

// What `run` was asked; "" is not given.
struct RunOrder : RunChoice {
  std::vector<std::string> files;
  Settings set;
  std::string max_time, max_memory, sync;
  std::string stop_on;  // a kind of event, or a constraint's name
  std::string output, resume;
  bool all_events = false;
  bool report = false;      // also write the report
  std::string report_file;  // its name, "" if not given
  bool force = false;
  bool branches = false;  // all of a singular start, each into a result of its own
};

struct CheckOrder {
  std::vector<std::string> files;
  Settings set;
  std::string format = "full";  // full, short, json, github
  bool run = false;
  bool warnings_as_errors = false;
};

struct ExplainOrder {
  std::vector<std::string> files;
  Settings set;
  bool equilibrium = false;  // the equilibrium instead of the model
  bool geometry = false;     // the geometry at a place instead of the model
  bool trials = false;       // Mayer's trials at the start, or at the instant
  std::string at;            // an instant of a result, or a place of a model
};

struct ReportOrder {
  std::vector<std::string> files = {};  // one result, or two to compare
  std::string output = {}, title = {};
  std::size_t frames = 3000;
  bool full = false;
  bool force = false;
};

struct ConvertOrder {
  std::vector<std::string> files = {};  // one result, mesh or robot
  std::string output = {};
  std::vector<std::string> quantities = {};  // of a .csv
  std::size_t frames = 500;
  bool fix_root = false;  // of a robot
  bool strict = false;    // all of a robot, or nothing
  bool force = false;
};

struct AuditOrder {
  std::vector<std::string> files;
  bool hash = false;  // of the content, instead of the numbers
};

struct NewOrder {
  std::vector<std::string> files;  // one model
  bool force = false;
};

struct MinimumOrder {
  std::vector<std::string> files;
  Settings set;
};

struct BenchOrder {
  bool quick = false;
};

struct PlotOrder {
  std::vector<std::string> words;  // the result, then quantities
  std::string output;              // an image; "": text plot
  std::string from, to;            // times, "" if not given
  std::string against;             // a quantity instead of time
  bool logarithmic = false;
  bool force = false;
};

// What `sweep` was asked; "" is not given.
struct SweepCommand : RunChoice {
  std::vector<std::string> files;  // one model
  std::vector<std::string> over, want;
  Settings set;
  std::int64_t sample = 0;  // number of random points; 0: a grid
  std::uint64_t seed = 0;
  std::string output;
  int jobs = 0;  // 0: as many as there are cores
  bool resume = false;
  std::string keep = "none";  // none, failed
  std::string part;           // "3/100", or "" for all
  std::string dask, sync;
  std::vector<std::string> words;  // as they were given, without the verb
  bool force = false;
};

struct CompletionOrder {
  std::vector<std::string> shell;  // one: bash, zsh or fish
};

int run(const RunOrder& order, const Common& common);
int check(const CheckOrder& order, const Common& common);
int explain(const ExplainOrder& order, const Common& common);
int report(const ReportOrder& order, const Common& common);
int convert(const ConvertOrder& order, const Common& common);
int audit(const AuditOrder& order, const Common& common);
int bench(const BenchOrder& order, const Common& common);
int new_model(const NewOrder& order, const Common& common);
int answer_minimum(const MinimumOrder& order, const Common& common);
int plot(const PlotOrder& order, const Common& common);
int sweep(const SweepCommand& command, const Common& common);
// `short_help` has a line per verb.
int completion(const CompletionOrder& order, const std::string& short_help,
               const std::vector<Usage>& usages);

// Writes the report and returns its name.
std::string write_report(const std::vector<std::string>& results, const ReportOrder& order);

}  // namespace zwang::apps
