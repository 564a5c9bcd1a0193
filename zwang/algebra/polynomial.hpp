// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Polynomials in up to 48 variables, with fractions modulo 2^127 - 1 as factors, and the arithmetic
// that brings fractions of them to lowest terms. Work is counted, so that it ends on every machine
// at the same place.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "zwang/algebra/long_residue.hpp"
#include "zwang/algebra/univariate.hpp"

namespace zwang {

class Polynomial {
 public:
  static constexpr std::size_t most_variables = 48;
  using Powers = std::array<std::uint8_t, most_variables>;
  struct Term {
    Powers powers{};
    LongResidue factor;
    friend bool operator==(const Term& a, const Term& b) = default;
  };

  Polynomial() = default;  // 0
  explicit Polynomial(LongResidue number);
  explicit Polynomial(std::int64_t number) : Polynomial(LongResidue(number)) {}
  // In any order; equal powers are added.
  explicit Polynomial(std::vector<Term> terms);
  static Polynomial variable(std::size_t v, int power = 1);

  // From the highest to the lowest, by the power of the first variable, then of the second ...
  const std::vector<Term>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  bool is_constant() const;
  bool is_one() const { return is_constant() && !is_zero() && lead() == LongResidue(1); }
  // Of the first term. It must not be zero.
  LongResidue lead() const { return terms_.front().factor; }
  LongResidue constant_term() const;
  int degree() const;               // of all variables together
  int degree(std::size_t v) const;  // 0 for 0
  std::vector<std::size_t> variables() const;

  LongResidue value(std::span<const LongResidue> x) const;
  // As a polynomial in v, where the other variables are x.
  Univariate along(std::size_t v, std::span<const LongResidue> x) const;
  Polynomial times(LongResidue number) const;
  Polynomial monic() const { return is_zero() ? *this : times(LongResidue(1) / lead()); }

  friend bool operator==(const Polynomial& a, const Polynomial& b) = default;

 private:
  std::vector<Term> terms_;
};

// Thrown where a search has used up its work.
struct OutOfWork {};

// Thread safety: one thread at a time.
class Algebra {
 public:
  // One unit is a product of two terms, some tens of nanoseconds.
  explicit Algebra(long work) : left_(work) {}

  void allow(long work) { left_ = work; }  // from now on
  void spend(std::size_t units) {
    left_ -= static_cast<long>(units);
    if (left_ < 0) throw OutOfWork();
  }
  // From now on v^power is replaced by something of earlier variables.
  void add_rule(std::size_t v, int power, Polynomial by) {
    rules_.push_back({v, power, std::move(by)});
  }

  // All throw OutOfWork.
  Polynomial sum(const Polynomial& f, const Polynomial& g);
  Polynomial difference(const Polynomial& f, const Polynomial& g);
  Polynomial product(const Polynomial& f, const Polynomial& g);
  Polynomial power(const Polynomial& f, int n);
  // The following know nothing of the rules.
  Polynomial slope(const Polynomial& f, std::size_t v);
  // Nothing if g does not divide f.
  std::optional<Polynomial> quotient(const Polynomial& f, const Polynomial& g);
  Polynomial gcd(const Polynomial& f, const Polynomial& g);  // monic
  // By powers of v.
  std::vector<Polynomial> coefficients(const Polynomial& f, std::size_t v);
  // The greatest common divisor of these, monic.
  Polynomial content(const Polynomial& f, std::size_t v);

  std::mt19937_64& random() { return random_; }

 private:
  struct Rule {
    std::size_t variable;
    int power;
    Polynomial by;
  };
  Polynomial raw_product(const Polynomial& f, const Polynomial& g);
  Polynomial reduced(Polynomial f);
  Polynomial exact(const Polynomial& f, const Polynomial& g);
  Polynomial primitive(const Polynomial& f, std::size_t v);
  Polynomial remainder(Polynomial f, const Polynomial& g, std::size_t v);
  Polynomial gcd_of_primitive(Polynomial f, Polynomial g, std::size_t v);
  int common_degree(const Polynomial& f, const Polynomial& g, std::size_t v);

  long left_;
  std::vector<Rule> rules_;
  std::mt19937_64 random_{1884};
};

}  // namespace zwang
