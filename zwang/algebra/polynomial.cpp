// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/polynomial.hpp"

#include <algorithm>
#include <numeric>

namespace zwang {
namespace {

using Powers = Polynomial::Powers;
using Term = Polynomial::Term;

constexpr int highest = 200;  // power

Powers added(const Powers& a, const Powers& b) {
  Powers out;
  for (std::size_t v = 0; v < a.size(); ++v) {
    const int sum = a[v] + b[v];
    if (sum > highest) throw OutOfWork();
    out[v] = static_cast<std::uint8_t>(sum);
  }
  return out;
}

std::optional<Powers> less(const Powers& a, const Powers& b) {
  Powers out;
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (a[v] < b[v]) return std::nullopt;
    out[v] = static_cast<std::uint8_t>(a[v] - b[v]);
  }
  return out;
}

}  // namespace

Polynomial::Polynomial(LongResidue number) {
  if (!number.is_zero()) terms_.push_back({{}, number});
}

Polynomial::Polynomial(std::vector<Term> terms) {
  std::ranges::sort(terms, [](const Term& a, const Term& b) { return a.powers > b.powers; });
  for (const Term& term : terms) {
    if (!terms_.empty() && terms_.back().powers == term.powers) {
      terms_.back().factor = terms_.back().factor + term.factor;
      continue;
    }
    if (!terms_.empty() && terms_.back().factor.is_zero()) terms_.pop_back();
    terms_.push_back(term);
  }
  if (!terms_.empty() && terms_.back().factor.is_zero()) terms_.pop_back();
}

Polynomial Polynomial::variable(std::size_t v, int power) {
  Polynomial out;
  out.terms_.push_back({{}, LongResidue(1)});
  out.terms_.front().powers[v] = static_cast<std::uint8_t>(power);
  return out;
}

bool Polynomial::is_constant() const {
  return terms_.empty() || (terms_.size() == 1 && terms_.front().powers == Powers{});
}

LongResidue Polynomial::constant_term() const {
  return terms_.empty() || terms_.back().powers != Powers{} ? LongResidue() : terms_.back().factor;
}

int Polynomial::degree() const {
  int most = 0;
  for (const Term& term : terms_)
    most = std::max(most, std::accumulate(term.powers.begin(), term.powers.end(), 0));
  return most;
}

int Polynomial::degree(std::size_t v) const {
  int most = 0;
  for (const Term& term : terms_) most = std::max(most, int{term.powers[v]});
  return most;
}

std::vector<std::size_t> Polynomial::variables() const {
  Powers most{};
  for (const Term& term : terms_)
    for (std::size_t v = 0; v < most.size(); ++v) most[v] = std::max(most[v], term.powers[v]);
  std::vector<std::size_t> out;
  for (std::size_t v = 0; v < most.size(); ++v)
    if (most[v] > 0) out.push_back(v);
  return out;
}

LongResidue Polynomial::value(std::span<const LongResidue> x) const {
  LongResidue sum;
  for (const Term& term : terms_) {
    LongResidue product = term.factor;
    for (std::size_t v = 0; v < x.size(); ++v)
      if (term.powers[v] > 0) product = product * zwang::power(x[v], term.powers[v]);
    sum = sum + product;
  }
  return sum;
}

Univariate Polynomial::along(std::size_t v, std::span<const LongResidue> x) const {
  Univariate out(static_cast<std::size_t>(degree(v)) + 1);
  for (const Term& term : terms_) {
    LongResidue product = term.factor;
    for (std::size_t k = 0; k < x.size(); ++k)
      if (k != v && term.powers[k] > 0) product = product * zwang::power(x[k], term.powers[k]);
    out[term.powers[v]] = out[term.powers[v]] + product;
  }
  trim(out);
  return out;
}

Polynomial Polynomial::times(LongResidue number) const {
  if (number.is_zero()) return {};
  Polynomial out = *this;
  for (Term& term : out.terms_) term.factor = term.factor * number;
  return out;
}

Polynomial Algebra::sum(const Polynomial& f, const Polynomial& g) {
  spend(f.terms().size() + g.terms().size());
  std::vector<Term> terms = f.terms();
  terms.insert(terms.end(), g.terms().begin(), g.terms().end());
  return Polynomial(std::move(terms));
}

Polynomial Algebra::difference(const Polynomial& f, const Polynomial& g) {
  return sum(f, g.times(LongResidue(-1)));
}

Polynomial Algebra::raw_product(const Polynomial& f, const Polynomial& g) {
  spend(1 + f.terms().size() * g.terms().size());
  std::vector<Term> terms;
  terms.reserve(f.terms().size() * g.terms().size());
  for (const Term& a : f.terms())
    for (const Term& b : g.terms())
      terms.push_back({added(a.powers, b.powers), a.factor * b.factor});
  return Polynomial(std::move(terms));
}

Polynomial Algebra::product(const Polynomial& f, const Polynomial& g) {
  return reduced(raw_product(f, g));
}

// The rules of later variables first: they bring back earlier ones.
Polynomial Algebra::reduced(Polynomial f) {
  for (std::size_t k = rules_.size(); k-- > 0;) {
    const Rule rule = rules_[k];
    while (f.degree(rule.variable) >= rule.power) {
      std::vector<Term> kept, changed;
      for (const Term& term : f.terms()) {
        if (term.powers[rule.variable] < rule.power) {
          kept.push_back(term);
          continue;
        }
        changed.push_back(term);
        auto& power = changed.back().powers[rule.variable];
        power = static_cast<std::uint8_t>(power - rule.power);
      }
      f = sum(Polynomial(std::move(kept)), raw_product(Polynomial(std::move(changed)), rule.by));
    }
  }
  return f;
}

Polynomial Algebra::power(const Polynomial& f, int n) {
  Polynomial result(1), square = f;
  for (unsigned m = static_cast<unsigned>(n); m > 0; m >>= 1U) {
    if (m & 1U) result = product(result, square);
    if (m > 1) square = product(square, square);
  }
  return result;
}

Polynomial Algebra::slope(const Polynomial& f, std::size_t v) {
  spend(f.terms().size());
  std::vector<Term> terms;
  for (Term term : f.terms()) {
    if (term.powers[v] == 0) continue;
    term.factor = term.factor * LongResidue(term.powers[v]);
    --term.powers[v];
    terms.push_back(term);
  }
  return Polynomial(std::move(terms));
}

std::optional<Polynomial> Algebra::quotient(const Polynomial& f, const Polynomial& g) {
  if (g.is_one()) return f;
  const LongResidue inverse = LongResidue(1) / g.lead();
  Polynomial rest = f;
  std::vector<Term> result;
  while (!rest.is_zero()) {
    const auto powers = less(rest.terms().front().powers, g.terms().front().powers);
    if (!powers) return std::nullopt;
    result.push_back({*powers, rest.lead() * inverse});
    rest = difference(rest, raw_product(Polynomial(std::vector{result.back()}), g));
  }
  return Polynomial(std::move(result));
}

Polynomial Algebra::exact(const Polynomial& f, const Polynomial& g) {
  auto result = quotient(f, g);
  if (!result) throw OutOfWork();  // cannot be, short of a polynomial that is 0 modulo the prime
  return std::move(*result);
}

std::vector<Polynomial> Algebra::coefficients(const Polynomial& f, std::size_t v) {
  spend(f.terms().size());
  std::vector<std::vector<Term>> parts(static_cast<std::size_t>(f.degree(v)) + 1);
  for (Term term : f.terms()) {
    const std::size_t power = term.powers[v];
    term.powers[v] = 0;
    parts[power].push_back(term);
  }
  std::vector<Polynomial> out;
  for (auto& part : parts) out.emplace_back(std::move(part));
  return out;
}

Polynomial Algebra::content(const Polynomial& f, std::size_t v) {
  std::vector<Polynomial> parts = coefficients(f, v);
  std::ranges::sort(parts, {}, [](const Polynomial& one) { return one.terms().size(); });
  Polynomial common;
  for (const Polynomial& part : parts) {
    if (part.is_zero()) continue;
    common = gcd(common, part);
    if (common.is_one()) break;
  }
  return common;
}

Polynomial Algebra::primitive(const Polynomial& f, std::size_t v) {
  return f.is_zero() ? f : exact(f, content(f, v)).monic();
}

// Of f by g as polynomials in v, times a power of the leading coefficient of g.
Polynomial Algebra::remainder(Polynomial f, const Polynomial& g, std::size_t v) {
  const std::vector<Polynomial> below = coefficients(g, v);
  while (!f.is_zero() && f.degree(v) >= g.degree(v)) {
    const Polynomial top = coefficients(f, v).back();
    const Polynomial shift = Polynomial::variable(v, f.degree(v) - g.degree(v));
    f = difference(raw_product(f, below.back()), raw_product(raw_product(top, shift), g));
  }
  return f;
}

// Euclid's algorithm in v.
Polynomial Algebra::gcd_of_primitive(Polynomial f, Polynomial g, std::size_t v) {
  if (f.degree(v) < g.degree(v)) std::swap(f, g);
  while (!g.is_zero()) {
    if (g.degree(v) == 0) return Polynomial(1);
    Polynomial rest = primitive(remainder(std::move(f), g, v), v);
    f = std::move(g);
    g = std::move(rest);
  }
  return f;
}

// The degree in v of the greatest common divisor where the other variables are random numbers: not
// less than the true one.
int Algebra::common_degree(const Polynomial& f, const Polynomial& g, std::size_t v) {
  spend(2 * (f.terms().size() + g.terms().size()));
  std::vector<LongResidue> x(Polynomial::most_variables);
  for (LongResidue& one : x) one = LongResidue::random(random_);
  return static_cast<int>(gcd_of(f.along(v, x), g.along(v, x)).size()) - 1;
}

Polynomial Algebra::gcd(const Polynomial& f, const Polynomial& g) {
  if (f.is_zero()) return g.monic();
  if (g.is_zero()) return f.monic();
  if (f.is_constant() || g.is_constant()) return Polynomial(1);
  if (f.terms().size() == 1 || g.terms().size() == 1) {
    Powers common = f.terms().front().powers;
    for (const Polynomial* one : {&f, &g})
      for (const Term& term : one->terms())
        for (std::size_t v = 0; v < common.size(); ++v)
          common[v] = std::min(common[v], term.powers[v]);
    return Polynomial(std::vector{Term{common, LongResidue(1)}});
  }
  // what the divisor does not contain is no concern of it
  const std::vector<std::size_t> of_f = f.variables(), of_g = g.variables();
  for (const std::size_t v : of_f)
    if (!std::ranges::binary_search(of_g, v)) return gcd(content(f, v), g);
  for (const std::size_t v : of_g)
    if (!std::ranges::binary_search(of_f, v)) return gcd(f, content(g, v));
  std::size_t best = of_f.front();
  bool f_divides = true, g_divides = true;
  for (const std::size_t v : of_f) {
    const int common = common_degree(f, g, v);
    if (common == 0) return gcd(content(f, v), content(g, v));
    f_divides = f_divides && common == f.degree(v);
    g_divides = g_divides && common == g.degree(v);
    if (f.degree(v) + g.degree(v) < f.degree(best) + g.degree(best)) best = v;
  }
  if (f_divides && quotient(g, f)) return f.monic();
  if (g_divides && quotient(f, g)) return g.monic();
  const Polynomial of_contents = gcd(content(f, best), content(g, best));
  return raw_product(of_contents, gcd_of_primitive(primitive(f, best), primitive(g, best), best))
      .monic();
}

}  // namespace zwang
