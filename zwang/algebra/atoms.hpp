// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Formulas as rational functions: the coordinates are variables, and so is every function that
// occurs, an atom. Atoms know their derivatives, and what is known of them as numbers:
//
//   exp(2 x + y) = E1^2 E2,   sin(2 w) = 2 s c,   s^2 + c^2 = 1,   r^2 = x^2 + y^2
//
// A formula that vanishes by these rules vanishes. Points are random numbers modulo 2^127 - 1 that
// obey them: what vanishes at a few is zero except with a probability of about its degree over
// 2^127.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "zwang/algebra/rational_function.hpp"
#include "zwang/calculus/graph.hpp"

namespace zwang {

struct Atom {
  enum class Kind {
    coordinate,
    exponential,  // of `argument`
    sine,         // the atom after it is the cosine
    cosine,
    power,  // argument^exponent, 0 < exponent < 1
    other,  // a logarithm, an angle
    constant,
    opaque,  // a function without known derivatives, or too long
  };
  Kind kind = Kind::opaque;
  bool hyperbolic = false;  // of sine and cosine
  RationalFunction argument = {};
  Ratio exponent = {};
  NodeId node = 0;  // in the graph: of a coordinate, another function, an opaque one
  // By the coordinates; empty if unknown.
  std::vector<RationalFunction> slopes = {};
};

// Values of the variables, and of their derivatives by the coordinates where they are known.
struct AtomPoint {
  std::vector<LongResidue> x;
  std::vector<std::vector<LongResidue>> slopes;
};

// Thread safety: one thread at a time. The graph must outlive it.
class Atoms {
 public:
  // Of all functions in `roots`. Throws OutOfWork if there are too many.
  Atoms(const Graph& graph, std::vector<SymbolId> coordinates, std::span<const NodeId> roots,
        long work);

  const Graph& graph() const { return graph_; }
  Algebra& algebra() { return algebra_; }
  std::size_t coordinates() const { return coordinates_.size(); }
  std::size_t size() const { return atoms_.size(); }
  const Atom& operator[](std::size_t v) const { return atoms_[v]; }

  // Of a node. Throws OutOfWork, or std::domain_error for a division by zero.
  const RationalFunction& of(NodeId node);
  // Atoms may be added: a constant, and what exp(f) consists of.
  std::size_t add_constant();
  RationalFunction exponential(const RationalFunction& argument);
  // df/dx_i; nothing if f contains an opaque atom.
  std::optional<RationalFunction> slope(const RationalFunction& f, std::size_t i);
  // The sine for c^2 - 1, which is its square up to a factor; f itself otherwise.
  Polynomial shortened(const Polynomial& f);

  AtomPoint draw();
  // All nodes below `roots`, without writing them out. Throws std::domain_error for a division by
  // zero.
  std::unordered_map<NodeId, LongResidue> values(std::span<const NodeId> roots,
                                                 const AtomPoint& point);

 private:
  struct Base {
    RationalFunction argument;  // with the first factor 1
    Ratio unit;                 // of which all its factors are multiples
    std::optional<std::size_t> variable;
  };
  enum class Family { exponential, circular, hyperbolic };

  static std::optional<Family> family(Operation operation);
  bool is_short(NodeId node) const;
  void find_units(std::span<const NodeId> nodes);
  void note_unit(Family family, const RationalFunction& base, const Ratio& factor);
  RationalFunction convert(NodeId id, const Node& node);
  RationalFunction number(double x) const;
  RationalFunction symbol(NodeId id);
  std::optional<double> constant_at(NodeId node) const;

  RationalFunction function(NodeId id, const Node& node);
  RationalFunction circular(Operation operation, const RationalFunction& argument);
  RationalFunction raised(const RationalFunction& base, const Ratio& exponent);
  RationalFunction other(NodeId id, const Node& node);
  RationalFunction opaque(NodeId id);

  struct Multiple {
    std::size_t base;
    int times;
  };
  Multiple multiple_of(Family family, const RationalFunction& base, LongResidue factor);
  std::size_t add(Atom atom);
  std::vector<RationalFunction> slopes_of(const RationalFunction& f);
  RationalFunction as_variable(std::size_t v) const {
    return RationalFunction(Polynomial::variable(v));
  }

  const Graph& graph_;
  std::vector<SymbolId> coordinates_;
  Algebra algebra_;
  std::vector<Atom> atoms_;
  std::map<Family, std::vector<Base>> bases_;
  std::vector<std::size_t> powers_;  // atoms of this kind
  std::unordered_map<NodeId, RationalFunction> known_;
};

}  // namespace zwang
