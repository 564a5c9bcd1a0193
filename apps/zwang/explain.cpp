// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/zwang/pages.hpp"
#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/analysis/equilibrium.hpp"
#include "zwang/analysis/explanation.hpp"
#include "zwang/base/text.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/prepare/describe_instant.hpp"

namespace zwang::apps {
namespace {

struct Answer {
  int result = 0;
  std::string title, text;
};

Answer model(const std::string& path, const ExplainOrder& order, const Common& common) {
  const ModelFile file = read_model(path, {.set = order.set, .knows_end = true});
  if (!file.usable())
    return {print_mistakes(file, common.json ? "json" : "full", common.quiet, stderr), "", ""};
  const System system(*file.model);
  const State start = file.model->start(file.run.from);
  return {0, file.title.empty() ? path : file.title,
          order.equilibrium ? equilibrium(system, start).text(system) : explanation(system, start)};
}

// As exact as it was written: "0.85" is any time that rounds to it, "2", "1.5" or "850 ms" that
// time.
double last_place(const std::string& number) {
  const auto point = number.find('.');
  const bool plain = number.find_first_not_of("0123456789.") == std::string::npos;
  const auto decimals = point == std::string::npos || !plain ? 0 : number.size() - point - 1;
  return decimals < 2 ? 1e-9 : 0.501 * std::pow(10.0, -static_cast<double>(decimals));
}

Answer instant(const std::string& path, const ExplainOrder& order) {
  if (order.at.empty()) {
    fmt::print(stderr, "zwang: which instant? give --at TIME\n");
    return {2, "", ""};
  }
  const double t = given_number("--at", order.at);
  const StoredRun run = open_run(path);
  return {0, run.file.title.empty() ? path : run.file.title,
          describe_instant(run, t, last_place(order.at))};
}

Answer page(const std::string& word) {
  std::string code = word;
  if (!code.empty()) code[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(code[0])));
  for (const auto& found : {code_section(code), topic_section(word)})
    if (found) return {0, found->title, found->text};
  std::vector<std::string> known = topics();
  for (const CodeEntry& entry : all_codes()) known.emplace_back(entry.name);
  const auto near = nearest(word, known);
  fmt::print(stderr, "zwang: '{}' is neither a file nor a code nor a topic\n{}\n",
             without_controls(word),
             near ? fmt::format("did you mean '{}'?", *near)
                  : fmt::format("topics: {}", fmt::join(topics(), ", ")));
  return {2, "", ""};
}

}  // namespace

int explain(const ExplainOrder& order, const Common& common) {
  int result = 0;
  bool first = true;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& word : order.files) {
    const bool file = word.find_first_of("./") != std::string::npos;
    const Answer answer = !file                   ? page(word)
                          : word.ends_with(".zw") ? instant(word, order)
                                                  : model(word, order, common);
    if (result == 0) result = answer.result;
    if (answer.result != 0) continue;
    all.push_back({{file ? "file" : "page", word}, {"title", answer.title}, {"text", answer.text}});
    if (!common.json) fmt::print("{}{}\n\n{}", first ? "" : "\n", answer.title, answer.text);
    first = false;
  }
  if (common.json && !all.empty())
    fmt::print("{}\n", nlohmann::ordered_json{{"zwang", 1}, {"models", all}}.dump());
  return result;
}

}  // namespace zwang::apps
