// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "zwang/algebra/factors.hpp"
#include "zwang/base/text.hpp"

namespace zwang {
namespace {

constexpr std::int64_t ten_to_18 = 1'000'000'000'000'000'000;

std::int64_t without_tens(std::int64_t n) {
  for (const std::int64_t prime : {2, 5})
    while (n % prime == 0) n /= prime;
  return n;
}

// The double that prints as this decimal, if it is one.
std::optional<double> decimal(const Ratio& ratio) {
  if (ten_to_18 % ratio.below != 0) return std::nullopt;
  int shift = 0;
  std::int64_t tens = 1;
  while (tens % ratio.below != 0) {
    tens *= 10;
    ++shift;
  }
  const std::int64_t factor = tens / ratio.below;
  if (std::abs(ratio.above) > ten_to_18 / factor) return std::nullopt;
  return std::stod(fmt::format("{}e-{}", ratio.above * factor, shift));
}

Exponents exponents(const Polynomial::Powers& powers, const Exponents& times) {
  Exponents out{};
  for (std::size_t v = 0; v < out.size(); ++v)
    out[v] = static_cast<std::int8_t>(powers[v] + times[v]);
  return out;
}

int degree(const Polynomial::Term& term) {
  return std::accumulate(term.powers.begin(), term.powers.end(), 0);
}

}  // namespace

Polynomial without_fractions(const Polynomial& f) {
  std::int64_t common = 1;
  for (const Polynomial::Term& term : f.terms()) {
    const auto ratio = term.factor.ratio();
    if (!ratio) return f;
    const std::int64_t part = without_tens(ratio->below);
    const std::int64_t more = part / std::gcd(common, part);
    if (common > ten_to_18 / more) return f;
    common *= more;
  }
  return f.times(LongResidue(common));
}

NodeId Written::times(const Ratio& number, NodeId f) {
  if (number == Ratio{1, 1}) return f;
  if (const auto factor = decimal(number)) return graph_.multiply({graph_.constant(*factor), f});
  const NodeId above = graph_.multiply({graph_.constant(static_cast<double>(number.above)), f});
  return graph_.divide({above, graph_.constant(static_cast<double>(number.below))});
}

std::string Written::times(const Ratio& number, const std::string& f) {
  if (number == Ratio{1, 1}) return f;
  if (const auto factor = decimal(number)) return fmt::format("{}*{}", shortest(*factor), f);
  const std::string above = number.above == 1 ? f : fmt::format("{}*{}", number.above, f);
  return fmt::format("{}/{}", above, number.below);
}

std::optional<NodeId> Written::atom(std::size_t v) {
  const Atom& atom = atoms_[v];
  const auto argument = [&] { return quotient(atom.argument); };
  switch (atom.kind) {
    case Atom::Kind::sine:
    case Atom::Kind::cosine: {
      const auto inner = argument();
      if (!inner) return std::nullopt;
      const bool sine = atom.kind == Atom::Kind::sine;
      return graph_.make(atom.hyperbolic ? (sine ? Operation::sinh : Operation::cosh)
                                         : (sine ? Operation::sin : Operation::cos),
                         *inner);
    }
    case Atom::Kind::power: {
      const auto inner = argument();
      if (!inner) return std::nullopt;
      if (atom.exponent == Ratio{1, 2}) return graph_.make(Operation::sqrt, *inner);
      return graph_.pow(*inner, static_cast<double>(atom.exponent.above) /
                                    static_cast<double>(atom.exponent.below));
    }
    default: return atom.node;
  }
}

// All exponentials of a product as one: exp(2*x + y).
std::optional<NodeId> Written::exponential(const Exponents& powers) {
  std::vector<Polynomial::Term> terms;
  std::optional<NodeId> others;
  for (std::size_t v = 0; v < atoms_.size(); ++v) {
    if (powers[v] == 0 || atoms_[v].kind != Atom::Kind::exponential) continue;
    const RationalFunction& argument = atoms_[v].argument;
    if (argument.is_polynomial()) {
      for (const Polynomial::Term& term : argument.above.terms())
        terms.push_back({term.powers, term.factor * LongResidue(powers[v])});
      continue;
    }
    RationalFunction scaled = argument;
    scaled.above = scaled.above.times(LongResidue(powers[v]));
    const auto one = quotient(scaled);
    if (!one) return std::nullopt;
    others = others ? graph_.add({*others, *one}) : *one;
  }
  const Polynomial whole(std::move(terms));
  if (!whole.is_zero()) {
    const auto one = polynomial(whole);
    if (!one) return std::nullopt;
    others = others ? graph_.add({*one, *others}) : *one;
  }
  return others ? graph_.make(Operation::exp, *others) : graph_.constant(1.0);
}

std::optional<NodeId> Written::powers(const Exponents& powers, const Ratio& number) {
  const auto factor_before = decimal(number);
  NodeId below = graph_.constant(1.0);
  NodeId above =
      graph_.constant(factor_before ? *factor_before : static_cast<double>(number.above));
  if (!factor_before) below = graph_.constant(static_cast<double>(number.below));
  for (std::size_t v = 0; v < atoms_.size(); ++v) {
    if (powers[v] == 0 || atoms_[v].kind == Atom::Kind::exponential) continue;
    const int k = std::abs(powers[v]);
    const auto base = atom(v);
    if (!base) return std::nullopt;
    const NodeId factor = k == 1 ? *base : graph_.pow(*base, k);
    NodeId& part = powers[v] > 0 ? above : below;
    part = graph_.multiply({part, factor});
  }
  const auto exp = exponential(powers);
  if (!exp) return std::nullopt;
  above = graph_.multiply({above, *exp});
  return graph_.is_constant(below, 1.0) ? above : graph_.divide({above, below});
}

// From the lowest terms to the highest, those of one degree by the power of the first variable.
std::optional<NodeId> Written::sum(const Polynomial& f, const Exponents& times_all) {
  std::vector<Polynomial::Term> terms = f.terms();
  std::ranges::stable_sort(terms, {}, degree);
  // 1 - x, not -x + 1: the constant last, unless it is all that is positive
  const auto constant = std::ranges::find_if(
      terms, [](const Polynomial::Term& term) { return term.powers == Polynomial::Powers{}; });
  if (constant != terms.end()) std::rotate(constant, constant + 1, terms.end());
  std::vector<std::pair<Ratio, NodeId>> parts;
  for (const Polynomial::Term& term : terms) {
    const auto ratio = term.factor.ratio();
    if (!ratio) return std::nullopt;
    const auto node =
        powers(exponents(term.powers, times_all), {std::abs(ratio->above), ratio->below});
    if (!node) return std::nullopt;
    parts.emplace_back(*ratio, *node);
  }
  const auto positive =
      std::ranges::find_if(parts, [](const auto& part) { return part.first.above > 0; });
  if (positive != parts.end()) std::rotate(parts.begin(), positive, positive + 1);
  NodeId sum = graph_.constant(0.0);
  for (const auto& [ratio, node] : parts)
    sum = ratio.above < 0 ? graph_.subtract({sum, node}) : graph_.add({sum, node});
  return sum;
}

std::optional<NodeId> Written::polynomial(const Polynomial& f) { return sum(f, {}); }

std::optional<NodeId> Written::quotient(const RationalFunction& f) {
  // exponentials below belong above
  Exponents less{};
  Polynomial::Powers off{};
  for (std::size_t v = 0; v < atoms_.size(); ++v) {
    if (atoms_[v].kind != Atom::Kind::exponential) continue;
    int common = f.below.degree(v);
    for (const Polynomial::Term& term : f.below.terms())
      common = std::min(common, int{term.powers[v]});
    less[v] = static_cast<std::int8_t>(-common);
    off[v] = static_cast<std::uint8_t>(common);
  }
  std::vector<Polynomial::Term> terms = f.below.terms();
  for (Polynomial::Term& term : terms)
    for (std::size_t v = 0; v < off.size(); ++v)
      term.powers[v] = static_cast<std::uint8_t>(term.powers[v] - off[v]);
  const Polynomial given(std::move(terms)), below = without_fractions(given);
  const LongResidue scale = below.is_zero() ? LongResidue(1) : below.lead() / given.lead();
  const auto above = sum(f.above.times(scale), less);
  const auto bottom = polynomial(below);
  if (!above || !bottom) return std::nullopt;
  return graph_.is_constant(*bottom, 1.0) ? *above : graph_.divide({*above, *bottom});
}

std::optional<NodeId> Written::product(Algebra& algebra, const RationalFunction& f) {
  if (f.is_zero()) return graph_.constant(0.0);
  LongResidue number = f.above.lead() / f.below.lead();
  Exponents single{};
  NodeId above = graph_.constant(1.0), below = above;
  const auto take = [&](const Polynomial& part, bool is_above) {
    for (auto [base, power] : factors(algebra, part)) {
      if (base.terms().size() == 1) {
        const std::size_t v = base.variables().front();
        single[v] = static_cast<std::int8_t>(single[v] + (is_above ? power : -power));
        continue;
      }
      // sqrt(f)/f as 1/sqrt(f)
      for (std::size_t v = 0; v < atoms_.size() && !is_above; ++v)
        if (atoms_[v].kind == Atom::Kind::power && atoms_[v].exponent == Ratio{1, 2} &&
            single[v] == 1 && atoms_[v].argument == RationalFunction(base)) {
          single[v] = -1;
          --power;
        }
      if (power == 0) continue;
      const Polynomial whole = without_fractions(base);
      const LongResidue scale = zwang::power(whole.lead(), power);
      number = is_above ? number / scale : number * scale;
      const auto node = polynomial(whole);
      if (!node) return false;
      NodeId& side = is_above ? above : below;
      side = graph_.multiply({side, power == 1 ? *node : graph_.pow(*node, power)});
    }
    return true;
  };
  if (!take(f.above, true) || !take(f.below, false)) return std::nullopt;
  Exponents up{}, down{};
  for (std::size_t v = 0; v < atoms_.size(); ++v) {
    const bool stays = single[v] > 0 || atoms_[v].kind == Atom::Kind::exponential;
    up[v] = stays ? single[v] : std::int8_t{0};
    down[v] = static_cast<std::int8_t>(stays ? 0 : -single[v]);
  }
  const auto ratio = number.ratio();
  const auto ups = powers(up), downs = powers(down);
  if (!ratio || !ups || !downs) return std::nullopt;
  above = graph_.multiply({*ups, above});
  below = graph_.multiply({*downs, below});
  // x/(3*y), not x/3/y
  const bool fraction = !decimal(*ratio);
  above = times({ratio->above, fraction ? 1 : ratio->below}, above);
  if (fraction)
    below = graph_.multiply({graph_.constant(static_cast<double>(ratio->below)), below});
  return graph_.is_constant(below, 1.0) ? above : graph_.divide({above, below});
}

std::optional<NodeId> Written::term(const AnsatzTerm& term) {
  using Kind = AnsatzTerm::Kind;
  if (term.kind == Kind::product) return powers(term.powers);
  const auto f = polynomial(term.f);
  if (!f) return std::nullopt;
  if (term.kind == Kind::log) return graph_.make(Operation::log, *f);
  if (term.kind == Kind::quotient) {
    const auto above = powers(term.powers);
    return above ? std::optional(graph_.divide({*above, *f})) : std::nullopt;
  }
  const auto g = polynomial(term.g);
  if (!g) return std::nullopt;
  if (graph_[*f].operation == Operation::constant)
    return graph_.make(Operation::atan, graph_.divide({*g, *f}));
  return graph_.make(Operation::atan2, {*g, *f});
}

NodeId reduced(Graph& graph, NodeId f, Number number) {
  constexpr long work = 300'000;
  try {
    std::vector<SymbolId> symbols;
    for (const NodeId id : graph.below(std::array{f}))
      if (graph[id].operation == Operation::symbol) symbols.push_back(graph[id].a);
    Atoms atoms(graph, std::move(symbols), std::array{f}, work);
    Written written(graph, atoms);
    RationalFunction lowest = atoms.of(f);
    if (number == Number::dropped) lowest.above = lowest.above.monic();
    return written.product(atoms.algebra(), lowest).value_or(f);
  } catch (const OutOfWork&) {
    return f;
  } catch (const std::domain_error&) {
    return f;
  }
}

}  // namespace zwang
