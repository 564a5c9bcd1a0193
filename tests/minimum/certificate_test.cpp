// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The certificate on answers made by hand: right ones pass, each kind of wrong one fails in its
// line.

#include "zwang/minimum/certificate.hpp"

#include <doctest/doctest.h>

#include "zwang/minimum/problem.hpp"

using namespace zwang;
using namespace zwang::minimum;
using doctest::Approx;

namespace {

//   M = diag(4, 1), X = (8, 1), row 0: x ≤ 1, row 1: y = 3.   x = (1, 3), λ = 4, μ = −2.
Problem example() {
  Problem problem;
  problem.block(Matrix{{4.0, 0.0}, {0.0, 1.0}}).force(Vector{{8.0, 1.0}});
  problem.at_most_zero({1.0, 0.0}, -1.0, exact_data).zero({0.0, 1.0}, -3.0, exact_data);
  return problem;
}

}  // namespace

// Theory 4.2-1, 16-2.
TEST_CASE("theory 16: a correct solution has six zeros") {
  const Certificate c = certify(example(), Vector{{1.0, 3.0}}, Vector{{4.0, -2.0}});
  CHECK(c.stationarity == 0.0);
  CHECK(c.equations == 0.0);
  CHECK(c.inequalities == 0.0);
  CHECK(c.signs == 0.0);
  CHECK(c.complementarity == 0.0);
  CHECK(c.gap < 1e-15);
  CHECK(c.holds(1e-15));
  CHECK(c.worst() <= 1e-15);
  CHECK_FALSE(Certificate().holds(1.0));
}

// Theory 4.2-1.
TEST_CASE(
    "theory 16: every wrong solution fails in its own number, in units of the kinetic metric") {
  // |x_free|_M = |(4, 1)| = √17, |a0|_{M⁻¹} = 1/2
  const double size = std::sqrt(17.0);
  const Problem problem = example();
  Certificate c = certify(problem, Vector{{1.0, 3.0}}, Vector{{5.0, -2.0}});
  CHECK(c.stationarity == Approx(0.5 / size));
  CHECK_FALSE(c.holds(1e-3));
  CHECK(c.worst() > 1e-3);
  c = certify(problem, Vector{{1.0, 3.5}}, Vector{{4.0, -2.5}});
  CHECK(c.stationarity == Approx(0.0));
  CHECK(c.equations == Approx(0.5 / size));
  CHECK_FALSE(c.holds(1e-3));
  c = certify(problem, Vector{{1.25, 3.0}}, Vector{{3.0, -2.0}});
  CHECK(c.inequalities == Approx(0.25 / (0.5 * size)));
  CHECK(c.complementarity == Approx(0.25 * 3.0 / 17.0));
  CHECK(c.gap > 0.01);
  CHECK_FALSE(c.holds(1e-3));
  c = certify(problem, Vector{{2.5, 3.0}}, Vector{{-2.0, -2.0}});
  CHECK(c.signs ==
        Approx(2.0 * 0.5 / std::sqrt(34.0)));  // |x|_M = √(4·2.5² + 9) is the larger size
  CHECK_FALSE(c.holds(1e-3));
  c.stationarity = c.equations = c.inequalities = c.signs = c.gap = 0.0;
  CHECK_FALSE(c.holds(1e-3));
  c.complementarity = 0.0;
  CHECK(c.holds(1e-3));
  c.gap = 1.0;
  CHECK_FALSE(c.holds(1e-3));
}

// Theory 16-1.
TEST_CASE("scaling rows, masses or time changes no number of a certificate") {
  const Certificate one = certify(example(), Vector{{1.25, 3.5}}, Vector{{3.0, -1.0}});
  Problem other;
  other.block(Matrix{{64.0, 0.0}, {0.0, 16.0}}).force(Vector{{8.0 * 128, 1.0 * 128}});
  other.at_most_zero({4.0, 0.0}, -32.0).zero({0.0, -0.5}, 12.0);
  const Certificate two = certify(other, Vector{{10.0, 28.0}}, Vector{{96.0, 256.0}});
  CHECK(two.stationarity == Approx(one.stationarity));
  CHECK(two.equations == Approx(one.equations));
  CHECK(two.inequalities == Approx(one.inequalities));
  CHECK(two.complementarity == Approx(one.complementarity));
  CHECK(two.gap == Approx(one.gap));
}

TEST_CASE("full blocks, points, a free point and several rows on one block are certified") {
  // M = [[2, 1], [1, 2]] and a point of mass 3
  Problem problem;
  problem.block(Matrix{{2.0, 1.0}, {1.0, 2.0}}).point(3.0).free(Vector{{1.0, 2.0, 3.0}});
  problem.at_most_zero({1.0, 1.0, 0.0}, -3.0).zero({0.0, 0.0, 1.0}, -3.0);
  problem.at_most_zero({1.0, 0.0, 1.0}, -5.0).row(Kind::inequality, {}, -1.0);
  CHECK(certify(problem, Vector{{1.0, 2.0, 3.0}}, Vector::Zero(4)).holds(1e-15));
  CHECK(certify(Problem().point(1.0, 2), Vector::Zero(2), Vector()).holds(0.0));
}

TEST_CASE("where inertia is missing the diagonal serves as the metric") {
  //  x2 = 2 x1, M = diag(1, 0), X = (1, 1): x = (3, 6), μ = −1
  Problem problem;
  problem.block(Matrix{{1.0, 0.0}, {0.0, 0.0}}).force(Vector{{1.0, 1.0}});
  problem.zero({2.0, -1.0}, 0.0);
  CHECK(certify(problem, Vector{{3.0, 6.0}}, Vector{{-1.0}}).holds(0.0));
  CHECK_FALSE(certify(problem, Vector{{3.0, 6.0}}, Vector{{-1.1}}).holds(1e-3));
  CHECK_FALSE(certify(problem, Vector{{3.0, 6.1}}, Vector{{-1.0}}).holds(1e-3));
}

// Theory 4.5-1.
TEST_CASE("Farkas: proofs of contradiction are checked exactly") {
  Problem problem;
  problem.point(1.0, 2);
  problem.at_most_zero({1.0, 3.0}, 1.0, exact_data);               // x + 3y + 1 ≤ 0
  problem.at_most_zero({-2.0, -6.0}, -2.0 + 0x1p-50, exact_data);  // −2x − 6y − 2 + ε ≤ 0
  problem.zero({1.0, 0.0}, -4.0, exact_data);
  problem.at_most_zero({-1.0, -3.0}, -5.0, exact_data);
  CHECK(contradiction_holds(problem, Vector{{2.0, 1.0, 0.0, 0.0}}));
  CHECK_FALSE(contradiction_holds(problem, Vector{{2.0, 1.0, 0.0}}));        // wrong size
  CHECK_FALSE(contradiction_holds(problem, Vector{{2.0, -1.0, 0.0, 0.0}}));  // a row that pulls
  CHECK_FALSE(
      contradiction_holds(problem, Vector{{1.0, 0.0, 0.0, 1.0}}));  // 0 ≤ 4: no contradiction
  CHECK_FALSE(contradiction_holds(problem, Vector{{1.0, 0.0, 1.0, 0.0}}));  // independent rows
  CHECK_FALSE(contradiction_holds(problem, Vector{{1.0, 1.0, 0.0, 1.0}}));  // two relations
  CHECK_FALSE(contradiction_holds(problem, Vector::Zero(4)));
  // two equations: the weight of either sign
  Problem equal;
  equal.point(1.0, 2).zero({0.1, 0.2}, 1.0, exact_data).zero({0.2, 0.4}, 1.0, exact_data);
  CHECK(contradiction_holds(equal, Vector{{2.0, -1.0}}));
  CHECK(contradiction_holds(equal, Vector{{-2.0, 1.0}}));
  // equal right sides
  Problem consistent;
  consistent.point(1.0, 2).zero({0.1, 0.2}, 1.0, exact_data).zero({0.2, 0.4}, 2.0, exact_data);
  CHECK_FALSE(contradiction_holds(consistent, Vector{{2.0, -1.0}}));
  // the relation of the rows has both signs, the inequality would have to pull
  Problem pulls;
  pulls.point(1.0, 2)
      .at_most_zero({1.0, 1.0}, 1.0, exact_data)
      .at_most_zero({2.0, 2.0}, -1.0, exact_data);
  CHECK_FALSE(contradiction_holds(pulls, Vector{{2.0, 1.0}}));
}

// Theory 16-4.
TEST_CASE("Farkas: proofs for rounded rows are checked up to rounding") {
  Problem problem;
  problem.point(1.0, 2).at_most_zero({0.1, 0.3}, 0.1).at_most_zero({-0.2, -0.6}, -0.2 + 1e-6);
  CHECK(contradiction_holds(problem, Vector{{2.0, 1.0}}));
  CHECK_FALSE(contradiction_holds(problem, Vector{{2.0, 1.001}}));
  Problem touching;
  touching.point(1.0, 2).at_most_zero({0.1, 0.3}, 0.1).at_most_zero({-0.2, -0.6}, -0.2);
  CHECK_FALSE(contradiction_holds(touching, Vector{{2.0, 1.0}}));
}

// Theory 4.2-2, 16-2.
TEST_CASE("each of the six numbers can fail alone") {
  for (int which = 0; which < 6; ++which) {
    Certificate c;
    c.stationarity = which == 0;
    c.equations = which == 1;
    c.inequalities = which == 2;
    c.signs = which == 3;
    c.complementarity = which == 4;
    c.gap = which == 5;
    CHECK_FALSE(c.holds(0.5));
    CHECK(c.holds(1.0));
  }
}

// Four half spaces in space: three dense rows and minus their sum, pushed out by 1.
TEST_CASE("a contradiction of four rows in three unknowns is proved by equal weights") {
  const Problem problem = unit_masses({0.0, 0.0, 0.0})
                              .at_most_zero({2.0, 1.0, 1.0}, 0.0, exact_data)
                              .at_most_zero({1.0, 3.0, 1.0}, 0.0, exact_data)
                              .at_most_zero({1.0, 1.0, 4.0}, 0.0, exact_data)
                              .at_most_zero({-4.0, -5.0, -6.0}, 1.0, exact_data);
  CHECK(contradiction_holds(problem, Vector::Ones(4)));
  CHECK_FALSE(contradiction_holds(problem, Vector{{1.0, 1.0, 1.0, -1.0}}));
}
