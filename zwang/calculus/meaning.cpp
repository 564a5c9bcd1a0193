// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/calculus/apply.hpp"
#include "zwang/calculus/counterparts.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

using Index = Expression::Index;
using Kind = Expression::Kind;
using Part = Expression::Part;

class Interpreter {
 public:
  Interpreter(const Expression& tree, std::string_view text, const Scope& scope, Graph& graph)
      : tree_(tree), text_(text), scope_(scope), graph_(graph) {}

  std::vector<Meaning> run() {
    known_.reserve(tree_.parts().size());
    for (const Part& part : tree_.parts()) known_.push_back(meaning(part));
    return std::move(known_);
  }

 private:
  Meaning meaning(const Part& part) {
    switch (part.kind) {
      case Kind::number: return {.nodes = {graph_.constant(part.number)}, .plain = true};
      case Kind::name: return name(part);
      case Kind::call: return call(part);
      case Kind::vector: return vector(part);
      case Kind::bars: return bars(argument(part, 0));
      case Kind::negative:
        return each(argument(part, 0), [&](NodeId x) { return graph_.negate(x); });
      case Kind::sum: return sum(part, Operation::add);
      case Kind::difference: return sum(part, Operation::subtract);
      case Kind::product: return product(part);
      case Kind::quotient: return quotient(part);
      case Kind::power: return power(part);
    }
    return {};
  }

  const Meaning& argument(const Part& part, std::size_t i) const {
    return known_[tree_.arguments(part)[i]];
  }
  const Part& argument_part(const Part& part, std::size_t i) const {
    return tree_[tree_.arguments(part)[i]];
  }
  Place place(const Part& part) const { return place_in(text_, part.begin, part.end); }
  std::string_view written(const Part& part) const {
    return text_.substr(part.begin, part.end - part.begin);
  }

  template <class F>
  static Meaning each(Meaning meaning, F&& f) {
    for (int i = 0; i < meaning.size; ++i) {
      auto& node = meaning.nodes[static_cast<std::size_t>(i)];
      node = f(node);
    }
    return meaning;
  }

  Meaning name(const Part& part) const {
    const std::string& word = tree_.word(part);
    const auto found = scope_.find(word);
    if (!found) throw scope_.unknown(word, place(part));
    if (part.primes >= static_cast<int>(found->levels.size()))
      throw Error(
          Code::E103,
          fmt::format("'{}' has no {} derivative", word, part.primes == 1 ? "time" : "second time"),
          place(part));
    Meaning meaning = {
        .size = found->size, .nodes = found->levels[part.primes], .dimension = found->dimension};
    if (meaning.dimension && part.primes > 0)
      meaning.dimension = *meaning.dimension / Dimension::time().to(part.primes);
    return meaning;
  }

  // --- units -------------------------------------------------------------------------------------

  struct Units {
    std::optional<Dimension> dimension;
    bool plain = false;
  };
  static Units units(const Meaning& m) { return {m.dimension, m.plain}; }

  // Of a sum: both must agree where both are known.
  Units agree(const Meaning& a, const Meaning& b, const Part& second, const char* what) const {
    if (a.dimension && b.dimension && *a.dimension != *b.dimension)
      throw Error(
          Code::E107, fmt::format("the two {} have different units", what), place(second),
          fmt::format("{}, but the left {} is {}", b.dimension->text(),
                      std::string_view(what) == "sides" ? "side" : "one", a.dimension->text()));
    return {a.dimension ? a.dimension : b.dimension, a.plain && b.plain};
  }

  static Units times(const Meaning& a, const Meaning& b, double power) {
    if (a.plain && b.plain) return {std::nullopt, true};
    if ((!a.plain && !a.dimension) || (!b.plain && !b.dimension)) return {};
    return {
        a.dimension.value_or(Dimension::none()) * b.dimension.value_or(Dimension::none()).to(power),
        false};
  }

  void must_be_plain(const Meaning& m, const Part& part, std::string_view where,
                     std::vector<std::string> notes = {}) const {
    if (m.dimension && *m.dimension != Dimension::none())
      throw Error(Code::E107, fmt::format("{} needs a number without a unit", where), place(part),
                  fmt::format("this is {}", m.dimension->text()), std::move(notes));
  }

  bool is_number(const Part& part) const {
    return part.kind == Kind::number ||
           (part.kind == Kind::negative && argument_part(part, 0).kind == Kind::number);
  }

  // A number and what it multiplies: 0.7 and t; 1 and all of it if no number is a factor.
  std::pair<std::string, std::string> factors(const Part& part) const {
    if (part.kind == Kind::product)
      for (const std::size_t i : {0U, 1U})
        if (is_number(argument_part(part, i)))
          return {std::string(written(argument_part(part, i))),
                  std::string(written(argument_part(part, 1 - i)))};
    const bool sum = part.kind == Kind::sum || part.kind == Kind::difference;
    return {"1", fmt::format(fmt::runtime(sum ? "({})" : "{}"), written(part))};
  }

  // In "sin(0.7*t)" the number lacks the unit rad/s, which only a parameter can have.
  std::vector<std::string> help_with_unit(const Part& call) const {
    const auto& dimension = argument(call, 0).dimension;
    if (!dimension) return {};
    const std::string& word = tree_.word(call);
    std::string unit = (Dimension::none() / *dimension).text();
    if (unit.starts_with("1/") && (word == "sin" || word == "cos" || word == "tan"))
      unit.replace(0, 1, "rad");
    const auto [number, other] = factors(argument_part(call, 0));
    std::string name = "w";
    while (scope_.find(name)) name += '1';
    return {
        fmt::format("help: a parameter can have the unit that is missing: {0} = \"{1} {2}\", "
                    "then {3}({0}*{4})",
                    name, number, unit, word, other)};
  }

  // --- numbers and vectors -----------------------------------------------------------------------

  void must_be_number(const Meaning& m, const Part& part, const char* where) const {
    if (m.size != 1)
      throw Error(Code::E113, fmt::format("{} must be a number, not a vector", where), place(part));
  }

  Meaning sum(const Part& part, Operation operation) {
    const Meaning& a = argument(part, 0);
    const Meaning& b = argument(part, 1);
    if (a.size != b.size)
      throw Error(Code::E113, "a number and a vector cannot be added",
                  place(argument_part(part, 1)),
                  b.size == 1 ? "a number, but the left one is a vector"
                              : "a vector, but the left one is a number");
    const auto [dimension, plain] = agree(a, b, argument_part(part, 1), "terms");
    Meaning meaning = {.size = a.size, .dimension = dimension, .plain = plain};
    for (std::size_t i = 0; i < static_cast<std::size_t>(a.size); ++i)
      meaning.nodes[i] = graph_.make(operation, {a.nodes[i], b.nodes[i]});
    return meaning;
  }

  Meaning product(const Part& part) {
    const Meaning& a = argument(part, 0);
    const Meaning& b = argument(part, 1);
    if (a.size == 3 && b.size == 3)
      throw Error(Code::E113, "the product of two vectors is dot(a, b) or cross(a, b)",
                  place(part));
    const Meaning& factor = a.size == 1 ? a : b;
    const auto [dimension, plain] = times(a, b, 1.0);
    Meaning meaning = each(a.size == 1 ? b : a, [&](NodeId x) {
      return a.size == 1 ? graph_.multiply({factor.nodes[0], x})
                         : graph_.multiply({x, factor.nodes[0]});
    });
    meaning.dimension = dimension;
    meaning.plain = plain;
    return meaning;
  }

  Meaning quotient(const Part& part) {
    const Meaning& a = argument(part, 0);
    const Meaning& b = argument(part, 1);
    must_be_number(b, argument_part(part, 1), "the divisor");
    const auto [dimension, plain] = times(a, b, -1.0);
    Meaning meaning = each(a, [&](NodeId x) { return graph_.divide({x, b.nodes[0]}); });
    meaning.dimension = dimension;
    meaning.plain = plain;
    return meaning;
  }

  Meaning power(const Part& part) {
    const Meaning& a = argument(part, 0);
    const Meaning& b = argument(part, 1);
    must_be_number(a, argument_part(part, 0), "the base of a power");
    must_be_number(b, argument_part(part, 1), "a power");
    must_be_plain(b, argument_part(part, 1), "a power");
    Meaning meaning = {.nodes = {graph_.make(Operation::pow, {a.nodes[0], b.nodes[0]})},
                       .plain = a.plain && b.plain};
    if (const Node& exponent = graph_[b.nodes[0]]; exponent.operation == Operation::constant) {
      if (a.dimension) meaning.dimension = a.dimension->to(exponent.number);
    } else if (a.dimension) {
      must_be_plain(a, argument_part(part, 0), "the base of a variable power");
      meaning.dimension = Dimension::none();
    }
    return meaning;
  }

  Meaning vector(const Part& part) {
    Meaning meaning = {.size = 3, .plain = true};
    for (std::size_t i = 0; i < 3; ++i) {
      const Meaning& component = argument(part, i);
      must_be_number(component, argument_part(part, i), "a component");
      meaning.nodes[i] = component.nodes[0];
      const auto [dimension, plain] =
          agree(meaning, component, argument_part(part, i), "components");
      meaning.dimension = dimension;
      meaning.plain = plain;
    }
    return meaning;
  }

  NodeId dot(const Meaning& a, const Meaning& b) {
    const auto term = [&](std::size_t i) {
      return a.nodes[i] == b.nodes[i] ? graph_.pow(a.nodes[i], 2.0)
                                      : graph_.multiply({a.nodes[i], b.nodes[i]});
    };
    return graph_.add({graph_.add({term(0), term(1)}), term(2)});
  }

  // The length of a vector; of a number the absolute value, as max(x, -x).
  Meaning bars(const Meaning& inside) {
    Meaning meaning = inside;
    meaning.size = 1;
    meaning.nodes = {
        inside.size == 3
            ? graph_.make(Operation::sqrt, dot(inside, inside))
            : graph_.make(Operation::max, {inside.nodes[0], graph_.negate(inside.nodes[0])})};
    return meaning;
  }

  // --- functions ---------------------------------------------------------------------------------

  Meaning call(const Part& part) {
    const std::string& word = tree_.word(part);
    if (word == "dot" || word == "cross") return vector_product(part, word == "cross");
    const auto operation = function_named(word);
    if (!operation) throw unknown_function(part);
    const bool many = *operation == Operation::min || *operation == Operation::max;
    const auto wanted = static_cast<Index>(arity(*operation));
    if (many ? part.count < 2 : part.count != wanted)
      throw Error(Code::E117,
                  fmt::format("{} takes {}{} argument{}, not {}", word, many ? "at least " : "",
                              wanted, wanted == 1 ? "" : "s", part.count),
                  place(part));
    for (std::size_t i = 0; i < part.count; ++i)
      must_be_number(argument(part, i), argument_part(part, i), "an argument");
    if (part.count == 1) return function_of_one(part, *operation);
    return function_of_two(part, *operation);
  }

  Meaning function_of_one(const Part& part, Operation operation) {
    const Meaning& a = argument(part, 0);
    Meaning meaning = {.nodes = {graph_.make(operation, a.nodes[0])}, .plain = a.plain};
    if (operation == Operation::sqrt) {
      if (a.dimension) meaning.dimension = a.dimension->to(0.5);
    } else if (operation != Operation::step) {
      must_be_plain(a, argument_part(part, 0), tree_.word(part), help_with_unit(part));
      if (a.dimension) meaning.dimension = Dimension::none();
    }
    return meaning;
  }

  Meaning function_of_two(const Part& part, Operation operation) {
    Meaning meaning = argument(part, 0);
    for (std::size_t i = 1; i < part.count; ++i) {
      const Meaning& next = argument(part, i);
      const auto [dimension, plain] = agree(meaning, next, argument_part(part, i), "arguments");
      meaning = {.nodes = {graph_.make(operation, {meaning.nodes[0], next.nodes[0]})},
                 .dimension = dimension,
                 .plain = plain};
    }
    const bool keeps_units = operation == Operation::min || operation == Operation::max;
    if (!keeps_units && meaning.dimension) meaning.dimension = Dimension::none();
    return meaning;
  }

  Meaning vector_product(const Part& part, bool cross) {
    const char* word = cross ? "cross" : "dot";
    if (part.count != 2)
      throw Error(Code::E117, fmt::format("{} takes 2 arguments, not {}", word, part.count),
                  place(part));
    for (std::size_t i = 0; i < 2; ++i)
      if (argument(part, i).size != 3)
        throw Error(Code::E113, fmt::format("{} takes two vectors", word),
                    place(argument_part(part, i)), "this is a number");
    const Meaning& a = argument(part, 0);
    const Meaning& b = argument(part, 1);
    const auto [dimension, plain] = times(a, b, 1.0);
    Meaning meaning = {.dimension = dimension, .plain = plain};
    if (!cross) {
      meaning.nodes = {dot(a, b)};
      return meaning;
    }
    meaning.size = 3;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      meaning.nodes[i] = graph_.subtract(
          {graph_.multiply({a.nodes[j], b.nodes[k]}), graph_.multiply({a.nodes[k], b.nodes[j]})});
    }
    return meaning;
  }

  // w (x) is read as a call; if w is a name, a sign is missing.
  Error unknown_function(const Part& part) const {
    const std::string& word = tree_.word(part);
    const std::size_t open = text_.find('(', part.begin);
    if (scope_.find(word))
      return {Code::E104,
              "two factors without an operator between them",
              place_in(text_, open, open + 1),
              fmt::format("write '{}*('", word),
              {fmt::format("note: '{}' is not a function", word)}};
    std::vector<std::string> words = {"dot", "cross"};
    for (int i = 0; i <= static_cast<int>(Operation::smooth); ++i)
      if (const auto known = zwang::word(static_cast<Operation>(i)); !known.empty())
        words.emplace_back(known);
    auto hint = counterpart_of_function(word, written(argument_part(part, 0)));
    if (const auto near = nearest(word, words); near && !hint)
      hint = fmt::format("did you mean '{}'?", *near);
    return {Code::E117,
            fmt::format("unknown function '{}'", word),
            place_in(text_, part.begin, text_.find_last_not_of(" \t\n\r", open - 1) + 1),
            hint.value_or(""),
            {fmt::format("known: {}", fmt::join(words, " "))}};
  }

  const Expression& tree_;
  std::string_view text_;
  const Scope& scope_;
  Graph& graph_;
  std::vector<Meaning> known_;
};

}  // namespace

std::vector<Meaning> meanings(const Expression& tree, std::string_view text, Scope& scope) {
  return meanings(tree, text, scope, scope.graph());
}

std::vector<Meaning> meanings(const Expression& tree, std::string_view text, const Scope& scope,
                              Graph& layer) {
  return Interpreter(tree, text, scope, layer).run();
}

Quantity read_value(std::string_view text, const Scope& scope) {
  try {
    if (const auto quantity = read_quantity(text)) return *quantity;
  } catch (const Error& error) {
    // "2 x": x is no unit, but a name.
    const auto column = static_cast<std::size_t>(error.place().column);
    const auto width = static_cast<std::size_t>(error.place().end_column) - column;
    if (error.code() != Code::E103 || !scope.find(text.substr(column - 1, width))) throw;
  }
  const Expression tree = parse_expression(text);
  Graph graph = Graph::over(scope.graph());
  const std::vector<Meaning> all = meanings(tree, text, scope, graph);
  const Meaning& meaning = all.back();
  const Place whole = {.column = 1, .end_column = 1 + characters(text)};
  if (meaning.size != 1) throw Error(Code::E113, "expected a number, not a vector", whole);
  // The name in the text that stands for a symbol.
  const auto place_of = [&](NodeId symbol) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Part& part = tree.parts()[i];
      if (part.kind != Kind::name) continue;
      const auto nodes = std::span(all[i].nodes).first(static_cast<std::size_t>(all[i].size));
      if (std::ranges::find(nodes, symbol) != nodes.end())
        return place_in(text, part.begin, part.end);
    }
    return Place(whole);
  };
  // Parameters have values: the rest is arithmetic.
  const auto nodes = graph.below(std::array{meaning.nodes[0]});
  std::unordered_map<NodeId, double> values;
  for (const NodeId id : nodes) {
    const Node& node = graph[id];
    if (node.operation == Operation::constant) {
      values[id] = node.number;
    } else if (node.operation == Operation::symbol) {
      const Symbol& symbol = graph.symbol_of(id);
      if (symbol.kind != Symbol::Kind::parameter)
        throw Error(Code::E113,
                    fmt::format("expected a number here, but '{}' changes with time", symbol.name),
                    place_of(id));
      values[id] = symbol.value;
    } else {
      values[id] = arity(node.operation) == 1
                       ? apply(node.operation, values[node.a])
                       : apply(node.operation, values[node.a], values[node.b]);
    }
  }
  const double value = values[meaning.nodes[0]];
  if (!std::isfinite(value))
    throw Error(Code::E120, fmt::format("'{}' is not a finite number", tree.text(tree.root(), 80)),
                whole);
  return {value, {1.0, meaning.dimension.value_or(Dimension::none())}};
}

}  // namespace zwang
