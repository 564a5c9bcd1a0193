// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Constraints in velocities (Voss 1884): every number of tests/reference, p12. Motions with their
// multipliers and constants, covariants of the forms, and what those that are integrable keep.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "tests/motion/compare.hpp"
#include "zwang/analysis/distribution.hpp"
#include "zwang/analysis/integrability.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using reference::Json;

constexpr double motion_accuracy = 1e-9;

Json nonholonomic_case(const std::string& name) {
  for (const Json& one : reference::cases("p12_nonholonomic"))
    if (one["name"] == name) return one;
  return {};
}

// A case with its model and the motion from its state.
struct Moved {
  std::unique_ptr<Model> model;
  Trajectory motion;

  Moved(const Json& description, const Json& state, double until)
      : model(reference::model(description, state, "p12")),
        motion(run(*model, {.until = until, .tolerance = 1e-12})) {}
};

Moved moved(const Json& one, const char* description = "model") {
  return {one[description], one["state"], reference::last_time(one["expect"])};
}

// Largest deviation of multipliers along the motion, relative to what is expected or 1.
double multipliers_off(const Moved& moved, const Json& samples) {
  double worst = 0.0;
  for (const Json& sample : samples) {
    const Frame frame = moved.motion.evaluate(sample["t"]);
    const auto compare = [&](int constraint, double wanted) {
      const double found = frame.multipliers[static_cast<std::size_t>(constraint)];
      worst = std::max(worst, std::abs(found - wanted) / std::max(1.0, std::abs(wanted)));
    };
    if (sample.contains("multiplier")) compare(0, sample["multiplier"]);
    if (sample.contains("multipliers"))
      for (const auto& [name, wanted] : sample["multipliers"].items())
        compare(*moved.model->find_constraint(name), wanted);
  }
  return worst;
}

// Along the edge.
double forward_speed(const State& state) {
  return std::cos(state.q[2]) * state.u[0] + std::sin(state.q[2]) * state.u[1];
}

}  // namespace

TEST_CASE("p12: Chaplygin's sleigh turns round") {
  const Json one = nonholonomic_case("chaplygin_sleigh");
  const Json& expect = one["expect"];
  const Moved sleigh = moved(one);
  REQUIRE(sleigh.motion.usable());
  CHECK(reference::compare(*sleigh.model, sleigh.motion, expect).largest() < motion_accuracy);
  CHECK(multipliers_off(sleigh, expect["samples"]) < motion_accuracy);
  const System system(*sleigh.model);
  for (const Json& sample : expect["samples"]) {
    const State state = sleigh.motion.at(sample["t"]);
    CHECK(std::abs(forward_speed(state) - sample["forward_speed"].get<double>()) < motion_accuracy);
    CHECK(system.kinetic(state) == Approx(expect["energy"].get<double>()).epsilon(motion_accuracy));
  }
  // v = V tanh(kappa t + c)
  const double fastest = expect["V"], kappa = expect["kappa"];
  const auto phase = [&](double t) {
    return std::atanh(forward_speed(sleigh.motion.at(t)) / fastest);
  };
  for (int k = 0; k < 4; ++k) CHECK(phase(k + 1.0) - phase(k) == Approx(kappa).epsilon(1e-8));
}

TEST_CASE("p12: from the far past to the far future the sleigh turns by pi b/a") {
  const Json one = nonholonomic_case("chaplygin_sleigh");
  Json back = one["state"];
  for (Json& v : back["v"]) v = -v.get<double>();
  // what is left after 50 s is exp(-28)
  const Moved future(one["model"], one["state"], 50.0), past(one["model"], back, 50.0);
  REQUIRE(future.motion.usable());
  REQUIRE(past.motion.usable());
  const double turn = future.motion.at(50.0).q[2] - past.motion.at(50.0).q[2];
  CHECK(turn == Approx(one["expect"]["total_turn"].get<double>()).epsilon(motion_accuracy));
  const double fastest = one["expect"]["V"];
  CHECK(forward_speed(future.motion.at(50.0)) == Approx(fastest).epsilon(motion_accuracy));
  CHECK(forward_speed(past.motion.at(50.0)) == Approx(fastest).epsilon(motion_accuracy));
}

TEST_CASE("p12: a knife edge on an incline does not descend forever") {
  const Json one = nonholonomic_case("knife_edge_incline");
  const Json& expect = one["expect"];
  const Moved edge = moved(one);
  REQUIRE(edge.motion.usable());
  CHECK(reference::compare(*edge.model, edge.motion, expect).largest() < motion_accuracy);
  CHECK(multipliers_off(edge, expect["samples"]) < motion_accuracy);
  const double deepest = expect["max_descent"];
  for (int i = 0; i <= 400; ++i)
    CHECK(edge.motion.at(0.01 * i).q[0] <= deepest * (1.0 + motion_accuracy));
  // where x' changes its sign
  double before = 0.5, after = 1.5;
  REQUIRE(edge.motion.at(before).u[0] > 0.0);
  REQUIRE(edge.motion.at(after).u[0] < 0.0);
  while (after - before > 1e-12) {
    const double middle = (before + after) / 2.0;
    (edge.motion.at(middle).u[0] > 0.0 ? before : after) = middle;
  }
  CHECK(edge.motion.at(before).q[0] == Approx(deepest).epsilon(motion_accuracy));
}

TEST_CASE("p12: the disc rolls with constant angular acceleration") {
  const Json one = nonholonomic_case("rolling_disc");
  const Json& expect = one["expect"];
  const Moved disc = moved(one);
  REQUIRE(disc.motion.usable());
  CHECK(reference::compare(*disc.model, disc.motion, expect).largest() < motion_accuracy);
  CHECK(multipliers_off(disc, expect["samples"]) < motion_accuracy);
  const double expected = expect["angular_acceleration"];
  for (const Json& sample : expect["samples"])
    CHECK(disc.motion.evaluate(sample["t"]).accelerations[3] ==
          Approx(expected).epsilon(motion_accuracy));
}

// Theory 2-5.
TEST_CASE("p12: a surface in velocity form is kept") {
  const Json one = nonholonomic_case("holonomic_in_velocity_form");
  const Json& expect = one["expect"];
  const Moved velocities = moved(one), positions = moved(one, "model_explicit");
  for (const Moved* moved : {&velocities, &positions}) {
    REQUIRE(moved->motion.usable());
    CHECK(reference::compare(*moved->model, moved->motion, expect).largest() < motion_accuracy);
    for (const Json& sample : expect["samples"]) {
      const Vector q = moved->motion.at(sample["t"]).q;
      CHECK(q[2] * std::exp(q[0] * q[0] + q[1] * q[1]) ==
            Approx(expect["integral"].get<double>()).epsilon(motion_accuracy));
    }
  }
}

namespace {

// CaseForms of a case, read as constraints sum p x' + p0.
struct CaseForms {
  std::shared_ptr<Graph> owned = std::make_shared<Graph>();
  Graph& graph = *owned;
  Scope scope{graph};
  std::vector<std::string> names;
  std::vector<NodeId> x;  // time too
  std::vector<Form> forms;

  explicit CaseForms(const Json& one) {
    for (const Json& json : one["coordinates"]) {
      names.push_back(json);
      if (names.back() != "t") scope.coordinate(names.back());
      x.push_back(names.back() == "t" ? scope.time() : scope.find(names.back())->levels[0][0]);
    }
    for (const Json& p : one["pfaffian_forms"]) {
      std::string sum = "0";
      for (std::size_t i = 0; i < names.size(); ++i)
        sum += fmt::format(" + ({}){}", p[i].get<std::string>(),
                           names[i] == "t" ? "" : fmt::format("*{}'", names[i]));
      forms.emplace_back(graph, Formula::read(sum, scope).node());
    }
  }

  NodeId node(const std::string& text) { return Formula::read(text, scope).node(); }

  double value(NodeId node, const Json& point) const {
    const Formula formula(graph, node);
    std::vector<double> inputs;
    for (const SymbolId symbol : formula.inputs())
      for (std::size_t i = 0; i < x.size(); ++i)
        if (graph[x[i]].a == symbol) inputs.push_back(point[i]);
    return formula.value(inputs);
  }

  // Voss's (sik)
  double covariant(const Form& form, std::size_t i, std::size_t k, const Json& point) const {
    const bool time_first = x[i] == scope.time(), time_last = x[k] == scope.time();
    if (i == k) return 0.0;
    if (time_first) return -value(form.time_covariant(graph[x[k]].a, x[i]), point);
    if (time_last) return value(form.time_covariant(graph[x[i]].a, x[k]), point);
    return value(form.covariant(graph[x[i]].a, graph[x[k]].a), point);
  }

  PfaffianSystem system(const Json& one, const std::vector<std::string>& integrals = {}) {
    std::vector<SymbolId> symbols;
    for (const NodeId coordinate : x) symbols.push_back(graph[coordinate].a);
    PfaffianSystem made(owned, symbols);
    for (const Json& p : one["pfaffian_forms"]) {
      std::vector<NodeId> row;
      for (const Json& text : p) row.push_back(node(text));
      made.add("form", std::move(row));
    }
    for (const std::string& text : integrals) {
      std::vector<NodeId> row;
      for (const NodeId coordinate : x) row.push_back(derivative(graph, node(text), coordinate));
      made.add(text, std::move(row));
    }
    return made;
  }
};

}  // namespace

// Theory 11-1.
TEST_CASE("p12: covariants in the kernel and their rank match the reference") {
  int points = 0;
  for (const Json& one : reference::cases("p12_nonholonomic")) {
    if (!one.contains("kernel_basis")) continue;
    CAPTURE(one["name"].get<std::string>());
    CaseForms forms(one);
    const std::size_t n = forms.x.size(), m = one["kernel_basis"].size();
    for (const Json& at : one["expect"]["at_points"]) {
      const Json& point = at["point"];
      ++points;
      const auto kernel = [&](std::size_t l, std::size_t i) {
        return forms.value(forms.node(one["kernel_basis"][l][i]), point);
      };
      const auto rows = static_cast<Eigen::Index>(forms.forms.size());
      Matrix found(rows, static_cast<Eigen::Index>(m * (m - 1) / 2));
      double worst = 0.0, size = 0.0;
      for (Eigen::Index s = 0; s < rows; ++s) {
        Eigen::Index pair = 0;
        for (std::size_t l = 0; l < m; ++l)
          for (std::size_t k = l + 1; k < m; ++k, ++pair) {
            double sum = 0.0;
            for (std::size_t i = 0; i < n; ++i)
              for (std::size_t j = 0; j < n; ++j)
                sum += forms.covariant(forms.forms[static_cast<std::size_t>(s)], i, j, point) *
                       kernel(l, i) * kernel(k, j);
            found(s, pair) = sum;
            const double expected = at["covariants_in_the_given_kernel_basis"]
                                      [static_cast<std::size_t>(s)][static_cast<std::size_t>(pair)];
            worst = std::max(worst, std::abs(sum - expected));
            size = std::max(size, std::abs(sum));
          }
      }
      CHECK(worst < 1e-12);
      CHECK((size < 1e-12) == at["all_covariants_vanish"].get<bool>());
      const int rank = at["first_covariant_rank"];
      CHECK((found.cols() == 0 ? 0 : Eigen::FullPivLU<Matrix>(found).setThreshold(1e-12).rank()) ==
            rank);
      // the same rank in the fields that the library chooses
      const Distribution<double> distribution(forms.system(one), point.get<std::vector<double>>());
      const auto own = distribution.covariants();
      Matrix chosen(static_cast<Eigen::Index>(own.size()), rows);
      for (Eigen::Index pair = 0; pair < chosen.rows(); ++pair)
        for (Eigen::Index s = 0; s < rows; ++s)
          chosen(pair, s) = own[static_cast<std::size_t>(pair)][static_cast<std::size_t>(s)];
      CHECK(
          (chosen.rows() == 0 ? 0 : Eigen::FullPivLU<Matrix>(chosen).setThreshold(1e-12).rank()) ==
          rank);
    }
  }
  CHECK(points == 13);
}

// Theory 11-4, 11-9.
TEST_CASE("p12: the integrals combine the forms and are as many as the verdict says") {
  int integrals = 0;
  for (const Json& one : reference::cases("p12_nonholonomic")) {
    if (!one.contains("kernel_basis")) continue;
    CAPTURE(one["name"].get<std::string>());
    const Json& expect = one["expect"];
    const auto stated = expect.value("integrals", std::vector<std::string>{});
    CaseForms forms(one);
    for (const Json& at : expect["at_points"]) {
      const auto point = at["point"].get<std::vector<double>>();
      const int rank = Distribution<double>(forms.system(one), point).rank();
      CHECK(rank == static_cast<int>(forms.forms.size()));
      CHECK(Distribution<double>(forms.system(one, stated), point).rank() == rank);
      const Integrability found = integrability(forms.system(one), point);
      CHECK(found.explicit_equations() == static_cast<int>(stated.size()));
      // conditional: on the leaf x4 = 0 both are explicit
      if (expect.contains("conditional"))
        CHECK(found.explicit_on_leaf() == (point.back() == 0.0 ? 2 : 1));
    }
    integrals += static_cast<int>(stated.size());
  }
  CHECK(integrals == 5);
}
