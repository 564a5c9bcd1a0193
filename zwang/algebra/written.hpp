// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Polynomials, quotients and sums of atoms as formulas of the graph again. Numbers are decimals
// where these are finite and short, fractions elsewhere: 0.5*x, x/3.
#pragma once

#include <optional>
#include <string>

#include "zwang/algebra/ansatz.hpp"

namespace zwang {

// Thread safety: one thread at a time. Graph and atoms must outlive it.
class Written {
 public:
  // `graph` is the graph of the atoms.
  Written(Graph& graph, const Atoms& atoms) : graph_(graph), atoms_(atoms) {}

  // Nothing if a number is no fraction of up to 18 digits.
  std::optional<NodeId> polynomial(const Polynomial& f);
  std::optional<NodeId> quotient(const RationalFunction& f);
  // As products of powers of factors.
  std::optional<NodeId> product(Algebra& algebra, const RationalFunction& f);
  std::optional<NodeId> term(const AnsatzTerm& term);
  std::optional<NodeId> powers(const Exponents& powers, const Ratio& number = {1, 1});
  // number * f, and the same as text: "2*t*x", "x^2/3"
  NodeId times(const Ratio& number, NodeId f);
  static std::string times(const Ratio& number, const std::string& f);

  Graph& graph() { return graph_; }

 private:
  std::optional<NodeId> atom(std::size_t v);
  std::optional<NodeId> exponential(const Exponents& powers);
  std::optional<NodeId> sum(const Polynomial& f, const Exponents& times);

  Graph& graph_;
  const Atoms& atoms_;
};

// f times the least number without which it would need fractions like 1/3.
Polynomial without_fractions(const Polynomial& f);

// f in lowest terms, as products of factors, optionally without the number that is one of them; f
// itself where that is too much work.
enum class Number { kept, dropped };
NodeId reduced(Graph& graph, NodeId f, Number number = Number::kept);

}  // namespace zwang
