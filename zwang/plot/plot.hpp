// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a plot of a run shows: quantities over time or against each other, and the events.
//
//   const Plot plot = plot_of(open_run("pendulum.zw"), {.quantities = {"bob.z", "energy"}});
//   svg(plot);                           // an image
//   in_letters(plot, {.width = 80});     // for a terminal
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/plot/curve.hpp"

namespace zwang {

struct PlotOptions {
  std::vector<std::string> quantities;
  std::string against = {};                  // quantity on the horizontal axis; time if ""
  std::optional<double> from = {}, to = {};  // s
  bool logarithmic = false;                  // log10 of the absolute value, without zeros
  // Between rows that are far apart, the motion is recomputed. False: stored rows only.
  bool refined = true;
};

struct PlotEvent {
  double t = 0.0;
  std::string kind, word;  // "release", "slack"
  std::vector<std::string> of = {};

  std::string text() const;  // "slack of string at 0.3 s"
};

struct Plot {
  std::string title;
  std::string across, across_unit;  // quantity on the horizontal axis
  std::vector<Curve> curves = {};
  std::vector<PlotEvent> events = {};  // without start and end; only over time
  double from = 0.0, to = 0.0;         // over time: the interval shown

  bool over_time() const { return across == "t"; }
  // "events: 3 impact, 2 slack", or "".
  std::string summary_of_events() const;
};

// "bob.z / m"
std::string with_unit(const std::string& name, const std::string& unit);
// The same for a curve, and whether it is empty.
std::string heading(const Curve& curve);

// Throws what values_of throws; E120 if no row lies between `from` and `to`.
Plot plot_of(StoredRun run, const PlotOptions& options);

struct LetterOptions {
  int width = 80;       // of the terminal; clamped to 20 ... 1000
  bool unicode = true;  // otherwise ASCII
  bool colours = false;
};

// One panel per quantity, stacked, as text with lines up to `width`.
std::string in_letters(const Plot& plot, const LetterOptions& options = {});

// The beginning of every such image.
constexpr const char* svg_mark = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"zwang-plot\"";

// One panel per quantity, stacked, as an image for light and dark backgrounds.
std::string svg(const Plot& plot);

}  // namespace zwang
