// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a system makes of a kinetic energy: the entries of its mass matrix, and its blocks.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/gradient.hpp"
#include "zwang/system/system.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_entries = 20'000;

}  // namespace

// M_ij = ∂²T/∂q_i'∂q_j', as formulas. More of them than `most_entries`, of 200 rates each with
// each, would be large and slow.
void System::read_kinetic_energy() {
  Graph& graph = *graph_;
  for (const Placed& energy : kinetic_) {
    const auto inputs = energy.formula.inputs();
    std::vector<std::pair<int, NodeId>> rates;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!Model::is_rate(energy.places[i])) {
        inertia_terms_ = true;
        continue;
      }
      const int coordinate = Model::coordinate_at(energy.places[i]);
      if (turns(coordinate))
        throw Error(Code::E120,
                    "a kinetic energy in the angular velocity of a body: give the body "
                    "the inertia instead");
      rates.emplace_back(coordinate, graph.node_of(inputs[i]));
    }
    std::vector<NodeId> nodes;
    for (const auto& [row, rate] : rates) nodes.push_back(rate);
    const std::vector<NodeId> momenta = gradient(graph, energy.formula.node(), nodes);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      const int row = rates[i].first;
      // only rates that the momentum has: of the others the entry is 0
      const std::vector<NodeId> below = graph.below(std::array{momenta[i]});
      std::vector<int> columns;
      std::vector<NodeId> others;
      for (const auto& [column, other] : rates) {
        if (column > row || !std::ranges::binary_search(below, other)) continue;
        columns.push_back(column);
        others.push_back(other);
      }
      if (entries_.size() + columns.size() > most_entries)
        throw Error(
            Code::E110,
            fmt::format("the kinetic energy couples more than {} pairs of rates", most_entries));
      const std::vector<NodeId> entries = gradient(graph, momenta[i], others);
      for (std::size_t k = 0; k < columns.size(); ++k)
        if (!graph.is_constant(entries[k], 0.0))
          entries_.push_back({row, columns[k], placed(Formula(graph, entries[k]))});
    }
  }
}

// The smallest intervals of coordinates that no entry of the mass joins.
void System::divide_into_blocks() {
  std::vector<int> reach(index(coordinates_));
  for (int i = 0; i < coordinates_; ++i) reach[index(i)] = i;
  for (const Entry& entry : entries_)
    reach[index(entry.column)] = std::max(reach[index(entry.column)], entry.row);
  if (!replaced_.empty())
    reach[index(replaced_.front())] = std::max(reach[index(replaced_.front())], replaced_.back());
  for (const Body& body : turning_)  // principal axes are independent of each other
    if (!body.inertia.isDiagonal(0.0))
      reach[index(body.first)] = std::max(reach[index(body.first)], body.first + 2);
  block_starts_ = {0};
  int end = 0;
  for (int i = 0; i < coordinates_; ++i) {
    end = std::max(end, reach[index(i)]);
    if (end == i) {
      block_starts_.push_back(i + 1);
      end = i + 1;
    }
  }
}

}  // namespace zwang
