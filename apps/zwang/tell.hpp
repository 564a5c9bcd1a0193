// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a verb found, as text or as JSON.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "apps/zwang/verbs.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/motion/outlook.hpp"
#include "zwang/result/result.hpp"

namespace zwang::apps {

// The exit code that goes with an error.
int exit_code(Code code);

// Mistakes as "full", "short", "json" or "github" text; returns 1 or 6.
int tell_mistakes(const ModelFile& file, const std::string& format, int quiet, std::FILE* stream);
void tell_warnings(const ModelFile& file, const std::vector<Error>& warnings, const Common& common);
// An error without a place in a model, on stderr; returns its exit code.
int tell_error(Code code, const std::string& message, const Common& common);
// What that says.
std::string error_text(Code code, const std::string& message, const Common& common);
// The end of a run is not in sight: why, and what to type instead or "". On stderr.
void tell_outlook(const Outlook::Rest& rest, const std::string& line, const Common& common);

// What speaks against a motion: the number, when and of whom it was, and what would be allowed.
std::string why(const Verdict& verdict, const System& system);

// A motion with its certificate and where it was written.
struct Told {
  const ModelFile& file;
  const Trajectory& motion;
  const Ending& ending;
  std::string hash;                // of the model
  std::vector<std::string> files;  // that were written
  double seconds = 0.0;            // of work
};
void tell_motion(const Told& told, bool fold, const Common& common);
std::string json(const Told& told);

// "1 condition", "3 conditions"
std::string plural(std::size_t count, const std::string& word);

}  // namespace zwang::apps
