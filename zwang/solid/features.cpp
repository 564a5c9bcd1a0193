// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/solid/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"

namespace zwang {
namespace {

constexpr std::array sides = {".side1", ".side2", ".axis"};

// Borders overlap by so little: who lies along one is not thrown about by rounding. Normals may
// lean over by more: what an edge beside the nearest one says follows from that.
constexpr double overlap = 1e-10, lean = 1e-6;

std::string side(const NamedSolid& shape, int k) { return shape.name + sides[index(k)]; }
double half(const NamedSolid& box, int k) { return 0.5 * box.solid.size[index(k)]; }
double least_half(const NamedSolid& box) {
  return std::min({half(box, 0), half(box, 1), half(box, 2)});
}

// The component of a place along a side of a shape, from its middle.
std::string component(const std::string& place, const NamedSolid& shape, int k) {
  return fmt::format("dot({} - {}, {})", place, shape.name, side(shape, k));
}
std::string times(int sign, const std::string& text) { return sign < 0 ? "-" + text : text; }

std::vector<int> kept(const Across& across) {
  std::vector<int> out;
  for (const int k : {0, 1, 2})
    if (!across[index(k)]) out.push_back(k);
  return out;
}

// A place of a box: its middle, and so many halves along each side.
std::string place_on(const NamedSolid& box, const std::array<int, 3>& signs) {
  std::string text = box.name;
  for (const int k : {0, 1, 2})
    if (const int sign = signs[index(k)]; sign != 0)
      text += fmt::format(" {} {}*{}", sign < 0 ? "-" : "+", shortest(half(box, k)), side(box, k));
  return text;
}

// The place of a sphere against a normal of another shape.
std::string below(const NamedSolid& sphere, const std::string& normal) {
  return fmt::format("{} - {}*({})", sphere.name, shortest(sphere.solid.size[0]), normal);
}

// All choices of −1 and 1 for these sides, 0 for the others.
std::vector<std::array<int, 3>> choices(const std::vector<int>& among) {
  std::vector<std::array<int, 3>> all = {{0, 0, 0}};
  for (const int k : among) {
    std::vector<std::array<int, 3>> more;
    for (const auto& one : all)
      for (const int sign : {-1, 1}) {
        more.push_back(one);
        more.back()[index(k)] = sign;
      }
    all = std::move(more);
  }
  return all;
}

std::string digit(const std::array<int, 3>& signs) {
  std::string out;
  for (const int sign : signs) out += sign < 0 ? "n" : sign > 0 ? "p" : "o";
  return out;
}

// 0, but up to half of `deep` where the first shape extends inwards from its corner, away from side
// s of the second: faces that lie flush strike each other although the corner runs along that side.
std::string inwards(const NamedSolid& first, const Across& across, const std::array<int, 3>& corner,
                    const NamedSolid& second, int other, int s, double deep) {
  std::string sum;
  for (const int j : kept(across))
    sum += fmt::format(" {} dot({}, {})", s * corner[index(j)] < 0 ? "-" : "+", side(first, j),
                       side(second, other));
  return fmt::format("{0}*({1} - 0.5 + sqrt(({1} - 0.5)^2 + 1e-20))", shortest(deep),
                     sum.substr(sum[1] == '+' ? 3 : 1));
}

// Corners of the first on faces of the second.
void corners_on_faces(const NamedSolid& first, const Across& across_first, const NamedSolid& second,
                      const Across& across_second, bool reversed, std::vector<FeatureRow>& rows) {
  for (const auto& corner : choices(kept(across_first)))
    for (const int k : kept(across_second))
      for (const int sign : {-1, 1}) {
        const std::string place = place_on(first, corner);
        std::array<int, 3> face = {0, 0, 0};
        face[index(k)] = sign;
        const std::string height = times(sign, component(place, second, k));
        // beside no other face, and inside no nearer to another one
        std::vector<std::string> where = {height + " >= 0"};
        // the first shape lies outside of the face: of a corner on the rim other faces do not count
        for (const int j : kept(across_first))
          where.push_back(
              fmt::format("{} <= {}",
                          times(sign * corner[index(j)],
                                fmt::format("dot({}, {})", side(first, j), side(second, k))),
                          shortest(lean)));
        const double border = overlap * least_half(second);
        for (const int other : kept(across_second)) {
          if (other == k) continue;
          const std::string along = component(place, second, other);
          where.push_back(fmt::format("|{}| <= {}", along, shortest(half(second, other) + border)));
          const std::string least = shortest(half(second, k) - half(second, other) - 2.0 * border);
          const double deep = 0.25 * least_half(second);
          for (const int s : {1, -1})
            where.push_back(
                fmt::format("{} {} {} + {} >= {}", height, s > 0 ? "-" : "+", along,
                            inwards(first, across_first, corner, second, other, s, deep), least));
        }
        rows.push_back(
            {fmt::format("{}_{}_{}", reversed ? "face_corner" : "corner_face",
                         digit(reversed ? face : corner), digit(reversed ? corner : face)),
             fmt::format("{} >= {}", height, shortest(half(second, k))), std::move(where), place,
             times(reversed ? -sign : sign, side(second, k))});
      }
}

// An edge of each: apart along the common normal n, which points from the first to the second and
// lies between the normals of the faces beside both, where the nearest points are within both.
void edges_on_edges(const NamedSolid& first, const NamedSolid& second,
                    std::vector<FeatureRow>& rows) {
  // no overlap is as deep as this
  const double least = std::min(least_half(first), least_half(second));
  for (const int i : {0, 1, 2})
    for (const int l : {0, 1, 2}) {
      const std::string a = side(first, i), b = side(second, l);
      const std::array beside_a = {(i + 1) % 3, (i + 2) % 3}, beside_b = {(l + 1) % 3, (l + 2) % 3};
      for (const auto& on_a : choices({beside_a[0], beside_a[1]}))
        for (const auto& on_b : choices({beside_b[0], beside_b[1]}))
          for (const int sign : {-1, 1}) {
            const std::string n = fmt::format("cross({}, {})", a, b);
            const std::string apart =
                fmt::format("({}) - ({})", place_on(second, on_b), place_on(first, on_a));
            const std::string gap = times(sign, fmt::format("dot({}, {})", apart, n));
            // all the closer within the more they overlap: elsewhere something else is nearer
            std::vector<std::string> where;
            const std::string deeper = fmt::format("({})/{}", gap, shortest(least));
            for (const int k : beside_a)
              where.push_back(fmt::format(
                  "{} + {} >= -{}",
                  times(sign * on_a[index(k)], fmt::format("dot({}, {})", n, side(first, k))),
                  deeper, shortest(lean)));
            for (const int k : beside_b)
              where.push_back(fmt::format(
                  "{} - {} <= {}",
                  times(sign * on_b[index(k)], fmt::format("dot({}, {})", n, side(second, k))),
                  deeper, shortest(lean)));
            // along each edge, times |n|²
            for (const auto& [direction, reach] : {std::pair(b, half(first, i) + overlap * least),
                                                   std::pair(a, half(second, l) + overlap * least)})
              for (const char* way : {"", "-"})
                where.push_back(fmt::format("{}dot(cross({}, {}), {}) <= {}*dot({}, {}) + {}", way,
                                            apart, direction, n, shortest(reach), n, n, gap));
            where.push_back(fmt::format("{} >= -{}*dot({}, {})", gap, shortest(least), n, n));
            // edges that are parallel meet with their ends
            where.push_back(fmt::format("dot({}, {}) >= 1e-6", n, n));
            rows.push_back({.part = fmt::format("edges_{}_{}_{}", digit(on_a), digit(on_b),
                                                sign < 0 ? "n" : "p"),
                            .text = fmt::format("{}/sqrt(dot({}, {}) + 1e-18) >= 0", gap, n, n),
                            .where = std::move(where)});
          }
    }
}

}  // namespace

std::vector<FeatureRow> sphere_and_capsule(const NamedSolid& sphere, const NamedSolid& capsule) {
  const auto& [radius, length, unused] = capsule.solid.size;
  const std::string least = shortest(sphere.solid.size[0] + radius);
  const std::string along = component(sphere.name, capsule, 2), end = shortest(0.5 * length);
  const std::string axis = side(capsule, 2);
  const std::string away = fmt::format("({} - {})", sphere.name, capsule.name);
  const std::string one = fmt::format("({} - {}*{})", away, end, axis);
  const std::string two = fmt::format("({} + {}*{})", away, end, axis);
  const std::string across = fmt::format("|cross({}, {})|", away, axis);
  std::vector<FeatureRow> rows = {
      {.part = "side",
       .text = fmt::format("|cross({} - {}, {})| >= {}", sphere.name, capsule.name, axis, least),
       .where = {fmt::format("|{}| <= {}", along, end)},
       .normal = fmt::format("({} - {}*{})/{}", away, along, axis, across)},
      {.part = "end1",
       .text = fmt::format("|{} - {} - {}*{}| >= {}", sphere.name, capsule.name, end, axis, least),
       .where = {fmt::format("{} >= {}", along, end)},
       .normal = fmt::format("{0}/|{0}|", one)},
      {.part = "end2",
       .text = fmt::format("|{} - {} + {}*{}| >= {}", sphere.name, capsule.name, end, axis, least),
       .where = {fmt::format("{} <= -{}", along, end)},
       .normal = fmt::format("{0}/|{0}|", two)}};
  for (FeatureRow& row : rows) row.place = below(sphere, row.normal);
  return rows;
}

std::vector<FeatureRow> sphere_and_box(const NamedSolid& sphere, const NamedSolid& box,
                                       const Across& across) {
  std::vector<FeatureRow> rows;
  const double radius = sphere.solid.size[0];
  const std::vector<int> used = kept(across);
  std::array<std::string, 3> x;
  for (const int k : used) x[index(k)] = component(sphere.name, box, k);
  // which sides the nearest place lies beyond: one, of a face; two, of an edge; three, of a corner
  for (std::size_t set = 1; set < 8; ++set) {
    std::vector<int> beyond;
    for (const int k : used)
      if ((set >> k) & 1U) beyond.push_back(k);
    const bool all_used = (set & 1U ? !across[0] : true) && (set & 2U ? !across[1] : true) &&
                          (set & 4U ? !across[2] : true);
    if (!all_used) continue;
    for (const auto& signs : choices(beyond)) {
      FeatureRow row;
      for (const int k : used) {
        const double border = overlap * least_half(box);
        if (std::ranges::find(beyond, k) == beyond.end())
          row.where.push_back(
              fmt::format("|{}| <= {}", x[index(k)], shortest(half(box, k) + border)));
        else if (beyond.size() == 1)
          row.where.push_back(times(signs[index(k)], x[index(k)]) + " >= 0");
        else
          row.where.push_back(fmt::format("{} >= {}", times(signs[index(k)], x[index(k)]),
                                          shortest(half(box, k) - border)));
      }
      row.part = (beyond.size() == 1   ? "face_"
                  : beyond.size() == 2 ? "edge_"
                                       : "corner_") +
                 digit(signs);
      if (beyond.size() == 1) {
        const int k = beyond[0];
        row.text = fmt::format("{} >= {}", times(signs[index(k)], x[index(k)]),
                               shortest(half(box, k) + radius));
        row.normal = times(signs[index(k)], side(box, k));
      } else {
        // the distance from the edge or corner, by the components across it
        std::string squares, sum;
        for (const int k : beyond) {
          const std::string out =
              fmt::format("({} - {})", times(signs[index(k)], x[index(k)]), shortest(half(box, k)));
          squares += fmt::format("{}{}^2", squares.empty() ? "" : " + ", out);
          sum += fmt::format("{}{}*{}",
                             signs[index(k)] < 0 ? " - "
                             : sum.empty()       ? ""
                                                 : " + ",
                             out, side(box, k));
        }
        // a middle on the line of an edge, far beyond its end, has derivatives too
        row.text = fmt::format("sqrt({} + 1e-30) >= {}", squares, shortest(radius));
        row.normal = fmt::format("({})/sqrt({} + 1e-30)", sum, squares);
      }
      row.place = below(sphere, row.normal);
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<FeatureRow> boxes(const NamedSolid& first, const Across& across_first,
                              const NamedSolid& second, const Across& across_second) {
  std::vector<FeatureRow> rows;
  corners_on_faces(first, across_first, second, across_second, false, rows);
  corners_on_faces(second, across_second, first, across_first, true, rows);
  const auto in_plane = [](const Across& across) { return across[0] || across[1] || across[2]; };
  if (!in_plane(across_first) && !in_plane(across_second)) edges_on_edges(first, second, rows);
  return rows;
}

}  // namespace zwang
