// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/stored_audit.hpp"

#include <algorithm>
#include <cassert>

namespace zwang {
namespace {

bool same_mass(const StoredMass& told, const Point& is) {
  return told.name == is.name && told.mass == (is.free() ? std::optional(is.mass) : std::nullopt);
}

bool same_constraint(const StoredConstraint& told, const Constraint& is) {
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

// Whether the motion itself could not go on.
bool broke_off(const ResultReader& reader) {
  const auto code = reader.meta().find("code");
  if (code == reader.meta().end()) return false;
  const auto* const text = std::get_if<std::string>(&code->second);
  return text && (text->starts_with("E2") || text->starts_with("E3"));
}

}  // namespace

AuditNumber table_audit(const StoredRun& run) {
  const Model& model = *run.file.model;
  AuditNumber number{"tables", "tables match the model's text", 0.0, 0.0};
  number.worst =
      !std::ranges::equal(run.reader.masses(), model.points(), same_mass) +
      !std::ranges::equal(run.reader.constraints(), model.constraints(), same_constraint) +
      !same_parameters(run) + !same_times(run);
  return number;
}

void feed(const ResultReader& reader, const System& system, Judge& judge) {
  const auto& events = reader.events();
  std::vector<std::vector<const StoredEvent*>> named(static_cast<std::size_t>(reader.rows()));
  for (const StoredEvent& event : events)
    if (!named.empty()) named[static_cast<std::size_t>(event.row)].push_back(&event);
  const auto judge_events = [&](std::size_t row) {
    for (const StoredEvent* event : named[row]) {
      AuditEvent told{.t = event->t,
                      .kind = event->kind,
                      .cause = event->cause,
                      .row = row,
                      .energy_before = event->energy_before,
                      .energy_after = event->energy_after,
                      .supplied = event->supplied};
      for (const StoredPart& part : event->parts)
        told.parts.push_back(
            {part.constraint, part.before, part.after, part.approach, part.impulse});
      judge.event(std::move(told));
    }
  };
  each_row(reader, system, [&](const AuditRow& row) {
    judge.row(row);
    if (judge.rows() > 1) judge_events(judge.rows() - 2);
  });
  if (!named.empty()) judge_events(named.size() - 1);
}

Verdict audit(const StoredRun& run) {
  const bool steps = run.file.run.method == RunOptions::Method::time_stepping;
  Judge judge(*run.system, {.tolerance = run.file.run.tolerance,
                            .by_steps = steps,
                            .step = run.file.run.step,
                            .laws = laws_of(run.file, *run.system)});
  feed(run.reader, *run.system, judge);
  Verdict verdict =
      judge.verdict(run.reader.status() == RunStatus::finished, broke_off(run.reader));
  verdict.numbers.push_back(table_audit(run));
  return verdict;
}

}  // namespace zwang
