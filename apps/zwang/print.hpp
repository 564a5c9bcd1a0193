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

// The exit code for an error.
int exit_code(Code code);

// Mistakes as "full", "short", "json" or "github" text; returns 1 or 6.
int print_mistakes(const ModelFile& file, const std::string& format, int quiet, std::FILE* stream);
// What a run of the model showed that was not as its file says; without a line if no expectation.
struct Unmet {
  Place place;
  std::string message;
};
// As JSON on stdout, with the mistakes.
void print_tried(const ModelFile& file, const std::vector<Unmet>& unmet);
void print_warnings(const ModelFile& file, const std::vector<Error>& warnings,
                    const Common& common);
// An error without a position in a model, on stderr; returns its exit code.
int print_error(Code code, const std::string& message, const Common& common);
// An error in a text of the command line, such as --want, which shows it with its marked part; an
// error without a position gives its notes. Returns its exit code.
int print_error_in(const std::string& option, const std::string& text, const Error& error,
                   const Common& common);
// The text that print_error() prints.
std::string error_text(Code code, const std::string& message, const Common& common);
// The end of a run is not in sight: why, and what to type instead or "". On stderr.
void print_outlook(const Outlook::Remainder& rest, const std::string& line, const Common& common);

// Why a motion is not certified: the number, when and on which constraint, and the allowed value.
std::string why(const Verdict& verdict, const System& system);

// A motion with its certificate and the files written.
struct FinishedRun {
  const ModelFile& file;
  const Trajectory& motion;
  const RunSummary& ending;
  std::string hash;                // of the model
  std::vector<std::string> files;  // written
  double seconds = 0.0;            // of work
};
// Events are folded, further in a terminal than in a file, unless all are wanted.
void print_motion(const FinishedRun& run, bool all_events, const Common& common);
std::string json(const FinishedRun& run);

// Seconds of work: "0.0024 s", "370 s".
std::string work_time(double seconds);

// "1 constraint", "3 constraints"
std::string plural(std::size_t count, const std::string& word);

}  // namespace zwang::apps
