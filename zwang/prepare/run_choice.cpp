// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/run_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "zwang/base/text.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/prepare/branch.hpp"

namespace zwang {
namespace {

std::string exact(double x) { return fmt::format("{:.17g}", x); }

// All coordinates at the end.
void choose_target(const RunChoice& choice, ModelFile& file) {
  const std::vector<std::string>& names = file.model->coordinate_names();
  file.problem.to.clear();
  std::vector<std::string> missing = names;
  for (const auto& [name, value] : choice.to) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      const auto near = nearest(name, names);
      throw Error(Code::E103, fmt::format("to: '{}' is not a coordinate{}", name,
                                          near ? fmt::format("; did you mean '{}'?", *near) : ""));
    }
    if (std::erase(missing, name) == 0)
      throw Error(Code::E120, fmt::format("to: '{}' is given twice", name));
    file.problem.to.emplace_back(static_cast<int>(found - names.begin()),
                                 given_number("to", value));
  }
  if (!missing.empty())
    throw Error(Code::E120,
                fmt::format("to: all coordinates are needed, also {}", fmt::join(missing, ", ")));
}

// The problem that was chosen, in place of the file's.
void choose_problem(const RunChoice& choice, ModelFile& file) {
  VariationalProblem& problem = file.problem;
  if (const auto kind = problem_named(choice.problem)) problem.kind = *kind;
  if (!choice.rho.empty() && problem.is_mechanical())
    throw Error(Code::E120, "rho needs a geodesic or mixed problem");
  problem.rho.resize(file.model->constraints().size(), 0.0);
  for (const auto& [constraint, value] : choice.rho)
    problem.rho[constraint_named("rho", constraint, *file.model, "not a constraint")] =
        given_number("rho", value);
  if (!choice.to.empty()) choose_target(choice, file);
  if (!problem.to.empty() && problem.is_mechanical())
    throw Error(Code::E120, "'to' needs a geodesic or mixed problem");
}

// Time steps or events, in place of what the file says.
void choose_method(const RunChoice& choice, ModelFile& file) {
  using Method = RunOptions::Method;
  RunOptions& run = file.run;
  if (choice.method == "event-driven") run.step = unset;
  if (!choice.method.empty())
    run.method = choice.method == "time-stepping" ? Method::time_stepping : Method::event_driven;
  if (!choice.step.empty()) run.step = given_number("step", choice.step);
  if (run.method == Method::event_driven && run.step > 0.0 && !choice.compare)
    throw Error(Code::E120, "'step' requires method = \"time-stepping\"");
  if (run.method == Method::time_stepping && !file.problem.is_mechanical())
    throw Error(Code::E120, "time-stepping solves the straightest problem only");
}

}  // namespace

std::size_t constraint_named(const std::string& option, const std::string& name, const Model& model,
                             const std::string& what) {
  std::vector<std::string> names;
  for (const Constraint& constraint : model.constraints()) names.push_back(constraint.name);
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto near = nearest(name, names);
  throw Error(Code::E103, fmt::format("{} '{}' is {}{}", option, name, what,
                                      near ? fmt::format("; did you mean '{}'?", *near) : ""));
}

void choose(const RunChoice& choice, ModelFile& file) {
  if (!choice.until.empty()) file.run.until = given_number("until", choice.until);
  if (!choice.tolerance.empty()) file.run.tolerance = given_number("tolerance", choice.tolerance);
  if (!choice.every.empty()) file.run.every = given_number("every", choice.every);
  if (!choice.branch.empty()) file.branch = branch_choice(choice.branch, *file.model);
  choose_problem(choice, file);
  choose_method(choice, file);
  if (choice.compare && !file.problem.is_mechanical())
    throw Error(Code::E120, "the methods can be compared for the straightest problem only");
  file.run.uncertainty = choice.uncertainty;
  if (choice.uncertainty && !file.problem.is_mechanical())
    throw Error(Code::E120, "uncertainty is about events, and a variational problem has none");
  file.run.threads = choice.threads;
  if (choice.equilibrium) file.at_equilibrium = file.run.impact_at_start = true;
  file.run.check();
}

Ready make_ready(const RunChoice& choice, ModelFile& file) {
  Ready ready;
  Beginning begin;
  try {
    ready.system = std::make_shared<const System>(*file.model);
    begin = beginning(file, *ready.system);
  } catch (const Error& error) {
    file.mistakes.push_back(error);
    return ready;
  }
  ready.equilibrium = begin.equilibrium;
  if (!begin.rho.empty()) file.problem.rho = begin.rho;
  if (choice.project_start && !file.at_equilibrium) {
    begin.state = projected_start(*ready.system, begin.state);
  } else {
    for (const Error& error : start_mistakes(file, *ready.system, begin.state))
      (name(error.code()).front() == 'W' ? ready.warnings : file.mistakes).push_back(error);
    if (!file.mistakes.empty()) return ready;
  }
  try {
    choose_branch(file, *ready.system, begin.state);
  } catch (const Error& error) {
    file.mistakes.push_back(error);
    return ready;
  }
  ready.prepared = prepare(file, ready.system, std::move(begin.state));
  return ready;
}

RunDescription description_of(const ModelFile& file, const RunChoice& choice,
                              const std::string& program) {
  RunDescription asked;
  asked.sources = file.sources;
  const auto given = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  };
  const RunOptions& run = file.run;
  asked.settings = {
      {"until", given(choice.until), exact(run.until), "s"},
      {"from", std::nullopt, exact(run.from), "s"},
      {"tolerance", given(choice.tolerance), exact(run.tolerance), ""},
      {"every", given(choice.every), run.every > 0.0 ? exact(run.every) : "auto", "s"},
      {"max_events", std::nullopt, fmt::format("{}", run.max_events), ""},
      {"settle", std::nullopt, run.settle == RunOptions::Settle::stop ? "stop" : "jump", ""},
      {"start", std::nullopt,
       file.at_equilibrium    ? "equilibrium"
       : choice.project_start ? "projected"
       : run.impact_at_start  ? "impact"
                              : "as given",
       ""}};
  if (file.model->impact_law())
    asked.settings.push_back({"impacts", std::nullopt,
                              file.model->impacts_in_sequence() ? "in sequence" : "at once", ""});
  if (run.branch.size() > 0) {
    std::vector<std::string> numbers;
    for (const double x : run.branch) numbers.push_back(exact(x));
    asked.settings.push_back(
        {"branch", given(choice.branch),
         file.branch.number > 0 ? fmt::format("{}", file.branch.number) : "direction", ""});
    asked.settings.push_back(
        {"branch accelerations", std::nullopt, fmt::format("{}", fmt::join(numbers, " ")), ""});
  }
  if (run.uncertainty) asked.settings.push_back({"uncertainty", "yes", "yes", ""});
  if (run.method == RunOptions::Method::time_stepping)
    asked.settings.push_back(
        {"step", given(choice.step), run.step > 0.0 ? exact(run.step) : "from tolerance", "s"});
  if (!file.problem.is_mechanical()) {
    asked.settings.push_back(
        {"problem", given(choice.problem), std::string(name(file.problem.kind)), ""});
    for (const auto& [coordinate, value] : file.problem.to)
      asked.settings.push_back(
          {fmt::format("to {}",
                       file.model->coordinate_names()[static_cast<std::size_t>(coordinate)]),
           std::nullopt, exact(value), ""});
    for (std::size_t i = 0; i < file.problem.rho.size(); ++i)
      asked.settings.push_back({fmt::format("rho of {}", file.model->constraints()[i].name),
                                std::nullopt, exact(file.problem.rho[i]), ""});
  }
  for (const ModelFile::Parameter& one : file.parameters)
    asked.parameters.push_back({one.name, one.value, "", one.text});
  asked.program = program;
  asked.method = run.method == RunOptions::Method::time_stepping ? "time-stepping" : "event-driven";
  asked.t_start = run.from;
  return asked;
}

}  // namespace zwang
