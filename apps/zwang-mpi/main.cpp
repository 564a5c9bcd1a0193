// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// zwang-mpi: nets too large for one machine, by many processes.
//
//   mpiexec -n 4 zwang-mpi run net.toml -o net.zw

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>

#include "apps/zwang-mpi/run.hpp"
#include "apps/zwang/new_file.hpp"
#include "zwang/base/error.hpp"
#include "zwang/parts/excerpt.hpp"
#include "zwang/parts/parts.hpp"
#include "zwang/parts/pieces.hpp"
#include "zwang/report/report.hpp"
#include "zwang/scale/petsc.hpp"

namespace {

using namespace zwang;

// mpiexec ends the others when a process is lost. What a signal may do: write, and go.
extern "C" void lost(int) {
  static constexpr char text[] =
      "error[E610]: a process is lost; what was committed is intact: --resume continues from "
      "there\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, sizeof text - 1);
  ::_exit(3);
}

// As the command zwang has them (docs/command.md).
int exit_code(Code code) {
  switch (name(code)[1]) {
    case '1':
    case '2': return 1;
    case '3':
    case '5':
    case '6': return 3;
    case '4': return 6;
    default: return 70;
  }
}

int command(int argc, char** argv) {
  CLI::App app(
      "Nets of many points on many processes: mpiexec -n 4 zwang-mpi run net.toml -o net.zw");
  app.set_version_flag("--version", "zwang-mpi " ZWANG_VERSION);
  app.require_subcommand(1);
  MpiOptions options;
  std::string petsc, path, output;
  bool force = false;
  CLI::App* const run =
      app.add_subcommand("run", "simulate the net of a model file by time-stepping");
  run->add_option("FILE", options.file, "model file with one net")->required();
  run->add_option("-o,--output", options.output, "result: NAME.zw and NAME.parts");
  run->add_option("--until", options.until, "end, s");
  run->add_option("--step", options.step, "length of a step, s");
  run->add_option("--every", options.every, "time between generations, s");
  run->add_option("--steps", options.max_steps, "stop after this many steps");
  run->add_flag("--resume", options.resume,
                "continue a result, with the same or another number of processes");
  run->add_flag("--estimate", options.estimate, "print how much memory it will need, and stop");
  run->add_flag("-q,--quiet", options.quiet, "print nothing on the way");
  run->add_option("--petsc", petsc, "options for PETSc, \"-free_pc_type bjacobi\"");
  CLI::App* const hash = app.add_subcommand("hash", "the hash of all rows of a result in parts");
  hash->add_option("RESULT", path, "NAME.zw")->required();
  CLI::App* const convert =
      app.add_subcommand("convert", "a result in parts as pieces for VTK, ParaView");
  convert->add_option("RESULT", path, "NAME.zw")->required();
  convert->add_option("-o,--output", output, "series of all generations, SERIES.pvd")->required();
  convert->add_flag("-f,--force", force, "overwrite files that zwang did not write");
  ExcerptOptions excerpt;
  CLI::App* const report_verb =
      app.add_subcommand("report", "one HTML file with every k-th row and column of a result");
  report_verb->add_option("RESULT", path, "NAME.zw")->required();
  report_verb->add_option("-o,--output", output, "the report, NAME.html")->required();
  report_verb->add_option("--points", excerpt.points, "points shown, at most")
      ->capture_default_str()
      ->check(CLI::Range(4, 100'000));
  report_verb->add_option("--frames", excerpt.frames, "frames, at most")
      ->capture_default_str()
      ->check(CLI::Range(2, 3'000));
  report_verb->add_flag("-f,--force", force, "overwrite files that zwang did not write");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (hash->parsed()) {
    fmt::print("{}  {}\n", hash_of_parts(path), path);
    return 0;
  }
  if (convert->parsed()) {
    const Converted done = convert_parts(path, output, force);
    for (const std::string& line : done.left_out) fmt::print(stderr, "left out: {}\n", line);
    fmt::print("{}\n{} ... ({} files)\n", done.files[0], done.files[1], done.files.size() - 1);
    return 0;
  }
  if (report_verb->parsed()) {
    demand_report();
    apps::demand_own_file(output, report_mark, force);
    apps::write_whole(output, report_of_parts(path, excerpt));
    fmt::print("{}\n", output);
    return 0;
  }
  int none = 1;
  char* name[] = {argv[0], nullptr};
  char** words = name;
  const scale::Session session(none, words);
  scale::check(PetscOptionsInsertString(nullptr, petsc.c_str()));
  std::signal(SIGTERM, lost);
  const scale::Processes processes;
  try {
    return run_parts(processes, options);
  } catch (const Error& error) {
    if (error.code() != Code::E900) {  // all processes have it
      if (processes.rank() == 0) fmt::print(stderr, "{}", error.report(""));
      return exit_code(error.code());
    }
    fmt::print(stderr, "{}", error.report(""));
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang-mpi: {}\n", error.what());
  }
  // this process alone: the others wait for it, and must not for ever
  MPI_Abort(MPI_COMM_WORLD, 70);
  return 70;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return command(argc, argv);
  } catch (const Error& error) {
    fmt::print(stderr, "{}", error.report(""));
    return exit_code(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "zwang-mpi: {}\n", error.what());
    return 70;
  }
}
