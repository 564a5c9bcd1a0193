// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Hidden equations between positions, found and held.

#include "zwang/laws/first_integral.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "tests/count.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;

Model model_of(const std::vector<const char*>& coordinates,
               const std::vector<const char*>& constraints) {
  Model model("hidden");
  std::string kinetic;
  for (const char* const name : coordinates) {
    model.coordinate(name);
    kinetic += fmt::format("{}{}'^2/2", kinetic.empty() ? "" : " + ", name);
  }
  model.kinetic(kinetic);
  for (std::size_t i = 0; i < constraints.size(); ++i)
    model.constraint(fmt::format("c{}", i), constraints[i]);
  return model;
}

std::vector<std::string> texts(Model& model, const std::vector<double>& start, int wanted) {
  std::vector<std::string> out;
  for (const FirstIntegral& one : first_integrals(PfaffianSystem::of(model, 0.0), start, wanted))
    out.push_back(one.text);
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("integrals match those found by hand") {
  Model rolling = model_of({"x", "psi"}, {"x' - 0.5*psi' = 0"});
  CHECK(texts(rolling, {0.0, 0.0}, 1) == Texts{"x - 0.5*psi"});
  Model sphere = model_of({"x", "y", "z"}, {"x*x' + y*y' + z*z' = 0"});
  CHECK(texts(sphere, {0.6, 0.0, 0.8}, 1) == Texts{"x^2 + y^2 + z^2"});
  Model bowl = model_of({"x", "y", "z"}, {"z' + 2*x*z*x' + 2*y*z*y' = 0"});
  CHECK(texts(bowl, {0.3, 0.2, 1.0}, 1) == Texts{"z*exp(x^2 + y^2)"});
  Model ratio = model_of({"x", "y"}, {"y*x' - x*y' = 0"});
  CHECK(texts(ratio, {2.0, 1.0}, 1) == Texts{"x/y"});
  Model cam = model_of({"x", "w"}, {"x' + 0.3*sin(w)*w' = 0"});
  CHECK(texts(cam, {0.3, 0.1}, 1) == Texts{"x - 0.3*cos(w)"});
}

TEST_CASE("without a hidden equation none is found") {
  Model cart = model_of({"x", "y", "w"}, {"cos(w)*y' - sin(w)*x' = 0"});
  CHECK(texts(cart, {0.0, 0.0, 0.3}, 1).empty());
  CHECK(hidden_equations(cart, cart.start()).empty());
  Model complex = model_of({"x", "y", "z"}, {"y*x' - x*y' + 0.8*z' = 0"});
  CHECK(texts(complex, {1.0, 0.5, 0.0}, 1).empty());
}

TEST_CASE("two equations hidden by two forms together are found") {
  // d(x + y^2 + w) and d(z + x*y), mixed by a matrix that depends on the place
  Model model = model_of({"x", "y", "z", "w"}, {"(x' + 2*y*y' + w') + y*(z' + y*x' + x*y') = 0",
                                                "(z' + y*x' + x*y') - x*(x' + 2*y*y' + w') = 0"});
  const auto found = first_integrals(PfaffianSystem::of(model, 0.0), {0.3, 0.2, 0.5, 0.1}, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].text == "z + x*y");
  CHECK(found[0].start == doctest::Approx(0.56));
  CHECK(found[1].text == "x + w + y^2");
  CHECK(found[1].start == doctest::Approx(0.44));
}

TEST_CASE("polynomials hidden behind a factor are found") {
  std::mt19937 random(1884);
  std::uniform_int_distribution<int> number(-3, 3);
  int missed = 0;
  const int count = asked_count(50, 100);
  for (int i = 0; i < count; ++i) {
    const auto c = [&] {
      const int k = number(random);
      return k == 0 ? 1 : k;
    };
    const std::string phi = fmt::format("({}*x^2 + {}*x*y + {}*y*z + {}*z)", c(), c(), c(), c());
    Model model = model_of({"x", "y", "z"}, {});
    const auto slope = [&](const char* by) {
      Graph graph = Graph::over(model.graph());
      const Formula formula = Formula::read(phi, model.scope(), graph);
      for (const SymbolId id : formula.inputs())
        if (graph.symbol_at(id).name == by)
          return Formula(graph, derivative(graph, formula.node(), graph.node_of(id))).text();
      return std::string("0");
    };
    model.constraint("hidden", fmt::format("(1 + x^2 + 0.5*y)*(({})*x' + ({})*y' + ({})*z') = 0",
                                           slope("x"), slope("y"), slope("z")));
    if (texts(model, {0.4, 0.7, -0.3}, 1).empty()) ++missed;
  }
  CHECK(missed == 0);
}

TEST_CASE("an integral that is held does not drift") {
  const auto drift = [](bool held) {
    Model model("sphere");
    model.coordinate("x", {.start = 0.6})
        .coordinate("y", {.rate = 2.0})
        .coordinate("z", {.start = 0.8});
    model.kinetic("(x'^2 + y'^2 + z'^2)/2").potential("9.81*z");
    model.constraint("sphere", "x*x' + y*y' + z*z' = 0");
    CHECK(hidden_equations(model, model.start()).size() == 1);
    const RunOptions options{.until = 50.0, .tolerance = 1e-6};
    const Trajectory motion =
        held ? run(model, options) : run(System(model), model.start(), options);
    REQUIRE(motion.outcome == RunOutcome::finished);
    return std::abs(motion.frames.back().q.norm() - 1.0);
  };
  CHECK(drift(true) < 1e-15);
  CHECK(drift(false) > 1e-9);
}
