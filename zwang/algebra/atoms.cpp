// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/atoms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace zwang {
namespace {

constexpr int most_multiple = 12;       // of an angle or an exponent
constexpr std::size_t most_parts = 60;  // of an argument
constexpr int most_power = 30;

// The largest fraction of which both are multiples.
Ratio common_unit(const Ratio& a, const Ratio& b) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  for (const std::int64_t n : {a.above, a.below, b.above, b.below})
    if (std::abs(n) > most) return a;
  const std::int64_t above = std::gcd(a.above * b.below, b.above * a.below);
  const std::int64_t below = a.below * b.below, common = std::gcd(above, below);
  return {above / common, below / common};
}

bool is_function(const Graph& graph, NodeId id) {
  const Node& node = graph[id];
  if (node.operation == Operation::pow) {
    const Node& exponent = graph[node.b];
    return exponent.operation != Operation::constant ||
           exponent.number != std::floor(exponent.number) || std::abs(exponent.number) > most_power;
  }
  return !word(node.operation).empty();
}

}  // namespace

Atoms::Atoms(const Graph& graph, std::vector<SymbolId> coordinates, std::span<const NodeId> roots,
             long work)
    : graph_(graph), coordinates_(std::move(coordinates)), algebra_(work) {
  for (std::size_t i = 0; i < coordinates_.size(); ++i) {
    std::vector<RationalFunction> slopes(coordinates_.size());
    slopes[i] = RationalFunction(1);
    add({.kind = Atom::Kind::coordinate,
         .node = graph_.node_of(coordinates_[i]),
         .slopes = std::move(slopes)});
  }
  const std::vector<NodeId> nodes = graph_.below(roots);
  find_units(nodes);
  for (const NodeId id : nodes)
    if (is_function(graph_, id) || graph_[id].operation == Operation::symbol) of(id);
}

std::size_t Atoms::add(Atom atom) {
  if (atoms_.size() == Polynomial::most_variables) throw OutOfWork();
  atoms_.push_back(std::move(atom));
  return atoms_.size() - 1;
}

std::optional<Atoms::Family> Atoms::family(Operation operation) {
  switch (operation) {
    case Operation::exp: return Family::exponential;
    case Operation::sin:
    case Operation::cos:
    case Operation::tan: return Family::circular;
    case Operation::sinh:
    case Operation::cosh:
    case Operation::tanh: return Family::hyperbolic;
    default: return std::nullopt;
  }
}

bool Atoms::is_short(NodeId node) const {
  return graph_.below(std::array{node}).size() <= most_parts;
}

// exp(x/2) and exp(x/3) are powers of exp(x/6): all factors of an argument must be known before the
// first atom is made of it.
void Atoms::find_units(std::span<const NodeId> nodes) {
  for (const NodeId id : nodes) {
    const Node node = graph_[id];
    const auto one = family(node.operation);
    if (!one || !is_short(node.a)) continue;
    const std::vector<NodeId> parts = graph_.below(std::array{node.a});
    if (std::ranges::any_of(parts, [&](NodeId part) { return is_function(graph_, part); }))
      continue;
    try {
      const RationalFunction& argument = of(node.a);
      if (argument.is_zero()) continue;
      const bool apart = *one == Family::exponential && argument.is_polynomial() &&
                         argument.above.constant_term().is_zero();
      if (!apart) {
        RationalFunction base = argument;
        base.above = base.above.monic();
        if (const auto factor = argument.above.lead().ratio()) note_unit(*one, base, *factor);
        continue;
      }
      for (const Polynomial::Term& term : argument.above.terms())
        if (const auto factor = term.factor.ratio())
          note_unit(*one,
                    RationalFunction(
                        Polynomial(std::vector{Polynomial::Term{term.powers, LongResidue(1)}})),
                    *factor);
    } catch (const std::domain_error&) {
      // it will be opaque
    }
  }
}

void Atoms::note_unit(Family family, const RationalFunction& base, const Ratio& factor) {
  const Ratio size{std::abs(factor.above), factor.below};
  for (Base& one : bases_[family])
    if (one.argument == base) {
      one.unit = common_unit(one.unit, size);
      return;
    }
  bases_[family].push_back({base, size, std::nullopt});
}

Atoms::Multiple Atoms::multiple_of(Family family, const RationalFunction& base,
                                   LongResidue factor) {
  auto& all = bases_[family];
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!(all[k].argument == base)) continue;
    const auto times = (factor / LongResidue(all[k].unit)).ratio();
    if (times && times->below == 1 && std::abs(times->above) <= most_multiple)
      return {k, static_cast<int>(times->above)};
  }
  const auto unit = factor.ratio();
  if (!unit) throw std::domain_error("a factor of too many digits");
  all.push_back({base, {std::abs(unit->above), unit->below}, std::nullopt});
  return {all.size() - 1, unit->above < 0 ? -1 : 1};
}

const RationalFunction& Atoms::of(NodeId node) {
  if (const auto at = known_.find(node); at != known_.end()) return at->second;
  for (const NodeId id : graph_.below(std::array{node})) {
    if (known_.contains(id)) continue;
    const Node one = graph_[id];
    RationalFunction made = is_function(graph_, id) ? function(id, one) : convert(id, one);
    known_[id] = std::move(made);
  }
  return known_.at(node);
}

RationalFunction Atoms::number(double x) const {
  if (!std::isfinite(x)) throw std::domain_error("not a number");
  return RationalFunction(Polynomial(LongResidue::decimal(x)));
}

RationalFunction Atoms::symbol(NodeId id) {
  const Symbol& symbol = graph_.symbol_of(id);
  if (symbol.kind == Symbol::Kind::parameter) return number(symbol.value);
  for (std::size_t i = 0; i < coordinates_.size(); ++i)
    if (atoms_[i].node == id) return as_variable(i);
  const std::size_t v = add_constant();  // what is no coordinate does not change with them
  atoms_[v].node = id;
  return as_variable(v);
}

std::size_t Atoms::add_constant() {
  return add(
      {.kind = Atom::Kind::constant, .slopes = std::vector<RationalFunction>(coordinates())});
}

// A number or a parameter.
std::optional<double> Atoms::constant_at(NodeId id) const {
  const Node& node = graph_[id];
  if (node.operation == Operation::constant) return node.number;
  if (node.operation == Operation::symbol && graph_.symbol_of(id).kind == Symbol::Kind::parameter)
    return graph_.symbol_of(id).value;
  return std::nullopt;
}

RationalFunction Atoms::convert(NodeId id, const Node& node) {
  const auto a = [&]() -> const RationalFunction& { return known_.at(node.a); };
  const auto b = [&]() -> const RationalFunction& { return known_.at(node.b); };
  switch (node.operation) {
    case Operation::constant: return number(node.number);
    case Operation::symbol: return symbol(id);
    case Operation::add: return sum(algebra_, a(), b());
    case Operation::subtract: return difference(algebra_, a(), b());
    case Operation::multiply: return product(algebra_, a(), b());
    case Operation::divide: return quotient(algebra_, a(), b());
    case Operation::negate: return difference(algebra_, RationalFunction(), a());
    default:
      return power(algebra_, a(), static_cast<int>(graph_[node.b].number));  // a whole exponent
  }
}

RationalFunction Atoms::opaque(NodeId id) {
  return as_variable(add({.kind = Atom::Kind::opaque, .node = id}));
}

RationalFunction Atoms::function(NodeId id, const Node& node) {
  try {
    if (!is_short(node.a)) return opaque(id);
    switch (node.operation) {
      case Operation::exp: return exponential(of(node.a));
      case Operation::sin:
      case Operation::cos:
      case Operation::tan:
      case Operation::sinh:
      case Operation::cosh:
      case Operation::tanh: return circular(node.operation, of(node.a));
      case Operation::sqrt: return raised(of(node.a), {1, 2});
      case Operation::pow:
        if (const auto exponent = constant_at(node.b))
          if (const auto ratio = LongResidue::decimal(*exponent).ratio();
              ratio && std::abs(*exponent) < most_power)
            return raised(of(node.a), *ratio);
        return opaque(id);
      default: return other(id, node);
    }
  } catch (const std::domain_error&) {
    return opaque(id);
  }
}

RationalFunction Atoms::exponential(const RationalFunction& argument) {
  std::vector<std::pair<RationalFunction, LongResidue>> parts;
  if (argument.is_polynomial() && argument.above.constant_term().is_zero()) {
    for (const Polynomial::Term& term : argument.above.terms())
      parts.emplace_back(
          RationalFunction(Polynomial(std::vector{Polynomial::Term{term.powers, LongResidue(1)}})),
          term.factor);
  } else {
    RationalFunction base = argument;
    base.above = base.above.monic();
    parts.emplace_back(base, argument.above.lead());
  }
  RationalFunction result(1);
  for (const auto& [base, factor] : parts) {
    const auto [k, times] = multiple_of(Family::exponential, base, factor);
    if (!bases_[Family::exponential][k].variable) {
      RationalFunction whole = base;
      whole.above = whole.above.times(LongResidue(bases_[Family::exponential][k].unit));
      Atom atom{.kind = Atom::Kind::exponential, .argument = whole};
      std::vector<RationalFunction> slopes = slopes_of(whole);
      const std::size_t v = add(std::move(atom));
      for (RationalFunction& slope : slopes) slope = product(algebra_, slope, as_variable(v));
      atoms_[v].slopes = std::move(slopes);
      bases_[Family::exponential][k].variable = v;
    }
    const RationalFunction one = as_variable(*bases_[Family::exponential][k].variable);
    result = product(algebra_, result, power(algebra_, one, times));
  }
  return result;
}

RationalFunction Atoms::circular(Operation operation, const RationalFunction& argument) {
  const bool hyperbolic = family(operation) == Family::hyperbolic;
  const Family kind = hyperbolic ? Family::hyperbolic : Family::circular;
  if (argument.is_zero()) throw std::domain_error("an angle that is 0");
  RationalFunction base = argument;
  base.above = base.above.monic();
  const auto [k, times] = multiple_of(kind, base, argument.above.lead());
  if (!bases_[kind][k].variable) {
    RationalFunction whole = base;
    whole.above = whole.above.times(LongResidue(bases_[kind][k].unit));
    std::vector<RationalFunction> slopes = slopes_of(whole), of_cosine = slopes;
    const std::size_t s =
        add({.kind = Atom::Kind::sine, .hyperbolic = hyperbolic, .argument = whole});
    const std::size_t c =
        add({.kind = Atom::Kind::cosine, .hyperbolic = hyperbolic, .argument = whole});
    // s^2 = 1 - c^2, or c^2 - 1
    const Polynomial square = Polynomial::variable(c, 2);
    algebra_.add_rule(s, 2,
                      hyperbolic ? algebra_.difference(square, Polynomial(1))
                                 : algebra_.difference(Polynomial(1), square));
    for (RationalFunction& slope : slopes) slope = product(algebra_, slope, as_variable(c));
    RationalFunction minus = as_variable(s);
    minus.above = minus.above.times(LongResidue(hyperbolic ? 1 : -1));
    for (RationalFunction& slope : of_cosine) slope = product(algebra_, slope, minus);
    atoms_[s].slopes = std::move(slopes);
    atoms_[c].slopes = std::move(of_cosine);
    bases_[kind][k].variable = s;
  }
  const std::size_t v = *bases_[kind][k].variable;
  const Polynomial s = Polynomial::variable(v), c = Polynomial::variable(v + 1);
  Polynomial sine, cosine(1);
  for (int i = 0; i < std::abs(times); ++i) {
    const Polynomial next = algebra_.sum(algebra_.product(sine, c), algebra_.product(cosine, s));
    const Polynomial ss = algebra_.product(sine, s), cc = algebra_.product(cosine, c);
    cosine = hyperbolic ? algebra_.sum(cc, ss) : algebra_.difference(cc, ss);
    sine = next;
  }
  if (times < 0) sine = sine.times(LongResidue(-1));
  if (operation == Operation::sin || operation == Operation::sinh) return RationalFunction(sine);
  if (operation == Operation::cos || operation == Operation::cosh) return RationalFunction(cosine);
  return quotient(algebra_, RationalFunction(sine), RationalFunction(cosine));
}

RationalFunction Atoms::raised(const RationalFunction& base, const Ratio& exponent) {
  const auto whole = static_cast<int>(
      std::floor(static_cast<double>(exponent.above) / static_cast<double>(exponent.below)));
  const Ratio rest{exponent.above - whole * exponent.below, exponent.below};
  RationalFunction result = power(algebra_, base, whole);
  if (rest.above == 0) return result;
  for (const std::size_t v : powers_)
    if (atoms_[v].argument == base && atoms_[v].exponent == rest)
      return product(algebra_, result, as_variable(v));
  std::vector<RationalFunction> slopes = slopes_of(base);
  const std::size_t v = add({.kind = Atom::Kind::power, .argument = base, .exponent = rest});
  RationalFunction factor = quotient(algebra_, as_variable(v), base);
  factor.above = factor.above.times(LongResidue(rest));
  for (RationalFunction& slope : slopes) slope = product(algebra_, slope, factor);
  atoms_[v].slopes = std::move(slopes);
  if (rest == Ratio{1, 2} && base.is_polynomial()) algebra_.add_rule(v, 2, base.above);
  powers_.push_back(v);
  return product(algebra_, result, as_variable(v));
}

// Logarithms and angles: numbers of their own, with known derivatives.
RationalFunction Atoms::other(NodeId id, const Node& node) {
  const RationalFunction a = of(node.a);
  const RationalFunction one(1);
  RationalFunction factor;  // d = factor da
  switch (node.operation) {
    case Operation::log: factor = quotient(algebra_, one, a); break;
    case Operation::atan:
      factor = quotient(algebra_, one, sum(algebra_, one, product(algebra_, a, a)));
      break;
    case Operation::asin:
    case Operation::acos: {
      const RationalFunction square = difference(algebra_, one, product(algebra_, a, a));
      factor = quotient(algebra_, one, raised(square, {1, 2}));
      if (node.operation == Operation::acos) factor = difference(algebra_, {}, factor);
      break;
    }
    case Operation::atan2: {  // of (a, b): (b da - a db)/(a^2 + b^2)
      if (!is_short(node.b)) return opaque(id);
      const RationalFunction b = of(node.b);
      const RationalFunction square =
          sum(algebra_, product(algebra_, a, a), product(algebra_, b, b));
      std::vector<RationalFunction> da = slopes_of(a), db = slopes_of(b);
      if (da.empty() || db.empty()) return opaque(id);
      for (std::size_t i = 0; i < da.size(); ++i)
        da[i] = quotient(
            algebra_,
            difference(algebra_, product(algebra_, b, da[i]), product(algebra_, a, db[i])), square);
      return as_variable(add({.kind = Atom::Kind::other, .node = id, .slopes = std::move(da)}));
    }
    default: return opaque(id);
  }
  std::vector<RationalFunction> slopes = slopes_of(a);
  for (RationalFunction& slope : slopes) slope = product(algebra_, slope, factor);
  return as_variable(add({.kind = Atom::Kind::other, .node = id, .slopes = std::move(slopes)}));
}

std::optional<RationalFunction> Atoms::slope(const RationalFunction& f, std::size_t i) {
  RationalFunction result;
  for (const auto* part : {&f.above, &f.below})
    for (const std::size_t v : part->variables()) {
      if (atoms_[v].slopes.empty()) return std::nullopt;
      const RationalFunction& inner = atoms_[v].slopes[i];
      if (inner.is_zero()) continue;
      // (a/b)' = a'/b - (a/b) b'/b
      RationalFunction outer(algebra_.slope(*part, v));
      if (part == &f.below) {
        outer = product(algebra_, outer, f);
        outer.above = outer.above.times(LongResidue(-1));
      }
      outer = quotient(algebra_, outer, RationalFunction(f.below));
      result = sum(algebra_, result, product(algebra_, outer, inner));
    }
  return result;
}

Polynomial Atoms::shortened(const Polynomial& f) {
  for (std::size_t v = 0; v < atoms_.size(); ++v)
    if (atoms_[v].kind == Atom::Kind::sine &&
        f == algebra_.difference(Polynomial::variable(v + 1, 2), Polynomial(1)))
      return Polynomial::variable(v);
  return f;
}

std::vector<RationalFunction> Atoms::slopes_of(const RationalFunction& f) {
  std::vector<RationalFunction> out;
  for (std::size_t i = 0; i < coordinates(); ++i) {
    auto one = slope(f, i);
    if (!one) return {};
    out.push_back(std::move(*one));
  }
  return out;
}

AtomPoint Atoms::draw() {
  constexpr int most_tries = 1000;  // each root halves the chance
  std::mt19937_64& random = algebra_.random();
  const LongResidue one(1), two(2);
  for (int tries = 0; tries < most_tries; ++tries) try {
      AtomPoint point;
      for (std::size_t v = 0; v < atoms_.size(); ++v) {
        const Atom& atom = atoms_[v];
        const LongResidue w = LongResidue::random(random);
        if (atom.kind == Atom::Kind::sine && atom.hyperbolic) {
          point.x.push_back((w - one / w) / two);
          point.x.push_back((w + one / w) / two);
          ++v;
        } else if (atom.kind == Atom::Kind::sine) {
          const LongResidue square = w * w;
          point.x.push_back(two * w / (one + square));
          point.x.push_back((one - square) / (one + square));
          ++v;
        } else if (atom.kind == Atom::Kind::power && atom.exponent == Ratio{1, 2} &&
                   atom.argument.is_polynomial()) {
          const auto root = atom.argument.above.value(point.x).root();
          if (!root) throw std::domain_error("no root");
          point.x.push_back(*root);
        } else {
          point.x.push_back(w);
        }
      }
      for (const Atom& atom : atoms_) {
        point.slopes.emplace_back();
        for (const RationalFunction& slope : atom.slopes)
          point.slopes.back().push_back(slope.is_zero() ? LongResidue() : slope.value(point.x));
      }
      return point;
    } catch (const std::domain_error&) {
      // another point
    }
  throw OutOfWork();
}

std::unordered_map<NodeId, LongResidue> Atoms::values(std::span<const NodeId> roots,
                                                      const AtomPoint& point) {
  std::unordered_map<NodeId, LongResidue> out;
  for (const NodeId id : graph_.below(roots)) {
    const Node& node = graph_[id];
    const auto a = [&] { return out.at(node.a); };
    const auto b = [&] { return out.at(node.b); };
    if (is_function(graph_, id) || arity(node.operation) == 0) {
      out[id] = of(id).value(point.x);
      continue;
    }
    switch (node.operation) {
      case Operation::add: out[id] = a() + b(); break;
      case Operation::subtract: out[id] = a() - b(); break;
      case Operation::multiply: out[id] = a() * b(); break;
      case Operation::divide: out[id] = a() / b(); break;
      case Operation::negate: out[id] = -a(); break;
      default: out[id] = zwang::power(a(), static_cast<int>(graph_[node.b].number));
    }
  }
  return out;
}

}  // namespace zwang
