// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/linear/mass.hpp"

#include <doctest/doctest.h>

#include <Eigen/LU>

using namespace zwang;

// Theory 1-1.
TEST_CASE("a block-diagonal mass matrix multiplies, measures and solves like the full one") {
  MassMatrix mass({0, 1, 4, 5});
  mass.block(0)[0] = 2.0;
  const double block[] = {4.0, 1.0, 0.5, 1.0, 3.0, -1.0, 0.5, -1.0, 5.0};
  std::copy(std::begin(block), std::end(block), mass.block(1));
  mass.block(2)[0] = 0.25;
  const Matrix full = mass.dense();
  CHECK(full(1, 2) == 1.0);
  CHECK(full(0, 1) == 0.0);
  const Vector x{{1.0, -2.0, 3.0, 0.5, 4.0}};
  CHECK((mass.times(x) - full * x).norm() < 1e-14);
  CHECK(mass.square(x) == doctest::Approx(x.dot(full * x)));
  REQUIRE(mass.factor());
  Vector y = x;
  mass.solve(y.data());
  CHECK((full * y - x).norm() < 1e-14);
}

TEST_CASE("a block that is not positive definite is not factored") {
  MassMatrix flat({0, 2});
  const double block[] = {1.0, 1.0, 1.0, 1.0};
  std::copy(std::begin(block), std::end(block), flat.block(0));
  CHECK_FALSE(flat.factor());
  MassMatrix none({0, 1});
  CHECK_FALSE(none.factor());
}
