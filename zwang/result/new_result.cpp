// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/result/new_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "zwang/model/shape.hpp"
#include "zwang/result/checkpoint.hpp"
#include "zwang/result/hash.hpp"
#include "zwang/result/new_database.hpp"
#include "zwang/result/schema.hpp"
#include "zwang/result/tables.hpp"

namespace zwang {
namespace {

using sqlite::Database;
using sqlite::finite;
using sqlite::text_or_null;

void insert_model(const Database& database, const System& system) {
  const Model& model = system.model();
  auto masses = database.prepare("INSERT INTO masses VALUES (?, ?, NULL, ?, ?)");
  for (std::size_t i = 0; i < model.points().size(); ++i) {
    const Point& point = model.points()[i];
    const bool moves = std::ranges::any_of(
        point.given, [](const auto& given) { return given && !given->inputs().empty(); });
    masses.run(i, point.name,
               point.free() ? "free"
               : moves      ? "follows"
                            : "fixed",
               finite(point.free() ? point.mass : unset));
  }
  auto constraints =
      database.prepare("INSERT INTO constraints VALUES (?, ?, NULL, ?, ?, ?, NULL, ?, ?)");
  for (int i = 0; i < system.constraints(); ++i) {
    const Constraint& constraint = system.constraint(i);
    const bool formula = constraint.formula.has_value();
    constraints.run(
        i, constraint.name,
        fmt::format("{}-{}", constraint.of_velocities ? "nonholonomic" : "holonomic",
                    constraint.equation ? "equation" : "inequality"),
        formula ? constraint.formula->text() + (constraint.equation ? " = 0" : " <= 0") : "code",
        text_or_null(formula
                         ? constraint.formula->latex() + (constraint.equation ? " = 0" : " \\le 0")
                         : ""),
        name(shape_of(model, constraint).shape),
        constraint.equation || constraint.of_velocities ? sqlite::Value()
                                                        : finite(constraint.options.restitution));
  }
}

void insert_channels(const Database& database, const std::vector<Channel>& channels) {
  auto insert = database.prepare("INSERT INTO channels VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < channels.size(); ++i)
    insert.run(i, channels[i].name, channels[i].what, text_or_null(channels[i].of),
               text_or_null(channels[i].unit), channels[i].type == ChannelType::f64 ? "f64" : "u8",
               channels[i].width);
}

void insert_description(const Database& database, const RunDescription& description) {
  auto sources = database.prepare("INSERT INTO sources VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < description.sources.size(); ++i)
    sources.run(i, description.sources[i].path, description.sources[i].text,
                sha256(description.sources[i].text));
  auto settings = database.prepare("INSERT INTO settings VALUES (?, ?, ?, ?)");
  for (const Setting& setting : description.settings)
    settings.run(setting.name, setting.given ? sqlite::Value(*setting.given) : sqlite::null,
                 setting.used, text_or_null(setting.unit));
  auto parameters = database.prepare("INSERT INTO parameters VALUES (?, ?, ?, ?)");
  for (const ParameterValue& parameter : description.parameters)
    parameters.run(parameter.name, parameter.value, text_or_null(parameter.unit),
                   text_or_null(parameter.text));
}

}  // namespace

std::vector<Channel> channels_of(const System& system, bool variational) {
  const Model& model = system.model();
  std::vector<std::string> owner(static_cast<std::size_t>(system.coordinates()));
  for (const Point& point : model.points())
    for (const int c : point.coordinates)
      if (c >= 0) owner[static_cast<std::size_t>(c)] = point.name;
  std::vector<Channel> channels = {{"t", "time", "", "s"},
                                   {"side", "side", "", "", ChannelType::u8}};
  std::set<std::string> taken = {"t", "side"};
  const auto add = [&](Channel channel) {
    while (!taken.insert(channel.name).second) channel.name += '_';
    channels.push_back(std::move(channel));
  };
  for (std::size_t i = 0; i < owner.size(); ++i)
    add({model.coordinate_names()[i], "coordinate", owner[i], owner[i].empty() ? "" : "m"});
  const auto velocities = model.velocity_names();
  for (std::size_t i = 0; i < velocities.size(); ++i) {
    const bool rate = system.is_rate_parameter(static_cast<int>(i)) && !owner[i].empty();
    add({velocities[i], "velocity", rate ? owner[i] : "", rate ? "m/s" : ""});
  }
  for (const Constraint& constraint : model.constraints())
    add({constraint.name + ".multiplier", "multiplier", constraint.name, ""});
  if (variational)
    for (const Constraint& constraint : model.constraints())
      add({constraint.name + ".rho", "rho", constraint.name, ""});
  for (const Constraint& constraint : model.constraints())
    add({constraint.name + ".state", "state", constraint.name, "", ChannelType::u8});
  return channels;
}

void create_result(const std::string& path, const RunDescription& description, const System& system,
                   const std::vector<Channel>& channels, const ResultOptions& options) {
  create_database(path, [&](const Database& database) {
    database.execute(schema::create());
    auto meta = database.prepare("INSERT INTO meta VALUES (?, ?)");
    meta.run("zwang", description.program);
    meta.run("method", description.method);
    meta.run("model_sha256", description.model_hash());
    meta.run("settings_sha256", description.settings_hash());
    meta.run("block_rows", block_rows(channels));
    meta.run("t_start", description.t_start);
    meta.run("status", name(RunStatus::running));
    meta.run("certified", 0);
    for (const char* later : {"code", "t_end", "steps", "solves"}) meta.run(later, sqlite::null);
    insert_description(database, description);
    insert_model(database, system);
    insert_channels(database, channels);
    tables::put_provenance(database, options.provenance);
    database.prepare("INSERT INTO provenance VALUES ('resumes', 0)").run();
    // where nothing has been computed yet
    const std::string start = checkpoint_bytes(Checkpoint());
    database.prepare("INSERT INTO checkpoints VALUES (0, 0, ?, 0, 0, ?, ?)")
        .run(description.t_start, sqlite::Blob{start}, static_cast<std::int64_t>(crc32(start)));
  });
}

}  // namespace zwang
