// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "zwang/base/text.hpp"
#include "zwang/plot/axis.hpp"
#include "zwang/plot/braille.hpp"
#include "zwang/plot/plot.hpp"

namespace zwang {
namespace {

// The signs of the frame.
struct Signs {
  const char *side, *tick_left, *corner, *bottom, *tick_below, *event;
};
constexpr Signs unicode_signs = {"\u2502", "\u2524", "\u2514", "\u2500", "\u252c", "\u25b2"};
constexpr Signs ascii_signs = {"|", "+", "+", "-", "+", "^"};

// What the terminal can show of a text from elsewhere, up to a width.
std::string shown(const std::string& text, const LetterOptions& options, int width) {
  std::string out;
  int count = 0;
  for (const char letter : without_controls(text)) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool begins = (byte & 0xC0U) != 0x80U;
    if (begins && ++count > width) break;
    if (byte < 0x80U || options.unicode)
      out += letter;
    else if (begins)
      out += '?';
  }
  return out;
}

// Written over the end of the line from a column on, if there is room.
void put(std::string& line, int column, const std::string& text) {
  const auto at = static_cast<std::size_t>(std::max(column, 0));
  if (at < line.size()) return;
  line.append(at - line.size(), ' ');
  line += text;
}

class Letters {
 public:
  Letters(const Plot& plot, const LetterOptions& options)
      : plot_(plot),
        options_(options),
        signs_(options.unicode ? unicode_signs : ascii_signs),
        rows_(plot.curves.size() == 1   ? 20
              : plot.curves.size() == 2 ? 12
                                        : 8) {
    auto range = std::pair(plot.from, plot.to);
    for (std::size_t i = 0; i < plot.curves.size() && !plot.over_time(); ++i) {
      const auto one = plot.curves[i].range_of_x();
      range = i == 0
                  ? one
                  : std::pair(std::min(range.first, one.first), std::max(range.second, one.second));
    }
    x_ = axis_over(range.first, range.second, std::max(2, options.width / 12));
    for (const Curve& curve : plot.curves) {
      const auto [least, largest] = curve.range_of_y();
      y_.push_back(axis_over(least, largest, rows_ / 2));
      for (const std::string& label : labels_beside(y_.back()))
        gutter_ = std::max(gutter_, static_cast<int>(label.size()) + 1);
    }
    columns_ = std::max(options.width - gutter_ - 1, 10);
  }

  std::string text() const {
    std::string out = shown(plot_.title, options_, options_.width) + "\n";
    for (std::size_t i = 0; i < plot_.curves.size(); ++i) out += panel(i);
    out += labels_below();
    const std::string events = plot_.summary_of_events();
    if (!events.empty())
      out += shown(fmt::format("{} {}", signs_.event, events), options_, options_.width) + "\n";
    return out;
  }

 private:
  std::string panel(std::size_t number) const {
    const Curve& curve = plot_.curves[number];
    const Axis& y = y_[number];
    std::string out = painted(shown(heading(curve), options_, options_.width), number) + "\n";
    const Braille dots = drawn(curve, y);
    const std::vector<std::string> labels = labels_beside(y);
    for (int row = 0; row < rows_; ++row) {
      const std::string& label = labels[static_cast<std::size_t>(row)];
      std::string cells = dots.row(row, options_.unicode);
      cells.erase(cells.find_last_not_of(' ') + 1);
      out += fmt::format("{:>{}}{}{}\n", label, gutter_,
                         label.empty() ? signs_.side : signs_.tick_left, painted(cells, number));
    }
    return out + line_below();
  }

  // One for each row, most of them empty: round numbers, and both ends.
  std::vector<std::string> labels_beside(const Axis& y) const {
    std::vector<std::string> labels(static_cast<std::size_t>(rows_));
    for (const double tick : y.ticks)
      labels[static_cast<std::size_t>(rows_ - 1 - at(y, tick, 4 * rows_) / 4)] = y.label(tick);
    const double size = std::max(std::abs(y.from), std::abs(y.to));
    const int digits = 3 + static_cast<int>(std::ceil(std::log10(size / (y.to - y.from))));
    const auto end = [&](double value) {
      return std::abs(value) < 1e-9 * size ? "0"
                                           : fmt::format("{:.{}g}", value, std::max(4, digits));
    };
    labels.front() = end(y.to);
    labels.back() = end(y.from);
    return labels;
  }

  Braille drawn(const Curve& curve, const Axis& y) const {
    Braille dots(columns_, rows_);
    for (const Piece& piece : curve.pieces)
      for (std::size_t i = 0; i < piece.x.size(); ++i) {
        const std::size_t before = i == 0 ? 0 : i - 1;
        dots.line(at(x_, piece.x[before], dots.width()), at(y, piece.y[before], dots.height()),
                  at(x_, piece.x[i], dots.width()), at(y, piece.y[i], dots.height()));
      }
    return dots;
  }

  // The number of the dot, of so many.
  static int at(const Axis& axis, double value, int dots) {
    return std::clamp(static_cast<int>(std::lround(axis.place(value) * (dots - 1))), 0, dots - 1);
  }
  int column(double x) const { return at(x_, x, 2 * columns_) / 2; }

  // The axis to the right, with ticks and events.
  std::string line_below() const {
    std::vector<const char*> line(static_cast<std::size_t>(columns_), signs_.bottom);
    for (const double tick : x_.ticks)
      line[static_cast<std::size_t>(column(tick))] = signs_.tick_below;
    for (const PlotEvent& event : plot_.events)
      line[static_cast<std::size_t>(column(event.t))] = signs_.event;
    std::string out(static_cast<std::size_t>(gutter_), ' ');
    out += signs_.corner;
    for (const char* const sign : line) out += sign;
    return out + "\n";
  }

  std::string labels_below() const {
    const std::string name =
        shown(with_unit(plot_.across, plot_.across_unit), options_, options_.width / 2);
    const int end = gutter_ + 1 + columns_;
    const int free = end - static_cast<int>(name.size()) - 1;
    std::string line;
    for (const double tick : x_.ticks) {
      const std::string label = x_.label(tick);
      const int size = static_cast<int>(label.size());
      const int middle = gutter_ + 1 + column(tick);
      const int begin =
          std::max(middle - size / 2, line.empty() ? 0 : static_cast<int>(line.size()) + 1);
      if (begin <= middle && begin + size < free) put(line, begin, label);
    }
    put(line, end - static_cast<int>(name.size()), name);
    return line + "\n";
  }

  std::string painted(const std::string& text, std::size_t number) const {
    constexpr std::array<int, 6> colours = {36, 33, 35, 32, 34, 31};
    if (!options_.colours || text.empty()) return text;
    return fmt::format("\x1b[{}m{}\x1b[0m", colours[number % colours.size()], text);
  }

  const Plot& plot_;
  const LetterOptions& options_;
  const Signs& signs_;
  int rows_;
  Axis x_;
  std::vector<Axis> y_;
  int gutter_ = 4;  // room for the labels to the left
  int columns_ = 0;
};

}  // namespace

std::string in_letters(const Plot& plot, const LetterOptions& options) {
  LetterOptions used = options;
  used.width = std::clamp(options.width, 20, 1000);
  return Letters(plot, used).text();
}

}  // namespace zwang
