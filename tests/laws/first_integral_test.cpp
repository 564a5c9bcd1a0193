// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Hidden equations between positions, found and held.

#include "zwang/laws/first_integral.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <cctype>
#include <random>

#include "tests/count.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::Json;

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

// The longest row of digits.
int digits(const std::string& text) {
  int most = 0, now = 0;
  for (const char c : text) {
    now = std::isdigit(static_cast<unsigned char>(c)) ? now + 1 : 0;
    most = std::max(most, now);
  }
  return most;
}

// Differentials of formulas at a place, each of length 1, and their rank.
Matrix differentials(const PfaffianSystem& forms, const std::vector<NodeId>& formulas,
                     const std::vector<double>& place) {
  Matrix out(static_cast<Eigen::Index>(formulas.size()), forms.coordinates());
  for (Eigen::Index k = 0; k < out.rows(); ++k) {
    for (int i = 0; i < forms.coordinates(); ++i) {
      const NodeId by = forms.graph().node_of(forms.coordinate(i));
      const Formula slope(forms.graph(),
                          derivative(forms.graph(), formulas[static_cast<std::size_t>(k)], by));
      std::vector<double> x;
      for (const SymbolId id : slope.inputs())
        for (int c = 0; c < forms.coordinates(); ++c)
          if (forms.coordinate(c) == id) x.push_back(place[static_cast<std::size_t>(c)]);
      out(k, i) = slope.value(x);
    }
    out.row(k).normalize();
  }
  return out;
}

Eigen::Index rank(const Matrix& rows) {
  return Eigen::FullPivLU<Matrix>(rows).setThreshold(1e-10).rank();
}

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

// Theory 11-7.
TEST_CASE("integrals have the factors of the forms, not digits of a fit") {
  // Voss: d(w + x^2) and d(y + z w), mixed by (1, z; x, 1)
  Model two = model_of({"x", "y", "z", "w"}, {"(2*x*x' + w') + z*(y' + z*w' + w*z') = 0",
                                              "(y' + z*w' + w*z') + x*(2*x*x' + w') = 0"});
  CHECK(texts(two, {0.3, -0.4, 0.5, 0.1}, 2) == Texts{"w + x^2", "y + z*w"});
  Model product =
      model_of({"x", "y", "z", "u", "v"}, {"y*x' + x*y' + u*(z' - u*v') = 0", "z' - u*v' = 0"});
  CHECK(texts(product, {1.0, 0.5, 0.0, 0.7, 0.0}, 1) == Texts{"x*y"});
  Model third = model_of({"x", "w"}, {"x' - w'/3 = 0"});
  CHECK(texts(third, {0.0, 0.0}, 1) == Texts{"x - w/3"});
  Model folded = model_of({"x", "w"}, {"x' - (1/3)*w' = 0"});
  CHECK(texts(folded, {0.0, 0.0}, 1) == Texts{"x - w/3"});
  Model pi = model_of({"x", "w"}, {"x' - 3.141592653589793*w' = 0"});
  CHECK(texts(pi, {0.0, 0.0}, 1) == Texts{"x - 3.141592653589793*w"});
  Model long_decimals = model_of({"x", "w"}, {"0.123456789012*x' + 0.7*w' = 0"});
  const auto found = texts(long_decimals, {0.1, 0.2}, 1);
  REQUIRE(found.size() == 1);
  CHECK(digits(found[0]) <= 12);
}

// Theory 11-5.
TEST_CASE("angles, exponentials, roots and quotients are found") {
  const auto one = [](const std::vector<const char*>& names, const char* form,
                      const std::vector<double>& start) {
    Model model = model_of(names, {form});
    const auto found = texts(model, start, 1);
    return found.empty() ? "nothing" : found[0];
  };
  const std::vector<const char*> three = {"x", "y", "z"}, two = {"x", "y"};
  CHECK(one(three, "x*y' - y*x' + (x^2 + y^2)*z' = 0", {1.0, 0.3, 0.0}) == "z + atan2(y, x)");
  CHECK(one(two, "exp(t)*(x' + x) + y*y' = 0", {1.0, 0.2, 0.0}) == "x*exp(t) + 0.5*y^2");
  CHECK(one(two, "x' + y'*(1 + x^2) = 0", {0.5, 0.2}) == "y + atan(x)");
  CHECK(one(three, "x*x' + y*y' - sqrt(x^2 + y^2)*z' = 0", {0.6, 0.8, 0.3}) ==
        "z - sqrt(x^2 + y^2)");
  CHECK(one(three, "z*x' + z*y' - (x + y)*z' = 0", {0.6, 0.5, 1.3}) == "(x + y)/z");
  // (x + y)^3/(x - y): factors that no coefficient shows
  CHECK(one(two, "(x - 2*y)*x' + (2*x - y)*y' = 0", {0.9, 0.2}) == "(x - y)/(x + y)^3");
  // log(x^2 + y^2) + 3 atan2(y, x)
  CHECK(one(two, "(2*x - 3*y)*x' + (2*y + 3*x)*y' = 0", {0.5, 0.7}) ==
        "log(x^2 + y^2) + 3*atan2(y, x)");
}

// Theory 11-5.
TEST_CASE("p36: the integrals that forms were built from are found, and no others") {
  std::mt19937 random(1884);
  std::uniform_real_distribution<double> number(-0.1, 0.1);
  int integrals = 0, none = 0;
  for (const Json& one : reference::cases("p36_first_integrals")) {
    CAPTURE(one["name"].get<std::string>());
    const auto model = reference::model(one["model"], one["state"], "p36");
    const PfaffianSystem forms = PfaffianSystem::of(*model, one["state"]["t"]);
    const std::vector<double> start =
        forms.place(*model, model->start(one["state"]["t"].get<double>()));
    const int wanted = one["expect"]["number_of_integrals"];
    const auto found = first_integrals(forms, start, std::max(wanted, 1));
    CHECK(static_cast<int>(found.size()) == wanted);
    integrals += wanted;
    none += wanted == 0;
    std::vector<NodeId> formulas, all;
    for (const FirstIntegral& phi : found) {
      formulas.push_back(phi.phi);
      CHECK(digits(phi.text) <= 3);
    }
    all = formulas;
    for (const Json& stated : one["expect"]["integrals"])
      all.push_back(
          Formula::read(stated["expression"].get<std::string>(), model->scope(), forms.graph())
              .node());
    for (int i = 0; i < 3 && !found.empty(); ++i) {
      std::vector<double> place = start;
      for (double& x : place) x += number(random);
      CHECK(rank(differentials(forms, formulas, place)) == wanted);
      CHECK(rank(differentials(forms, all, place)) == wanted);
    }
  }
  CHECK(integrals == 42);
  CHECK(none == 9);
}

// Theory 11-7.
TEST_CASE("on the leaf of one integral the other is found") {
  // dx + 2 (dy + dz)/(3 (y + z)) ... : d log((y + z)^2 exp(1.5 x)/(y - 2 z)), with d(y - z/4)
  Model model = model_of(
      {"x", "y", "z"}, {"1.5*(y + z)*(y - 2*z)*x' + 2*(y - 2*z)*(y' + z') - (y + z)*(y' - 2*z') + "
                        "x*(y' - 0.25*z') = 0",
                        "y' - 0.25*z' = 0"});
  const PfaffianSystem forms = PfaffianSystem::of(model, 0.0);
  const std::vector<double> start = {0.4, 1.2, 0.3};
  const auto found = first_integrals(forms, start, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].text == "y - 0.25*z");
  std::vector<NodeId> all = {found[0].phi, found[1].phi};
  CHECK(rank(differentials(forms, all, start)) == 2);
  all.push_back(
      Formula::read("(y + z)^2*exp(1.5*x)/(y - 2*z)", model.scope(), forms.graph()).node());
  CHECK(rank(differentials(forms, all, start)) == 2);
  CHECK(digits(found[1].text) <= 2);
}

// Theory 11-6.
TEST_CASE("a form that nearly has an integral has none") {
  // x dx + y dy + z dz with a billionth of x dz: x^2 + y^2 + z^2 changes by a billionth
  Model model = model_of({"x", "y", "z"}, {"x*x' + y*y' + (z + 1e-9*x)*z' = 0"});
  CHECK(texts(model, {0.6, 0.2, 0.8}, 1).empty());
}

TEST_CASE("without a hidden equation none is found") {
  Model cart = model_of({"x", "y", "w"}, {"cos(w)*y' - sin(w)*x' = 0"});
  CHECK(texts(cart, {0.0, 0.0, 0.3}, 1).empty());
  CHECK(hidden_equations(cart, cart.start()).empty());
  Model complex = model_of({"x", "y", "z"}, {"y*x' - x*y' + 0.8*z' = 0"});
  CHECK(texts(complex, {1.0, 0.5, 0.0}, 1).empty());
}

// Theory 11-8.
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

// Theory 2-5.
TEST_CASE("an integral with an angle is held through many turns") {
  // d(z + angle of (x, y)): a spring draws it around the axis
  Model model("stairs");
  model.coordinate("x", {.start = 1.0})
      .coordinate("y", {.rate = 3.0})
      .coordinate("z", {.rate = -3.0});
  model.kinetic("(x'^2 + y'^2 + z'^2)/2").potential("2*(x^2 + y^2)");
  model.constraint("stairs", "x*y' - y*x' + (x^2 + y^2)*z' = 0");
  CHECK(hidden_equations(model, model.start()).size() == 1);
  const auto off = [&](bool held) {
    const RunOptions options{.until = 40.0, .tolerance = 1e-7};
    const Trajectory motion =
        held ? run(model, options) : run(System(model), model.start(), options);
    REQUIRE(motion.outcome == RunOutcome::finished);
    const Vector& q = motion.frames.back().q;
    CHECK(q[2] < -40.0);  // more than six turns
    return std::abs(std::remainder(q[2] + std::atan2(q[1], q[0]), 2.0 * std::acos(-1.0)));
  };
  CHECK(off(true) < 1e-13);
  CHECK(off(false) > 1e-8);
}

// Theory 2-5.
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
