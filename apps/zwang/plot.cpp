// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/plot/plot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/zwang/new_file.hpp"
#include "apps/zwang/print.hpp"
#include "apps/zwang/screen.hpp"
#include "apps/zwang/verbs.hpp"
#include "zwang/model_file/given_number.hpp"
#include "zwang/system/quantity.hpp"

namespace zwang::apps {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> time_of(const std::string& option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  return given_number(option, text);
}

Json json(const Plot& plot) {
  Json out = {{"zwang", 1}, {"title", plot.title}};
  if (!plot.over_time()) out["against"] = plot.across;
  out["quantities"] = Json::array();
  for (const Curve& curve : plot.curves) {
    Json pieces = Json::array();
    for (const Piece& piece : curve.pieces) {
      pieces.push_back({{"t", piece.t}, {"value", piece.y}});
      if (!plot.over_time()) pieces.back()["against"] = piece.x;
    }
    out["quantities"].push_back({{"name", curve.name}, {"unit", curve.unit}, {"pieces", pieces}});
  }
  out["events"] = Json::array();
  for (const PlotEvent& event : plot.events)
    out["events"].push_back(
        {{"t", event.t}, {"kind", event.kind}, {"word", event.word}, {"of", event.of}});
  return out;
}

// The names of one kind, in lines of this width; as many as a person reads.
std::string listed(const QuantityGroup& group, std::size_t width) {
  constexpr std::size_t indent = 16, most = 60;
  std::string out, line = fmt::format("  {:<{}}", group.title, indent - 3);
  for (std::size_t i = 0; i < std::min(most, group.names.size()); ++i) {
    const std::string word = group.names[i] + (i + 1 < group.names.size() ? "," : "");
    if (i > 0 && line.size() + 1 + word.size() > width) {
      out += line + "\n";
      line = std::string(indent - 1, ' ');
    }
    line += " " + word;
  }
  if (group.names.size() > most) line += fmt::format(" and {} more", group.names.size() - most);
  return out + line + "\n";
}

// What there is to plot.
void list_quantities(const StoredRun& run, const Common& common) {
  const std::vector<QuantityGroup> groups = quantities(*run.file.model);
  if (common.json) {
    Json out = {{"zwang", 1}, {"names", Json::object()}};
    for (const QuantityGroup& group : groups) out["names"][group.title] = group.names;
    fmt::print("{}\n", out.dump(-1, ' ', false, Json::error_handler_t::replace));
    return;
  }
  const auto width = static_cast<std::size_t>(terminal_width(STDOUT_FILENO));
  fmt::print("what can be plotted of {}:\n", run.path);
  for (const QuantityGroup& group : groups)
    if (!group.names.empty()) fmt::print("{}", listed(group, width));
  fmt::print("and formulas of these, of t and of parameters\n");
}

}  // namespace

int plot(const PlotOrder& order, const Common& common) {
  if (order.words.size() == 1) {
    list_quantities(open_run(order.words[0]), common);
    return 0;
  }
  if (!order.output.empty() && std::filesystem::path(order.output).extension() != ".svg") {
    fmt::print(stderr, "zwang: {}: pictures are written as SVG\nname it FILE.svg\n", order.output);
    return 2;
  }
  if (!order.output.empty()) demand_own_file(order.output, svg_mark, order.force);
  const bool numbers = common.json && order.output.empty();
  const PlotOptions options{.quantities = {order.words.begin() + 1, order.words.end()},
                            .against = order.against,
                            .from = time_of("--from", order.from),
                            .to = time_of("--to", order.to),
                            .logarithmic = order.logarithmic && !numbers,
                            .refined = !numbers};
  StoredRun run = open_run(order.words[0]);
  std::vector<std::string> asked = options.quantities;
  if (!options.against.empty()) asked.push_back(options.against);
  for (const std::string& text : asked) {
    try {
      Query::check(*run.file.model, text);
    } catch (const Error& error) {
      return print_error_in("plot", text, error, common);
    }
  }
  const Plot made = plot_of(std::move(run), options);
  if (numbers) {
    fmt::print("{}\n", json(made).dump(-1, ' ', false, Json::error_handler_t::replace));
  } else if (order.output.empty()) {
    fmt::print("{}", in_letters(made, {.width = terminal_width(STDOUT_FILENO),
                                       .unicode = unicode_wanted(),
                                       .colours = made.curves.size() > 1 &&
                                                  colours_wanted(common.colour, STDOUT_FILENO)}));
  } else {
    const std::string picture = svg(made);
    write_whole(order.output, picture);
    const Json told = {{"zwang", 1}, {"files", {order.output}}, {"bytes", picture.size()}};
    if (common.json)
      fmt::print("{}\n", told.dump(-1, ' ', false, Json::error_handler_t::replace));
    else if (common.quiet == 0)
      fmt::print("{}\n", order.output);
  }
  return 0;
}

}  // namespace zwang::apps
