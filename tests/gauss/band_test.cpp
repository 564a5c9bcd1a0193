// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bands against the same matrices in full.

#include "zwang/system/band.hpp"

#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <random>

#include "zwang/base/number.hpp"

namespace {

using namespace zwang;

// Entries near the diagonal, positive definite since they are the squares of such.
Matrix near_diagonal(int size, int width, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Matrix lower = Matrix::Zero(size, size);
  for (int i = 0; i < size; ++i)
    for (int j = std::max(0, i - width); j <= i; ++j)
      lower(i, j) = i == j ? 1.5 + number(random) : number(random);
  return lower * lower.transpose();
}

void write(const Matrix& full, int width, Band& band) {
  for (int i = 0; i < full.rows(); ++i)
    for (int j = i; j < std::min<int>(static_cast<int>(full.rows()), i + width + 1); ++j)
      band.entries()[band.place(i, j)] = full(i, j);
}

}  // namespace

TEST_CASE("solutions and pivots are those of the full matrix, at any size and bandwidth") {
  std::mt19937 random(1829);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int width = 0; width <= Band::widest; ++width)
    for (int size = 1; size <= 40; ++size) {
      CAPTURE(width);
      CAPTURE(size);
      Band band(size, width);
      // twice: nothing may stay behind from the first
      for (int turn = 0; turn < 2; ++turn) {
        const Matrix full = near_diagonal(size, width, random);
        write(full, width, band);
        REQUIRE(band.factor());
        Vector x(size);
        for (double& one : x) one = number(random);
        const Vector right = x;
        band.solve(x.data());
        CHECK((full * x - right).norm() < 1e-12 * full.norm() * x.norm());
        double product = 1.0;
        for (int i = 0; i < size; ++i) product *= band.pivots()[i];
        CHECK(product == doctest::Approx(full.determinant()).epsilon(1e-9));
        CHECK(band.pivots()[0] == doctest::Approx(full(0, 0)));
      }
    }
}

TEST_CASE("a band that is not positive definite is rejected") {
  Band band(9, 2);
  for (int i = 0; i < 9; ++i) band.entries()[band.place(i, i)] = i == 4 ? -1.0 : 1.0;
  CHECK_FALSE(band.factor());
  band.entries()[band.place(4, 4)] = 1.0;
  CHECK(band.factor());
  band.entries()[band.place(0, 1)] = 2.0;
  CHECK_FALSE(band.factor());
  band.entries()[band.place(0, 1)] = unset;
  CHECK_FALSE(band.factor());
}
