// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/zwang/pages.hpp"
#include "apps/zwang/tell.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/analysis/equilibrium.hpp"
#include "zwang/analysis/explanation.hpp"
#include "zwang/base/text.hpp"
#include "zwang/io/told_instant.hpp"

namespace zwang::apps {
namespace {

struct Answer {
  int result = 0;
  std::string title, text;
};

Answer model(const std::string& path, const ExplainOrder& order, const Common& common) {
  const ModelFile file = read_model(path, {.set = order.set, .knows_end = true});
  if (!file.usable())
    return {tell_mistakes(file, common.json ? "json" : "full", common.quiet, stderr), "", ""};
  const System system(*file.model);
  const State start = file.model->start(file.run.from);
  return {0, file.title.empty() ? path : file.title,
          order.equilibrium ? equilibrium(system, start).text(system) : explanation(system, start)};
}

// As exact as it was written: "0.85" is any time that rounds to it, "2" or "1.5" is that time.
double last_place(const std::string& number) {
  const auto point = number.find('.');
  const auto decimals = point == std::string::npos ? 0 : number.size() - point - 1;
  return decimals < 2 ? 1e-9 : 0.501 * std::pow(10.0, -static_cast<double>(decimals));
}

Answer instant(const std::string& path, const ExplainOrder& order) {
  double t = 0.0;
  const char* const end = order.at.data() + order.at.size();
  if (order.at.empty() || std::from_chars(order.at.data(), end, t).ptr != end) {
    fmt::print(stderr, "zwang: {}\n",
               order.at.empty()
                   ? "which instant? --at TIME says it"
                   : fmt::format("--at {} is not a time in seconds", without_controls(order.at)));
    return {2, "", ""};
  }
  const StoredRun run = open_run(path);
  return {0, run.file.title.empty() ? path : run.file.title,
          told_instant(run, t, last_place(order.at))};
}

Answer page(const std::string& word) {
  for (const auto& found : {code_section(word), topic_section(word)})
    if (found) return {0, found->title, found->text};
  std::vector<std::string> known = topics();
  for (const CodeEntry& code : all_codes()) known.emplace_back(code.name);
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
