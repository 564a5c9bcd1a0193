// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/vanishing.hpp"

#include <array>
#include <cmath>
#include <random>
#include <stdexcept>
#include <unordered_map>

#include "zwang/laws/residue.hpp"

namespace zwang {
namespace {

class Draw {
 public:
  Draw(const Graph& graph, std::mt19937_64& random) : graph_(graph), random_(random) {}

  // Throws std::domain_error where it divides by zero, or meets a number that is none.
  Residue operator()(NodeId f) {
    for (const NodeId id : graph_.below(std::array{f})) values_[id] = value(id, graph_[id]);
    return values_.at(f);
  }

 private:
  Residue anything() { return Residue(random_()); }

  Residue number(double x) const {
    if (!std::isfinite(x)) throw std::domain_error("not a number");
    return Residue::decimal(x);
  }

  // One random number per argument, the same whenever it is asked for.
  Residue of_argument(std::unordered_map<NodeId, Residue>& drawn, NodeId argument) {
    const auto [at, is_new] = drawn.try_emplace(argument);
    if (is_new) at->second = anything();
    return at->second;
  }

  Residue power(Residue base, int n) const {
    Residue result(1);
    for (unsigned m = static_cast<unsigned>(std::abs(n)); m > 0; m >>= 1U, base = base * base)
      if (m & 1U) result = result * base;
    return n < 0 ? Residue(1) / result : result;
  }

  Residue value(NodeId id, const Node& node) {
    const auto a = [&] { return values_.at(node.a); };
    const auto b = [&] { return values_.at(node.b); };
    const Residue one(1), two(2);
    switch (node.operation) {
      case Operation::constant: return number(node.number);
      case Operation::symbol: {
        const Symbol& symbol = graph_.symbol_of(id);
        return symbol.kind == Symbol::Kind::parameter ? number(symbol.value) : anything();
      }
      case Operation::add: return a() + b();
      case Operation::subtract: return a() - b();
      case Operation::multiply: return a() * b();
      case Operation::divide: return a() / b();
      case Operation::negate: return -a();
      case Operation::pow: {
        const Node& exponent = graph_[node.b];
        const double n = exponent.number;
        if (exponent.operation == Operation::constant && n == std::floor(n) && std::abs(n) <= 1000)
          return power(a(), static_cast<int>(n));
        return anything();
      }
      case Operation::sin:
      case Operation::cos:
      case Operation::tan: {
        const Residue w = of_argument(half_tangents_, node.a), square = w * w;
        if (node.operation == Operation::sin) return two * w / (one + square);
        if (node.operation == Operation::cos) return (one - square) / (one + square);
        return two * w / (one - square);
      }
      case Operation::exp: return of_argument(exponentials_, node.a);
      case Operation::sinh:
      case Operation::cosh:
      case Operation::tanh: {
        const Residue e = of_argument(exponentials_, node.a), inverse = one / e;
        if (node.operation == Operation::sinh) return (e - inverse) / two;
        if (node.operation == Operation::cosh) return (e + inverse) / two;
        return (e - inverse) / (e + inverse);
      }
      default: return anything();
    }
  }

  const Graph& graph_;
  std::mt19937_64& random_;
  std::unordered_map<NodeId, Residue> values_, half_tangents_, exponentials_;
};

}  // namespace

bool surely_vanishes(const Graph& graph, NodeId f) {
  std::mt19937_64 random(1884);
  int seen = 0;
  for (int tries = 0; tries < 8 && seen < 2; ++tries) {
    try {
      if (!Draw(graph, random)(f).is_zero()) return false;
      ++seen;
    } catch (const std::domain_error&) {
      // another place
    }
  }
  return seen == 2;
}

}  // namespace zwang
