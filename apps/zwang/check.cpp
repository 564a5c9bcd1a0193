// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/branch.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/prepare/start.hpp"
#include "zwang/prepare/unmet.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang::apps {
namespace {

// "start free", "start active", or "start taut" if a string is among what acts.
std::string start_in_words(const ModelFile& file, const System& system,
                           const std::optional<Beginning>& begin) {
  if (!begin) return "start in equilibrium, not computed: many coordinates";
  if (file.at_equilibrium) return "start in equilibrium";
  if (has_general_integrand(*file.model)) return "start of a curve";
  const State& start = begin->state;
  std::string told = "start free";
  const Instant instant = accelerations(system, start, {.most_binding = solved_at_once});
  if (instant.outcome == InstantOutcome::not_run)
    return "start not solved: many constraints hold at once";
  for (int i = 0; i < system.constraints() && !instant.constraints.empty(); ++i) {
    if (instant.constraints[static_cast<std::size_t>(i)].status != ConstraintStatus::active)
      continue;
    if (shape_of(*file.model, system.constraint(i)).shape == Shape::string) return "start taut";
    told = "start active";
  }
  return told;
}

struct Tried {
  int result = 0;  // 0, 3, 4 or 5
  std::vector<Unmet> unmet;
};

// Runs the model and looks for what was not as expected.
Tried try_expectations(const ModelFile& file, const Prepared& prepared, bool must_fail) {
  const Trajectory motion = motion_of(file, prepared);
  Tried tried;
  if (!motion.usable() && !must_fail) {
    tried.result = 3;
    tried.unmet.push_back({{file.sources[0].path}, motion.brief()});
  } else if (motion.verdict.fault()) {
    tried.result = 4;
    tried.unmet.push_back(
        {{file.sources[0].path}, "E340: " + why(motion.verdict, *prepared.system)});
  }
  for (const Expectation& expectation : file.expectations)
    if (auto wrong = unmet(file, expectation, motion)) {
      tried.result = 5;
      tried.unmet.push_back({expectation.place, std::move(*wrong)});
    }
  return tried;
}

int check_one(const std::string& path, const CheckOrder& order, const Common& common) {
  const bool as_json = common.json || order.format == "json";
  ModelFile file = read_model(path, {.set = order.set});
  const auto mistaken = [&] {
    return print_mistakes(file, as_json ? "json" : order.format, common.quiet,
                          as_json ? stdout : stderr);
  };
  if (!file.usable()) return mistaken();
  std::vector<Error> warnings;
  std::shared_ptr<const System> system;
  std::optional<Beginning> begin;
  try {
    system = std::make_shared<const System>(*file.model);
    begin = order.run ? beginning(file, *system) : beginning_soon(file, *system);
    if (begin)
      for (const Error& error : start_mistakes(file, *system, begin->state))
        (name(error.code()).front() == 'W' ? warnings : file.mistakes).push_back(error);
    if (begin && file.mistakes.empty()) choose_branch(file, *system, begin->state);
  } catch (const Error& error) {
    const auto foresees = [&](const Expectation& e) { return e.ends == name(error.code()); };
    file.mistakes.push_back(error);
    return std::ranges::any_of(file.expectations, foresees) ? 0 : mistaken();
  }
  // a model that must fail says so itself
  const bool must_fail =
      std::ranges::any_of(file.expectations, [](const Expectation& e) { return !e.ends.empty(); });
  if (!file.mistakes.empty() && !must_fail) return mistaken();
  const bool refused = order.warnings_as_errors && !warnings.empty();
  Tried tried;
  if (order.run && !refused)
    tried = try_expectations(file, prepare(file, system, begin->state), must_fail);
  if (as_json) {
    file.mistakes = warnings;
    if (order.run)
      print_tried(file, tried.unmet);
    else
      mistaken();
  }
  print_warnings(file, warnings, common);
  if (refused) return 1;
  if (!as_json)
    for (const Unmet& one : tried.unmet)
      fmt::print(stderr, "{}{}: {}\n", one.place.file,
                 one.place.line > 0 ? fmt::format(":{}", one.place.line) : "", one.message);
  const int result = tried.result;
  if (result == 0 && common.quiet == 0 && !as_json)
    fmt::print("{}: ok ({}, {}, {}, {}{})\n", path,
               plural(file.model->coordinate_names().size(), "coordinate"),
               plural(file.model->constraints().size(), "constraint"),
               start_in_words(file, *system, begin),
               plural(file.expectations.size(), "expectation"), order.run ? " met" : "");
  return result;
}

}  // namespace

int check(const CheckOrder& order, const Common& common) {
  int result = 0;
  for (const std::string& path : order.files) {
    const int here = check_one(path, order, common);
    if (result == 0) result = here;
  }
  return result;
}

}  // namespace zwang::apps
