// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/read_model.hpp"

#include <filesystem>

#include "zwang/model_file/body_table.hpp"
#include "zwang/model_file/constraint_table.hpp"
#include "zwang/model_file/contact_table.hpp"
#include "zwang/model_file/expect_table.hpp"
#include "zwang/model_file/force_table.hpp"
#include "zwang/model_file/friction_table.hpp"
#include "zwang/model_file/generator_table.hpp"
#include "zwang/model_file/includes.hpp"
#include "zwang/model_file/joint_table.hpp"
#include "zwang/model_file/mass_table.hpp"
#include "zwang/model_file/parameter_table.hpp"
#include "zwang/model_file/point_table.hpp"
#include "zwang/model_file/run_table.hpp"

namespace zwang {
namespace {

const Keys model_keys = {"zwang",      "title",  "notes",       "source",           "include",
                         "parameters", "masses", "bodies",      "joints",           "contacts",
                         "points",     "lines",  "coordinates", "quasi_velocities", "energy",
                         "forces",     "force",  "impulse",     "constraints",      "friction",
                         "generate",   "expect", "run",         "output",           "sweep"};

void read_titles(Reading& reading, const TomlNode& tree) {
  for (const char* key : {"title", "notes", "source"})
    if (const TomlNode* const node = tree.get(key)) {
      const auto text = reading.text(*node);
      if (std::string_view(key) == "title") reading.file.title = text.value_or("");
    }
}

void demand_until(Reading& reading, const TomlNode& tree) {
  const TomlNode* const run = tree.get("run");
  if (!reading.right() || (run && run->get("until"))) return;
  const Place first = {reading.file.sources[0].path, 1, 1, 2};
  Place at = run ? run->place : first;
  at.end_column = at.column + 1;
  reading.add(Error(Code::E111, "[run] has no 'until'", at));
}

void read_all(Reading& reading, const FileOptions& options) {
  Files files(reading, options, model_keys);
  read_titles(reading, files.main());
  const std::string name = std::filesystem::path(reading.file.sources[0].path).stem().string();
  reading.file.model = std::make_unique<Model>(name, mentions_units(files));
  // each may use what stands before it
  read_parameters(reading, files, options);
  read_masses(reading, files);
  read_bodies(reading, files);
  read_coordinates(reading, files);
  read_generators(reading, files);
  read_joints(reading, files);
  read_contacts(reading, files);
  read_points(reading, files);
  read_lines(reading, files);
  read_quasi_velocities(reading, files);
  read_energy(reading, files);
  read_forces(reading, files);
  read_constraints(reading, files);
  read_given_friction(reading, files);
  read_run(reading, files);
  read_expectations(reading, files);
  demand_kinetic(reading, files);
  if (!options.knows_end) demand_until(reading, files.main());
}

}  // namespace

ModelFile read_model_text(std::string text, const std::string& path, const FileOptions& options) {
  ModelFile file;
  file.sources.push_back({path, std::move(text)});
  Reading reading(file);
  reading.sample = options.sample;
  try {
    read_all(reading, options);
  } catch (const Error& error) {
    file.mistakes.push_back(error);
  }
  sort_by_place(file);
  return file;
}

ModelFile read_model(const std::string& path, const FileOptions& options) {
  try {
    Source source = read_source(path);
    return read_model_text(std::move(source.text), path, options);
  } catch (const Error& error) {
    ModelFile file;
    file.sources.push_back({path, {}});
    file.mistakes.push_back(error);
    return file;
  }
}

}  // namespace zwang
