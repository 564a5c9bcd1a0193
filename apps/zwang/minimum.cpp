// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// `zwang minimum`: Gauss's problem as such.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/zwang/json_numbers.hpp"
#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/base/text.hpp"
#include "zwang/minimum_file/minimum_file.hpp"
#include "zwang/prepare/minimum_answer.hpp"

namespace zwang::apps {
namespace {

using Json = nlohmann::ordered_json;

std::string_view word(minimum::Precision precision) {
  switch (precision) {
    case minimum::Precision::machine: return "machine";
    case minimum::Precision::quad: return "quad";
    case minimum::Precision::octuple: return "octuple";
    case minimum::Precision::exact: break;
  }
  return "exact";
}

void add_minimum(Json& out, const StatedMinimum& stated, const MinimumAnswer& found) {
  const minimum::Solution& solution = found.solution;
  out["unknowns"] = stated.unknowns;
  out["x"] = numbers(solution.x);
  out["errors"] = solution.errors.size() > 0 ? numbers(solution.errors) : Json(nullptr);
  out["Z"] = found.zwang;
  out["value"] = found.value;
  out["rows"] = Json::array();
  for (std::size_t k = 0; k < stated.rows.size(); ++k) {
    const RowAnswer& row = found.rows[k];
    out["rows"].push_back({{"name", stated.rows[k].name},
                           {"state", row.state},
                           {"multiplier", row.multiplier},
                           {"slack", row.slack},
                           {"data", row.rounded ? "rounded" : "exact"}});
  }
  const minimum::Certificate& c = solution.certificate;
  out["unique"] = solution.unique;
  out["precision"] = word(solution.precision);
  out["steps"] = solution.steps;
  out["bound"] = solution.bound;
  out["shift"] = solution.shift;
  out["certificate"] = {{"stationarity", c.stationarity},
                        {"equations", c.equations},
                        {"inequalities", c.inequalities},
                        {"signs", c.signs},
                        {"complementarity", c.complementarity},
                        {"gap", c.gap},
                        {"allowed", found.limit}};
}

void add_proof(Json& out, const StatedMinimum& stated, const MinimumAnswer& found) {
  out["proof"] = Json::array();
  for (std::size_t k = 0; k < stated.rows.size(); ++k)
    if (const double weight = found.solution.proof[static_cast<Eigen::Index>(k)]; weight != 0.0)
      out["proof"].push_back({{"row", stated.rows[k].name}, {"weight", weight}});
  out["sum"] = found.excess;
  out["checked"] = found.proof_holds;
}

std::string json(const MinimumFile& file, const MinimumAnswer& found) {
  const bool contradictory = found.solution.outcome == minimum::Outcome::contradictory;
  Json out = {{"zwang", 1}, {"problem", file.file.sources[0].path}};
  out["outcome"] = found.usable() ? "found" : contradictory ? "contradictory" : "not found";
  out["certified"] = found.certified();
  if (found.code) {
    out["code"] = name(*found.code);
    out["message"] = found.message;
  }
  if (found.usable()) add_minimum(out, file.stated, found);
  if (contradictory) add_proof(out, file.stated, found);
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

int answer_one(const std::string& path, const MinimumOrder& order, const Common& common) {
  const MinimumFile file = read_minimum(path, {.set = order.set});
  if (!file.usable())
    return print_mistakes(file.file, common.json ? "json" : "full", common.quiet, stderr);
  const MinimumAnswer found = answer(file.stated);
  if (common.json) {
    fmt::print("{}\n", json(file, found));
    return found.code ? exit_code(*found.code) : 0;
  }
  if (common.quiet == 0)
    fmt::print("{}: {}", without_controls(file.file.title.empty() ? path : file.file.title),
               found.summary(file.stated));
  return found.code ? print_error(*found.code, fmt::format("{}: {}", path, found.message), common)
                    : 0;
}

}  // namespace

int answer_minimum(const MinimumOrder& order, const Common& common) {
  int result = 0;
  for (const std::string& path : order.files) {
    const int here = answer_one(path, order, common);
    if (result == 0) result = here;
  }
  return result;
}

}  // namespace zwang::apps
