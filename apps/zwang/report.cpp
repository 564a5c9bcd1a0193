// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/report.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "apps/zwang/new_file.hpp"
#include "apps/zwang/verbs.hpp"

namespace zwang::apps {

namespace fs = std::filesystem;

std::string write_report(const std::vector<std::string>& results, const ReportOrder& order) {
  const fs::path target = order.output.empty()
                              ? fs::path(results[0]).filename().replace_extension(".html")
                              : fs::path(order.output);
  demand_own_file(target.string(), report_mark, order.force);
  write_whole(
      target.string(),
      zwang::report(results, {.title = order.title, .frames = order.frames, .full = order.full}));
  return target.string();
}

int report(const ReportOrder& order, const Common& common) {
  const std::string written = write_report(order.files, order);
  if (common.json)
    fmt::print("{{\"zwang\":1,\"files\":[\"{}\"],\"bytes\":{}}}\n", written,
               fs::file_size(written));
  else if (common.quiet == 0)
    fmt::print("{}\n", written);
  return 0;
}

}  // namespace zwang::apps
