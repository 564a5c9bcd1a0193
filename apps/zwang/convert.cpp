// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/convert.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/zwang/print.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/base/text.hpp"

namespace zwang::apps {
namespace {

int wrong_use(const std::string& message, const std::string& hint) {
  fmt::print(stderr, "zwang: {}\n{}\n", message, hint);
  return 2;
}

// The name of the output does not say what to make of this input.
int unknown_format(const ConvertOrder& order, const std::vector<std::string>& formats) {
  const std::string ending = std::filesystem::path(order.output).extension().string();
  const auto near = nearest(ending, formats);
  const std::string guess =
      near && !ending.empty() ? fmt::format("did you mean '{}'?\n", *near) : "";
  return wrong_use(ending.empty()
                       ? fmt::format("'{}' has no extension to select the format", order.output)
                       : fmt::format("'{}' cannot be made from {}", ending, order.files[0]),
                   fmt::format("{}available: {}", guess, fmt::join(formats, " ")));
}

// A model is wanted, and the input is neither a mesh nor a table.
int no_model(const std::string& input) {
  const bool of_bodies = !format_of(input, {".sdf", ".xacro", ".usd", ".usda"}).empty();
  return wrong_use(
      fmt::format("no model can be made from {}", input),
      fmt::format(
          "{}a model is made from {}",
          of_bodies ? "robots are read in URDF and MJCF; xacro is to be expanded first\n" : "",
          fmt::join(input_formats(), " ")));
}

// What was not taken over, in the order of the file; equal words once, with all their lines.
void print_not_taken(const std::vector<Error>& all) {
  std::vector<std::pair<const Error*, std::vector<int>>> folded;
  std::map<std::string, std::size_t> seen;
  for (const Error& one : all) {
    const auto [found, is_new] = seen.emplace(one.message(), folded.size());
    if (is_new) folded.push_back({&one, {}});
    folded[found->second].second.push_back(one.place().line);
  }
  for (const auto& [first, lines] : folded) {
    if (lines.size() == 1)
      fmt::print(stderr, "{}\n", first->what());
    else
      fmt::print(stderr, "{}: {}: {} (lines {})\n", first->place().file, name(first->code()),
                 first->message(), fmt::join(lines, ", "));
  }
}

nlohmann::ordered_json json_of(const Error& error) {
  const Place& at = error.place();
  return {{"code", name(error.code())},
          {"message", error.message()},
          {"file", at.file},
          {"line", at.line},
          {"column", at.column}};
}

void print_converted(const Converted& done, const Common& common) {
  if (common.json) {
    nlohmann::ordered_json out = {{"zwang", 1}, {"files", done.files}, {"left_out", done.left_out}};
    for (const Error& one : done.not_taken) out["warnings"].push_back(json_of(one));
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  if (common.quiet < 1)
    for (const std::string& line : done.left_out) fmt::print(stderr, "left out: {}\n", line);
  if (common.quiet < (done.files.empty() ? 2 : 1)) print_not_taken(done.not_taken);
  if (common.quiet > 0 || done.files.empty()) return;
  fmt::print("{}\n", done.files[0]);
  if (done.files.size() == 2) fmt::print("{}\n", done.files[1]);
  if (done.files.size() > 2)
    fmt::print("{} ... ({} files)\n", done.files[1], done.files.size() - 1);
}

}  // namespace

int convert(const ConvertOrder& order, const Common& common) {
  constexpr int incomplete = 8;
  const std::string& input = order.files[0];
  const ConvertOptions options{.frames = order.frames,
                               .force = order.force,
                               .quantities = order.quantities,
                               .fix_root = order.fix_root,
                               .strict = order.strict};
  if (order.output.empty()) return wrong_use("-o FILE is missing", "see zwang convert --help");
  if (order.frames < 2) return wrong_use("--frames: at least 2", "see zwang convert --help");
  if (!order.quantities.empty() && format_of(order.output, {".csv"}).empty())
    return wrong_use("--quantity: only a .csv has columns for it", "see zwang convert --help");
  const bool into_model = !format_of(input, input_formats()).empty();
  if (!into_model && !format_of(order.output, {".toml"}).empty()) return no_model(input);
  const std::vector<std::string> formats =
      into_model ? std::vector<std::string>{".toml"} : result_formats();
  if (format_of(order.output, formats).empty()) return unknown_format(order, formats);
  Converted done;
  try {
    done = into_model ? convert_input(input, order.output, options)
                      : convert_result(input, order.output, options);
  } catch (const Error& error) {
    const Place& at = error.place();
    if (at.line == 0) throw;
    return print_error(error.code(),
                       fmt::format("{}:{}:{}: {}", at.file, at.line, at.column, error.message()),
                       common);
  }
  print_converted(done, common);
  if (order.strict && !done.not_taken.empty()) {
    if (common.quiet < 2 && !common.json) fmt::print(stderr, "nothing written: --strict\n");
    return 1;
  }
  if (!done.incomplete) return 0;
  if (common.quiet < 2 && !common.json && done.files.empty())
    fmt::print(stderr, "nothing written: there is nothing to draw\n");
  return incomplete;
}

}  // namespace zwang::apps
