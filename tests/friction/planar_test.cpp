// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Coulomb's law of several contacts: all solutions, none and several included.

#include "zwang/friction/planar.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/gauss/reference_model.hpp"

namespace {

using namespace zwang;
using reference::Json;

// Rows of the reference: normal, slip, normal, slip, ... with masses of 1.
PlanarProblem problem_of(const Matrix& rows, const Vector& free,
                         const std::vector<double>& coefficients, const std::vector<int>& ways) {
  const auto contacts = static_cast<Eigen::Index>(coefficients.size());
  Matrix g(rows.rows(), rows.cols());
  for (Eigen::Index i = 0; i < contacts; ++i) {
    g.row(i) = rows.row(2 * i);
    g.row(contacts + i) = rows.row(2 * i + 1);
  }
  PlanarProblem problem;
  problem.w = g * g.transpose();
  problem.free = g * free;
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const double mu = coefficients[static_cast<std::size_t>(i)];
    problem.rubs.push_back({static_cast<int>(i), mu, mu, ways[static_cast<std::size_t>(i)]});
  }
  return problem;
}

// How far z is from the law, by its own words and not by modes; relative to what is free.
double off_the_law(const PlanarProblem& problem, const Vector& z) {
  const Vector y = problem.free - problem.w * z;
  const auto contacts = static_cast<Eigen::Index>(problem.rubs.size());
  double worst = 0.0;
  for (Eigen::Index i = 0; i < contacts; ++i) {
    const Rub& rub = problem.rubs[static_cast<std::size_t>(i)];
    const double load = z[i], friction = z[contacts + i], slip = y[contacts + i];
    worst = std::max(
        {worst, -load, y[i], std::min(load, -y[i]), std::abs(friction) - rub.slipping * load});
    if (rub.way != 0)
      worst = std::max(worst, std::abs(friction - rub.way * rub.slipping * load));
    else  // at the bound, along the slip that begins, or no slip
      worst = std::max(
          worst, std::min(std::abs(slip),
                          std::abs(friction - (slip > 0.0 ? 1.0 : -1.0) * rub.slipping * load)));
  }
  return worst / (1e-300 + problem.free.lpNorm<Eigen::Infinity>());
}

}  // namespace

// Theory 18.2-1, 18.2-3, 18.3-1.
TEST_CASE("p31: every instant has the solutions of the reference, none and several included") {
  int none = 0, several = 0;
  for (const Json& one : reference::cases("p31_friction_instants")) {
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    Matrix rows(static_cast<Eigen::Index>(one["rows"].size()),
                static_cast<Eigen::Index>(one["free"].size()));
    for (std::size_t i = 0; i < one["rows"].size(); ++i)
      for (std::size_t j = 0; j < one["free"].size(); ++j)
        rows(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            std::stod(one["rows"][i][j].get<std::string>());
    const Vector free = reference::vector(one["free"]);
    const PlanarProblem problem =
        problem_of(rows, free, one["coefficients"].get<std::vector<double>>(),
                   one["slip_signs"].get<std::vector<int>>());
    const PlanarAnswer answer = solve_planar(problem);
    CHECK(answer.complete);
    REQUIRE(answer.all.size() == one["expect"]["solutions"].get<std::size_t>());
    none += answer.all.empty();
    several += answer.all.size() > 1;
    const auto contacts = static_cast<Eigen::Index>(problem.rubs.size());
    for (const Json& expected : one["expect"]["accelerations_all"]) {
      const Vector a = reference::vector(expected);
      const bool found = std::ranges::any_of(answer.all, [&](const PlanarSolution& solution) {
        Vector here = free;
        for (Eigen::Index i = 0; i < contacts; ++i)
          here -= rows.row(2 * i).transpose() * solution.z[i] +
                  rows.row(2 * i + 1).transpose() * solution.z[contacts + i];
        return (here - a).lpNorm<Eigen::Infinity>() < 1e-11 * (1.0 + a.lpNorm<Eigen::Infinity>());
      });
      CHECK(found);
    }
  }
  CHECK(none == 9);
  CHECK(several == 13);
}

// Theory 18.2-2.
TEST_CASE("at rest every instant has an odd number of solutions, and each obeys the law") {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  int several = 0;
  for (int k = 0; k < 3000; ++k) {
    const int contacts = 1 + k % 3;
    Matrix rows(2 * contacts, 2 * contacts + 1);
    Vector free(2 * contacts + 1);
    for (Eigen::Index i = 0; i < rows.size(); ++i) rows.data()[i] = normal(random);
    for (double& one : free) one = normal(random);
    std::vector<double> coefficients;
    for (int i = 0; i < contacts; ++i)
      coefficients.push_back(0.1 + 1.4 * std::uniform_real_distribution<double>()(random));
    const PlanarProblem problem = problem_of(
        rows, free, coefficients, std::vector<int>(static_cast<std::size_t>(contacts), 0));
    const PlanarAnswer answer = solve_planar(problem);
    CAPTURE(k);
    CHECK(answer.all.size() % 2 == 1);
    several += answer.all.size() > 1;
    for (const PlanarSolution& one : answer.all) CHECK(off_the_law(problem, one.z) < 1e-9);
  }
  CHECK(several > 0);
}

TEST_CASE("what is said many times is asked once, and its load is shared evenly") {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 300; ++k) {
    Matrix one(4, 5);
    Vector free(5);
    for (Eigen::Index i = 0; i < one.size(); ++i) one.data()[i] = normal(random);
    for (double& part : free) part = normal(random);
    const std::vector<int> ways = {k % 3 - 1, k / 3 % 3 - 1};
    const PlanarAnswer plain = solve_planar(problem_of(one, free, {0.7, 0.4}, ways));
    // ten contacts, every other one of the copies with its slip written the other way round
    Matrix rows(20, 5);
    std::vector<double> coefficients;
    std::vector<int> all_ways;
    for (Eigen::Index c = 0; c < 10; ++c) {
      const double sign = c % 4 < 2 ? 1.0 : -1.0;
      rows.row(2 * c) = one.row(2 * (c % 2));
      rows.row(2 * c + 1) = sign * one.row(2 * (c % 2) + 1);
      coefficients.push_back(c % 2 == 0 ? 0.7 : 0.4);
      all_ways.push_back(static_cast<int>(sign) * ways[static_cast<std::size_t>(c % 2)]);
    }
    const PlanarProblem problem = problem_of(rows, free, coefficients, all_ways);
    const PlanarAnswer answer = solve_planar(problem);
    CAPTURE(k);
    CHECK(answer.complete);
    REQUIRE(answer.all.size() == plain.all.size());
    for (std::size_t i = 0; i < answer.all.size(); ++i) {
      CHECK(off_the_law(problem, answer.all[i].z) < 1e-9);
      for (Eigen::Index c = 0; c < 10; ++c)
        CHECK(std::abs(5.0 * answer.all[i].z[c] - plain.all[i].z[c % 2]) < 1e-9);
    }
  }
}

// Two feet of one block: the same slip row twice.
// Theory 18.3-2.
TEST_CASE("feet that slip alike share their friction within the cones") {
  // one mass with x, z; two feet, loads and friction are not unique, accelerations are
  Matrix g(4, 2);
  g << 0, -1, 0, -1, 1, 0, 1, 0;
  for (const double pull : {0.0, 3.0, 3.9, 4.1, 9.0}) {
    const Vector free = (Vector(2) << pull, -10.0).finished();
    PlanarProblem problem{.w = g * g.transpose(), .free = g * free};
    problem.rubs = {{0, 0.3, 0.3, 0}, {1, 0.5, 0.5, 0}};
    const PlanarAnswer answer = solve_planar(problem);
    CAPTURE(pull);
    REQUIRE(!answer.all.empty());
    for (const PlanarSolution& one : answer.all) CHECK(off_the_law(problem, one.z) < 1e-9);
    if (pull <= 3.0) CHECK((g.transpose() * answer.all[0].z - free).norm() < 1e-9);
  }
}
