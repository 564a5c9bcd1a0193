// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/derivative.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "zwang/calculus/gradient.hpp"

namespace zwang {
namespace {

using Kind = Expression::Kind;

// The rules of differentiation for one operation v = op(a, b), given da and db. Nothing stands for
// zero, so that no term 0 * x is ever made: it would forget where x is undefined.
class Rules {
 public:
  explicit Rules(Graph& graph) : g_(graph) {}

  using Slope = std::optional<NodeId>;

  Slope apply(NodeId v, Slope da, Slope db) {
    if (!da && !db) return std::nullopt;
    const Node node = g_[v];
    const NodeId a = node.a;
    const NodeId b = node.b;
    switch (node.operation) {
      case Operation::add: return sum({da, db});
      case Operation::subtract: return sum({da, minus(db)});
      case Operation::negate: return minus(da);
      case Operation::multiply: return sum({times(da, b), times(db, a)});
      case Operation::divide: return sum({over(da, b), minus(over(times(db, v), b))});
      case Operation::pow: return power(v, a, b, da, db);
      case Operation::sqrt: return over(over(da, v), g_.constant(2.0));
      case Operation::exp: return times(da, v);
      case Operation::log: return over(da, a);
      case Operation::sin: return times(da, g_.make(Operation::cos, a));
      case Operation::cos: return minus(times(da, g_.make(Operation::sin, a)));
      case Operation::tan: return times(da, g_.add({one(), g_.pow(v, 2.0)}));
      case Operation::asin: return over(da, root_of_one_minus_square(a));
      case Operation::acos: return minus(over(da, root_of_one_minus_square(a)));
      case Operation::atan: return over(da, g_.add({one(), g_.pow(a, 2.0)}));
      case Operation::sinh: return times(da, g_.make(Operation::cosh, a));
      case Operation::cosh: return times(da, g_.make(Operation::sinh, a));
      case Operation::tanh: return over(da, g_.pow(g_.make(Operation::cosh, a), 2.0));
      case Operation::atan2: {  // of (a, b): (b da - a db)/(a^2 + b^2)
        const NodeId square = g_.add({g_.pow(a, 2.0), g_.pow(b, 2.0)});
        return over(sum({times(da, b), minus(times(db, a))}), square);
      }
      case Operation::min: return chosen(g_.make(Operation::step, g_.subtract({b, a})), da, db);
      case Operation::max: return chosen(g_.make(Operation::step, g_.subtract({a, b})), da, db);
      case Operation::smooth: return smooth(a, b, da, db);
      case Operation::step:
      case Operation::constant:
      case Operation::symbol: break;
    }
    return std::nullopt;
  }

 private:
  NodeId one() { return g_.constant(1.0); }
  Slope minus(Slope x) { return x ? Slope(g_.negate(*x)) : x; }
  Slope times(Slope x, NodeId y) { return x ? Slope(g_.multiply({*x, y})) : x; }
  Slope over(Slope x, NodeId y) { return x ? Slope(g_.divide({*x, y})) : x; }
  // Braces, because they are evaluated from left to right: nodes must be made in one order by every
  // compiler.
  Slope sum(std::array<Slope, 2> terms) {
    const auto& [x, y] = terms;
    if (!x) return y;
    if (!y) return x;
    return g_.add({*x, *y});
  }

  NodeId root_of_one_minus_square(NodeId a) {
    return g_.make(Operation::sqrt, g_.multiply({g_.subtract({one(), a}), g_.add({one(), a})}));
  }

  // d(a^b) = b a^(b-1) da + a^b log(a) db
  Slope power(NodeId v, NodeId a, NodeId b, Slope da, Slope db) {
    const NodeId less = g_.make(Operation::pow, {a, g_.subtract({b, one()})});
    const Slope through_base = times(da, g_.multiply({b, less}));
    if (!db) return through_base;
    return sum({through_base, times(db, g_.multiply({v, g_.make(Operation::log, a)}))});
  }

  // da where `first` is 1, db where it is 0.
  Slope chosen(NodeId first, Slope da, Slope db) {
    return sum({times(da, first), times(db, g_.subtract({one(), first}))});
  }

  // With s = x/w: 30 s^2 (1 - s)^2 ds between 0 and 1.
  Slope smooth(NodeId x, NodeId w, Slope dx, Slope dw) {
    const NodeId s = g_.divide({x, w});
    const NodeId rest = g_.subtract({one(), s});
    const NodeId inside =
        g_.multiply({g_.make(Operation::step, s), g_.make(Operation::step, rest)});
    const NodeId slope = g_.multiply(
        {g_.multiply({g_.constant(30.0), g_.multiply({g_.pow(s, 2.0), g_.pow(rest, 2.0)})}),
         inside});
    return over(times(sum({dx, minus(times(dw, s))}), slope), w);
  }

  Graph& g_;
};

int degree(const Node& node, int a, int b, const Graph& graph) {
  using enum Operation;
  switch (node.operation) {
    case add:
    case subtract: return std::max(a, b);
    case negate: return a;
    case multiply: return std::min(a + b, not_polynomial);
    case divide: return b == 0 ? a : not_polynomial;
    case pow: {
      if (a == 0 && b == 0) return 0;
      const Node& exponent = graph[node.b];
      const double n = exponent.number;
      // x'^0 is 1 only where it is evaluated: its derivative still speaks of x'.
      const bool natural = exponent.operation == constant && n >= 1.0 && n == std::floor(n);
      if (!natural) return not_polynomial;
      return static_cast<int>(std::min(a * n, static_cast<double>(not_polynomial)));
    }
    default: return a == 0 && b == 0 ? 0 : not_polynomial;
  }
}

Kind kind_of(Operation operation) {
  switch (operation) {
    case Operation::add: return Kind::sum;
    case Operation::subtract: return Kind::difference;
    case Operation::multiply: return Kind::product;
    case Operation::divide: return Kind::quotient;
    case Operation::negate: return Kind::negative;
    case Operation::pow: return Kind::power;
    default: return Kind::call;
  }
}

// How a part will look in print: how deep its brackets, signs and powers are nested, and how
// tightly it binds (1 a sum, 2 a product, 3 with a sign, 4 a power, 5 an atom).
struct Look {
  int depth = 0;
  int binds = 5;
  int where_at_least(int demand) const { return depth + (binds < demand ? 1 : 0); }
};

Look look(Operation operation, Look a, Look b) {
  switch (operation) {
    case Operation::add:
    case Operation::subtract: return {std::max(a.where_at_least(1), b.where_at_least(2)), 1};
    case Operation::multiply:
    case Operation::divide: return {std::max(a.where_at_least(2), b.where_at_least(3)), 2};
    case Operation::negate: return {a.where_at_least(3) + 1, 3};
    case Operation::pow: return {std::max(a.where_at_least(5), b.where_at_least(3) + 1), 4};
    default: return {std::max(a.depth, b.depth) + 1, 5};
  }
}

// Writes the nodes below f as an expression. A text is read only down to a certain depth, so a long
// sum or product must not be nested whatever the order of its nodes, and min(min(a, b), c) becomes
// min(a, b, c).
class Writer {
 public:
  Writer(const Graph& graph, NodeId f)
      : graph_(graph),
        nodes_(graph.below(std::array{f})),
        made_(nodes_.size()),
        looks_(nodes_.size()),
        joins_next_(nodes_.size()) {
    find_joined();
  }

  Expression run() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) write(i, graph_[nodes_[i]]);
    return std::move(tree_);
  }

 private:
  using Index = Expression::Index;

  std::size_t at(NodeId node) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
  }

  // The first argument of a min or max that is itself one and is used nowhere else.
  void find_joined() {
    std::vector<int> uses(nodes_.size());
    for (const NodeId id : nodes_) {
      const Node& node = graph_[id];
      if (arity(node.operation) > 0) ++uses[at(node.a)];
      if (arity(node.operation) > 1) ++uses[at(node.b)];
    }
    for (const NodeId id : nodes_) {
      const Node& node = graph_[id];
      if (node.operation != Operation::min && node.operation != Operation::max) continue;
      if (graph_[node.a].operation == node.operation && uses[at(node.a)] == 1)
        joins_next_[at(node.a)] = true;
    }
  }

  void write(std::size_t i, const Node& node) {
    if (node.operation == Operation::constant) {
      made_[i] = tree_.number(node.number);
      if (node.number < 0.0) looks_[i] = {1, 3};
    } else if (node.operation == Operation::symbol) {
      std::string name = graph_.symbol_of(nodes_[i]).name;
      const auto primes = name.size() - (name.find_last_not_of('\'') + 1);
      name.resize(name.size() - primes);
      made_[i] = tree_.name(std::move(name), static_cast<int>(primes));
    } else if (arity(node.operation) == 1) {
      looks_[i] = look(node.operation, looks_[at(node.a)], {});
      made_[i] = make(node.operation, std::array{made_[at(node.a)]});
    } else if (node.operation == Operation::min || node.operation == Operation::max) {
      join(i, node);
    } else {
      join_two(i, node);
    }
  }

  Index make(Operation operation, std::span<const Index> arguments) {
    if (kind_of(operation) == Kind::call)
      return tree_.call(std::string(word(operation)), arguments);
    return tree_.make(kind_of(operation), arguments);
  }

  void join_two(std::size_t i, const Node& node) {
    std::size_t a = at(node.a);
    std::size_t b = at(node.b);
    if (reads_better_turned(node, looks_[a], looks_[b])) std::swap(a, b);
    looks_[i] = look(node.operation, looks_[a], looks_[b]);
    made_[i] = make(node.operation, std::array{made_[a], made_[b]});
  }

  // The order of a sum or a product is free. The one that is nested less deep; 2*x and x + 2 unless
  // that costs depth where there is much already.
  bool reads_better_turned(const Node& node, Look a, Look b) const {
    constexpr int much = 32;
    if (node.operation != Operation::add && node.operation != Operation::multiply) return false;
    const int straight = look(node.operation, a, b).depth;
    const int turned = look(node.operation, b, a).depth;
    const bool free_to_choose = straight == turned || std::max(straight, turned) < much;
    const bool a_is_number = graph_[node.a].operation == Operation::constant;
    const bool b_is_number = graph_[node.b].operation == Operation::constant;
    if (free_to_choose && (a_is_number || b_is_number))
      return node.operation == Operation::multiply ? b_is_number : a_is_number;
    return turned < straight;
  }

  void join(std::size_t i, const Node& node) {
    looks_[i] = look(node.operation, looks_[at(node.a)], looks_[at(node.b)]);
    if (joins_next_[at(node.a)])
      looks_[i].depth = std::max(looks_[at(node.a)].depth, looks_[at(node.b)].depth + 1);
    if (joins_next_[i]) return;
    std::vector<Index> arguments = {made_[at(node.b)]};
    NodeId first = node.a;
    for (; joins_next_[at(first)]; first = graph_[first].a)
      arguments.push_back(made_[at(graph_[first].b)]);
    arguments.push_back(made_[at(first)]);
    std::ranges::reverse(arguments);
    made_[i] = make(node.operation, arguments);
  }

  const Graph& graph_;
  std::vector<NodeId> nodes_;
  std::vector<Index> made_;
  std::vector<Look> looks_;
  std::vector<bool> joins_next_;
  Expression tree_;
};

}  // namespace

std::vector<NodeId> gradient(Graph& graph, NodeId f, std::span<const NodeId> symbols) {
  const std::vector<NodeId> nodes = graph.below(std::array{f});
  const auto at = [&](NodeId id) {
    return static_cast<std::size_t>(std::ranges::lower_bound(nodes, id) - nodes.begin());
  };
  struct Arguments {
    int count = 0;
    std::size_t a = 0, b = 0;  // places in the list
  };
  std::vector<Arguments> arguments(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = graph[nodes[i]];
    const int count = arity(node.operation);
    arguments[i] = {count, count > 0 ? at(node.a) : 0, count > 1 ? at(node.b) : 0};
  }
  Rules rules(graph);
  std::vector<NodeId> result;
  std::vector<std::optional<NodeId>> slopes(nodes.size());  // of those that depend on the symbol
  for (const NodeId symbol : symbols) {
    std::ranges::fill(slopes, std::nullopt);
    const std::size_t first = at(symbol);
    if (first < nodes.size() && nodes[first] == symbol) slopes[first] = graph.constant(1.0);
    for (std::size_t i = first + 1; i < nodes.size(); ++i) {
      const auto& [count, a, b] = arguments[i];
      const auto da = count > 0 ? slopes[a] : std::nullopt;
      const auto db = count > 1 ? slopes[b] : std::nullopt;
      if (da || db) slopes[i] = rules.apply(nodes[i], da, db);
    }
    result.push_back(slopes.back() ? *slopes.back() : graph.constant(0.0));
  }
  return result;
}

NodeId derivative(Graph& graph, NodeId f, NodeId symbol) {
  return gradient(graph, f, std::array{symbol}).front();
}

std::unordered_map<NodeId, int> degrees(const Graph& graph, NodeId f, Symbol::Kind kind) {
  std::unordered_map<NodeId, int> known;
  for (const NodeId id : graph.below(std::array{f})) {
    const Node& node = graph[id];
    const int arguments = arity(node.operation);
    if (node.operation == Operation::symbol)
      known[id] = graph.symbol_of(id).kind == kind ? 1 : 0;
    else
      known[id] =
          degree(node, arguments > 0 ? known[node.a] : 0, arguments > 1 ? known[node.b] : 0, graph);
  }
  return known;
}

std::set<NodeId> nodes_of(const Graph& graph, std::span<const NodeId> formulas) {
  std::set<NodeId> found;
  std::vector<NodeId> open(formulas.begin(), formulas.end());
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (!found.insert(at).second) continue;
    const Node& here = graph[at];
    const int arguments = arity(here.operation);
    if (arguments > 0) open.push_back(here.a);
    if (arguments > 1) open.push_back(here.b);
  }
  return found;
}

bool depends_on(const Graph& graph, NodeId f, Symbol::Kind kind) {
  return std::ranges::any_of(graph.below(std::array{f}), [&](NodeId id) {
    return graph[id].operation == Operation::symbol && graph.symbol_of(id).kind == kind;
  });
}

Expression expression_of(const Graph& graph, NodeId f) { return Writer(graph, f).run(); }

}  // namespace zwang
