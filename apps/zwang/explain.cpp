// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/zwang/tell.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/analysis/equilibrium.hpp"
#include "zwang/analysis/explanation.hpp"

namespace zwang::apps {

int explain(const ExplainOrder& order, const Common& common) {
  int result = 0;
  nlohmann::ordered_json models = nlohmann::ordered_json::array();
  for (const std::string& path : order.files) {
    const ModelFile file = read_model(path, {.set = order.set, .knows_end = true});
    if (!file.usable()) {
      result = tell_mistakes(file, common.json ? "json" : "full", common.quiet, stderr);
      continue;
    }
    const System system(*file.model);
    const State start = file.model->start(file.run.from);
    const std::string text =
        order.equilibrium ? equilibrium(system, start).text(system) : explanation(system, start);
    const std::string& title = file.title.empty() ? path : file.title;
    models.push_back({{"file", path}, {"title", title}, {"text", text}});
    if (common.json) continue;
    fmt::print("{}{}\n\n{}", path == order.files.front() ? "" : "\n", title, text);
  }
  if (common.json && !models.empty())
    fmt::print("{}\n", nlohmann::ordered_json{{"zwang", 1}, {"models", models}}.dump());
  return result;
}

}  // namespace zwang::apps
