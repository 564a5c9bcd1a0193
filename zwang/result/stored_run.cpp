// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/stored_run.hpp"

#include <fmt/format.h>

#include <charconv>

#include "zwang/model_file/read_model.hpp"

namespace zwang {

namespace {

// Numbers with blanks between them.
Vector numbers_of(const std::string& text) {
  std::vector<double> all;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    double one = unset;
    const auto [next, fault] = std::from_chars(at, end, one);
    if (fault != std::errc()) break;
    all.push_back(one);
    at = next + 1;
  }
  return Eigen::Map<const Vector>(all.data(), static_cast<Eigen::Index>(all.size()));
}

}  // namespace

ModelFile stored_model(const RunDescription& description) {
  FileOptions options{.stored = description.sources, .knows_end = true};
  for (const ParameterValue& one : description.parameters)
    options.set.emplace_back(one.name, one.text);
  ModelFile file =
      read_model_text(description.sources[0].text, description.sources[0].path, options);
  if (const Setting* const problem = description.setting("problem"))
    file.problem.kind = problem_named(problem->used).value_or(file.problem.kind);
  if (const Setting* const start = description.setting("start"))
    file.at_equilibrium = start->used == "equilibrium";
  const auto read = [&](const char* setting, double& to) {
    if (const Setting* const found = description.setting(setting))
      std::from_chars(found->used.data(), found->used.data() + found->used.size(), to);
  };
  read("tolerance", file.run.tolerance);
  file.run.method = description.method == "time-stepping" ? RunOptions::Method::time_stepping
                                                          : RunOptions::Method::event_driven;
  file.run.branch.resize(0);
  if (const Setting* const branch = description.setting("branch accelerations"))
    file.run.branch = numbers_of(branch->used);
  file.run.step = unset;
  read("step", file.run.step);
  return file;
}

void each_row(const ResultReader& reader, const System& system,
              const std::function<void(const AuditRow&)>& step) {
  const auto n = static_cast<std::size_t>(system.coordinates());
  const auto k = static_cast<std::size_t>(system.constraints());
  // channels stand in the order in which rows are written
  const std::size_t channels = reader.channels().size();
  const std::size_t rhos = reader.description().setting("problem") ? k : 0;
  if (channels != 2 + 2 * n + 2 * k + rhos)
    throw Error(Code::E430, "the rows of the result do not fit its model");
  AuditRow row;
  // numbers: t, q, u, multipliers, rho; small: side, states
  reader.each_row([&](std::span<const double> numbers, std::span<const std::uint8_t> small) {
    row.t = numbers[0];
    row.side = small[0] == 0 ? 0 : small[0] == 1 ? -1 : 1;
    row.q = Eigen::Map<const Vector>(numbers.data() + 1, system.coordinates());
    row.u = Eigen::Map<const Vector>(numbers.data() + 1 + n, system.velocities());
    const auto part = [&](std::vector<double>& to, std::size_t from, std::size_t length) {
      const auto found = numbers.subspan(from, length);
      to.assign(found.begin(), found.end());
    };
    part(row.multipliers, 1 + 2 * n, k);
    part(row.rho, 1 + 2 * n + k, rhos);
    row.states.assign(small.begin() + 1, small.end());
    step(row);
  });
}

StoredRun open_run(const std::string& path) {
  ResultReader reader(path);
  ModelFile file = stored_model(reader.description());
  if (!file.usable())
    throw Error(Code::E430, fmt::format("{}: the model in it cannot be read: {}", path,
                                        file.mistakes.empty() ? "" : file.mistakes[0].what()));
  auto system = std::make_unique<System>(*file.model);
  StoredRun run{path, std::move(reader), std::move(file), std::move(system), {}};
  run.rows.reserve(static_cast<std::size_t>(run.reader.rows()));
  try {
    each_row(run.reader, *run.system, [&](const AuditRow& row) { run.rows.push_back({row, {}}); });
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", path, error.message()));
  }
  if (!run.rows.empty())
    for (const StoredEvent& event : run.reader.events())
      run.rows[static_cast<std::size_t>(event.row)].events.push_back(&event);
  return run;
}

}  // namespace zwang
