// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/plot/axis.hpp"
#include "zwang/plot/plot.hpp"
#include "zwang/report/samples.hpp"
#include "zwang/report/xml.hpp"

namespace zwang {
namespace {

// In units of the picture, about a point of the screen each.
constexpr double width = 860, left = 84, right = 24, top = 40, above_frame = 26, bottom = 58;
constexpr double inside = width - left - right;

constexpr const char* style = R"(<style>
.back{fill:#fff}
text{font:12px system-ui,sans-serif;fill:#1f2328}
.title{font-size:15px;font-weight:600}
.name{font-size:13px;font-weight:600}
.quiet{fill:#59636e}
.grid{stroke:#e4e7eb;fill:none}
.frame{stroke:#8c959f;fill:none}
.curve{fill:none;stroke:#0a5fb4;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.jump{fill:none;stroke:#0a5fb4;stroke-dasharray:1.5 3}
.event{stroke:#c2410c;stroke-width:2}
.reach{stroke:transparent;stroke-width:9}
@media (prefers-color-scheme:dark){
.back{fill:#0d1117}
text{fill:#e6edf3}
.quiet{fill:#9198a1}
.grid{stroke:#262c36}
.frame{stroke:#656c76}
.curve,.jump{stroke:#58a6ff}
.event{stroke:#ff9a5c}
}
</style>
)";

struct Panel {
  const Curve& curve;
  const Axis& x;
  Axis y;
  double above, height;  // the place of its frame

  double across(double value) const { return left + x.place(value) * inside; }
  double down(double value) const { return above + (1.0 - y.place(value)) * height; }
  double floor() const { return above + height; }
};

std::string grid(const Panel& panel) {
  std::string lines, labels;
  for (const double tick : panel.x.ticks)
    lines += fmt::format("M{:.2f} {:.2f}V{:.2f}", panel.across(tick), panel.above, panel.floor());
  for (const double tick : panel.y.ticks) {
    lines += fmt::format("M{:.2f} {:.2f}h{:.2f}", left, panel.down(tick), inside);
    labels += fmt::format(
        "<text class=\"quiet\" text-anchor=\"end\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n", left - 8,
        panel.down(tick) + 4, panel.y.label(tick));
  }
  return fmt::format(
      "<path class=\"grid\" d=\"{}\"/>\n<rect class=\"frame\" x=\"{:.2f}\" y=\"{:.2f}\" "
      "width=\"{:.2f}\" height=\"{:.2f}\"/>\n{}",
      lines, left, panel.above, inside, panel.height, labels);
}

// The points of a piece that can be seen: of very many over time the extremes of every place.
std::vector<std::size_t> seen(const Piece& piece, bool over_time) {
  std::vector<std::size_t> all(piece.x.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return over_time ? plot_points(piece.x, {&piece.y}, {}, 2 * static_cast<std::size_t>(inside))
                   : all;
}

std::string lines(const Panel& panel, bool over_time) {
  std::string path, jumps;
  const std::vector<Piece>& pieces = panel.curve.pieces;
  for (std::size_t n = 0; n < pieces.size(); ++n) {
    const Piece& piece = pieces[n];
    char sign = 'M';
    for (const std::size_t i : seen(piece, over_time)) {
      path +=
          fmt::format("{}{:.2f} {:.2f}", sign, panel.across(piece.x[i]), panel.down(piece.y[i]));
      sign = 'L';
    }
    // a single point is a line without length, which has round ends
    if (piece.x.size() == 1) path += "h0";
    if (n > 0 && pieces[n - 1].t.back() == piece.t.front())
      jumps += fmt::format("M{:.2f} {:.2f}L{:.2f} {:.2f}", panel.across(pieces[n - 1].x.back()),
                           panel.down(pieces[n - 1].y.back()), panel.across(piece.x.front()),
                           panel.down(piece.y.front()));
  }
  std::string out;
  if (!jumps.empty()) out += fmt::format("<path class=\"jump\" d=\"{}\"/>\n", jumps);
  return out + fmt::format("<path class=\"curve\" d=\"{}\"/>\n", path);
}

// One tick for all events that fall on the same place, with room for the mouse around it.
std::string events(const Plot& plot, const Panel& panel) {
  constexpr std::size_t most = 5;
  std::string out;
  for (std::size_t i = 0; i < plot.events.size();) {
    const double x = panel.across(plot.events[i].t);
    std::string words;
    std::size_t n = 0;
    for (; i < plot.events.size() && panel.across(plot.events[i].t) - x < 0.5; ++i, ++n)
      if (n < most) words += (n == 0 ? "" : "\n") + xml_text(plot.events[i].text());
    if (n > most) words += fmt::format("\nand {} more", n - most);
    const std::string from = fmt::format("M{:.2f} {:.2f}", x, panel.floor());
    out += fmt::format(
        "<g><title>{}</title><path class=\"reach\" d=\"{}v-14\"/><path class=\"event\" "
        "d=\"{}v-9\"/></g>\n",
        words, from, from);
  }
  return out;
}

}  // namespace

std::string svg(const Plot& plot) {
  const double height = plot.curves.size() == 1 ? 380 : plot.curves.size() == 2 ? 240 : 180;
  const double each = above_frame + height;
  const double whole = top + each * static_cast<double>(plot.curves.size()) + bottom;
  auto range = std::pair(plot.from, plot.to);
  for (std::size_t i = 0; i < plot.curves.size() && !plot.over_time(); ++i) {
    const auto one = plot.curves[i].range_of_x();
    range = i == 0
                ? one
                : std::pair(std::min(range.first, one.first), std::max(range.second, one.second));
  }
  const Axis x = axis_over(range.first, range.second, 10, plot.over_time() ? 0.0 : 0.04);
  const std::string title = xml_text(plot.title);
  std::string out = fmt::format(
      "{0} viewBox=\"0 0 {1} {2}\" width=\"{1}\" height=\"{2}\" role=\"img\">\n"
      "<title>{3}</title>\n{4}<rect class=\"back\" width=\"{1}\" height=\"{2}\"/>\n"
      "<text class=\"title\" x=\"{5}\" y=\"26\">{3}</text>\n",
      svg_mark, width, whole, title, style, left);
  double above = top;
  for (const Curve& curve : plot.curves) {
    above += above_frame;
    const auto [least, largest] = curve.range_of_y();
    const Panel panel{curve, x, axis_over(least, largest, height > 300 ? 8 : 5, 0.05), above,
                      height};
    out += fmt::format("<text class=\"name\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n", left,
                       above - 8, xml_text(heading(curve)));
    out += grid(panel) + lines(panel, plot.over_time()) + events(plot, panel);
    above += height;
  }
  for (const double tick : x.ticks)
    out += fmt::format(
        "<text class=\"quiet\" text-anchor=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n",
        left + x.place(tick) * inside, above + 18, x.label(tick));
  out += fmt::format("<text text-anchor=\"middle\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n",
                     left + inside / 2, above + 40,
                     xml_text(with_unit(plot.across, plot.across_unit)));
  const std::string summary = plot.summary_of_events();
  if (!summary.empty())
    out += fmt::format(
        "<text class=\"quiet\" text-anchor=\"end\" x=\"{:.2f}\" y=\"{:.2f}\">{}</text>\n",
        left + inside, above + 40, xml_text(summary));
  return out + "</svg>\n";
}

}  // namespace zwang
