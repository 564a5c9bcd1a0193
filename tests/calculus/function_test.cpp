// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/function.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace zwang;

namespace {

// The same function as text and as code, with every kind of call.
struct Both {
  Both() : scope(graph) {
    for (const char* name : {"x", "y", "z"}) scope.coordinate(name);
  }
  Graph graph;
  Scope scope;
  Function text() { return Formula::read("sqrt(x^2 + y^2 + z^2) - sin(x*y)/2", scope); }
  static Function code() {
    return Function::of<3>([](const auto& x) {
      using std::sin;
      using std::sqrt;
      return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - sin(x[0] * x[1]) / 2.0;
    });
  }
};

constexpr double near = 1e-14;

}  // namespace

TEST_CASE("text and code give the same value and gradient") {
  Both both;
  const std::array x = {0.3, -1.2, 2.0};
  std::array<double, 3> g{}, h{};
  CHECK(both.text().inputs() == 3);
  CHECK(Both::code().inputs() == 3);
  CHECK(both.text().value(x) == doctest::Approx(Both::code().value(x)).epsilon(near));
  CHECK(both.text().gradient(x, g) == doctest::Approx(Both::code().gradient(x, h)).epsilon(near));
  for (std::size_t i = 0; i < 3; ++i) CHECK(g[i] == doctest::Approx(h[i]).epsilon(near));
}

TEST_CASE("text and code agree along a motion") {
  Both both;
  std::array<Taylor<double, 3>, 3> third;
  std::array<Taylor<double, 2>, 3> second;
  std::array<Taylor<double, 1>, 3> first;
  for (std::size_t i = 0; i < 3; ++i) {
    const double q = 0.4 + 0.3 * static_cast<double>(i);
    const double v = 1.0 - 0.7 * static_cast<double>(i);
    third[i] = {q, v};
    second[i] = {q, v};
    first[i] = {q, v};
  }
  const auto a = both.text().along(third);
  const auto b = Both::code().along(third);
  for (int k = 0; k <= 3; ++k) CHECK(a[k] == doctest::Approx(b[k]).epsilon(near));

  std::array<double, 3> g{}, h{};
  const auto c = both.text().along(second, g);
  const auto d = Both::code().along(second, h);
  for (int k = 0; k <= 2; ++k) CHECK(c[k] == doctest::Approx(d[k]).epsilon(near));
  for (std::size_t i = 0; i < 3; ++i) CHECK(g[i] == doctest::Approx(h[i]).epsilon(near));

  std::array<Taylor<double, 1>, 3> rows, columns;
  const auto e = both.text().along(first, rows);
  const auto f = Both::code().along(first, columns);
  CHECK(e[1] == doctest::Approx(f[1]).epsilon(near));
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k <= 1; ++k) CHECK(rows[i][k] == doctest::Approx(columns[i][k]).epsilon(near));
}

TEST_CASE("text and code bound the same box") {
  Both both;
  const std::array<Interval, 3> box = {Interval(0.1, 0.2), Interval(-1.0, -0.9), Interval(2.0)};
  const std::array x = {0.15, -0.95, 2.0};
  for (const Function& f : {both.text(), Both::code()}) {
    const Interval range = f.over(box);
    CHECK(range.contains(f.value(x)));
    CHECK(range.width() < 0.3);
    std::array<Taylor<Interval, 2>, 3> motions;
    std::array<Taylor<double, 3>, 3> motion;
    for (std::size_t i = 0; i < 3; ++i) {
      motions[i] = {box[i], Interval(-1.0, 1.0)};
      motion[i] = {x[i], 0.5};
    }
    const auto ranges = f.over(motions);
    const auto course = f.along(motion);
    for (int k = 0; k <= 2; ++k) CHECK(ranges[k].contains(course[k]));
  }
}

TEST_CASE("text and code evaluate eight points at once") {
  Both both;
  std::array<Pack, 3> x;
  std::array<Taylor<Pack, 2>, 3> motion;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int lane = 0; lane < 8; ++lane) x[i][lane] = 0.5 + 0.1 * lane + static_cast<double>(i);
    motion[i] = {x[i], Pack(0.25)};
  }
  std::array<Pack, 3> g, h;
  const Pack a = both.text().value(x);
  const Pack b = Both::code().value(x);
  const auto c = both.text().along(motion, g);
  const auto d = Both::code().along(motion, h);
  for (int lane = 0; lane < 8; ++lane) {
    CHECK(a[lane] == doctest::Approx(b[lane]).epsilon(near));
    CHECK(c[2][lane] == doctest::Approx(d[2][lane]).epsilon(near));
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(g[i][lane] == doctest::Approx(h[i][lane]).epsilon(near));
  }
}
