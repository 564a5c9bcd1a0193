// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The names that a formula may use, and their meaning: parameters, coordinates, points, t and pi.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/calculus/dimension.hpp"
#include "zwang/calculus/graph.hpp"

namespace zwang {

// The meaning of a name: one number or the three of a vector, with one level per time derivative:
// x, x', x''.
struct Named {
  int size = 1;
  std::vector<std::array<NodeId, 3>> levels = {};
  std::optional<Dimension> dimension = {};
};

// Thread safety: one thread declares names; then any number may look them up. The graph must
// outlive it.
class Scope {
 public:
  // With units, t is a time and points are lengths; without, their dimensions are unknown and a
  // text like "bob.z >= bob.x^2" means plain SI numbers.
  explicit Scope(Graph& graph, bool with_units = false);
  // The same names over a layer of their graph, where more can be added and nothing is changed.
  Scope(const Scope& names, Graph& layer);
  Scope(Scope&&) = default;

  Graph& graph() { return *graph_; }
  const Graph& graph() const { return *graph_; }
  NodeId time() const { return time_; }

  // Gives a name its meaning; `group` is what people call such things ("masses"). Throws E112 if
  // the name is taken or reserved, E109 if it is not a valid name.
  void add(const std::string& name, const std::string& group, Named named);

  // The same for a name that may exist already: in this scope it means something else.
  void hide(const std::string& name, Named named);
  // Gives a hidden name its former meaning back, or none.
  void restore(const std::string& name, const std::optional<Named>& named);
  // The dimension of positions: a length, or empty if units are not known.
  std::optional<Dimension> length_dimension() const;

  // The usual kinds. A coordinate, and each coordinate of a point, becomes a symbol with a rate.
  void parameter(const std::string& name, double value, std::optional<Dimension> dimension = {});
  void coordinate(const std::string& name, std::optional<Dimension> dimension = {});
  void point(const std::string& name);

  // The meaning of "bob", "bob.x", "net[3,4].y"; empty if the name is unknown.
  std::optional<Named> find(std::string_view name) const;

  // E103 for a name that find() does not know, with what was probably meant.
  Error unknown(std::string_view name, Place place) const;

 private:
  Scope(const Scope& names) = default;

  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  Graph* graph_;
  bool with_units_ = false;
  NodeId time_ = 0;
  std::unordered_map<std::string, Named, Hash, std::equal_to<>> names_;
  std::vector<std::pair<std::string, std::vector<std::string>>> groups_;  // in order of declaration
};

}  // namespace zwang
