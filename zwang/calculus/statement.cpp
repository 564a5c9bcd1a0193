// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/statement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "zwang/base/text.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang {
namespace {

using Index = Expression::Index;
using Kind = Expression::Kind;
using Part = Expression::Part;

class Reading {
 public:
  Reading(std::string_view text, Scope& scope)
      : text_(text), graph_(scope.graph()), constraint_(parse_constraint(text)) {
    refuse_second_derivatives();
    meanings_ = meanings(constraint_.tree, text, scope);
  }

  std::vector<Statement> run() {
    compare_sides();
    std::vector<Statement> statements;
    if (const auto symmetric = absolute_side()) {
      statements = symmetric_pair(*symmetric);
      refuse_hidden(constraint_.sides[*symmetric]);
    } else {
      refuse_hidden(no_part);
      statements = plain();
    }
    for (Statement& statement : statements) classify(statement);
    return statements;
  }

 private:
  static constexpr Index no_part = ~Index{0};

  const Expression& tree() const { return constraint_.tree; }
  const Meaning& side(std::size_t i) const { return meanings_[constraint_.sides[i]]; }
  const Part& side_part(std::size_t i) const { return tree()[constraint_.sides[i]]; }
  Place place(const Part& part) const { return place_in(text_, part.begin, part.end); }

  void refuse_second_derivatives() const {
    for (const Part& part : tree().parts())
      if (part.kind == Kind::name && part.primes == 2)
        throw Error(Code::E115, "a second derivative in a constraint", place(part),
                    "accelerations follow from the principle",
                    {"note: constraints bind positions and velocities"});
  }

  void compare_sides() const {
    for (std::size_t i = 1; i < constraint_.sides.size(); ++i) {
      const Meaning& left = side(i - 1);
      const Meaning& right = side(i);
      if (left.size != right.size)
        throw Error(Code::E113, "a number and a vector cannot be compared", place(side_part(i)),
                    right.size == 3 ? "a vector, but the left side is a number"
                                    : "a number, but the left side is a vector");
      if (left.size == 3 && constraint_.relations[i - 1] != Relation::equal)
        throw Error(Code::E113, "vectors can be equal, not greater or less", place(side_part(i)));
      if (left.dimension && right.dimension && *left.dimension != *right.dimension)
        throw Error(Code::E107, "the two sides have different units", place(side_part(i)),
                    fmt::format("{}, but the left side is {}", right.dimension->text(),
                                left.dimension->text()));
    }
  }

  // Which side is |s| alone, with a number s, in "|s| <= c" or "c >= |s|".
  std::optional<std::size_t> absolute_side() const {
    if (constraint_.sides.size() != 2) return std::nullopt;
    const std::size_t i = constraint_.relations[0] == Relation::at_most ? 0 : 1;
    if (constraint_.relations[0] == Relation::equal) return std::nullopt;
    const Part& part = side_part(i);
    if (part.kind != Kind::bars || meanings_[tree().arguments(part)[0]].size != 1)
      return std::nullopt;
    return i;
  }

  // |s| <= c is -c <= s <= c.
  std::vector<Statement> symmetric_pair(std::size_t i) {
    const NodeId s = meanings_[tree().arguments(side_part(i))[0]].nodes[0];
    const NodeId c = side(1 - i).nodes[0];
    return {{.suffix = ".lower", .f = graph_.subtract({graph_.negate(c), s})},
            {.suffix = ".upper", .f = graph_.subtract({s, c})}};
  }

  std::vector<Statement> plain() {
    std::vector<Statement> statements;
    for (std::size_t i = 0; i < constraint_.relations.size(); ++i) {
      const bool turned = constraint_.relations[i] == Relation::at_least;
      const Meaning& small = side(turned ? i + 1 : i);
      const Meaning& large = side(turned ? i : i + 1);
      for (std::size_t k = 0; k < static_cast<std::size_t>(small.size); ++k)
        statements.push_back({.suffix = suffix(i, k, small.size),
                              .f = graph_.subtract({small.nodes[k], large.nodes[k]}),
                              .equation = constraint_.relations[i] == Relation::equal});
    }
    return statements;
  }

  // In a >= x >= b the first relation is the upper bound.
  std::string suffix(std::size_t relation, std::size_t component, int size) const {
    if (size == 3) return std::string(".") + "xyz"[component];
    if (constraint_.relations.size() == 1) return {};
    const bool upwards = constraint_.relations[0] == Relation::at_most;
    return (relation == 0) == upwards ? ".lower" : ".upper";
  }

  // min, max, step and |s| hide a second constraint, except for the |s| that was taken apart.
  void refuse_hidden(Index allowed) const {
    for (Index i = 0; i < tree().parts().size(); ++i) {
      const Part& part = tree()[i];
      const bool bars =
          part.kind == Kind::bars && i != allowed && meanings_[tree().arguments(part)[0]].size == 1;
      const bool call =
          part.kind == Kind::call &&
          (tree().word(part) == "min" || tree().word(part) == "max" || tree().word(part) == "step");
      if (bars || call)
        throw Error(Code::E116,
                    fmt::format("{} hides a second constraint",
                                bars ? "the absolute value" : "'" + tree().word(part) + "'"),
                    place(part), "write each constraint by itself");
    }
  }

  void classify(Statement& statement) const {
    const auto nodes = graph_.below(std::array{statement.f});
    const bool moves = std::ranges::any_of(nodes, [&](NodeId id) {
      if (graph_[id].operation != Operation::symbol) return false;
      const auto kind = graph_.symbol_of(id).kind;
      return kind == Symbol::Kind::coordinate || kind == Symbol::Kind::velocity;
    });
    if (!moves)
      throw Error(Code::E114, "a constraint that binds no coordinate",
                  {.column = 1, .end_column = 1 + characters(text_)});
    statement.of_velocities = depends_on(graph_, statement.f, Symbol::Kind::velocity);
    statement.nonlinear = statement.of_velocities &&
                          degrees(graph_, statement.f, Symbol::Kind::velocity).at(statement.f) > 1;
  }

  std::string_view text_;
  Graph& graph_;
  ConstraintText constraint_;
  std::vector<Meaning> meanings_;
};

}  // namespace

std::vector<Statement> read_constraint(std::string_view text, Scope& scope) {
  return Reading(text, scope).run();
}

}  // namespace zwang
