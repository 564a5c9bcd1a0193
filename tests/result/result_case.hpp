// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Runs whose results are put to the test, and what these tests share.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "tests/folder.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/motion_of.hpp"
#include "zwang/result/result.hpp"

namespace zwang::stored {

namespace fs = std::filesystem;

// A ball in a bowl on a string: impacts, releases, and infinitely many impacts that end.
inline std::unique_ptr<Model> ball() {
  auto model = std::make_unique<Model>("ball");
  model->mass("p", 1.0, {.at = {0.3, 1, 0}, .velocity = {0.4, 0, 0}, .axes = "xy"});
  model->fixed("nail", {0, 0, 0});
  model->gravity({0, -9.81, 0}).force("p", "-0.1*v");
  model->constraint("floor", "p.y >= 0.1*p.x^2", {.restitution = 0.7});
  model->constraint("string", "|p| <= 1.2");
  return model;
}

// Goes on for ever.
inline std::unique_ptr<Model> swing() {
  auto model = std::make_unique<Model>("swing");
  model->mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xy"});
  model->gravity({0, -9.81, 0});
  model->constraint("rod", "|p| = 1");
  model->constraint("wall", "p.x >= -0.5", {.restitution = 1.0});
  return model;
}

struct Case {
  std::unique_ptr<Model> model;
  System system;
  RunOptions options;
  RunDescription description;

  Case(std::unique_ptr<Model> m, double until, double tolerance = 1e-9, double step = always)
      : model(std::move(m)), system(*model) {
    options = {.until = until,
               .tolerance = tolerance,
               .max_step = step,
               .keep_course = false,
               .keep_frames = false};
    description = {
        .sources = {{"model.toml", "title = \"a ball\"\n"}, {"parts.toml", "# nothing\n"}},
        .settings = {{"until", fmt::format("{}", until), fmt::format("{}", until), "s"},
                     {"tolerance", {}, fmt::format("{}", tolerance), ""}},
        .parameters = {{"L", 1.2, "m", "1.2 m"}},
        .program = "0.1.0",
        .method = "arcs"};
  }

  Trajectory write(const std::string& path, const ResultOptions& how = {}) const {
    ResultWriter writer(path, description, system, how);
    RunOptions asked = options;
    asked.recorder = &writer;
    Trajectory motion = run(system, model->start(), asked);
    writer.finish(ending_of(motion));
    return motion;
  }

  Trajectory go_on(const std::string& path, const ResultOptions& how = {},
                   std::optional<double> until = {}) const {
    Resumed resumed = resume_result(path, how, until, &description);
    resumed.writer.check(system);
    RunOptions asked = options;
    asked.until = resumed.until;
    asked.recorder = &resumed.writer;
    Trajectory motion = zwang::go_on(
        resumed,
        {.start = model->start(), .system = std::make_shared<const System>(*model), .laws = {}},
        asked);
    resumed.writer.finish(ending_of(motion));
    return motion;
  }

  // The same for the file alone.
  void store(const std::string& path, const ResultOptions& how = {}) const {
    static_cast<void>(write(path, how));
  }
  void finish(const std::string& path, const ResultOptions& how = {},
              std::optional<double> until = {}) const {
    static_cast<void>(go_on(path, how, until));
  }
};

// The code of the Error that `work` throws; nothing if it does not.
template <class Work>
std::optional<Code> code_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

// Runs `work` in a process of its own.
template <class Work>
pid_t start_process(Work&& work) {
  const pid_t child = fork();
  if (child != 0) return child;
  int status = 0;
  try {
    status = work();
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    status = 99;
  }
  _exit(status);
}

// Its exit status, or minus the signal that ended it.
inline int wait_for(pid_t child) {
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Ends its own process after so many steps, as an impatient system would.
inline ResultOptions killed_after(int steps, double sync) {
  return {.sync = sync, .stop = [steps]() mutable {
            if (--steps < 0) raise(SIGKILL);
            return false;
          }};
}

}  // namespace zwang::stored
