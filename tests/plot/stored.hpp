// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model that was run and stored, for plots of it.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

// Runs a model and opens the result at `path`.
inline StoredRun stored(ModelFile file, const std::string& path) {
  REQUIRE(file.usable());
  const Prepared prepared = prepare(file, file.model->start());
  RunDescription asked;
  asked.sources = file.sources;
  asked.settings = {{"until", std::nullopt, std::to_string(file.run.until), "s"}};
  for (const auto& one : file.parameters)
    asked.parameters.push_back({one.name, one.value, "", one.text});
  asked.program = "test";
  asked.method = "event-driven";
  ResultWriter writer(path, asked, *prepared.system);
  file.run.recorder = &writer;
  writer.finish(ending_of(motion_of(file, prepared)));
  return open_run(path);
}

// A mass that falls freely from a height of 20 m with gravity 10 m/s²: z = 20 − 5 t².
inline StoredRun falling(const std::string& path, const std::string& title = "fall") {
  return stored(read_model_text("zwang = 1\ntitle = '" + title +
                                    "'\n[masses]\na = { mass = 2, at = [0, 0, 20] }\n"
                                    "[forces]\ngravity = [0, 0, -10]\n[run]\nuntil = 2\n",
                                "fall.toml"),
                path);
}

inline StoredRun pendulum(const std::string& path) {
  return stored(read_model(ZWANG_ROOT "/examples/pendulum.toml"), path);
}

}  // namespace zwang
