// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The reference files p01, p02, p05 as bare problems: rows and offsets of the second derivatives by
// hand from the models written there, answers from the files.

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

using namespace zwang;
using namespace zwang::minimum;

namespace {

nlohmann::json cases(const std::string& file) {
  std::ifstream stream(ZWANG_REFERENCE "/" + file);
  return nlohmann::json::parse(stream).at("cases");
}

const nlohmann::json& find(const nlohmann::json& all, const std::string& name) {
  for (const auto& entry : all)
    if (entry.at("name") == name) return entry.at("expect");
  throw std::out_of_range(name);
}

double distance(const Vector& x, const nlohmann::json& numbers) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    largest =
        std::max(largest, std::abs(x[i] - numbers[static_cast<std::size_t>(i)].get<double>()));
  return largest;
}

// `names` are the rows of `problem` in order.
void compare(const nlohmann::json& expect, const Problem& problem,
             const std::vector<std::string>& names) {
  for (const Precision precision : {Precision::machine, Precision::quad, Precision::octuple}) {
    const Solution s = solve(problem, {.accuracy = 1e-14, .lowest = precision});
    REQUIRE(s.usable());
    CHECK(s.bound <= 1e-12);
    CHECK(distance(solve(problem, {.lowest = precision}).x, expect.at("accelerations")) < 1e-12);
    CHECK(distance(s.x, expect.at("accelerations")) < 1e-12);
    for (std::size_t k = 0; k < names.size(); ++k)
      if (expect.contains("multipliers"))
        CHECK(std::abs(s.multipliers[static_cast<Eigen::Index>(k)] -
                       expect.at("multipliers").at(names[k]).get<double>()) < 1e-12);
    CHECK(std::abs(s.zwang - expect.at("zwang").get<double>()) < 1e-12 * (1.0 + s.zwang));
    CHECK(s.certificate.holds(1e-12));
  }
}

Problem with(std::initializer_list<double> masses, std::initializer_list<double> force) {
  Problem problem;
  for (const double mass : masses) problem.point(mass);
  Vector x(static_cast<Eigen::Index>(force.size()));
  std::copy(force.begin(), force.end(), x.data());
  problem.force(x);
  return problem;
}

}  // namespace

TEST_CASE("p01: one string matches the reference") {
  const auto all = cases("p01_mayer_accelerations.json");
  // f = (x² + y² − 1)/2: row (x, y), offset v²
  compare(find(all, "r1_taut"), with({1, 1}, {0, -1}).at_most_zero({0.0, -1.0}, 1.0), {"string"});
  compare(find(all, "r1_taut_oblique"), with({1, 1}, {0, -1}).at_most_zero({0.6, -0.8}, 1.0),
          {"string"});
  compare(find(all, "r1_slack"), with({1, 1}, {0, -1}).at_most_zero({0.0, 1.0}, 0.25), {"string"});
  compare(find(all, "r1_degenerate"), with({1, 1}, {0, -1}).at_most_zero({0.0, 1.0}, 1.0),
          {"string"});
  compare(find(all, "r1_moving_wall"), with({3}, {1}).at_most_zero({-1.0}, 2.0), {"wall"});
}

// Theory 4.3-2, 4.3-3.
TEST_CASE("p01: all cases of r = 2 match the reference") {
  const auto all = cases("p01_mayer_accelerations.json");
  const auto wall_and_string = [](std::initializer_list<double> force, double side) {
    return with({1, 1, 2, 2}, force)
        .at_most_zero({1.0, 0.0, 0.0, 0.0}, 0.0)
        .at_most_zero({side * 0.6, 0.8, -side * 0.6, -0.8}, 1.0);
  };
  const std::vector<std::string> names = {"wall", "string"};
  compare(find(all, "r2_free"), wall_and_string({-1, 0, 4, 2}, 1.0), names);
  compare(find(all, "r2_only_first"), wall_and_string({2, 0, 4, 2}, 1.0), names);
  compare(find(all, "r2_both_through_coupling"), wall_and_string({4, 0, 0, 0}, -1.0), names);
  compare(find(all, "r2_only_second"), wall_and_string({1, 3, 0, 0}, 1.0), names);
  compare(find(all, "r2_both"), wall_and_string({4, 1, 0, 0}, 1.0), names);
}

// Theory 4.1-1.
TEST_CASE(
    "p01: equations with inequalities, general coordinates and velocities match the reference") {
  const auto all = cases("p01_mayer_accelerations.json");
  const auto dumbbell = [](double spin) {
    return with({1, 1, 1, 1}, {0, -10, 0, -10})
        .zero({-0.6, -0.8, 0.6, 0.8}, spin)
        .at_most_zero({0.0, -1.0, 0.0, 0.0}, 0.0);
  };
  compare(find(all, "mixed_dumbbell_at_equilibrium"), dumbbell(0.0), {"rod", "floor1"});
  compare(find(all, "mixed_dumbbell_spinning"), dumbbell(100.0), {"rod", "floor1"});
  // M = diag(2, 2 r²), r = 3, free point (13, 0)
  Problem polar;
  polar.block(Matrix{{2.0, 0.0}, {0.0, 18.0}})
      .free(Vector{{13.0, 0.0}})
      .at_most_zero({1.0, 0.0}, 0.0);
  compare(find(all, "polar_string"), polar, {"string"});
  compare(find(all, "nonholonomic_inequality_active"),
          with({2, 2, 1}, {3, 5, 1}).at_most_zero({0.0, 1.0, 0.0}, -2.0), {"blade"});
  compare(find(all, "nonholonomic_inequality_passive"),
          with({2, 2, 1}, {3, -5, 1}).at_most_zero({0.0, 1.0, 0.0}, -2.0), {"blade"});
}

TEST_CASE("p01: dependent rows are solved, and contradictory rows are proved contradictory") {
  const auto all = cases("p01_mayer_accelerations.json");
  const auto& expect = find(all, "r3_dependent");
  const Problem wedge = with({1, 1}, {2, 3})
                            .at_most_zero({1.0, 0.0}, 0.0)
                            .at_most_zero({0.0, 1.0}, 0.0)
                            .at_most_zero({1.0, 1.0}, 0.0);
  compare(expect, wedge, {});
  const Solution s = solve(wedge);
  CHECK(s.unique == expect.at("multipliers_unique").get<bool>());
  const std::vector<std::string> names = {"a", "b", "c"};
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(std::abs(s.multipliers[static_cast<Eigen::Index>(k)] -
                   expect.at("minimal_norm_multipliers").at(names[k]).get<double>()) < 1e-12);

  const auto& farkas = find(all, "infeasible_farkas");
  for (const double tau : {exact_data, rounded_data}) {
    const Problem shut =
        with({1, 1}, {1, 0}).at_most_zero({0.0, 1.0}, 2.0, tau).at_most_zero({0.0, -1.0}, 0.0, tau);
    const Solution none = solve(shut);
    CHECK(none.outcome == Outcome::contradictory);
    REQUIRE(contradiction_holds(shut, none.proof));
    const double unit = none.proof[0] / farkas.at("farkas_multipliers").at("lid").get<double>();
    CHECK(none.proof[1] == unit * farkas.at("farkas_multipliers").at("floor").get<double>());
  }
}

// Theory 6-1.
TEST_CASE("p02: Ostrogradsky's rule fails in both directions, the minimum does not") {
  const auto all = cases("p02_ostrogradsky.json");
  compare(find(all, "passive_for_free_active_in_truth"),
          with({1, 1}, {2, 1}).at_most_zero({1.0, 0.0}, 0.0).at_most_zero({-0.6, 0.8}, 0.0),
          {"f1", "f2"});
  compare(find(all, "active_for_free_passive_in_truth"),
          with({1, 1}, {1, 2}).at_most_zero({1.0, 0.0}, 0.0).at_most_zero({0.8, 0.6}, 0.0),
          {"f1", "f2"});
}

// Theory 4.6-1.
TEST_CASE("p05: Gauss determines the acceleration in a half-space where d'Alembert does not") {
  const auto all = cases("p05_halfspace.json");
  for (const auto& [name, pull] :
       {std::pair{"X3_negative", -3.0}, std::pair{"X3_zero", 0.0}, std::pair{"X3_positive", 3.0}})
    compare(find(all, name), with({1, 1, 1}, {1, -2, pull}).at_most_zero({0.0, 0.0, -1.0}, 0.0),
            {"plane"});
}
