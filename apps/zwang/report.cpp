// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "apps/zwang/verbs.hpp"
#include "zwang/base/error.hpp"
#include "zwang/page/page.hpp"

namespace zwang::apps {
namespace {

namespace fs = std::filesystem;

// A page of ours tells itself by the element that holds its data.
bool is_ours(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return text.find("<script type=\"application/json\" id=\"zw-meta\">") != std::string::npos;
}

}  // namespace

std::string write_page(const std::vector<std::string>& results, const ReportOrder& order) {
  if (!has_page())
    throw Error(Code::E410, "this program has no page: Node.js was missing when it was built");
  const fs::path target = order.output.empty()
                              ? fs::path(results[0]).filename().replace_extension(".html")
                              : fs::path(order.output);
  std::error_code failed;
  const auto kind = fs::status(target, failed).type();
  if (kind != fs::file_type::not_found) {
    if (kind != fs::file_type::regular)
      throw Error(Code::E411, fmt::format("{}: not a plain file", target.string()));
    if (!order.force && !is_ours(target))
      throw Error(Code::E440, fmt::format("{}: not written by this program; --force overwrites it",
                                          target.string()));
  }
  const std::string text =
      page(results, {.title = order.title, .frames = order.frames, .full = order.full});
  // whole or not at all
  const fs::path fresh = target.string() + ".new";
  {
    std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
      fs::remove(fresh, failed);
      throw Error(Code::E410, fmt::format("{}: cannot be written", target.string()));
    }
  }
  fs::rename(fresh, target, failed);
  if (failed) throw Error(Code::E410, fmt::format("{}: {}", target.string(), failed.message()));
  return target.string();
}

int report(const ReportOrder& order, const Common& common) {
  const std::string written = write_page(order.files, order);
  if (common.json)
    fmt::print("{{\"zwang\":1,\"files\":[\"{}\"],\"bytes\":{}}}\n", written,
               fs::file_size(written));
  else if (common.quiet == 0)
    fmt::print("{}\n", written);
  return 0;
}

}  // namespace zwang::apps
