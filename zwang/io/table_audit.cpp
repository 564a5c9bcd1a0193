// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/table_audit.hpp"

#include <algorithm>

namespace zwang {
namespace {

bool same_masses(const StoredRun& run) {
  return std::ranges::equal(run.reader.masses(), run.file.model->points(),
                            [](const StoredMass& told, const Point& is) {
                              return told.name == is.name && told.mass.has_value() == is.free() &&
                                     (!told.mass || *told.mass == is.mass);
                            });
}

bool same_conditions(const StoredRun& run) {
  return std::ranges::equal(
      run.reader.conditions(), run.file.model->conditions(),
      [](const StoredCondition& told, const Condition& is) {
        const std::string sign = is.equation ? " = 0" : " <= 0";
        return told.name == is.name &&
               told.kind.ends_with(is.equation ? "-equation" : "-inequality") &&
               told.kind.starts_with("non") == is.of_velocities &&
               (!is.formula || told.text == is.formula->text() + sign) &&
               (!told.restitution || *told.restitution == is.options.restitution);
      });
}

// The table is in the order of names.
bool same_parameters(const StoredRun& run) {
  const auto& told = run.reader.description().parameters;
  return told.size() == run.file.parameters.size() &&
         std::ranges::all_of(run.file.parameters, [&](const ModelFile::Parameter& is) {
           const auto found = std::ranges::find(told, is.name, &ParameterValue::name);
           return found != told.end() && found->value == is.value;
         });
}

// A finished motion has its first and its last row where it says.
bool same_times(const StoredRun& run) {
  const auto end = run.reader.meta().find("t_end");
  if (run.reader.status() != RunStatus::finished) return true;
  return !run.rows.empty() && run.rows.front().t == run.reader.description().t_start &&
         end != run.reader.meta().end() && end->second == MetaValue(run.rows.back().t);
}

}  // namespace

AuditNumber table_audit(const StoredRun& run) {
  AuditNumber number{"tables", "tables say what the model's text says", 0.0, 0.0};
  for (const bool same :
       {same_masses(run), same_conditions(run), same_parameters(run), same_times(run)})
    number.worst += same ? 0.0 : 1.0;
  return number;
}

}  // namespace zwang
