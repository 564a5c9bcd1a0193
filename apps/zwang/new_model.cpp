// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/zwang/new_file.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/base/error.hpp"

namespace zwang::apps {

// made from examples/pendulum.toml when the command is built
extern const char* const first_model;

int new_model(const NewOrder& order, const Common& common) {
  const std::string& path = order.files[0];
  if (std::filesystem::path(path).extension() != ".toml") {
    fmt::print(stderr, "zwang: {}: a model is called FILE.toml\nsee zwang new --help\n", path);
    return 2;
  }
  std::error_code failed;
  if (!order.force && std::filesystem::exists(path, failed))
    throw Error(Code::E440, fmt::format("{} is there already; --force overwrites it", path));
  write_whole(path, first_model);
  if (common.json)
    fmt::print("{}\n", nlohmann::ordered_json{{"zwang", 1}, {"files", {path}}}.dump(
                           -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  else if (common.quiet == 0)
    fmt::print("{}\nrun it: zwang run {} --report\n", path, path);
  return 0;
}

}  // namespace zwang::apps
