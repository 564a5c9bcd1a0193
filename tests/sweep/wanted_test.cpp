// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A ball dropped from h onto a floor with restitution e: it strikes at sqrt(2h/g) with speed
// sqrt(2gh), leaves with e times that, and strikes again after 2e sqrt(2h/g).

#include "zwang/sweep/wanted.hpp"

#include <cmath>

#include "tests/sweep/sweep_case.hpp"

using namespace zwang;

namespace {

constexpr double g = 9.81;

SweepRow one(double h, const std::vector<std::string>& want) {
  const Sweep sweep(ball_over("h", {h}, want));
  return sweep.run(0);
}

Error wrong(const std::string& want) {
  const auto error = refusal(ball_over("h", {1.0}, {want}));
  REQUIRE(error);
  return *error;
}

}  // namespace

TEST_CASE("events of a fall are counted and timed") {
  for (const double h : {0.5, 1.0, 2.0}) {
    const double fall = std::sqrt(2.0 * h / g);
    const SweepRow row = one(h, {"time(impact)", "time(impact floor, 2)", "time( impact,1 )",
                                 "count(impact)", "time(impact, 9)", "count(slack)", "time(end)"});
    REQUIRE(row.status == "finished");
    CHECK(row.certified);
    CHECK(row.values[0] == doctest::Approx(fall).epsilon(1e-12));
    // the second impact lies within 0.8 s for the lower heights only
    const bool twice = 2.0 * fall < 0.8;
    CHECK(std::isnan(row.values[1]) != twice);
    if (twice) CHECK(row.values[1] == doctest::Approx(2.0 * fall).epsilon(1e-10));
    CHECK(row.values[2] == row.values[0]);
    double impacts = 0.0;
    for (double t = fall, pause = fall; t < 0.8; t += pause, pause *= 0.5) ++impacts;
    CHECK(row.values[3] == impacts);
    CHECK(std::isnan(row.values[4]));
    CHECK(row.values[5] == 0.0);
    CHECK(row.values[6] == 0.8);
  }
}

TEST_CASE("largest and least values include both sides of an impact") {
  const double h = 1.5;
  const SweepRow row = one(h, {"max(ball.z)", "min(ball.z)", "max(ball.z')", "min(ball.z')",
                               "max(kinetic, energy)", "max(floor.multiplier)"});
  CHECK(row.values[0] == h);
  CHECK(std::abs(row.values[1]) < 1e-12);
  CHECK(row.values[2] == doctest::Approx(0.5 * std::sqrt(2.0 * g * h)).epsilon(1e-10));
  CHECK(row.values[3] == doctest::Approx(-std::sqrt(2.0 * g * h)).epsilon(1e-10));
  // with two arguments it is a number at the end: e^2 m g h is left of the energy
  CHECK(row.values[4] == doctest::Approx(0.25 * 0.2 * g * h).epsilon(1e-9));
  CHECK(row.values[5] == 0.0);
}

TEST_CASE("the last value, the value at a time and the mean over time are computed") {
  SweepOrder order =
      ball_over("h", {2.0},
                {"ball.z", "final(ball.z)", "at(0.25 s, ball.z)", "at(h/10, ball.z)", "at(9, t)",
                 "mean(ball.z')", "mean(3)", "floor.state", "final(floor.gap)"});
  order.choice.until = "0.5 s";
  const SweepRow row = Sweep(order).run(0);
  const double z = 2.0 - 0.5 * g * 0.25;
  CHECK(row.values[0] == doctest::Approx(z).epsilon(1e-12));
  CHECK(row.values[1] == row.values[0]);
  CHECK(row.values[2] == doctest::Approx(2.0 - 0.5 * g * 0.0625).epsilon(1e-12));
  CHECK(row.values[3] == doctest::Approx(2.0 - 0.5 * g * 0.04).epsilon(1e-12));
  CHECK(std::isnan(row.values[4]));
  // linear in time: trapezoids are exact
  CHECK(row.values[5] == doctest::Approx(-0.5 * g * 0.5).epsilon(1e-12));
  CHECK(row.values[6] == doctest::Approx(3.0));
  CHECK(row.values[7] == 0.0);
  CHECK(row.values[8] == doctest::Approx(-z).epsilon(1e-12));
}

TEST_CASE("the mean is right across an impact") {
  // (1/T) of the integral of z' is (z(T) - z(0)) / T, the speed being linear between impacts
  const SweepRow row = one(1.5, {"mean(ball.z')", "ball.z"});
  CHECK(row.values[0] == doctest::Approx((row.values[1] - 1.5) / 0.8).epsilon(1e-9));
}

TEST_CASE("what is not a number at one row is not a number over all rows") {
  const SweepRow row = one(1.0, {"max(sqrt(ball.z - 0.5))", "min(sqrt(ball.z - 0.5))"});
  CHECK(std::isnan(row.values[0]));
  CHECK(std::isnan(row.values[1]));
}

TEST_CASE("impulses of a constraint are the largest and the sum over all impacts") {
  // m (1 + e) v at the first impact, then half of it each time; three within 0.8 s
  const double h = 0.5, first = 0.2 * 1.5 * std::sqrt(2.0 * g * h);
  const SweepRow row = one(h, {"max(floor.impulse)", "sum( floor.impulse )"});
  CHECK(row.values[0] == doctest::Approx(first).epsilon(1e-10));
  CHECK(row.values[1] == doctest::Approx(first * 1.75).epsilon(1e-10));
  const SweepRow none = one(9.0, {"max(floor.impulse)", "sum(floor.impulse)"});
  CHECK(std::isnan(none.values[0]));
  CHECK(none.values[1] == 0.0);
  CHECK(wrong("floor.impulse").mark().starts_with("impulses belong to events"));
  CHECK((wrong("max(flor.impulse)").code() == Code::E103));
}

TEST_CASE("statistics that a sweep does not have are answered with what it has") {
  CHECK(wrong("last(ball.z)").mark() == "write 'final(...)'");
  CHECK(wrong("rms(ball.z)").mark() == "write 'mean(x^2)', which is its square");
  CHECK(wrong(" std(ball.z)").place().column == 2);
  CHECK((wrong("sum(ball.z)").code() == Code::E117));
}

TEST_CASE("errors are reported with their column and a suggestion") {
  CHECK((wrong("max(bal.z)").code() == Code::E103));
  CHECK(wrong("max(bal.z)").place().column == 5);
  CHECK(wrong("count(impct)").mark() == "did you mean 'impact'?");
  CHECK(wrong("count(impct)").place().column == 7);
  CHECK(wrong("time(impact flor)").mark() == "did you mean 'floor'?");
  CHECK(wrong("time(impact flor)").place().column == 13);
  CHECK((wrong("time(impact, 0)").code() == Code::E120));
  CHECK((wrong("time(impact, x)").code() == Code::E120));
  CHECK((wrong("time(impact, 1, 2)").code() == Code::E117));
  CHECK((wrong("at(ball.z)").code() == Code::E117));
  CHECK((wrong("mean(1, 2)").code() == Code::E117));
  CHECK((wrong("count()").code() == Code::E109));
  CHECK((wrong("count(!)").code() == Code::E103));
  CHECK((wrong("max(ball)").code() == Code::E113));
  CHECK((wrong("max(ball.z").code() == Code::E109));
  CHECK((wrong("max(ball.z) - min(ball.z)").code() == Code::E117));
  CHECK((wrong("").code() == Code::E109));
  CHECK((wrong("ball.z\n").code() == Code::E109));
  CHECK((wrong(std::string("t\0t", 3)).code() == Code::E109));
  CHECK((wrong(std::string(2000, 't')).code() == Code::E110));
  CHECK((wrong("d(max(ball.z))/d(h)").code() == Code::E109));
  CHECK(wrong("d(max(ball.z))/d(h)").message().find("not implemented yet") != std::string::npos);
}
