// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/bends.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace zwang {
namespace {

// Square roots in a formula, and max(x, -x), which is how absolute values are written.
void find_lengths(const Graph& graph, NodeId node, std::set<NodeId>& walked,
                  std::vector<NodeId>& found) {
  std::vector<NodeId> open = {node};
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (!walked.insert(at).second) continue;
    const Node& here = graph[at];
    const int arguments = arity(here.operation);
    if (arguments > 0) open.push_back(here.a);
    if (arguments > 1) open.push_back(here.b);
    const bool absolute = here.operation == Operation::max &&
                          graph[here.b].operation == Operation::negate && graph[here.b].a == here.a;
    if (here.operation == Operation::sqrt || absolute) found.push_back(at);
  }
}

}  // namespace

Bends::Bends(const System& system) {
  const Model& model = system.model();
  const Graph& graph = model.graph();
  std::set<NodeId> walked;
  std::vector<NodeId> found;
  for (const Force& force : model.forces())
    find_lengths(graph, force.formula.node(), walked, found);
  std::ranges::sort(found);
  for (const NodeId node : found) {
    Formula formula(graph, node);
    std::vector<int> places = model.places(formula);
    if (std::ranges::none_of(places, [](int place) { return Model::is_rate(place); })) continue;
    lengths_.push_back({std::move(formula), std::move(places)});
  }
}

void Bends::see(const Snapshot& snapshot) {
  for (const Length& length : lengths_) {
    arguments_.clear();
    for (const int place : length.places)
      arguments_.push_back(snapshot.motion[static_cast<std::size_t>(place)][0]);
    seen_.push_back(std::abs(length.formula.value(arguments_)));
  }
}

bool Bends::passed() const {
  for (std::size_t k = 0; k < lengths_.size(); ++k) {
    double least = seen_[k];
    double most = seen_[k];
    for (std::size_t i = k; i < seen_.size(); i += lengths_.size()) {
      least = std::min(least, seen_[i]);
      most = std::max(most, seen_[i]);
    }
    if (least < 0.5 * most) return true;
  }
  return false;
}

}  // namespace zwang
