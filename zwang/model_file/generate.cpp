// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/model_file/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <unordered_map>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

using Three = std::array<double, 3>;

double distance(const Three& a, const Three& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

Triple triple(const Three& v) { return {v[0], v[1], v[2]}; }

void link(Model& model, const std::string& name, const std::string& a, const std::string& b,
          double length, const Linking& linking) {
  if (linking.links == Links::none) return;
  const bool rods = linking.links == Links::rods;
  model.constraint(name, fmt::format("|p - q| {} {:.17g}", rods ? "=" : "<=", length),
                   {{"p", a}, {"q", b}}, {.restitution = rods ? 0.0 : linking.restitution});
}

std::size_t links_of(const Linking& linking, std::size_t count) {
  return linking.links == Links::none ? 0 : count;
}

Three place_of(const Model& model, const std::string& mass) {
  const auto found = model.find_point(mass);
  if (!found) throw model.scope().unknown(mass, {});
  const Point& point = model.points()[index(*found)];
  const State start = model.start();
  Three at{};
  for (std::size_t k = 0; k < 3; ++k)
    at[k] =
        point.coordinates[k] >= 0
            ? start.q[point.coordinates[k]]
            : point.given[k]->value(std::vector<double>(point.given[k]->inputs().size(), start.t));
  return at;
}

}  // namespace

void demand_size(const Model& model, std::size_t masses, std::size_t constraints) {
  const auto demand = [](std::size_t count, int most, const char* what) {
    if (count > index(most))
      throw Error(Code::E110, fmt::format("a model with {} {}: at most {}", count, what, most));
  };
  if (masses > 0) demand(model.points().size() + masses, most_masses, "masses");
  if (constraints > 0)
    demand(model.constraints().size() + constraints, most_constraints, "constraints");
}

Group make_chain(Model& model, const std::string& name, const Chain& chain,
                 const Linking& linking) {
  const auto& [from, to, segments, length] = chain;
  demand_size(model, index(segments), links_of(linking, index(segments)));
  const Three a = from.mass.empty() ? from.at : place_of(model, from.mass);
  const Three b = to.mass.empty() ? to.at : place_of(model, to.mass);
  const double apart = distance(a, b);
  const double whole = length.value_or(apart * (1.0 + linking.slack));
  if (whole < apart * (1.0 - 1e-12))
    throw Error(Code::E119,
                fmt::format("a chain of {:.6g} m between ends {:.6g} m apart", whole, apart));
  const double share = linking.mass * (linking.per_metre ? whole : 1.0) / segments;
  Group group{.name = name, .masses = {}, .indices = {}};
  for (int i = 0; i <= segments; ++i) {
    const std::string member = fmt::format("{}[{}]", name, i);
    const ChainEnd* const end = i == 0 ? &from : i == segments ? &to : nullptr;
    group.indices.push_back({i, -1, -1});
    if (end && !end->mass.empty()) {
      model.also_called(member, end->mass);
      group.masses.push_back(end->mass);
      continue;
    }
    const double s = static_cast<double>(i) / segments;
    const Three at = {a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])};
    if (end && !end->free)
      model.fixed(member, triple(at));
    else
      model.mass(member, end ? 0.5 * share : share,
                 {.at = triple(at), .velocity = triple(linking.velocity)});
    group.masses.push_back(member);
  }
  for (int i = 0; i < segments; ++i)
    link(model, fmt::format("{}.string[{}]", name, i), group.masses[index(i)],
         group.masses[index(i + 1)], whole / segments, linking);
  return group;
}

Group make_ring(Model& model, const std::string& name, const Ring& ring, const Linking& linking) {
  const auto& [center, normal, radius, segments] = ring;
  demand_size(model, index(segments), links_of(linking, index(segments)));
  const double length = std::hypot(normal[0], normal[1], normal[2]);
  const Three n = {normal[0] / length, normal[1] / length, normal[2] / length};
  // the x axis made perpendicular to the normal, the y axis if that is along x
  Three e = {1.0, 0.0, 0.0};
  if (std::abs(std::abs(n[0]) - 1.0) < 1e-12) e = {0.0, 1.0, 0.0};
  const double along = e[0] * n[0] + e[1] * n[1] + e[2] * n[2];
  for (std::size_t k = 0; k < 3; ++k) e[k] -= along * n[k];
  const double size = std::hypot(e[0], e[1], e[2]);
  for (double& x : e) x /= size;
  const Three f = {n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2], n[0] * e[1] - n[1] * e[0]};
  Group group{.name = name, .masses = {}, .indices = {}};
  for (int i = 0; i < segments; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    Three at{};
    for (std::size_t k = 0; k < 3; ++k)
      at[k] = center[k] + radius * (std::cos(angle) * e[k] + std::sin(angle) * f[k]);
    group.masses.push_back(fmt::format("{}[{}]", name, i));
    group.indices.push_back({i, -1, -1});
    model.mass(group.masses.back(), linking.mass / segments,
               {.at = triple(at), .velocity = triple(linking.velocity)});
  }
  const double chord = 2.0 * radius * std::sin(std::numbers::pi / segments);
  for (int i = 0; i < segments; ++i)
    link(model, fmt::format("{}.string[{}]", name, i), group.masses[index(i)],
         group.masses[index((i + 1) % segments)], chord * (1.0 + linking.slack), linking);
  return group;
}

Group make_grid(Model& model, const std::string& name, const Grid& grid, const Linking& linking) {
  const std::size_t dimensions = grid.size.size();
  std::array<int, 3> size = {grid.size[0], grid.size[1], dimensions == 3 ? grid.size[2] : 1};
  const long total = static_cast<long>(size[0]) * size[1] * size[2];
  long links = 0;
  for (const int side : size) links += total - total / side;
  if (grid.diagonals) links += 2L * (size[0] - 1) * (size[1] - 1) * size[2];
  demand_size(model, static_cast<std::size_t>(total),
              links_of(linking, static_cast<std::size_t>(links)));
  const auto member = [&](int i, int j, int k) {
    return dimensions == 3 ? fmt::format("{}[{},{},{}]", name, i, j, k)
                           : fmt::format("{}[{},{}]", name, i, j);
  };
  std::array<Three, 3> step{};
  for (std::size_t d = 0; d < dimensions; ++d)
    for (std::size_t c = 0; c < 3; ++c)
      step[d][c] = grid.axes[d][c] * grid.span[d] / (grid.size[d] - 1);
  Group group{.name = name, .masses = {}, .indices = {}};
  const auto number = [&](int i, int j, int k) { return index((i * size[1] + j) * size[2] + k); };
  std::vector<bool> fixed;
  const std::set<std::array<int, 3>> listed(grid.pinned.begin(), grid.pinned.end());
  const auto at_edge = [](int i, int n) { return i == 0 || i == n - 1; };
  for (int i = 0; i < size[0]; ++i)
    for (int j = 0; j < size[1]; ++j)
      for (int k = 0; k < size[2]; ++k) {
        Three at{};
        for (std::size_t c = 0; c < 3; ++c)
          at[c] = grid.corner[c] + i * step[0][c] + j * step[1][c] + k * step[2][c];
        const std::array<int, 3> place = {i, j, dimensions == 3 ? k : -1};
        const bool corner =
            at_edge(i, size[0]) && at_edge(j, size[1]) && (dimensions == 2 || at_edge(k, size[2]));
        const bool border =
            at_edge(i, size[0]) || at_edge(j, size[1]) || (dimensions == 3 && at_edge(k, size[2]));
        const bool pinned =
            (grid.pin_corners && corner) || (grid.pin_border && border) || listed.contains(place);
        const std::string one = member(i, j, k);
        fixed.push_back(pinned);
        if (pinned)
          model.fixed(one, triple(at));
        else
          model.mass(one, linking.mass / static_cast<double>(total),
                     {.at = triple(at), .velocity = triple(linking.velocity)});
        group.masses.push_back(one);
        group.indices.push_back(place);
      }
  const auto join = [&](const char* family, int i, int j, int k, std::array<int, 3> by) {
    const int a = i + by[0], b = j + by[1], c = k + by[2];
    if (a < 0 || b < 0 || c < 0 || a >= size[0] || b >= size[1] || c >= size[2]) return;
    Three apart{};
    for (std::size_t d = 0; d < 3; ++d)
      apart[d] = by[0] * step[0][d] + by[1] * step[1][d] + by[2] * step[2][d];
    const double length = std::hypot(apart[0], apart[1], apart[2]) * (1.0 + linking.slack);
    const std::string place =
        dimensions == 3 ? fmt::format("{},{},{}", i, j, k) : fmt::format("{},{}", i, j);
    // two pinned ends need no string
    if (fixed[number(i, j, k)] && fixed[number(a, b, c)]) return;
    link(model, fmt::format("{}.{}[{}]", name, family, place), member(i, j, k), member(a, b, c),
         length, linking);
  };
  for (int i = 0; i < size[0]; ++i)
    for (int j = 0; j < size[1]; ++j)
      for (int k = 0; k < size[2]; ++k) {
        join("string_u", i, j, k, {1, 0, 0});
        join("string_v", i, j, k, {0, 1, 0});
        if (dimensions == 3) join("string_w", i, j, k, {0, 0, 1});
        if (grid.diagonals) {
          join("string_d", i, j, k, {1, 1, 0});
          join("string_e", i, j, k, {1, -1, 0});
        }
      }
  return group;
}

Group make_net(Model& model, const std::string& name, const Net& net, const Linking& linking) {
  demand_size(model, net.points.size(), links_of(linking, net.edges.size()));
  Group group{.name = name, .masses = {}, .indices = {}};
  const double share = linking.mass / static_cast<double>(net.points.size());
  std::vector<char> fixed(net.points.size(), 0);
  for (const int i : net.pinned) fixed[index(i)] = 1;
  for (int i = 0; i < static_cast<int>(net.points.size()); ++i) {
    group.masses.push_back(fmt::format("{}[{}]", name, i));
    group.indices.push_back({i, -1, -1});
    const Triple at = triple(net.points[index(i)]);
    if (fixed[index(i)] != 0)
      model.fixed(group.masses.back(), at);
    else
      model.mass(group.masses.back(), share, {.at = at, .velocity = triple(linking.velocity)});
  }
  for (std::size_t e = 0; e < net.edges.size(); ++e) {
    const auto [a, b] = net.edges[e];
    if (fixed[index(a)] != 0 && fixed[index(b)] != 0) continue;
    const double length = distance(net.points[index(a)], net.points[index(b)]);
    if (!(length > 0.0)) throw Error(Code::E119, fmt::format("points {} and {} coincide", a, b));
    link(model, fmt::format("{}.string[{}]", name, e), group.masses[index(a)],
         group.masses[index(b)], length * (1.0 + linking.slack), linking);
  }
  return group;
}

// Balls of half the distance about the points do not overlap and lie in the box enlarged by that
// half. No balls fill more than pi/sqrt(18) of a space (Hales 2005).
void demand_room(const Cloud& cloud) {
  if (!(cloud.apart > 0.0)) return;
  const double densest = std::numbers::pi / std::sqrt(18.0);
  double room = 1.0;  // in cubes of the distance
  for (std::size_t k = 0; k < 3; ++k)
    room *= (cloud.highest[k] - cloud.lowest[k]) / cloud.apart + 1.0;
  const double ball = std::numbers::pi / 6.0;
  if (cloud.count * ball > densest * room)
    throw Error(Code::E119,
                fmt::format("{} points {} m apart do not fit in this box: no more than {:.0f} do",
                            cloud.count, cloud.apart, std::floor(densest * room / ball)));
}

std::vector<Three> random_points(const Cloud& cloud) {
  std::uint64_t state = cloud.seed;
  // splitmix64, a number in [0, 1)
  const auto draw = [&] {
    std::uint64_t z = state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  };
  // cells as wide as the least distance: only neighbours can be too near
  using Cell = std::array<std::int64_t, 3>;
  const auto hash = [](const Cell& cell) {
    std::uint64_t h = 0;
    for (const std::int64_t i : cell)
      h = (h ^ static_cast<std::uint64_t>(i) ^ (h >> 29U)) * 0x9e3779b97f4a7c15U;
    return static_cast<std::size_t>(h ^ (h >> 32U));
  };
  std::unordered_map<Cell, std::vector<std::size_t>, decltype(hash)> cells(64, hash);
  const auto cell_of = [&](const Three& at) {
    Cell cell{};
    for (std::size_t k = 0; k < 3; ++k)
      cell[k] = static_cast<std::int64_t>(std::floor((at[k] - cloud.lowest[k]) / cloud.apart));
    return cell;
  };
  for (std::size_t k = 0; k < 3; ++k)
    if (cloud.highest[k] - cloud.lowest[k] > 1e15 * cloud.apart && cloud.apart > 0.0)
      throw Error(Code::E119, fmt::format("{} m apart is negligible in a box of {} m", cloud.apart,
                                          cloud.highest[k] - cloud.lowest[k]));
  demand_room(cloud);
  std::vector<Three> points;
  points.reserve(index(cloud.count));
  const auto has_room = [&](const Three& at) {
    const Cell middle = cell_of(at);
    for (std::int64_t k = 0; k < 27; ++k) {
      const std::int64_t n = (k + 13) % 27;  // its own cell first: most often that is full
      const Cell cell = {middle[0] + n / 9 - 1, middle[1] + n / 3 % 3 - 1, middle[2] + n % 3 - 1};
      const auto found = cells.find(cell);
      if (found == cells.end()) continue;
      for (const std::size_t i : found->second)
        if (distance(points[i], at) < cloud.apart) return false;
    }
    return true;
  };
  const long most = std::min(1000L * cloud.count, std::max(2'000'000L, 30L * cloud.count));
  for (long trial = 0; points.size() < index(cloud.count); ++trial) {
    if (trial == most)
      throw Error(Code::E119,
                  fmt::format("{} of {} points found no room {} m apart",
                              index(cloud.count) - points.size(), cloud.count, cloud.apart));
    Three at{};
    for (std::size_t k = 0; k < 3; ++k)
      at[k] = cloud.lowest[k] + draw() * (cloud.highest[k] - cloud.lowest[k]);
    if (cloud.apart > 0.0) {
      if (!has_room(at)) continue;
      cells[cell_of(at)].push_back(points.size());
    }
    points.push_back(at);
  }
  return points;
}

}  // namespace zwang
