// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/zwang/glossary.hpp"
#include "apps/zwang/pages.hpp"
#include "apps/zwang/print.hpp"
#include "apps/zwang/trials.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/analysis/equilibrium.hpp"
#include "zwang/analysis/explanation.hpp"
#include "zwang/analysis/geometry.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/text.hpp"
#include "zwang/convert/geometry_json.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/model_file/read_model.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/describe_event.hpp"
#include "zwang/prepare/describe_instant.hpp"
#include "zwang/prepare/followed.hpp"
#include "zwang/prepare/place.hpp"
#include "zwang/prepare/row_geometry.hpp"
#include "zwang/record/impacts.hpp"

namespace zwang::apps {
namespace {

struct Answer {
  int result = 0;
  std::string title, text;
  nlohmann::ordered_json geometry = nullptr, instant = nullptr;  // if asked for
};

Answer told(const std::string& title, const Geometry& found, const System& system) {
  return {0, title, found.text(system),
          nlohmann::ordered_json::parse(geometry_json(found, system))};
}

Answer model(const std::string& path, const ExplainOrder& order, const Common& common) {
  if (!order.at.empty() && !order.geometry) {
    fmt::print(stderr, "zwang: --at of a model is a place for --geometry; of a result, a time\n");
    return {2, "", ""};
  }
  const ModelFile file = read_model(path, {.set = order.set, .knows_end = true});
  if (!file.usable())
    return {print_mistakes(file, common.json ? "json" : "full", common.quiet, stderr), "", ""};
  const System system(*file.model);
  const State start = file.model->start(file.run.from);
  const std::string title = file.title.empty() ? path : file.title;
  if (order.geometry)
    return told(title, geometry(system, placed(*file.model, start, place_entries(order.at))),
                system);
  if (order.trials) {
    const Principles found = principles(system, start, {.most_binding = 60});
    return {0, title, found.summary(), nullptr, trials_object(found)};
  }
  return {0, title,
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

// All events of a result, if no instant is asked for.
std::string events_of(const StoredRun& run) {
  std::vector<Event> events;
  for (const StoredEvent& stored : run.reader.events()) events.push_back(recalled(run, stored));
  const double seconds = run.rows.empty() ? 0.0 : run.rows.back().t - run.rows.front().t;
  return fmt::format(
      "{:.6g} s of motion, {}.\n{}\nWhat happened at one of these times, and why: "
      "zwang explain {} --at TIME\n",
      seconds, plural(count_impacts(events), "impact"),
      Descriptions(*run.system).list(events, {}, "in the table events"), run.path);
}

Answer stored(const std::string& path, const ExplainOrder& order) {
  const bool at = !order.at.empty();
  const double t = at ? given_number("--at", order.at) : 0.0;
  const StoredRun run = open_run(path);
  const std::string title = run.file.title.empty() ? path : run.file.title;
  if (order.geometry) {
    const double start = run.rows.empty() ? 0.0 : run.rows.front().t;
    return told(title, geometry_of(run.file, *run.system, row_at(run, at ? t : start)),
                *run.system);
  }
  if (!at && order.trials)
    throw Error(Code::E120, path + ": trials are made at an instant: add --at TIME");
  if (!at) return {0, title, events_of(run)};
  const double near = last_place(order.at);
  Answer answer = {0, title, describe_instant(run, t, near)};
  if (order.trials) {
    const Principles found = principles_at(run, t, near);
    answer.text += "\n" + found.summary();
    answer.instant = trials_object(found);
  }
  return answer;
}

Answer page(const std::string& word) {
  std::string code = word;
  if (!code.empty()) code[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(code[0])));
  for (const auto& found : {code_section(code), topic_section(word)})
    if (found) return {0, found->title, found->text};
  if (word == "topics")
    return {0, "Topics",
            wrapped(fmt::format("{}\n\nBesides these, every word of docs/glossary.md "
                                "can be explained: friction, Zeno, LCP.\n",
                                fmt::join(topics(), ", ")))};
  if (const std::vector<Section> found = glossary_entries(word); !found.empty()) {
    std::string text = found[0].text;
    for (std::size_t i = 1; i < found.size(); ++i)
      text += fmt::format("\n{}\n\n{}", found[i].title, found[i].text);
    return {0, found[0].title, text};
  }
  std::vector<std::string> known = topics();
  for (const CodeEntry& entry : all_codes()) known.emplace_back(entry.name);
  const auto near = nearest(word, known);
  fmt::print(stderr,
             "zwang: '{}' is neither a file nor a code, topic or word of the glossary\n{}\n",
             without_controls(word),
             near ? fmt::format("did you mean '{}'?", *near)
                  : fmt::format("topics: {}", fmt::join(topics(), ", ")));
  return {2, "", ""};
}

}  // namespace

int explain(const ExplainOrder& order, const Common& common) {
  if (order.geometry && order.equilibrium) {
    fmt::print(stderr, "zwang: --geometry and --equilibrium: one of them at a time\n");
    return 2;
  }
  int result = 0;
  bool first = true;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& word : order.files) {
    const bool file = word.find_first_of("./") != std::string::npos;
    const Answer answer = !file                   ? page(word)
                          : word.ends_with(".zw") ? stored(word, order)
                                                  : model(word, order, common);
    if (result == 0) result = answer.result;
    if (answer.result != 0) continue;
    all.push_back({{file ? "file" : "page", word}, {"title", answer.title}, {"text", answer.text}});
    if (!answer.geometry.is_null()) all.back()["geometry"] = answer.geometry;
    if (!answer.instant.is_null()) all.back()["instant"] = answer.instant;
    if (!common.json) fmt::print("{}{}\n\n{}", first ? "" : "\n", answer.title, answer.text);
    first = false;
  }
  if (common.json && !all.empty())
    fmt::print("{}\n", nlohmann::ordered_json{{"zwang", 1}, {"models", all}}.dump());
  return result;
}

}  // namespace zwang::apps
