// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Motions followed, against closed forms.

#include "zwang/audit/succession.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/audit/vector.hpp"

using namespace zwang;

TEST_CASE("a circle is followed for ten seconds") {
  const Rates turn = [](double, const Vector& y) { return vector({y[1], -y[0]}); };
  const auto reached = follow(turn, vector({1.0, 0.0}), 0.0, 10.0, Vector::Constant(2, 1e-11));
  REQUIRE(reached);
  CHECK(std::abs((*reached)[0] - std::cos(10.0)) < 1e-9);
  CHECK(std::abs((*reached)[1] + std::sin(10.0)) < 1e-9);
}

TEST_CASE("the rates may depend on time") {
  const Rates square = [](double t, const Vector&) { return vector({3.0 * t * t}); };
  const auto reached = follow(square, vector({1.0}), 1.0, 2.0, Vector::Constant(1, 1e-12));
  REQUIRE(reached);
  CHECK((*reached)[0] == doctest::Approx(8.0).epsilon(1e-13));
}

TEST_CASE("a motion that diverges or has no finite rates is not followed to the end") {
  const Vector accuracy = Vector::Constant(1, 1e-9);
  // y = 1/(1 - t) leaves at 1
  const Rates away = [](double, const Vector& y) { return vector({y[0] * y[0]}); };
  CHECK_FALSE(follow(away, vector({1.0}), 0.0, 2.0, accuracy));
  const Rates none = [](double, const Vector& y) { return Vector::Constant(y.size(), unset); };
  CHECK_FALSE(follow(none, vector({1.0}), 0.0, 1.0, accuracy));
}

TEST_CASE("one step of Cooper and Verner's method has order 8") {
  // y' = y cos t: y = exp(sin t); and z' = -z^2: z = 1/(1 + t)
  const auto f = [](double t, const double* y, double* dy) {
    dy[0] = y[0] * std::cos(t);
    dy[1] = -y[1] * y[1];
    return true;
  };
  const auto error = [&](int steps) {
    CooperVerner method(2);
    Vector y = vector({1.0, 1.0}), rates(2);
    const double h = 1.6 / steps;
    for (int i = 0; i < steps; ++i) {
      f(i * h, y.data(), rates.data());
      Vector next = y;
      REQUIRE(method.step(f, i * h, h, y.data(), rates.data(), nullptr, next.data()));
      y = next;
    }
    return std::array{std::abs(y[0] - std::exp(std::sin(1.6))), std::abs(y[1] - 1.0 / 2.6)};
  };
  const auto few = error(8), many = error(16);
  for (const std::size_t i : {0U, 1U}) {
    CAPTURE(few[i]);
    CHECK(few[i] < 1e-9);
    CHECK(std::log2(few[i] / many[i]) > 7.5);
    CHECK(std::log2(few[i] / many[i]) < 9.5);
  }
}
