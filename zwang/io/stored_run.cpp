// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/stored_run.hpp"

#include <fmt/format.h>

namespace zwang {
namespace {

ModelFile model_of(const RunDescription& description, const std::string& path) {
  FileOptions options;
  for (const ParameterValue& one : description.parameters)
    options.set.emplace_back(one.name, one.text);
  options.stored = description.sources;
  ModelFile file =
      read_model_text(description.sources[0].text, description.sources[0].path, options);
  // the end may have been given on the command line
  std::erase_if(file.mistakes, [](const Error& error) {
    return error.code() == Code::E111 && error.message().find("'until'") != std::string::npos;
  });
  if (!file.usable())
    throw Error(Code::E430, fmt::format("{}: the model in it cannot be read: {}", path,
                                        file.mistakes.empty() ? "" : file.mistakes[0].what()));
  return file;
}

}  // namespace

StoredRun open_run(const std::string& path) {
  ResultReader reader(path);
  ModelFile file = model_of(reader.description(), path);
  auto system = std::make_unique<System>(*file.model);
  StoredRun run{path, std::move(reader), std::move(file), std::move(system), {}};
  const auto count = static_cast<std::size_t>(run.reader.rows());
  const auto n = static_cast<std::size_t>(run.system->coordinates());
  const auto k = static_cast<std::size_t>(run.system->conditions());
  // channels stand in the order in which rows are written
  const std::vector<Channel>& channels = run.reader.channels();
  if (channels.size() != 2 + 2 * n + 2 * k)
    throw Error(Code::E430, fmt::format("{}: its rows do not fit its model", path));
  run.rows.resize(count);
  const auto column = [&](std::size_t number, auto&& put) {
    const std::vector<double> values = run.reader.values(channels[number].name);
    for (std::size_t row = 0; row < count; ++row) put(run.rows[row], values[row]);
  };
  for (StoredRow& row : run.rows) {
    row.q.resize(run.system->coordinates());
    row.u.resize(run.system->velocities());
    row.multipliers.resize(k);
    row.states.resize(k);
  }
  column(0, [](StoredRow& row, double x) { row.t = x; });
  column(1, [](StoredRow& row, double x) { row.side = x == 0.0 ? 0 : x == 1.0 ? -1 : 1; });
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    column(2 + i, [&](StoredRow& row, double x) { row.q[at] = x; });
    column(2 + n + i, [&](StoredRow& row, double x) { row.u[at] = x; });
  }
  for (std::size_t i = 0; i < k; ++i) {
    column(2 + 2 * n + i, [&](StoredRow& row, double x) { row.multipliers[i] = x; });
    column(2 + 2 * n + k + i,
           [&](StoredRow& row, double x) { row.states[i] = static_cast<std::uint8_t>(x); });
  }
  return run;
}

}  // namespace zwang
