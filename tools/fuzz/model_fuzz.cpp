// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer on model files. Whatever the bytes are, they are a model or have mistakes with a code,
// each in its place and fit for a terminal; a small model has accelerations or an outcome that says
// why not.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "zwang/gauss/accelerations.hpp"
#include "zwang/model_file/model_file.hpp"
#include "zwang/model_file/read_model.hpp"

namespace {

using namespace zwang;

void demand(bool holds, const char* what, const std::string& where) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n  %s\n", what, where.c_str());
  std::abort();
}

bool is_clean(std::string_view text) {
  for (const char c : text)
    if ((static_cast<unsigned char>(c) < 32 && c != '\n') || c == 127) return false;
  return true;
}

void check_mistakes(const ModelFile& file) {
  for (const Error& error : file.mistakes) {
    const std::string_view code = name(error.code());
    demand(code.starts_with("E1") || code.starts_with("E2") || code.starts_with("E4"),
           "a mistake is E1xx, E2xx or E4xx", error.what());
    demand(is_clean(error.what()), "a message is free of control characters", error.what());
  }
  demand(file.mistakes.empty() || !file.summary().empty(), "mistakes are told", "");
}

void check_instant(const ModelFile& file) {
  const Model& model = *file.model;
  if (model.coordinate_names().size() > 8 || model.constraints().size() > 6) return;
  try {
    const System system(model);
    const State start = model.start(file.run.from);
    const Instant instant = accelerations(system, start);
    demand(instant.outcome != InstantOutcome::not_run, "an instant has an outcome", "");
    demand(!instant.usable() || instant.accelerations.allFinite(), "accelerations are finite", "");
    instant.summary();
  } catch (const Error& error) {
    demand(is_clean(error.what()), "a message is free of control characters", error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return -1;
  // in a folder that does not exist: nothing is included from the disk
  const ModelFile file =
      read_model_text({reinterpret_cast<const char*>(data), size}, "no-such-folder/model.toml");
  check_mistakes(file);
  if (file.usable()) check_instant(file);
  return 0;
}
