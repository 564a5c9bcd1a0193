// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions followed and bordered systems solved, against closed forms.

#include "zwang/io/succession.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace zwang;

Vector vector(std::initializer_list<double> numbers) {
  Vector out(static_cast<Eigen::Index>(numbers.size()));
  for (Eigen::Index i = 0; const double one : numbers) out[i++] = one;
  return out;
}

}  // namespace

TEST_CASE("a circle is followed through ten seconds") {
  const Rates turn = [](double, const Vector& y) { return vector({y[1], -y[0]}); };
  const auto reached = follow(turn, vector({1.0, 0.0}), 0.0, 10.0, Vector::Constant(2, 1e-11));
  REQUIRE(reached);
  CHECK(std::abs((*reached)[0] - std::cos(10.0)) < 1e-9);
  CHECK(std::abs((*reached)[1] + std::sin(10.0)) < 1e-9);
}

TEST_CASE("a time is part of the rates") {
  const Rates square = [](double t, const Vector&) { return vector({3.0 * t * t}); };
  const auto reached = follow(square, vector({1.0}), 1.0, 2.0, Vector::Constant(1, 1e-12));
  REQUIRE(reached);
  CHECK((*reached)[0] == doctest::Approx(8.0).epsilon(1e-13));
}

TEST_CASE("what has no end is not followed to it") {
  const Vector accuracy = Vector::Constant(1, 1e-9);
  // y = 1/(1 - t) leaves at 1
  const Rates away = [](double, const Vector& y) { return vector({y[0] * y[0]}); };
  CHECK_FALSE(follow(away, vector({1.0}), 0.0, 2.0, accuracy));
  const Rates none = [](double, const Vector& y) { return Vector::Constant(y.size(), unset); };
  CHECK_FALSE(follow(none, vector({1.0}), 0.0, 1.0, accuracy));
}

TEST_CASE("a bordered system shares a force between what is bound") {
  Model model("middle");
  model.mass("a", 1.0, {.axes = "x"});
  model.mass("b", 3.0, {.at = {2, 0, 0}, .axes = "x"});
  model.mass("c", 0.0, {.at = {1, 0, 0}, .axes = "x"});
  model.condition("middle", "c.x = (a.x + b.x)/2");
  model.condition("again", "2*c.x = a.x + b.x");
  model.condition("together", "b.x - a.x = 2 + 2*t^2");
  const System system(model);
  const Snapshot at = system.at(model.start());
  // of a force on the massless middle each end takes one half; rows may depend on each other
  const Vector force = vector({0.0, 0.0, 6.0});
  for (const std::vector<int>& held : {std::vector<int>{0}, {1}, {0, 1}, {1, 0}}) {
    const Vector x = bordered(system, at, held, force, 1.0);
    CHECK((x - vector({3.0, 1.0, 2.0})).lpNorm<Eigen::Infinity>() < 1e-11);
  }
  // all in one: 6 N on 4 kg, and 4 m/s^2 of distance or none
  Vector x = bordered(system, at, {0, 2}, force, 1.0);
  CHECK((x - vector({-1.5, 2.5, 0.5})).lpNorm<Eigen::Infinity>() < 1e-11);
  x = bordered(system, at, {0, 2}, force, 0.0);
  CHECK((x - Vector::Constant(3, 1.5)).lpNorm<Eigen::Infinity>() < 1e-11);
}

TEST_CASE("without any mass there is no acceleration") {
  Model model("nothing");
  model.mass("a", 0.0, {.axes = "x"});
  model.condition("still", "a.x = 0");
  const System system(model);
  const Vector x = bordered(system, system.at(model.start()), {}, vector({1.0}), 1.0);
  CHECK_FALSE(x.allFinite());
}
