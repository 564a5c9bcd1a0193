// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/plot/plot.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/values_of.hpp"
#include "zwang/report/samples.hpp"

namespace zwang {
namespace {

// The rows between the two times and one more on either side, for the way to them.
void keep(std::vector<StoredRow>& rows, double from, double to) {
  auto first = std::ranges::lower_bound(rows, from, {}, &StoredRow::t);
  auto last = std::ranges::upper_bound(rows, to, {}, &StoredRow::t);
  if (first != rows.begin()) --first;
  if (last != rows.end()) ++last;
  rows = std::vector<StoredRow>(first, last);
}

// About as many rows as a picture has places.
std::vector<StoredRow> rows_to_draw(const StoredRun& run, double from, double to) {
  constexpr double wanted = 1500.0, most = 100'000.0;
  const double whole = run.rows.back().t - run.rows.front().t;
  const double share =
      to > from ? std::min(wanted * std::max(1.0, whole / (to - from)), most) : 1.0;
  return refined(run, static_cast<std::size_t>(share));
}

std::vector<PlotEvent> events_between(const StoredRun& run, double from, double to) {
  const Descriptions descriptions(*run.system);
  std::vector<PlotEvent> events;
  for (const StoredEvent& stored : run.reader.events()) {
    if (stored.kind == EventKind::start || stored.kind == EventKind::end) continue;
    if (stored.t < from || stored.t > to) continue;
    Event event;
    event.kind = stored.kind;
    PlotEvent told{.t = stored.t, .kind = std::string(name(stored.kind)), .word = ""};
    for (const StoredPart& part : stored.parts) {
      event.parts.push_back({.constraint = part.constraint, .cause = part.role == "cause"});
      if (part.role == "cause") told.of.push_back(run.system->constraint(part.constraint).name);
    }
    told.word = descriptions.kind(event);
    events.push_back(std::move(told));
  }
  return events;
}

}  // namespace

std::string PlotEvent::text() const {
  constexpr std::size_t most = 3;
  std::string whose;
  for (std::size_t i = 0; i < std::min(most, of.size()); ++i)
    whose += (i == 0 ? " of " : ", ") + of[i];
  if (of.size() > most) whose += fmt::format(" and {} more", of.size() - most);
  return fmt::format("{}{} at {:.6g} s", word, whose, t);
}

std::string Plot::summary_of_events() const {
  std::vector<std::pair<std::string, int>> counts;
  for (const PlotEvent& event : events) {
    auto found = std::ranges::find(counts, event.word, &std::pair<std::string, int>::first);
    if (found == counts.end()) found = counts.insert(counts.end(), {event.word, 0});
    ++found->second;
  }
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(fmt::format("{} {}", count, word));
  return words.empty() ? "" : fmt::format("events: {}", fmt::join(words, ", "));
}

std::string with_unit(const std::string& name, const std::string& unit) {
  if (unit.empty()) return name;
  const bool quotient = unit.find('/') != std::string::npos;
  return quotient ? fmt::format("{} / ({})", name, unit) : fmt::format("{} / {}", name, unit);
}

std::string heading(const Curve& curve) {
  return with_unit(curve.name, curve.unit) + (curve.pieces.empty() ? ": no numbers to show" : "");
}

Plot plot_of(StoredRun run, const PlotOptions& options) {
  if (run.rows.empty()) throw Error(Code::E120, "the result has no rows yet");
  Plot plot;
  plot.title =
      run.file.title.empty() ? std::filesystem::path(run.path).filename().string() : run.file.title;
  plot.from = std::max(options.from.value_or(run.rows.front().t), run.rows.front().t);
  plot.to = std::min(options.to.value_or(run.rows.back().t), run.rows.back().t);
  if (!(plot.from <= plot.to))
    throw Error(Code::E120, fmt::format("no rows there: the result covers {:.6g} s to {:.6g} s",
                                        run.rows.front().t, run.rows.back().t));
  plot.across = options.against.empty() ? "t" : options.against;
  plot.across_unit = unit_of(run, plot.across);
  keep(run.rows, plot.from, plot.to);
  std::vector<StoredRow> rows =
      options.refined ? rows_to_draw(run, plot.from, plot.to) : std::move(run.rows);
  std::erase_if(rows, [&](const StoredRow& row) { return row.t < plot.from || row.t > plot.to; });
  const std::vector<double> x = values_of(run, rows, plot.across);
  for (const std::string& quantity : options.quantities) {
    Curve curve{.name = quantity, .unit = unit_of(run, quantity), .pieces = {}};
    std::vector<double> y = values_of(run, rows, quantity);
    if (options.logarithmic) {
      curve.name = fmt::format("log10 |{}|", with_unit(quantity, curve.unit));
      curve.unit = "";
      for (double& value : y) value = std::log10(std::abs(value));
    }
    curve.pieces = pieces_of(rows, x, y);
    plot.curves.push_back(std::move(curve));
  }
  if (plot.over_time()) plot.events = events_between(run, plot.from, plot.to);
  return plot;
}

}  // namespace zwang
