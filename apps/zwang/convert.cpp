// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/convert.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

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
  const bool of_bodies = !format_of(input, {".urdf", ".sdf", ".mjcf", ".xml"}).empty();
  return wrong_use(
      fmt::format("no model can be made from {}", input),
      fmt::format("{}a model is made from {}",
                  of_bodies
                      ? "rigid bodies and joints are not available: write masses and constraints\n"
                      : "",
                  fmt::join(input_formats(), " ")));
}

void print_converted(const Converted& done, const Common& common) {
  if (common.json) {
    const nlohmann::ordered_json out = {
        {"zwang", 1}, {"files", done.files}, {"left_out", done.left_out}};
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return;
  }
  if (common.quiet < 1)
    for (const std::string& line : done.left_out) fmt::print(stderr, "left out: {}\n", line);
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
  const ConvertOptions options{
      .frames = order.frames, .force = order.force, .quantities = order.quantities};
  if (order.output.empty()) return wrong_use("-o FILE is missing", "see zwang convert --help");
  if (order.frames < 2) return wrong_use("--frames: at least 2", "see zwang convert --help");
  if (!order.quantities.empty() && format_of(order.output, {".csv"}).empty())
    return wrong_use("--quantity: only a .csv has columns for it", "see zwang convert --help");
  const bool into_model = !format_of(input, input_formats()).empty();
  if (!into_model && !format_of(order.output, {".toml"}).empty()) return no_model(input);
  const std::vector<std::string> formats =
      into_model ? std::vector<std::string>{".toml"} : result_formats();
  if (format_of(order.output, formats).empty()) return unknown_format(order, formats);
  const Converted done = into_model ? convert_input(input, order.output, options)
                                    : convert_result(input, order.output, options);
  print_converted(done, common);
  if (!done.incomplete) return 0;
  if (common.quiet < 2 && !common.json && done.files.empty())
    fmt::print(stderr, "nothing written: there is nothing to draw\n");
  return incomplete;
}

}  // namespace zwang::apps
