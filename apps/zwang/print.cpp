// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "apps/zwang/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/zwang/screen.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/record/impacts.hpp"

namespace zwang::apps {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no infinity and no NaN: null, and the word beside it.
void set(Json& object, const std::string& key, double value) {
  object[key] = value;
  if (!std::isfinite(value)) object[key + "_text"] = fmt::format("{}", value);
}

std::string text(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json mistake(const Error& error) {
  const Place& at = error.place();
  Json out = {{"code", name(error.code())}, {"message", error.message()}};
  if (!at.file.empty())
    out.update({{"file", at.file},
                {"line", at.line},
                {"column", at.column},
                {"end_column", at.end_column},
                {"hint", error.mark()}});
  return out;
}

Json mistakes_of(const ModelFile& file) {
  Json out = {{"zwang", 1}, {"model", file.sources[0].path}};
  out["mistakes"] = Json::array();
  out["warnings"] = Json::array();
  for (const Error& error : file.mistakes)
    out[name(error.code()).front() == 'W' ? "warnings" : "mistakes"].push_back(mistake(error));
  return out;
}

// The lines of the events, then the warnings.
std::string events_text(const Trajectory& motion, const EventFold& fold) {
  std::string out =
      Descriptions(*motion.system).list(motion.events, fold, "zwang run --events all");
  for (const std::string& warning : motion.warnings) out += fmt::format("  {}\n", warning);
  return out;
}

// What each constraint did in an impact: speed in m/s and impulse in N s if it is a length.
Json parts_of(const Event& event, const System& system) {
  Json out = Json::array();
  for (const Part& part : event.parts)
    out.push_back({{"constraint", system.constraint(part.constraint).name},
                   {"cause", part.cause},
                   {"approach", part.rate_before},
                   {"impulse", part.impulse}});
  return out;
}

std::string_view status(const FinishedRun& run) {
  if (run.ending.status != RunStatus::finished) return name(run.ending.status);
  return run.ending.certified ? "certified" : "finished";
}

}  // namespace

int exit_code(Code code) {
  if (code == Code::E340) return 4;
  switch (name(code)[1]) {
    case '1':
    case '2': return 1;
    case '4': return 6;
    case '9': return 70;
    default: return 3;
  }
}

std::string work_time(double seconds) {
  return seconds < 10.0 ? fmt::format("{:.2g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string plural(std::size_t count, const std::string& word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

int print_mistakes(const ModelFile& file, const std::string& format, int quiet, std::FILE* stream) {
  if (format == "json") {
    fmt::print(stream, "{}\n", text(mistakes_of(file)));
  } else if (quiet < 2) {
    for (const Error& error : file.mistakes) {
      if (format == "short") fmt::print(stream, "{}\n", error.what());
      if (format == "github")
        fmt::print(stream, "::error file={},line={},col={}::{}: {}\n", error.place().file,
                   error.place().line, error.place().column, name(error.code()), error.message());
    }
    if (format == "full") fmt::print(stream, "{}", file.summary());
  }
  const bool of_files = std::ranges::any_of(
      file.mistakes, [](const Error& error) { return exit_code(error.code()) == 6; });
  return of_files ? 6 : 1;
}

void print_tried(const ModelFile& file, const std::vector<Unmet>& unmet) {
  Json out = mistakes_of(file);
  out["unmet"] = Json::array();
  for (const Unmet& one : unmet) {
    Json told = {{"message", one.message}};
    if (one.place.line > 0) told.update({{"file", one.place.file}, {"line", one.place.line}});
    out["unmet"].push_back(std::move(told));
  }
  fmt::print("{}\n", text(out));
}

void print_warnings(const ModelFile& file, const std::vector<Error>& warnings,
                    const Common& common) {
  if (common.quiet > 0 || common.json) return;
  for (const Error& warning : warnings)
    for (const Source& source : file.sources)
      if (source.path == warning.place().file)
        fmt::print(stderr, "{}", warning.report(source.line(warning.place().line)));
}

std::string error_text(Code code, const std::string& message, const Common& common) {
  if (common.json) return text({{"zwang", 1}, {"code", name(code)}, {"message", message}}) + "\n";
  return common.quiet < 2 ? fmt::format("error[{}]: {}\n", name(code), message) : "";
}

int print_error(Code code, const std::string& message, const Common& common) {
  fmt::print(stderr, "{}", error_text(code, message, common));
  return exit_code(code);
}

int print_error_in(const std::string& option, const std::string& text, const Error& error,
                   const Common& common) {
  const Place& at = error.place();
  const std::string mark = error.mark().empty() ? "" : "; " + error.mark();
  if (common.json || common.quiet > 1)
    return print_error(error.code(), error.message() + mark, common);
  const bool marked = at.column > 0;
  const Place place = marked ? Place{option, 1, at.column, at.end_column} : Place{};
  const Error shown(error.code(), error.message() + (marked ? "" : mark), place, error.mark(),
                    error.notes());
  fmt::print(stderr, "{}", shown.report(text));
  return exit_code(error.code());
}

void print_outlook(const Outlook::Remainder& rest, const std::string& line, const Common& common) {
  if (common.json || common.progress == "json") {
    Json out = {{"zwang", 1}, {"t", rest.t}, {"message", rest.text}};
    set(out, "rest", rest.seconds);
    if (!line.empty()) out["instead"] = line;
    fmt::print(stderr, "{}\n", text(out));
  } else {
    fmt::print(stderr, "zwang: {}\n", rest.text);
    if (!line.empty())
      fmt::print(stderr, "zwang: time-stepping does not stop at each event: {}\n", line);
  }
  std::fflush(stderr);
}

std::string why(const Verdict& verdict, const System& system) {
  const AuditNumber* const fault = verdict.fault();
  return fault ? fault->describe(system) : "there are no rows to judge it by";
}

void print_motion(const FinishedRun& run, bool all_events, const Common& common) {
  const bool colour = colours_wanted(common.colour, STDOUT_FILENO);
  const Trajectory& motion = run.motion;
  const std::string dot = unicode_wanted() ? " \xc2\xb7 " : ", ";
  const EventFold in_terminal{.most = 8, .shown = 3};
  fmt::print("{}", events_text(motion, all_events                   ? EventFold::none()
                                       : isatty(STDOUT_FILENO) != 0 ? in_terminal
                                                                    : EventFold{}));
  const VariationalProblem& problem = run.file.problem;
  const std::string what = problem.is_mechanical()
                               ? fmt::format("of motion in {}{}{}", work_time(run.seconds), dot,
                                             plural(count_impacts(motion.events), "impact"))
                               : fmt::format("along a curve of the {} problem in {}",
                                             name(problem.kind), work_time(run.seconds));
  std::optional<double> violation;
  for (const AuditNumber& one : motion.verdict.numbers)
    if (one.number == "violation" || one.number == "gap")
      violation = std::max(violation.value_or(0.0), one.worst);
  fmt::print("{:.6g} s {}{}{}{}\n", motion.t - run.file.run.from, what, dot,
             violation ? fmt::format("worst violation {:.0e}{}", *violation, dot) : "",
             painted(motion.verdict.words(), motion.verdict.holds() ? Colour::green : Colour::red,
                     colour));
  fmt::print("{}\n", fmt::join(run.files, "   "));
}

std::string json(const FinishedRun& run) {
  const Trajectory& motion = run.motion;
  const Descriptions descriptions(*motion.system);
  Json events = Json::array();
  for (const Event& event : motion.events) {
    const bool begins = event.kind == EventKind::start && !is_impact(event);
    if (begins || event.kind == EventKind::end) continue;
    Json of = Json::array();
    for (const Part& part : event.parts)
      of.push_back(motion.system->constraint(part.constraint).name);
    events.push_back({{"t", event.t},
                      {"kind", name(event.kind)},
                      {"word", descriptions.kind(event)},
                      {"of", of},
                      {"cause", cause(event.kind)},
                      {"located", event.located},
                      {"uncertainty", event.uncertainty}});
    if (std::isnan(event.energy_after)) continue;
    events.back()["energy_change"] = event.energy_after - event.energy_before;
    events.back()["parts"] = parts_of(event, *motion.system);
  }
  Json certificate = Json::object();
  for (const CertificateNumber& one : run.ending.numbers) set(certificate, one.number, one.worst);
  Json out = {{"zwang", 1}, {"model", run.file.sources[0].path}, {"sha256", run.hash}};
  out["status"] = status(run);
  if (run.ending.code) {
    out["code"] = name(*run.ending.code);
    out["message"] = motion.message;
  }
  out["simulated"] = motion.t - run.file.run.from;
  out["wall"] = std::round(run.seconds * 1e4) / 1e4;
  out["counts"] = {{"events", motion.events.size()},
                   {"impacts", count_impacts(motion.events)},
                   {"steps", motion.steps},
                   {"evaluations", motion.evaluations}};
  out["verdict"] = motion.verdict.words();
  out["certificate"] = certificate;
  out["events"] = events;
  if (!motion.warnings.empty()) out["warnings"] = motion.warnings;
  out["files"] = run.files;
  return text(out);
}

}  // namespace zwang::apps
