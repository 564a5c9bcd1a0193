// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/seam.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/minimum/moving_scenes.hpp"
#include "tests/scale/shared_out.hpp"

using namespace zwang;
using namespace zwang::scale;

namespace {

constexpr double shift = 1e-8;

// A taut net as its first step asks, in parts, and the rows of it that are free.
struct TautNet {
  explicit TautNet(int n, int left_out = 0) : moving(minimum::taut_net(n, 0.02 / n), {}) {
    moving.pose();
    shared = std::make_unique<SharedOut>(processes, moving.problem());
    REQUIRE(dual.read(shared->part(), 0.0));
    for (int i = 0; i < dual.rows(); ++i)
      if (left_out == 0 || (dual.joined().first() + i) % left_out != 0) rows.push_back(i);
  }

  // The largest of r − (Φ_FF + ε) x, as part of the largest of x.
  double rest(const std::vector<double>& r, const std::vector<double>& x) const {
    std::vector<double> whole(static_cast<std::size_t>(dual.rows()), 0.0), product(whole);
    for (std::size_t k = 0; k < rows.size(); ++k) whole[static_cast<std::size_t>(rows[k])] = x[k];
    dual.multiply(whole, product);
    double worst = 0.0, size = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double found = product[static_cast<std::size_t>(rows[k])] + shift * x[k];
      worst = std::max(worst, std::abs(r[k] - found));
      size = std::max(size, std::abs(x[k]));
    }
    return processes.largest(worst) / processes.largest(size);
  }

  std::vector<double> some() const {
    std::vector<double> r;
    for (const int i : rows) r.push_back(std::sin(static_cast<double>(dual.joined().first() + i)));
    return r;
  }

  Processes processes;
  minimum::MovingScene moving;
  std::unique_ptr<SharedOut> shared;
  Dual dual{processes};
  std::vector<int> rows;
};

}  // namespace

TEST_CASE("elimination up to the seam solves the equations") {
  for (const int left_out : {0, 7, 2}) {
    const TautNet net(20, left_out);
    Seam seam(net.processes);
    REQUIRE(seam.factor(net.dual, net.rows, shift, 3000));
    const std::vector<double> r = net.some();
    std::vector<double> x(r.size()), again(r.size());
    seam.solve(r, x);
    CHECK(net.rest(r, x) < 1e-13);
    seam.solve(r, again);
    CHECK(again == x);
    Seam other(net.processes);
    REQUIRE(other.factor(net.dual, net.rows, shift, 3000));
    other.solve(r, again);
    CHECK(again == x);
  }
}

TEST_CASE("rows of a single process are solved, and an empty set of rows is accepted") {
  TautNet net(12);
  if (net.processes.rank() > 0) net.rows.clear();
  Seam seam(net.processes);
  REQUIRE(seam.factor(net.dual, net.rows, shift, 0));
  const std::vector<double> r = net.some();
  std::vector<double> x(r.size());
  seam.solve(r, x);
  CHECK(net.rest(r, x) < 1e-13);
  net.rows.clear();
  REQUIRE(seam.factor(net.dual, net.rows, shift, 0));
  seam.solve({}, x);
}

TEST_CASE("a seam that is too long is not factored") {
  const TautNet net(12);
  Seam seam(net.processes);
  CHECK(seam.factor(net.dual, net.rows, shift, 3) == (net.processes.count() == 1));
}
