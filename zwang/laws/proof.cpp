// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/proof.hpp"

#include "zwang/algebra/ansatz.hpp"
#include "zwang/calculus/gradient.hpp"

namespace zwang {
namespace {

constexpr long work_of_a_proof = 1'000'000;

std::vector<SymbolId> coordinates(const PfaffianSystem& system) {
  std::vector<SymbolId> out;
  for (int i = 0; i < system.coordinates(); ++i) out.push_back(system.coordinate(i));
  return out;
}

std::vector<NodeId> slopes(const PfaffianSystem& system, NodeId phi) {
  std::vector<NodeId> symbols;
  for (const SymbolId id : coordinates(system)) symbols.push_back(system.graph().node_of(id));
  return gradient(system.graph(), phi, symbols);
}

// Calls look(value of a node) at points where all are defined.
template <class Look>
bool at_points(const PfaffianSystem& system, const std::vector<NodeId>& roots, int points,
               Look&& look) {
  try {
    Atoms atoms(system.graph(), coordinates(system), roots, work_of_a_proof);
    for (int seen = 0, tries = 0; seen < points; ++tries) try {
        if (tries > 3 * points) return false;
        const auto values = atoms.values(roots, atoms.draw());
        if (!look([&](NodeId node) { return values.at(node); })) return false;
        ++seen;
      } catch (const std::domain_error&) {
        // another point
      }
    return true;
  } catch (const OutOfWork&) {
    return false;
  }
}

}  // namespace

bool is_surely_integral(const PfaffianSystem& system, NodeId phi) {
  constexpr int points = 12;  // a root of a square has either sign by chance
  const std::vector<NodeId> slope = slopes(system, phi);
  std::vector<NodeId> roots = slope;
  for (int s = 0; s < system.forms(); ++s)
    for (int i = 0; i < system.coordinates(); ++i) roots.push_back(system.coefficient(s, i));
  return at_points(system, roots, points, [&](auto&& value) {
    LinearEquations rows(slope.size());
    for (int s = 0; s < system.forms(); ++s) {
      std::vector<LongResidue> row;
      for (int i = 0; i < system.coordinates(); ++i) row.push_back(value(system.coefficient(s, i)));
      rows.add(std::move(row));
    }
    std::vector<LongResidue> row;
    for (const NodeId one : slope) row.push_back(value(one));
    return !rows.add(std::move(row));
  });
}

bool are_surely_independent(const PfaffianSystem& system, const std::vector<NodeId>& integrals) {
  std::vector<std::vector<NodeId>> all;
  std::vector<NodeId> roots;
  for (const NodeId phi : integrals) {
    all.push_back(slopes(system, phi));
    roots.insert(roots.end(), all.back().begin(), all.back().end());
  }
  return at_points(system, roots, 1, [&](auto&& value) {
    LinearEquations rows(static_cast<std::size_t>(system.coordinates()));
    for (const auto& slope : all) {
      std::vector<LongResidue> row;
      for (const NodeId one : slope) row.push_back(value(one));
      if (!rows.add(std::move(row))) return false;
    }
    return true;
  });
}

}  // namespace zwang
