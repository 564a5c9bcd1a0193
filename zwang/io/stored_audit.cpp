// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/stored_audit.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace zwang {
namespace {

bool same_mass(const StoredMass& told, const Point& is) {
  return told.name == is.name && told.mass == (is.free() ? std::optional(is.mass) : std::nullopt);
}

bool same_condition(const StoredCondition& told, const Condition& is) {
  assert(is.formula);  // in a file all have one
  const bool struck = !is.equation && !is.of_velocities;
  const std::string kind = is.of_velocities ? "nonholonomic" : "holonomic";
  return told.name == is.name && told.kind == kind + (is.equation ? "-equation" : "-inequality") &&
         told.text == is.formula->text() + (is.equation ? " = 0" : " <= 0") &&
         told.restitution == (struck ? std::optional(is.options.restitution) : std::nullopt);
}

// The table is in the order of names.
bool same_parameters(const StoredRun& run) {
  const auto name_and_value = [](const auto& one) { return std::pair(one.name, one.value); };
  return std::ranges::is_permutation(run.reader.description().parameters, run.file.parameters, {},
                                     name_and_value, name_and_value);
}

// A finished motion has its first and its last row where it says.
bool same_times(const StoredRun& run) {
  const auto end = run.reader.meta().find("t_end");
  return run.reader.status() != RunStatus::finished ||
         (!run.rows.empty() && run.rows[0].t == run.reader.description().t_start &&
          end != run.reader.meta().end() && end->second == MetaValue(run.rows.back().t));
}

}  // namespace

AuditNumber table_audit(const StoredRun& run) {
  const Model& model = *run.file.model;
  AuditNumber number{"tables", "tables say what the model's text says", 0.0, 0.0};
  number.worst = !std::ranges::equal(run.reader.masses(), model.points(), same_mass) +
                 !std::ranges::equal(run.reader.conditions(), model.conditions(), same_condition) +
                 !same_parameters(run) + !same_times(run);
  return number;
}

std::vector<AuditNumber> audit(const StoredRun& run) {
  std::vector<AuditNumber> numbers;
  const bool steps = run.file.run.method == RunOptions::Method::steps;
  if (!run.rows.empty()) numbers = steps ? stepped_audit(run) : arc_audit(run);
  if (!run.rows.empty() && !steps) std::ranges::move(event_audit(run), std::back_inserter(numbers));
  numbers.push_back(table_audit(run));
  return numbers;
}

}  // namespace zwang
