// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A model by the doors of C++: run(model, options), the same with a result, and a sweep of one run.
//
//   doors MODEL RESULT VERSION
//
// Prints the content hash of RESULT. Exits with 1 if the three do not end in the same state to the
// last bit, with 77 if the model asks for what only files can ask for: a start at rest, a
// variational problem, a start that violates what it may not.

#include <fmt/format.h>

#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/run_choice.hpp"
#include "zwang/sweep/sweep.hpp"

namespace {

using namespace zwang;

constexpr int not_for_programs = 77;

int compare(const std::string& path, const std::string& result, const std::string& version) {
  ModelFile file = read_model(path);
  if (!file.usable() || file.at_equilibrium || !file.problem.is_mechanical())
    return not_for_programs;

  const Trajectory bare = run(*file.model, file.run);
  if (!bare.usable()) return not_for_programs;

  const Prepared prepared = prepare(*file.model, file.run);
  ResultWriter writer(result, description_of(file, {}, version), *prepared.system, {.force = true});
  RunOptions recorded = file.run;
  recorded.recorder = &writer;
  const Trajectory stored = run(prepared, recorded);
  writer.finish(ending_of(stored));

  SweepOrder order;
  order.text = file.sources[0].text;
  order.path = path;
  order.want = file.model->coordinate_names();
  const SweepRow row = Sweep(order).run(0);

  const Vector& end = bare.frames.back().q;
  int wrong = bare.frames.size() != stored.frames.size() || stored.frames.back().q != end ||
              stored.frames.back().u != bare.frames.back().u ||
              bare.verdict.certified() != stored.verdict.certified();
  if (row.certified != bare.verdict.certified()) wrong = 1;
  for (std::size_t i = 0; i < row.values.size() && !row.code; ++i)
    if (row.values[i] != end[static_cast<Eigen::Index>(i)]) wrong = 1;
  if (wrong != 0) fmt::print(stderr, "{}: the doors of C++ differ\n", path);
  fmt::print("{}\n", content_hash(result));
  return wrong;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    return compare(argv[1], argv[2], argv[3]);
  } catch (const zwang::Error& error) {
    fmt::print(stderr, "{}: {}\n", argv[1], error.what());
    return 1;
  }
}
