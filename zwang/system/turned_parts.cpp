// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/system/turned_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

constexpr std::size_t monomials = TurnedParts::monomials;

// The number of the product of two numbers of a quaternion.
std::size_t product_of(std::size_t i, std::size_t j) {
  const std::size_t least = std::min(i, j), most = std::max(i, j);
  return 5 + most * (most + 1) / 2 + least;
}

// Of one body's quaternion; a number if the degree is 0.
struct Polynomial {
  int degree = 0;
  std::size_t turn = 0;
  std::array<double, monomials> by{};
};

Polynomial constant(double number) {
  Polynomial out;
  out.by[0] = number;
  return out;
}

std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b, double sign) {
  if (a.degree > 0 && b.degree > 0 && a.turn != b.turn) return std::nullopt;
  Polynomial out = a;
  if (b.degree > 0) out.turn = b.turn;
  out.degree = std::max(a.degree, b.degree);
  for (std::size_t k = 0; k < monomials; ++k) out.by[k] += sign * b.by[k];
  return out;
}

std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) {
  if (a.degree + b.degree > 2) return std::nullopt;
  if (a.degree == 1 && b.degree == 1 && a.turn != b.turn) return std::nullopt;
  const Polynomial& lower = a.degree < b.degree ? a : b;
  const Polynomial& higher = a.degree < b.degree ? b : a;
  Polynomial out = {.degree = a.degree + b.degree, .turn = higher.turn};
  for (std::size_t k = 0; k < monomials; ++k) out.by[k] = lower.by[0] * higher.by[k];
  if (lower.degree == 0) return out;
  for (std::size_t i = 0; i < 4; ++i) {
    out.by[1 + i] += lower.by[1 + i] * higher.by[0];
    for (std::size_t j = 0; j < 4; ++j)
      out.by[product_of(i, j)] += lower.by[1 + i] * higher.by[1 + j];
  }
  return out;
}

}  // namespace

// Makes the parts of a model.
class TurnedPartFinder {
 public:
  TurnedPartFinder(const Model& model, std::span<const Body> bodies, Graph& layer,
                   TurnedParts& parts)
      : model_(&model), layer_(&layer), made_(&parts) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      for (int i = 0; i < 4; ++i) turn_of_.emplace(bodies[b].first + i, std::pair(b, i));
      parts.turning_.push_back({.body = bodies[b].first, .turn = b});
    }
  }

  std::optional<ReducedFormula> reduce(const Formula& formula) {
    bool any = false;
    for (const NodeId id : layer_->below(std::array{formula.node()})) {
      auto known = known_.find(id);
      if (known == known_.end()) known = known_.emplace(id, polynomial(id)).first;
      any = any || is_part(known->second);
    }
    if (!any) return std::nullopt;
    ReducedFormula out{.formula = Formula(*layer_, reduced(formula.node())), .places = {}};
    for (const SymbolId symbol : out.formula.inputs()) {
      const auto part = part_named_.find(symbol);
      out.places.push_back(part == part_named_.end() ? model_->place(symbol) : part->second);
    }
    return out;
  }

 private:
  using Known = std::optional<Polynomial>;
  static bool is_part(const Known& node) { return node && node->degree == 2; }

  // What the node is; its arguments are known.
  Known polynomial(NodeId id) const {
    const Node& node = (*layer_)[id];
    const auto both = [&](auto&& of) -> Known {
      const Known &a = known_.at(node.a), &b = known_.at(node.b);
      return a && b ? of(*a, *b) : std::nullopt;
    };
    switch (node.operation) {
      case Operation::constant: return constant(node.number);
      case Operation::symbol: return symbol(node.a);
      case Operation::add: return both([](const auto& a, const auto& b) { return sum(a, b, 1.0); });
      case Operation::subtract:
        return both([](const auto& a, const auto& b) { return sum(a, b, -1.0); });
      case Operation::negate: {
        const Known& a = known_.at(node.a);
        return a ? sum(Polynomial{}, *a, -1.0) : std::nullopt;
      }
      case Operation::multiply:
        return both([](const auto& a, const auto& b) { return product(a, b); });
      case Operation::pow: {
        const Known& a = known_.at(node.a);
        return a && layer_->is_constant(node.b, 2.0) ? product(*a, *a) : std::nullopt;
      }
      default: return std::nullopt;
    }
  }

  Known symbol(SymbolId id) const {
    const Symbol& one = layer_->symbol_at(id);
    if (one.kind == Symbol::Kind::parameter) return constant(one.value);
    if (one.kind != Symbol::Kind::coordinate) return std::nullopt;
    const auto found = turn_of_.find(Model::coordinate_at(model_->place(id)));
    if (found == turn_of_.end()) return std::nullopt;
    const auto [turn, number] = found->second;
    Polynomial out{.degree = 1, .turn = turn};
    out.by[index(1 + number)] = 1.0;
    return out;
  }

  // The node with its parts, the largest there are, as symbols.
  NodeId reduced(NodeId id) {
    if (const auto found = reduced_.find(id); found != reduced_.end()) return found->second;
    const Node node = (*layer_)[id];
    NodeId out = id;
    if (const Known& known = known_.at(id); is_part(known)) {
      out = symbol_of(*known);
    } else if (arity(node.operation) == 1) {
      out = layer_->make(node.operation, reduced(node.a));
    } else if (arity(node.operation) == 2) {
      const NodeId a = reduced(node.a);
      out = layer_->make(node.operation, {a, reduced(node.b)});
    }
    reduced_.emplace(id, out);
    return out;
  }

  NodeId symbol_of(const Polynomial& polynomial) {
    const std::size_t number = made_->bodies_.size();
    TurnedParts::Turning& turning = made_->turning_[polynomial.turn];
    unsigned char terms = 0;
    for (std::size_t k = 0; k < monomials; ++k) {
      if (polynomial.by[k] == 0.0) continue;
      turning.monomials.push_back(static_cast<unsigned char>(k));
      turning.factors.push_back(polynomial.by[k]);
      ++terms;
    }
    turning.parts.push_back(number);
    turning.terms.push_back(terms);
    made_->bodies_.push_back(turning.body);
    const NodeId symbol = layer_->symbol({.name = fmt::format("part{}", number)});
    part_named_.emplace((*layer_)[symbol].a, made_->first_place_ + static_cast<int>(number));
    return symbol;
  }

  const Model* model_;
  Graph* layer_;
  TurnedParts* made_;
  std::unordered_map<int, std::pair<std::size_t, int>> turn_of_;  // of coordinates
  std::unordered_map<NodeId, Known> known_;
  std::unordered_map<NodeId, NodeId> reduced_;
  std::map<SymbolId, int> part_named_;
};

TurnedParts::TurnedParts(const Model& model, std::span<const Body> bodies, Graph& layer)
    : first_place_(Model::place_of(static_cast<int>(model.coordinate_names().size()))),
      reduced_(model.constraints().size()) {
  if (bodies.empty()) return;
  TurnedPartFinder finder(model, bodies, layer, *this);
  for (std::size_t i = 0; i < reduced_.size(); ++i)
    if (const Constraint& one = model.constraints()[i]; one.formula && !one.of_velocities)
      reduced_[i] = finder.reduce(*one.formula);
  std::erase_if(turning_, [](const Turning& one) { return one.parts.empty(); });
}

void TurnedParts::fill(std::span<const Eigen::Matrix<double, 4, 3>> turns,
                       std::vector<Taylor<double, 2>>& motion, std::vector<Slope>& slopes) const {
  // f, f', f''/2 and the gradient
  using Six = std::array<double, 6>;
  std::array<Six, monomials> values{};
  values[0][0] = 1.0;
  for (const Turning& turning : turning_) {
    const auto& turn = turns[turning.turn];
    for (std::size_t i = 0; i < 4; ++i) {
      const auto r = static_cast<Eigen::Index>(i);
      const auto& a = motion[index(Model::place_of(turning.body + static_cast<int>(i)))];
      values[1 + i] = {a[0], a[1], a[2], turn(r, 0), turn(r, 1), turn(r, 2)};
      for (std::size_t j = 0; j <= i; ++j) {
        const auto& b = motion[index(Model::place_of(turning.body + static_cast<int>(j)))];
        Six& to = values[product_of(i, j)];
        to[0] = a[0] * b[0];
        to[1] = a[0] * b[1] + a[1] * b[0];
        to[2] = a[0] * b[2] + a[1] * b[1] + a[2] * b[0];
        for (std::size_t k = 0; k < 3; ++k)
          to[3 + k] = values[1 + i][3 + k] * b[0] + a[0] * values[1 + j][3 + k];
      }
    }
    std::size_t term = 0;
    for (std::size_t n = 0; n < turning.parts.size(); ++n) {
      const std::size_t p = turning.parts[n];
      Six sums{};
      for (const std::size_t end = term + turning.terms[n]; term < end; ++term) {
        const Six& value = values[turning.monomials[term]];
        const double factor = turning.factors[term];
        for (std::size_t k = 0; k < 6; ++k) sums[k] += factor * value[k];
      }
      Taylor<double, 2>& course = motion[index(first_place_) + p];
      for (int k = 0; k < 3; ++k) course[k] = sums[index(k)];
      slopes[p] = {sums[3], sums[4], sums[5]};
    }
  }
}

}  // namespace zwang
