// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random formulas and random places, the same on every machine for the same seed.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "zwang/calculus/graph.hpp"
#include "zwang/calculus/scope.hpp"

namespace zwang::formulas {

// splitmix64
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  double unit() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }
  double between(double a, double b) { return a + (b - a) * unit(); }

  // Mostly of size one, sometimes round, sometimes very small or very large.
  double number() {
    switch (below(10)) {
      case 0: return below(9) - 4;
      case 1: return (below(9) - 4) * 0.25;
      case 2: return between(-1.0, 1.0) * std::ldexp(1.0, below(40) - 20);
      default: return between(-3.0, 3.0);
    }
  }

 private:
  std::uint64_t state_;
};

// A scope with five coordinates and two parameters, none of which has a unit, and formulas of them.
class Garden {
 public:
  Garden() : scope(graph) {
    for (const char* name : {"x", "y", "z", "w", "theta_1"}) scope.coordinate(name);
    scope.parameter("L", 1.25);
    scope.parameter("k", -0.4);
    for (const char* name : {"x", "y", "z", "w", "theta_1", "L", "k"}) {
      const Named named = *scope.find(name);
      for (const auto& level : named.levels)
        leaves_.insert(leaves_.end(), level.begin(), level.begin() + named.size);
    }
  }

  // `size` operations on random parts made so far.
  NodeId grow(Random& random, int size) {
    std::vector<NodeId> made;
    const auto part = [&]() -> NodeId {
      const int choice = random.below(10);
      if (choice < 2) return graph.constant(random.number());
      if (choice < 5 || made.empty())
        return leaves_[static_cast<std::size_t>(random.below(static_cast<int>(leaves_.size())))];
      // The youngest part is taken most often, so that formulas are deep as well as wide.
      const int back = random.below(3) == 0 ? random.below(static_cast<int>(made.size())) : 0;
      return made[made.size() - 1 - static_cast<std::size_t>(back)];
    };
    for (int i = 0; i < size; ++i) {
      const NodeId a = part();  // one after the other: the order of arguments is the compiler's
      const NodeId b = part();
      made.push_back(operation(random, a, b));
    }
    return made.back();
  }

  Graph graph;
  Scope scope;

 private:
  NodeId operation(Random& random, NodeId a, NodeId b) {
    using enum Operation;
    // Sums and products most often; each function often enough in a million formulas.
    static constexpr Operation often[] = {add, subtract, multiply, add, subtract, multiply, divide};
    static constexpr Operation rare[] = {negate, sqrt, exp,  log,  sin,   cos, tan, asin, acos,
                                         atan,   sinh, cosh, tanh, atan2, min, max, step, smooth};
    const int choice = random.below(12);
    if (choice < 7) return graph.make(often[choice], {a, b});
    if (choice < 9) {
      static constexpr double exponents[] = {2, 2, 3, -1, -2, 0.5, 1.5, 5, 0, -0.5};
      return graph.pow(a, exponents[random.below(10)]);
    }
    if (choice == 9 && random.below(4) == 0) return graph.make(pow, {a, b});
    const Operation function = rare[random.below(18)];
    return arity(function) == 1 ? graph.make(function, a) : graph.make(function, {a, b});
  }

  std::vector<NodeId> leaves_;
};

}  // namespace zwang::formulas
