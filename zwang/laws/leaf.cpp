// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/leaf.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/algebra/factors.hpp"

namespace zwang {
namespace {

using Kind = AnsatzTerm::Kind;

RationalFunction scaled(RationalFunction f, LongResidue number) {
  f.above = f.above.times(number);
  return f;
}

// Products and quotients.
RationalFunction as_function(Algebra& algebra, const AnsatzTerm& term) {
  Polynomial above(1), below = term.kind == Kind::quotient ? term.f : Polynomial(1);
  for (std::size_t v = 0; v < term.powers.size(); ++v) {
    if (term.powers[v] == 0) continue;
    Polynomial& side = term.powers[v] > 0 ? above : below;
    side = algebra.product(side, Polynomial::variable(v, std::abs(term.powers[v])));
  }
  return quotient(algebra, RationalFunction(above), RationalFunction(below));
}

class Solving {
 public:
  Solving(Atoms& atoms, Written& written, const std::vector<RationalForm>& forms)
      : atoms_(atoms), algebra_(atoms.algebra()), written_(written), forms_(forms) {}

  std::optional<Leaf> of(const AnsatzSum& sum) {
    if (const auto f = without_logarithms(sum))
      if (auto leaf = solved(*f)) return leaf;
    if (const auto f = with_functions(sum)) return solved(*f);
    return std::nullopt;
  }

 private:
  // The product of powers for a sum of logarithms in whole multiples; exp of the rest.
  std::optional<RationalFunction> without_logarithms(const AnsatzSum& sum) {
    const auto first = std::ranges::find(sum.terms, Kind::log, &AnsatzTerm::kind);
    if (first == sum.terms.end() || std::ranges::count(sum.terms, Kind::angle, &AnsatzTerm::kind))
      return std::nullopt;
    const LongResidue unit = sum.factors[static_cast<std::size_t>(first - sum.terms.begin())];
    RationalFunction rest, product_of_powers(1);
    for (std::size_t k = 0; k < sum.terms.size(); ++k) {
      const LongResidue factor = sum.factors[k] / unit;
      if (sum.terms[k].kind != Kind::log) {
        rest = zwang::sum(algebra_, rest, scaled(as_function(algebra_, sum.terms[k]), factor));
        continue;
      }
      const auto power = factor.ratio();
      if (!power || power->below != 1 || std::abs(power->above) > 4) return std::nullopt;
      product_of_powers = product(
          algebra_, product_of_powers,
          zwang::power(algebra_, RationalFunction(sum.terms[k].f), static_cast<int>(power->above)));
    }
    if (rest.is_zero()) return product_of_powers;
    return product(algebra_, product_of_powers, atoms_.exponential(rest));
  }

  // The sum, with new atoms for logarithms and angles.
  std::optional<RationalFunction> with_functions(const AnsatzSum& sum) {
    RationalFunction out;
    for (std::size_t k = 0; k < sum.terms.size(); ++k) {
      const AnsatzTerm& term = sum.terms[k];
      RationalFunction one;
      if (term.kind == Kind::product || term.kind == Kind::quotient) {
        one = as_function(algebra_, term);
      } else {
        const auto node = written_.term(term);
        if (!node) return std::nullopt;
        one = atoms_.of(*node);
      }
      out = zwang::sum(algebra_, out, scaled(one, sum.factors[k]));
    }
    return out;
  }

  // Whether f or a form contains a function of coordinate v.
  bool is_inside(std::size_t v, const RationalFunction& f) const {
    const auto inside = [&](const Polynomial& one) {
      return std::ranges::any_of(one.variables(), [&](std::size_t atom) {
        return atom >= atoms_.coordinates() &&
               (atoms_[atom].slopes.empty() || !atoms_[atom].slopes[v].is_zero());
      });
    };
    const auto inside_of = [&](const RationalFunction& one) {
      return inside(one.above) || inside(one.below);
    };
    return inside_of(f) || std::ranges::any_of(forms_, [&](const RationalForm& form) {
             return std::ranges::any_of(form, inside_of);
           });
  }

  std::optional<Leaf> solved(const RationalFunction& f) {
    std::optional<std::size_t> best;
    std::size_t least = 0;
    for (std::size_t v = 0; v < atoms_.coordinates(); ++v) {
      const int above = f.above.degree(v), below = f.below.degree(v);
      if (above > 1 || below > 1 || above + below == 0 || is_inside(v, f)) continue;
      // a short factor of it makes short formulas
      const std::size_t length = algebra_.coefficients(f.above, v).back().terms().size() +
                                 10 * static_cast<std::size_t>(below);
      if (!best || length < least) {
        best = v;
        least = length;
      }
    }
    if (!best) return std::nullopt;
    // (A v + B)/(D v + E) = C
    const auto part = [&](const Polynomial& g, std::size_t power) {
      const auto parts = algebra_.coefficients(g, *best);
      return RationalFunction(power < parts.size() ? parts[power] : Polynomial());
    };
    Leaf leaf{.coordinate = *best, .constant = atoms_.add_constant(), .integral = f};
    const RationalFunction c(Polynomial::variable(leaf.constant));
    leaf.by = quotient(
        algebra_, difference(algebra_, product(algebra_, c, part(f.below, 0)), part(f.above, 0)),
        difference(algebra_, part(f.above, 1), product(algebra_, c, part(f.below, 1))));
    return leaf;
  }

  Atoms& atoms_;
  Algebra& algebra_;
  Written& written_;
  const std::vector<RationalForm>& forms_;
};

// f with `by` in the place of a variable.
RationalFunction substituted(Algebra& algebra, const Polynomial& f, std::size_t variable,
                             const RationalFunction& by) {
  RationalFunction out;
  const auto parts = algebra.coefficients(f, variable);
  for (std::size_t k = parts.size(); k-- > 0;)
    out = sum(algebra, product(algebra, out, by), RationalFunction(parts[k]));
  return out;
}

RationalFunction substituted(Algebra& algebra, const RationalFunction& f, std::size_t variable,
                             const RationalFunction& by) {
  if (f.above.degree(variable) + f.below.degree(variable) == 0) return f;
  return quotient(algebra, substituted(algebra, f.above, variable, by),
                  substituted(algebra, f.below, variable, by));
}

}  // namespace

std::optional<Leaf> leaf_of(Atoms& atoms, Written& written, const AnsatzSum& integral,
                            const std::vector<RationalForm>& forms) {
  return Solving(atoms, written, forms).of(integral);
}

std::vector<RationalForm> on_leaf(Atoms& atoms, const Leaf& leaf,
                                  const std::vector<RationalForm>& forms) {
  Algebra& algebra = atoms.algebra();
  RationalForm slopes;
  for (std::size_t i = 0; i < atoms.coordinates(); ++i) {
    const auto slope = atoms.slope(leaf.by, i);
    slopes.push_back(slope ? *slope : RationalFunction());
  }
  std::vector<RationalForm> out;
  for (const RationalForm& form : forms) {
    RationalForm one(form.size());
    const RationalFunction last =
        substituted(algebra, form[leaf.coordinate], leaf.coordinate, leaf.by);
    for (std::size_t i = 0; i < form.size(); ++i) {
      if (i == leaf.coordinate) continue;
      one[i] = substituted(algebra, form[i], leaf.coordinate, leaf.by);
      if (!last.is_zero() && !slopes[i].is_zero())
        one[i] = sum(algebra, one[i], product(algebra, last, slopes[i]));
    }
    out.push_back(std::move(one));
  }
  return out;
}

AnsatzSum off_leaf(Atoms& atoms, const Leaf& leaf, const AnsatzSum& integral) {
  Algebra& algebra = atoms.algebra();
  const auto back = [&](const RationalFunction& f) {
    return substituted(algebra, f, leaf.constant, leaf.integral);
  };
  RationalFunction rational;
  std::vector<Factor> bases;
  std::vector<LongResidue> powers;
  AnsatzSum angles;
  for (std::size_t k = 0; k < integral.terms.size(); ++k) {
    const AnsatzTerm& term = integral.terms[k];
    const LongResidue factor = integral.factors[k];
    if (term.kind == Kind::log) {
      const RationalFunction f = back(RationalFunction(term.f));
      for (const bool above : {true, false})
        for (const Factor& one : factors(algebra, above ? f.above : f.below)) {
          auto at = std::ranges::find(bases, one.base, &Factor::base);
          if (at == bases.end()) {
            bases.push_back(one);
            powers.emplace_back();
            at = bases.end() - 1;
          }
          LongResidue& power = powers[static_cast<std::size_t>(at - bases.begin())];
          power = power + factor * LongResidue(above ? one.power : -one.power);
        }
    } else if (term.kind == Kind::angle) {
      // up to a common factor of both
      const RationalFunction f = back(RationalFunction(term.f)), g = back(RationalFunction(term.g));
      const RationalFunction tangent = quotient(algebra, g, f);
      angles.terms.push_back({.kind = Kind::angle, .f = tangent.below, .g = tangent.above});
      angles.factors.push_back(factor);
    } else {
      rational = sum(algebra, rational, scaled(back(as_function(algebra, term)), factor));
    }
  }
  AnsatzSum out;
  for (const Polynomial::Term& term : rational.above.terms()) {
    AnsatzTerm one;
    if (!rational.is_polynomial()) {
      one.kind = Kind::quotient;
      one.f = rational.below;
    }
    for (std::size_t v = 0; v < one.powers.size(); ++v)
      one.powers[v] = static_cast<std::int8_t>(term.powers[v]);
    if (rational.is_polynomial() && one.powers == Exponents{}) continue;  // a number
    out.terms.push_back(std::move(one));
    out.factors.push_back(term.factor);
  }
  for (std::size_t k = 0; k < bases.size(); ++k) {
    if (powers[k].is_zero()) continue;
    if (bases[k].base.terms().size() == 1 &&
        atoms[bases[k].base.variables().front()].kind == Atom::Kind::exponential) {
      // log exp(f) = f
      const RationalFunction f = atoms[bases[k].base.variables().front()].argument;
      for (const Polynomial::Term& term : f.above.terms()) {
        AnsatzTerm one;
        if (!f.is_polynomial()) {
          one.kind = Kind::quotient;
          one.f = f.below;
        }
        for (std::size_t v = 0; v < one.powers.size(); ++v)
          one.powers[v] = static_cast<std::int8_t>(term.powers[v]);
        out.terms.push_back(std::move(one));
        out.factors.push_back(term.factor * powers[k]);
      }
      continue;
    }
    out.terms.push_back({.kind = Kind::log, .f = bases[k].base});
    out.factors.push_back(powers[k]);
  }
  out.terms.insert(out.terms.end(), angles.terms.begin(), angles.terms.end());
  out.factors.insert(out.factors.end(), angles.factors.begin(), angles.factors.end());
  return out;
}

}  // namespace zwang
