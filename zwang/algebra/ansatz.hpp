// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Sums of terms with unknown factors, and the factors that make linear equations hold at random
// points modulo 2^127 - 1.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zwang/algebra/atoms.hpp"

namespace zwang {

// Powers of the atoms, also negative ones.
using Exponents = std::array<std::int8_t, Polynomial::most_variables>;

struct AnsatzTerm {
  enum class Kind {
    product,   // of powers
    quotient,  // the same over f
    log,       // log f
    angle,     // atan2(g, f)
  };
  Kind kind = Kind::product;
  Exponents powers{};
  Polynomial f = {}, g = {};
};

// A sum of terms with their factors, none of which is 0.
struct AnsatzSum {
  std::vector<AnsatzTerm> terms;
  std::vector<LongResidue> factors;
};

// Values and derivatives by the coordinates at a point.
class Probe {
 public:
  struct Number {
    LongResidue value;
    std::vector<LongResidue> slopes;
  };

  // Throws std::domain_error where an atom is 0.
  Probe(const Atoms& atoms, AtomPoint point);

  const AtomPoint& point() const { return point_; }
  const std::vector<LongResidue>& x() const { return point_.x; }
  // Atoms without derivatives count as constants.
  Number of(const Exponents& powers) const;
  Number of(const Polynomial& f) const;
  Number of(const AnsatzTerm& term) const;  // the value is only that of products and quotients

 private:
  void add_product(const auto& powers, LongResidue factor, Number& to) const;

  std::size_t coordinates_;
  AtomPoint point_;
  std::vector<std::vector<LongResidue>> log_slopes_;
};

// Linear equations for unknown numbers, added one by one.
class LinearEquations {
 public:
  explicit LinearEquations(std::size_t unknowns) : unknowns_(unknowns) {}

  // Whether it is independent of those before.
  bool add(std::vector<LongResidue> row);
  std::size_t rank() const { return rows_.size(); }
  // A basis of the solutions: each has a last unknown, its own, that is 1 and that is 0 in all
  // others. By this unknown.
  std::vector<std::vector<LongResidue>> solutions() const;

 private:
  std::size_t unknowns_;
  std::vector<std::vector<LongResidue>> rows_;  // each is 1 in its pivot
  std::vector<std::size_t> pivots_;
};

// Vectors that all rows are orthogonal to.
std::vector<std::vector<LongResidue>> kernel(const std::vector<std::vector<LongResidue>>& rows,
                                             std::size_t size);

// Equations at points until two points add none. `equations_at` gives the rows at a point. Throws
// OutOfWork.
template <class EquationsAt>
LinearEquations equations(Atoms& atoms, std::size_t unknowns, EquationsAt&& equations_at) {
  LinearEquations out(unknowns);
  for (int quiet = 0; quiet < 2 && out.rank() < unknowns;) try {
      bool fresh = false;
      for (std::vector<LongResidue>& row : equations_at(Probe(atoms, atoms.draw()))) {
        atoms.algebra().spend(out.rank() * unknowns / 8 + unknowns);
        fresh = out.add(std::move(row)) || fresh;
      }
      quiet = fresh ? 0 : quiet + 1;
    } catch (const std::domain_error&) {
      atoms.algebra().spend(1000);  // another point
    }
  return out;
}

}  // namespace zwang
