// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "zwang/algebra/factors.hpp"

namespace zwang {
namespace {

constexpr std::size_t most_products = 260;
constexpr std::size_t most_integrals = 3;

using Polynomials = std::vector<Polynomial>;

// The form without denominators and common factors.
Polynomials primitive(Algebra& algebra, const RationalForm& form) {
  Polynomial below(1), common;
  for (const RationalFunction& one : form)
    if (!one.is_zero())
      below = algebra.product(below, *algebra.quotient(one.below, algebra.gcd(below, one.below)));
  Polynomials out;
  for (const RationalFunction& one : form) {
    if (one.is_zero()) {
      out.emplace_back();
      continue;
    }
    // with rules between the atoms a denominator need not divide the common one
    const auto factor = algebra.quotient(below, one.below);
    if (!factor) throw OutOfWork();
    out.push_back(algebra.product(one.above, *factor));
    common = algebra.gcd(common, out.back());
  }
  if (!common.is_zero() && !common.is_one())
    for (Polynomial& one : out)
      if (!one.is_zero()) one = *algebra.quotient(one, common);
  return out;
}

class Quadrature {
 public:
  Quadrature(Atoms& atoms, const RationalForm& form)
      : atoms_(atoms), algebra_(atoms.algebra()), form_(primitive(atoms.algebra(), form)) {
    for (const Polynomial& one : form_) {
      degree_ = std::max(degree_, one.degree());
      for (const std::size_t v : one.variables()) {
        degrees_.resize(std::max(degrees_.size(), v + 1), 0);
        degrees_[v] = std::max(degrees_[v], one.degree(v));
      }
    }
    degrees_.resize(atoms.size(), 0);
    // a sine brings its cosine
    for (std::size_t v = 0; v < atoms.size(); ++v)
      if (atoms[v].kind == Atom::Kind::sine && degrees_[v] + degrees_[v + 1] > 0)
        for (const std::size_t one : {v, v + 1}) degrees_[one] = std::max(degrees_[one], 1);
  }

  bool is_integrable() {
    const std::size_t n = form_.size();
    for (int turn = 0; turn < 3; ++turn) {
      const Values at = values();
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
          for (std::size_t k = j + 1; k < n; ++k) {
            const LongResidue all = at.form[i].value * at.covariant(j, k) +
                                    at.form[j].value * at.covariant(k, i) +
                                    at.form[k].value * at.covariant(i, j);
            if (!all.is_zero()) return false;
          }
    }
    return true;
  }

  bool has_opaque_atoms() const {
    for (std::size_t v = 0; v < atoms_.size(); ++v)
      if (degrees_[v] > 0 && atoms_[v].slopes.empty()) return true;
    return false;
  }

  std::vector<AnsatzSum> find() {
    try_simple();
    for (int extra = 1; extra <= 2 && found_.empty(); ++extra)
      for (int degree = 1; degree <= degree_ + extra && found_.empty(); ++degree)
        if (!try_degree(degree, extra)) break;
    return std::move(found_);
  }

 private:
  struct Values {
    std::vector<Probe::Number> form;
    Probe probe;
    // dP_k/dx_j - dP_j/dx_k
    LongResidue covariant(std::size_t j, std::size_t k) const {
      return form[k].slopes[j] - form[j].slopes[k];
    }
  };

  Values values_at(Probe probe) const {
    Values out{{}, std::move(probe)};
    for (const Polynomial& one : form_) out.form.push_back(out.probe.of(one));
    return out;
  }

  Values values() {
    for (int tries = 0; tries < 100; ++tries) try {
        algebra_.spend(100);
        return values_at(Probe(atoms_, atoms_.draw()));
      } catch (const std::domain_error&) {
        // another point
      }
    throw OutOfWork();
  }

  // V d omega - dV ^ omega, one number for each pair of coordinates.
  static std::vector<LongResidue> off(const Values& at, const Probe::Number& v) {
    std::vector<LongResidue> out;
    for (std::size_t j = 0; j < at.form.size(); ++j)
      for (std::size_t k = j + 1; k < at.form.size(); ++k) {
        if (at.form[j].value.is_zero() && at.form[k].value.is_zero()) continue;
        out.push_back(v.value * at.covariant(j, k) - v.slopes[j] * at.form[k].value +
                      v.slopes[k] * at.form[j].value);
      }
    return out;
  }

  bool serves(const Polynomial& v) {
    for (int turn = 0; turn < 2; ++turn) {
      const Values at = values();
      const auto rest = off(at, at.probe.of(v));
      if (!std::ranges::all_of(rest, [](LongResidue x) { return x.is_zero(); })) return false;
    }
    return true;
  }

  // 1; the coefficient of a coordinate that occurs nowhere; sum x_i P_i, if all scales alike.
  void try_simple() {
    Polynomial scaling;
    for (std::size_t i = 0; i < form_.size(); ++i)
      scaling = algebra_.sum(scaling, algebra_.product(Polynomial::variable(i), form_[i]));
    Polynomials all = {Polynomial(1)};
    all.insert(all.end(), form_.begin(), form_.end());
    all.push_back(scaling);
    Polynomials tried;
    for (const Polynomial& one : all) {
      if (found_.size() == most_integrals) return;
      if (one.is_zero()) continue;
      const Polynomial v = one.monic();
      if (std::ranges::find(tried, v) != tried.end()) continue;
      tried.push_back(v);
      if (serves(v)) integrate(v);
    }
  }

  // False if there are too many products.
  bool try_degree(int degree, int extra) {
    std::vector<int> degrees = degrees_;
    for (int& one : degrees)
      if (one > 0) one += extra;
    const std::vector<Exponents> products = products_up_to(atoms_, degrees, degree, most_products);
    if (products.empty()) return false;
    const LinearEquations linear = equations(atoms_, products.size(), [&](const Probe& probe) {
      const Values at = values_at(probe);
      std::vector<std::vector<LongResidue>> rows;
      for (std::size_t k = 0; k < products.size(); ++k) {
        const auto column = off(at, probe.of(products[k]));
        if (rows.empty()) rows.assign(column.size(), std::vector<LongResidue>(products.size()));
        for (std::size_t i = 0; i < column.size(); ++i) rows[i][k] = column[i];
      }
      return rows;
    });
    Polynomials factors;
    for (const auto& solution : linear.solutions()) factors.push_back(combined(products, solution));
    std::ranges::stable_sort(factors, {}, [](const Polynomial& one) { return one.terms().size(); });
    for (const Polynomial& one : factors) {
      if (found_.size() == most_integrals) break;
      integrate(one.monic());
    }
    // the quotient of two such factors is an integral
    if (found_.empty() && factors.size() > 1) divide(factors[1], factors[0]);
    return true;
  }

  static Polynomial combined(const std::vector<Exponents>& products,
                             const std::vector<LongResidue>& factors) {
    std::vector<Polynomial::Term> terms;
    for (std::size_t k = 0; k < products.size(); ++k) {
      if (factors[k].is_zero()) continue;
      terms.push_back({{}, factors[k]});
      for (std::size_t v = 0; v < products[k].size(); ++v)
        terms.back().powers[v] = static_cast<std::uint8_t>(products[k][v]);
    }
    return Polynomial(std::move(terms));
  }

  void divide(const Polynomial& f, const Polynomial& g) {
    const Polynomial common = algebra_.gcd(f, g);
    const Polynomial above = *algebra_.quotient(f, common), below = *algebra_.quotient(g, common);
    AnsatzSum sum;
    for (const Polynomial::Term& term : above.terms()) {
      AnsatzTerm one{.kind = AnsatzTerm::Kind::quotient, .f = below.monic()};
      for (std::size_t v = 0; v < one.powers.size(); ++v)
        one.powers[v] = static_cast<std::int8_t>(term.powers[v]);
      sum.terms.push_back(std::move(one));
      sum.factors.push_back(term.factor);
    }
    found_.push_back(std::move(sum));
  }

  // omega/V, which is a differential.
  void integrate(const Polynomial& v) {
    const std::vector<AnsatzTerm> terms = candidates(v);
    if (terms.empty()) return;
    // the last unknown is the factor of omega/V
    const std::size_t count = terms.size();
    const LinearEquations linear = equations(atoms_, count + 1, [&](const Probe& probe) {
      std::vector<std::vector<LongResidue>> rows(form_.size(), std::vector<LongResidue>(count + 1));
      for (std::size_t k = 0; k < count; ++k) {
        const Probe::Number number = probe.of(terms[k]);
        for (std::size_t i = 0; i < form_.size(); ++i) rows[i][k] = number.slopes[i];
      }
      const LongResidue inverse = LongResidue(1) / v.value(probe.x());
      for (std::size_t i = 0; i < form_.size(); ++i)
        rows[i][count] = form_[i].value(probe.x()) * inverse;
      return rows;
    });
    const auto solutions = linear.solutions();
    if (solutions.empty() || solutions.back()[count].is_zero()) return;
    AnsatzSum sum;
    for (std::size_t k = 0; k < count; ++k)
      if (!solutions.back()[k].is_zero()) {
        sum.terms.push_back(terms[k]);
        sum.factors.push_back(solutions.back()[k]);
      }
    found_.push_back(std::move(sum));
  }

  // Products, logarithms, angles, quotients: what the integral of omega/V may consist of.
  std::vector<AnsatzTerm> candidates(const Polynomial& v) {
    const std::vector<Factor> parts = factors(algebra_, v);
    Polynomial below(1);
    std::vector<int> degrees = degrees_;
    std::vector<AnsatzTerm> logs, angles;
    for (const auto& [base, power] : parts) {
      const std::vector<std::size_t> variables = base.variables();
      const bool alone = base.terms().size() == 1;
      const Atom::Kind kind = atoms_[variables.front()].kind;
      // the logarithm of an exponential is nothing new, its inverse is
      const bool exponential = alone && kind == Atom::Kind::exponential;
      const int times = exponential || (alone && kind == Atom::Kind::power) ? power : power - 1;
      below = algebra_.product(below, algebra_.power(base, times));
      if (exponential) continue;
      for (const Polynomial& one : power == 1 ? with_residues(base, v) : Polynomials{base}) {
        logs.push_back({.kind = AnsatzTerm::Kind::log, .f = atoms_.shortened(one)});
        if (const auto pair = sum_of_squares(algebra_, one))
          angles.push_back({.kind = AnsatzTerm::Kind::angle, .f = pair->a, .g = pair->b});
      }
    }
    for (std::size_t i = 0; i < form_.size(); ++i)
      if (!form_[i].is_zero()) ++degrees[i];
    const int highest = std::max(degree_ + 1 - v.degree(), 1);
    std::vector<AnsatzTerm> out;
    std::vector<Exponents> products = products_up_to(atoms_, degrees, highest, most_products);
    if (products.empty() && v.is_constant()) products = related_products();
    for (const Exponents& powers : products)
      if (powers != Exponents{}) out.push_back({.powers = powers});
    out.insert(out.end(), logs.begin(), logs.end());
    out.insert(out.end(), angles.begin(), angles.end());
    if (!below.is_constant()) {
      std::vector<int> over = degrees;
      for (const std::size_t one : below.variables()) over[one] += below.degree(one);
      const int top = std::max(degree_ + 1 - v.degree() + below.degree(), below.degree());
      for (const Exponents& powers : products_up_to(atoms_, over, top, most_products))
        out.push_back({.kind = AnsatzTerm::Kind::quotient, .powers = powers, .f = below});
    }
    return out;
  }

  // Where all products of a degree are too many: for a term of P_i that times x_i, itself, and
  // itself with other powers of sines, cosines and of x_i.
  std::vector<Exponents> related_products() {
    std::vector<Exponents> out;
    const auto add = [&](const Exponents& powers) {
      if (out.size() <= most_products && std::ranges::find(out, powers) == out.end())
        out.push_back(powers);
    };
    for (std::size_t i = 0; i < form_.size(); ++i)
      for (const Polynomial::Term& term : form_[i].terms()) {
        Exponents powers{};
        for (std::size_t v = 0; v < powers.size(); ++v)
          powers[v] = static_cast<std::int8_t>(term.powers[v]);
        std::vector<std::size_t> sines;
        bool transcendental = false;
        for (std::size_t v = form_.size(); v < atoms_.size(); ++v) {
          if (powers[v] == 0 || atoms_[v].slopes[i].is_zero()) continue;
          transcendental = true;
          if (atoms_[v].kind == Atom::Kind::sine) sines.push_back(v);
          if (atoms_[v].kind == Atom::Kind::cosine && powers[v - 1] == 0) sines.push_back(v - 1);
        }
        Exponents risen = powers;
        ++risen[i];
        for (const std::size_t s : sines) risen[s] = risen[s + 1] = 0;
        add(risen);
        for (int k = transcendental ? powers[i] : -1; k >= 0; --k, --powers[i]) {
          add(powers);
          for (const std::size_t s : sines) {
            Exponents other = powers;
            const int sum = powers[s] + powers[s + 1];
            for (int c = 0; c <= sum + 1; ++c)
              for (const std::int8_t sine : {std::int8_t{0}, std::int8_t{1}}) {
                other[s] = sine;
                other[s + 1] = static_cast<std::int8_t>(c);
                add(other);
              }
          }
        }
      }
    if (out.size() > most_products) out.clear();
    std::ranges::stable_sort(out, {}, [](const Exponents& powers) {
      int sum = 0;
      for (const int power : powers) sum += power;
      return sum;
    });
    return out;
  }

  // A simple factor f of V = f W, taken apart by the residues of omega/V along it: omega = a W df
  // where f = 0, so that f has a common divisor with P_i - a W df/dx_i (Rothstein, Trager), and
  // with (P_i - a W df/dx_i)^2 + (b W df/dx_i)^2 for the residues a + bi and a - bi of an angle.
  Polynomials with_residues(const Polynomial& f, const Polynomial& v) {
    Polynomials out = {f};
    const std::vector<std::size_t> variables = f.variables();
    const bool free = std::ranges::all_of(variables, [&](std::size_t one) {
      return atoms_[one].kind == Atom::Kind::coordinate ||
             atoms_[one].kind == Atom::Kind::exponential ||
             atoms_[one].kind == Atom::Kind::constant;
    });
    if (!free || f.degree() < 2) return out;
    const Polynomial others = *algebra_.quotient(v, f);
    for (const std::size_t i : variables) {
      if (i >= form_.size()) continue;
      const auto slope = atoms_.slope(RationalFunction(f), i);
      if (!slope || !slope->is_polynomial()) continue;
      const Polynomial w = algebra_.product(others, slope->above);
      const auto take = [&](const Polynomial& with) {
        const Polynomial part = algebra_.gcd(out.front(), with);
        if (part.is_constant() || part == out.front()) return;
        out.front() = algebra_.quotient(out.front(), part)->monic();
        out.push_back(part);
      };
      const Univariate residues = residue_polynomial(f, form_[i], w, i);
      for (const LongResidue& a : roots(residues, algebra_.random()))
        if (is_short(a)) take(algebra_.difference(form_[i], w.times(a)));
      for (const Univariate& one : quadratic_factors(residues, algebra_.random())) {
        const LongResidue a = -one[1] / LongResidue(2), square = one[0] - a * a;
        if (!is_short(a) || !is_short(square)) continue;
        const Polynomial real = algebra_.difference(form_[i], w.times(a));
        take(algebra_.sum(algebra_.product(real, real), algebra_.product(w, w).times(square)));
      }
      break;
    }
    return out;
  }

  static bool is_short(LongResidue number) {
    constexpr std::int64_t largest = 10'000'000;
    const auto ratio = number.ratio();
    return ratio && std::abs(ratio->above) < largest && ratio->below < largest;
  }

  // Zero at the numbers a for which p - a w and f have a common root as polynomials of one
  // variable.
  Univariate residue_polynomial(const Polynomial& f, const Polynomial& p, const Polynomial& w,
                                std::size_t variable) {
    const std::vector<LongResidue> x = values().probe.x();
    const Univariate f_along = f.along(variable, x);
    std::vector<LongResidue> at;
    for (int a = 0; a <= f.degree(variable); ++a) {
      const Univariate rest = algebra_.difference(p, w.times(LongResidue(a))).along(variable, x);
      at.push_back(rest.empty() ? LongResidue() : resultant(f_along, rest));
    }
    return through(at);
  }

  Atoms& atoms_;
  Algebra& algebra_;
  Polynomials form_;
  int degree_ = 0;
  std::vector<int> degrees_;
  std::vector<AnsatzSum> found_;
};

}  // namespace

bool is_integrable(Atoms& atoms, const RationalForm& form) {
  Quadrature quadrature(atoms, form);
  return !quadrature.has_opaque_atoms() && quadrature.is_integrable();
}

std::vector<AnsatzSum> integrals_of(Atoms& atoms, const RationalForm& form) {
  Quadrature quadrature(atoms, form);
  if (quadrature.has_opaque_atoms() || !quadrature.is_integrable()) return {};
  return quadrature.find();
}

std::vector<Exponents> products_up_to(const Atoms& atoms, const std::vector<int>& degrees,
                                      int degree, std::size_t most) {
  std::vector<Exponents> out;
  Exponents powers{};
  const auto highest = [&](std::size_t v) {
    // higher ones are known by a rule
    const bool rule = atoms[v].kind == Atom::Kind::sine ||
                      (atoms[v].kind == Atom::Kind::power && atoms[v].exponent == Ratio{1, 2});
    return rule ? std::min(degrees[v], 1) : degrees[v];
  };
  const std::function<void(std::size_t, int)> fill = [&](std::size_t v, int left) {
    if (out.size() > most) return;
    if (v == atoms.size() || left == 0) {
      if (left == 0) out.push_back(powers);
      return;
    }
    for (int k = std::min(left, highest(v)); k >= 0; --k) {
      powers[v] = static_cast<std::int8_t>(k);
      fill(v + 1, left - k);
    }
    powers[v] = 0;
  };
  for (int one = 0; one <= degree; ++one) fill(0, one);
  if (out.size() > most) out.clear();
  return out;
}

}  // namespace zwang
