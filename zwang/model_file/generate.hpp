// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chains, rings, nets, lattices and meshes of masses, linked by strings or rods; clouds of masses.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/model/model.hpp"

namespace zwang {

enum class Links { strings, rods, none };

// What a generator created: masses in the order of their indices.
struct Group {
  std::string name;
  std::vector<std::string> masses;
  std::vector<std::array<int, 3>> indices;  // of each mass; −1 where there is no such index
};

// More than this in one model is an error, raised before anything is created: the user waits while
// a file is read. Larger systems are not written as text.
constexpr int most_masses = 60'000;
constexpr int most_constraints = 150'000;
constexpr int most_forces = 150'000;  // each along one coordinate

// E110 if this many would exceed the limits.
void demand_size(const Model& model, std::size_t masses, std::size_t constraints);

struct Linking {
  double mass = 0.0;       // total, kg
  bool per_metre = false;  // `mass` is in kg/m, for a chain
  double slack = 0.0;      // strings are (1 + slack) times the distance between their ends
  Links links = Links::strings;
  std::array<double, 3> velocity = {};
  double restitution = 0.0;
};

// An end of a chain: a named mass, or a new fixed point or free mass.
struct ChainEnd {
  std::string mass = {};
  std::array<double, 3> at = {};
  bool free = false;
};
struct Chain {
  ChainEnd from, to;
  int segments = 1;
  std::optional<double> length = {};  // else the distance between the ends times (1 + slack)
};
// E119 if it is shorter than the distance between its ends.
Group make_chain(Model& model, const std::string& name, const Chain& chain, const Linking& linking);

struct Ring {
  std::array<double, 3> center = {};
  std::array<double, 3> normal = {0.0, 0.0, 1.0};  // not zero
  double radius = 1.0;                             // above 0
  int segments = 3;                                // at least
};
Group make_ring(Model& model, const std::string& name, const Ring& ring, const Linking& linking);

struct Grid {
  std::vector<int> size;  // two numbers: a net; three: a lattice; each at least 2
  std::array<double, 3> corner = {};
  std::vector<double> span;
  std::vector<std::array<double, 3>> axes;  // u, v (, w)
  bool pin_corners = false, pin_border = false;
  std::vector<std::array<int, 3>> pinned;
  bool diagonals = false;
};
Group make_grid(Model& model, const std::string& name, const Grid& grid, const Linking& linking);

struct Net {
  std::vector<std::array<double, 3>> points;
  std::vector<std::pair<int, int>> edges = {};
  std::vector<int> pinned = {};  // fixed ones among the points
};
// E119 if an edge has no length.
Group make_net(Model& model, const std::string& name, const Net& net, const Linking& linking);

// Points drawn at random from a box, no two closer than `apart`; the same seed gives the same
// points on every machine. E119 if there cannot be room for them, or if 1,000 trials per point (30
// for very many) find none.
struct Cloud {
  int count = 1;
  std::array<double, 3> lowest = {}, highest = {};
  double apart = 0.0;
  std::uint64_t seed = 0;
};
std::vector<std::array<double, 3>> random_points(const Cloud& cloud);

}  // namespace zwang
