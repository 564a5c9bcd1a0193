// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The verbs of the command. Each returns the exit code: 0 done, 1 the model has mistakes, 2 wrong
// use, 3 the motion could not go on, 4 not certified, 5 an expectation was not met, 6 a file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "zwang/io/model_file.hpp"

namespace zwang::apps {

struct Common {
  std::string colour = "auto";
  bool json = false;
  int quiet = 0;
};

struct RunOrder {
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> set;
  std::string until, tolerance;  // as written, "" if not given
  bool all_events = false;
  bool project_start = false;
  std::string output, resume;  // result files
  bool force = false;
};

struct CheckOrder {
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> set;
  bool run = false;
  std::string format = "full";  // full, short, json, github
};

int run(const RunOrder& order, const Common& common);
int check(const CheckOrder& order, const Common& common);

// Mistakes in the chosen format; 1 or 6 as exit code.
int tell_mistakes(const ModelFile& file, const std::string& format, const Common& common);
void tell_warnings(const ModelFile& file, const std::vector<Error>& warnings, const Common& common);

// A text as a JSON string.
std::string json_text(std::string_view text);

}  // namespace zwang::apps
