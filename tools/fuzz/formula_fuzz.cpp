// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// libFuzzer on everything that reads the text of a formula, a constraint, a binding or a quantity.
// Whatever the bytes are, the answer is a result or an Error of the text (E1xx) that points into
// it. Of every result the promises of the headers are tested: a printed text reads back as the
// same, a bound holds the value, a value that is not finite has its reason, a Pfaffian form has
// coefficients free of velocities.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/base/text.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/meaning.hpp"
#include "zwang/calculus/parse.hpp"
#include "zwang/calculus/statement.hpp"

namespace zwang {
namespace {

// The text of this run, and those since the graph was new: what a failure needs to be seen again.
std::vector<std::string> history;

[[noreturn]] void broken(const char* promise, const std::string& what) {
  std::fprintf(stderr, "broken: %s\n  %s\n  texts since the graph was new:\n", promise,
               what.c_str());
  for (const std::string& text : history) std::fprintf(stderr, "  <%s>\n", text.c_str());
  std::abort();
}

void demand(bool holds, const char* promise, const std::string& what) {
  if (!holds) broken(promise, what);
}

// --- errors --------------------------------------------------------------------------------------

// Well-formed UTF-8 without control characters: what may go to a terminal or into a log.
bool is_clean(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20U || byte == 0x7FU) return false;
    if (byte < 0x80U) continue;
    const std::size_t more = byte < 0xC2U ? 9 : byte < 0xE0U ? 1 : byte < 0xF0U ? 2 : 3;
    if (i + more >= text.size()) return false;
    for (std::size_t k = 1; k <= more; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) return false;
    i += more;
  }
  return true;
}

void check_error(const Error& error, std::string_view text) {
  demand(name(error.code()).substr(0, 2) == "E1", "a bad text is E1xx", error.what());
  const Place& place = error.place();
  const bool of_whole = error.code() == Code::E110 && place.column == 0;
  const int last = characters(text) + 1;
  demand(of_whole || (place.column >= 1 && place.column <= last), "an error points into the text",
         error.what());
  demand(of_whole || (place.end_column > place.column && place.end_column <= last + 1),
         "a mark ends behind its beginning", error.what());
  bool clean = is_clean(error.what()) && is_clean(error.mark());
  std::size_t length = error.message().size() + error.mark().size();
  for (const std::string& note : error.notes()) {
    clean = clean && is_clean(note);
    length += note.size();
  }
  demand(clean, "a message is well-formed and free of control characters", error.what());
  demand(length < 2000, "a message is short", error.what());
}

// What `read` makes of the text, or nothing after an Error that is as it should be.
template <class Read>
auto attempt(std::string_view text, Read&& read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    check_error(error, text);
    return std::nullopt;
  }
}

// --- trees ---------------------------------------------------------------------------------------

bool same(const Expression& a, const Expression& b) {
  const auto equal = [&](const Expression::Part& p, const Expression::Part& q) {
    if (p.kind != q.kind || p.primes != q.primes || p.number != q.number) return false;
    const bool worded = p.kind == Expression::Kind::name || p.kind == Expression::Kind::call;
    if (worded && a.word(p) != b.word(q)) return false;
    return std::ranges::equal(a.arguments(p), b.arguments(q));
  };
  return std::ranges::equal(a.parts(), b.parts(), equal);
}

void check_tree(const Expression& tree) {
  const std::string text = tree.text(tree.root(), TextLimits::bytes);
  if (text.size() > TextLimits::bytes) return;
  demand(same(parse_expression(text), tree), "a printed tree reads back as the same", text);
  tree.latex();
}

void check_constraint(const ConstraintText& constraint) {
  const std::string text = constraint.text();
  if (text.size() > TextLimits::bytes) return;
  const ConstraintText again = parse_constraint(text);
  demand(same(again.tree, constraint.tree) && again.sides == constraint.sides &&
             again.relations == constraint.relations,
         "a printed constraint reads back as the same", text);
  constraint.latex();
}

void check_bindings(const std::vector<Binding>& bindings) {
  demand(!bindings.empty(), "a text of bindings has one", "");
  for (const Binding& binding : bindings)
    demand(!binding.first.empty() && (binding.set.name.empty() != binding.set.list.empty()),
           "a binding has a word and one set", binding.first);
}

// --- meaning -------------------------------------------------------------------------------------

// What the texts may speak of.
struct World {
  Graph graph;
  Scope scope;
  explicit World(bool with_units) : scope(graph, with_units) {
    for (const char* name : {"bob", "m1", "m2"}) scope.point(name);
    scope.coordinate("x", Dimension::length());
    scope.coordinate("y", Dimension::length());
    scope.coordinate("w");
    scope.coordinate("theta", Dimension::none());
    scope.parameter("L", 1.25, Dimension::length());
    scope.parameter("g", 9.81, Dimension::length() / Dimension::time().to(2.0));
    scope.parameter("k", -0.4);
  }
};

// Brackets, signs and powers make depth; beyond this many a printed text may be too deep to read.
bool is_deep(std::string_view text) {
  return std::ranges::count_if(text, [](char c) {
           return std::string_view("([|^-+").find(c) != std::string_view::npos;
         }) > 80;
}

// A vector such as [x, 1, 0] in metres prints its components one by one, where a plain 1 has lost
// its unit: E107 is the one mistake that a printed formula may have.
void check_round_trip(const World& world, NodeId node, const std::string& printed,
                      std::string_view text) {
  try {
    demand(Formula::read(printed, world.scope).node() == node,
           "a printed formula reads back as the same node", printed);
  } catch (const Error& error) {
    const bool allowed =
        error.code() == Code::E107 || (error.code() == Code::E110 && is_deep(text));
    demand(allowed, "a printed formula can be read", printed + "\n  " + error.what());
  }
}

constexpr std::array<double, 8> generic = {0.3125, -1.2, 0.71, 2.5, -0.05, 1.75, 3.3, -2.25};
constexpr std::array<double, 8> nasty = {0.0, 1.0, -1.0, 1e-160, 1e155, -3.0, 710.0, 0.5};

void check_values(const Formula& f, const std::array<double, 8>& numbers,
                  const std::string& printed) {
  using Motion = Taylor<double, 3>;
  const std::size_t n = f.inputs().size();
  std::vector<double> x(n), gradient(n);
  std::vector<Motion> motion(n);
  std::vector<Interval> box(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = numbers[i % 8];
    motion[i] = Motion(x[i], numbers[(i + 3) % 8]);
    const double half = std::ldexp(std::abs(x[i]) + 1e-3, -40);
    box[i] = Interval(x[i] - half, x[i] + half);
  }
  const double value = f.value_and_gradient<double, double>(x, gradient);
  const bool finite = std::isfinite(value);
  const auto domain_error = f.domain_error(x);
  demand(domain_error.has_value() == !finite, "what is not finite has its reason, nothing else",
         printed);
  if (domain_error) {
    demand(domain_error->code() == Code::E310, "outside of the domain is E310",
           domain_error->what());
    demand(is_clean(domain_error->what()), "a domain_error is clean", domain_error->what());
  }
  const Motion course = f.value<Motion>(motion);
  demand(finite ? course[0] == value : !std::isfinite(course[0]), "a motion begins with the value",
         printed);
  const Interval range = f.value<Interval>(box);
  if (!is_finite(range)) return;
  const double slack = 8.0 * std::numeric_limits<double>::epsilon();
  demand(finite && value >= range.lo() - slack * std::abs(range.lo()) &&
             value <= range.hi() + slack * std::abs(range.hi()),
         "finite bounds hold the value", printed);
}

// The formula in print, if it is not too long.
std::optional<std::string> printed_shortly(const World& world, NodeId node) {
  constexpr std::size_t shown = 4096;
  const Expression tree = expression_of(world.graph, node);
  std::string printed = tree.text(tree.root(), shown);
  if (printed.size() > shown) return std::nullopt;
  return printed;
}

void check_formula(World& world, const Formula& f, std::string_view text) {
  const auto printed = printed_shortly(world, f.node());
  if (printed) {
    check_round_trip(world, f.node(), *printed, text);
    f.latex();
  }
  check_values(f, text.size() % 2 == 0 ? generic : nasty, printed.value_or("(long)"));
  if (f.inputs().empty()) return;
  const NodeId by = world.graph.node_of(f.inputs().front());
  const Formula slope(world.graph, derivative(world.graph, f.node(), by));
  if (const auto said = printed_shortly(world, slope.node()))
    check_round_trip(world, slope.node(), *said, *said);
  const std::vector<double> x(slope.inputs().size(), 0.6);
  demand(std::isfinite(slope.value(x)) != slope.domain_error(x).has_value(),
         "a derivative that is not finite has its reason", printed.value_or("(long)"));
}

void check_form(World& world, NodeId g) {
  Graph& graph = world.graph;
  const Form form(graph, g);
  const auto is_free = [&](NodeId p) { return !depends_on(graph, p, Symbol::Kind::velocity); };
  for (std::size_t i = 0; i < form.coordinates().size(); ++i) {
    demand(is_free(form.coefficient(i)), "a coefficient is free of velocities",
           expression_of(graph, g).text());
    demand(is_free(form.time_covariant(form.coordinates()[i], world.scope.time())),
           "a covariant is free of velocities", expression_of(graph, g).text());
    const SymbolId next = form.coordinates()[(i + 1) % form.coordinates().size()];
    demand(is_free(form.covariant(form.coordinates()[i], next)),
           "a covariant is free of velocities", expression_of(graph, g).text());
  }
  demand(is_free(form.time_coefficient()), "p0 is free of velocities",
         expression_of(graph, g).text());
  if (printed_shortly(world, g)) demand(!form.text().empty(), "a form has a text", "");
}

void check_statement(World& world, const Statement& statement, std::string_view text) {
  check_formula(world, Formula(world.graph, statement.f), text);
  demand(statement.of_velocities == depends_on(world.graph, statement.f, Symbol::Kind::velocity),
         "a velocity constraint is one with velocities", std::string(text));
  if (statement.of_velocities && !statement.nonlinear) check_form(world, statement.f);
}

void check_text(World& world, std::string_view text) {
  const auto tree = attempt(text, [&] { return parse_expression(text); });
  const auto constraint = attempt(text, [&] { return parse_constraint(text); });
  const auto bindings = attempt(text, [&] { return parse_bindings(text); });
  const auto quantity = attempt(text, [&] { return read_quantity(text); });
  if (bindings) check_bindings(*bindings);
  if (constraint) {
    check_constraint(*constraint);
    if (const auto read = attempt(text, [&] { return read_constraint(text, world.scope); }))
      for (const Statement& statement : *read) check_statement(world, statement, text);
  }
  std::optional<Formula> formula;
  if (tree) {
    check_tree(*tree);
    formula = attempt(text, [&] { return Formula::read(text, world.scope); });
    if (formula) check_formula(world, *formula, text);
  }
  // Without a tree and without a quantity it throws what one of them threw.
  if (!tree && !quantity) return;
  const auto value = attempt(text, [&] { return read_value(text, world.scope); });
  if (value) demand(std::isfinite(value->value), "a value is finite", std::string(text));
  if (value && formula)
    demand(formula->inputs().empty() && formula->value({}) == value->value,
           "a value is a formula of parameters", std::string(text));
}

}  // namespace
}  // namespace zwang

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A new world now and then keeps the graph small and costs little.
  constexpr std::size_t per_world = 64;
  static std::unique_ptr<zwang::World> world;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (!world || zwang::history.size() >= per_world || world->graph.size() > 20'000) {
    static bool with_units = false;
    with_units = !with_units;
    world = std::make_unique<zwang::World>(with_units);
    zwang::history.clear();
  }
  zwang::history.push_back(text);
  zwang::check_text(*world, text);
  return 0;
}
