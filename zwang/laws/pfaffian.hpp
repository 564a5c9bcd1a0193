// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A system of Pfaffian forms, the constraints of a model to first order (Voss 1884; theory 11):
//
//   omega_s = sum p_si dx_i,   s = 1 ... r
//
// Time is one of the x_i if a form depends on it. A holonomic constraint enters by df.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "zwang/calculus/graph.hpp"
#include "zwang/model/model.hpp"

namespace zwang {

// Thread safety: one thread at a time for it and all its copies and parts, since they share a layer
// over the model's graph, to which coefficients and results are added. The model must outlive them.
class PfaffianSystem {
 public:
  // Add forms with add().
  PfaffianSystem(std::shared_ptr<Graph> graph, std::vector<SymbolId> coordinates)
      : graph_(std::move(graph)), coordinates_(std::move(coordinates)) {}

  // The equations of a model that hold at time t, without those of these numbers. Throws E120 if
  // one of them is code, which cannot be analysed.
  static PfaffianSystem of(const Model& model, double t, std::span<const int> without = {});

  // One equation, with no more coordinates than it needs; optionally in an existing layer.
  static PfaffianSystem of(const Model& model, const Constraint& constraint);
  static PfaffianSystem of(const Model& model, const Constraint& constraint,
                           std::shared_ptr<Graph> layer);

  // Adds that the quaternions of the bodies in space keep their length 1, which no constraint says.
  void keep_lengths(const Model& model);
  // sum coefficients[i] dx_i
  void add(std::string name, std::vector<NodeId> coefficients);

  Graph& graph() const { return *graph_; }
  const std::shared_ptr<Graph>& layer() const { return graph_; }
  int coordinates() const { return static_cast<int>(coordinates_.size()); }
  int forms() const { return static_cast<int>(names_.size()); }
  SymbolId coordinate(int i) const { return coordinates_[static_cast<std::size_t>(i)]; }
  const std::string& coordinate_name(int i) const { return graph_->symbol_at(coordinate(i)).name; }
  const std::string& name(int s) const { return names_[static_cast<std::size_t>(s)]; }
  NodeId coefficient(int s, int i) const {
    return coefficients_[static_cast<std::size_t>(s)][static_cast<std::size_t>(i)];
  }
  bool has_time() const;
  // A state of the model in these coordinates.
  std::vector<double> place(const Model& model, const State& state) const;
  // "y dx - x dy + k dz"
  std::string text(int s) const;

  // Systems of forms that are independent of each other, by their lowest coordinates.
  std::vector<PfaffianSystem> parts() const;

 private:
  static PfaffianSystem of(const Model& model, const std::vector<const Constraint*>& equations,
                           std::shared_ptr<Graph> layer);
  // For each symbol of the graph its place among the coordinates, or -1.
  std::vector<int> places() const;
  // The coordinates that form s needs, in order; `place` is places().
  std::vector<int> needed(int s, const std::vector<int>& place) const;
  PfaffianSystem part(const std::vector<int>& columns, const std::vector<int>& forms) const;

  std::shared_ptr<Graph> graph_;
  std::vector<SymbolId> coordinates_;
  std::vector<std::string> names_;
  std::vector<std::vector<NodeId>> coefficients_;
};

}  // namespace zwang
