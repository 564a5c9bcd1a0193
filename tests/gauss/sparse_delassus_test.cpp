// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Rows of many constraints at once against the same written out in full.

#include "zwang/system/sparse_delassus.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <numeric>
#include <random>

#include "zwang/linear/svd.hpp"

namespace {

using namespace zwang;

// Pairs of coordinates with a common inertia, and constraints between neighbours and further away.
std::unique_ptr<Model> ladder(int precisions, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  auto model = std::make_unique<Model>("ladder");
  for (int i = 0; i < precisions; ++i) {
    model->coordinate(fmt::format("a{}", i), {.start = number(random)});
    model->coordinate(fmt::format("b{}", i), {.start = number(random)});
    model->kinetic(fmt::format("(1 + 0.1*a{}^2)*a{}'^2 + b{}'^2 + {:.3f}*a{}'*b{}'", i, i, i,
                               0.5 * number(random), i, i));
  }
  for (int i = 0; i + 1 < precisions; ++i)
    model->constraint(fmt::format("near{}", i), fmt::format("a{} + {:.3f}*sin(b{}) = b{}^2 + 1", i,
                                                            number(random), i + 1, i + 1));
  for (int i = 0; i + 7 < precisions; i += 5)
    model->constraint(fmt::format("far{}", i), fmt::format("b{}*a{} <= 1", i, i + 7));
  // one that meets many: no band
  if (precisions > 40) {
    std::string sum = "a0";
    for (int i = 4; i < precisions; i += 4) sum += fmt::format(" + {:.3f}*a{}", number(random), i);
    model->constraint("all", sum + " = 1");
  }
  return model;
}

}  // namespace

TEST_CASE("sums, solutions and pivots are those of full matrices") {
  std::mt19937 random(1905);
  for (const int precisions : {2, 5, 12, 40, 60}) {
    CAPTURE(precisions);
    const auto model = ladder(precisions, random);
    const System system(*model);
    const Snapshot snapshot = system.at(model->start());
    std::vector<int> all(static_cast<std::size_t>(system.constraints()));
    std::iota(all.begin(), all.end(), 0);
    SparseDelassus rows(system, all, snapshot.mass);
    REQUIRE(rows.factor(snapshot));
    const auto k = static_cast<Eigen::Index>(all.size());
    Matrix a(k, system.velocities());
    Vector row;
    for (Eigen::Index i = 0; i < k; ++i) {
      system.write_row(snapshot, static_cast<int>(i), row);
      a.row(i) = row;
    }
    const Matrix turned = snapshot.mass.dense().inverse() * a.transpose();
    const Matrix phi = a * turned;
    std::vector<double> x(all.size());
    for (double& one : x) one = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    const Vector given = Eigen::Map<const Vector>(x.data(), k);
    CHECK(rows.square(x) == doctest::Approx(given.dot(phi * given)).epsilon(1e-12));
    Vector change = Vector::Zero(system.velocities());
    rows.push_back(x, change.data());
    CHECK((change - turned * given).norm() < 1e-12 * change.norm());
    double product = 1.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto e = static_cast<Eigen::Index>(i);
      CHECK(rows.diagonal(i) == doctest::Approx(phi(e, e)).epsilon(1e-13));
      product *= rows.pivot(i) / rows.diagonal(i);
    }
    const Vector length = phi.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix unit = length.asDiagonal() * phi * length.asDiagonal();
    CHECK(product == doctest::Approx(unit.determinant()).epsilon(1e-9));
    const double least = std::sqrt(svd(unit).values.minCoeff());
    CHECK(rows.is_above(0.999 * least));
    CHECK_FALSE(rows.is_above(1.001 * least));
    rows.solve(x);
    const Vector found = Eigen::Map<const Vector>(x.data(), k);
    CHECK((phi * found - given).norm() < 1e-12 * (phi.norm() * found.norm()));
  }
}

TEST_CASE("dependent rows are rejected") {
  Model model("twice");
  model.mass("p", 1.0).mass("q", 2.0);
  model.constraint("one", "p.x + q.y = 0").constraint("two", "2*p.x + 2*q.y = 0");
  const System system(model);
  const Snapshot snapshot = system.at(model.start());
  SparseDelassus rows(system, {0, 1}, snapshot.mass);
  CHECK_FALSE(rows.factor(snapshot));
}
