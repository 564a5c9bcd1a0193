// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/result/stored_audit.hpp"
#include "zwang/sweep/sweep_store.hpp"

namespace zwang::apps {
namespace {

int audit_one(const std::string& path, const AuditOrder& order, const Common& common) {
  if (order.hash) {
    fmt::print("{}  {}\n", is_sweep(path) ? sweep_content_hash(path) : content_hash(path), path);
    return 0;
  }
  const StoredRun run = open_run(path);
  const Verdict verdict = audit(run);
  if (common.json) {
    nlohmann::ordered_json out = {{"zwang", 1}, {"file", path}, {"certified", verdict.certified()}};
    out["verdict"] = verdict.words();
    for (const AuditNumber& one : verdict.numbers) {
      nlohmann::ordered_json line = {
          {"number", one.number}, {"worst", one.worst}, {"allowed", one.allowed}};
      if (one.t) line["t"] = *one.t;
      if (one.constraint) line["constraint"] = run.system->constraint(*one.constraint).name;
      out["numbers"].push_back(line);
    }
    fmt::print("{}\n", out.dump());
  } else if (common.quiet == 0) {
    fmt::print("{}   {} rows, {}\n", path, run.rows.size(), verdict.words());
    for (const AuditNumber& one : verdict.numbers) fmt::print("  {}\n", one.text(*run.system));
  }
  if (verdict.holds()) return 0;
  return print_error(Code::E340, fmt::format("{}: {}", path, why(verdict, *run.system)), common);
}

}  // namespace

int audit(const AuditOrder& order, const Common& common) {
  int result = 0;
  for (const std::string& path : order.files) {
    const int here = audit_one(path, order, common);
    if (result == 0) result = here;
  }
  return result;
}

}  // namespace zwang::apps
