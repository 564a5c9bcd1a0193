// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// States of rest against closed forms, and from anywhere.

#include "zwang/analysis/rest.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <random>

#include "tests/count.hpp"
#include "zwang/analysis/oscillation.hpp"

namespace {

using namespace zwang;

// Links of equal length between (0, 0) and (span, drop) in the plane, a mass at each joint.
std::unique_ptr<Model> chain(int links, double span, double drop, double length, bool strings) {
  auto model = std::make_unique<Model>("chain");
  model->gravity({0.0, 0.0, -9.81});
  for (int i = 1; i < links; ++i) {
    const double s = static_cast<double>(i) / links;
    model->mass(fmt::format("m{}", i), 1.0 / links,
                {.at = {s * span, 0.0, s * drop - 0.4 * length * s * (1.0 - s)}, .axes = "xz"});
  }
  for (int i = 0; i < links; ++i) {
    const std::string left = i == 0 ? "[0, 0, 0]" : fmt::format("m{}", i);
    const std::string right =
        i + 1 == links ? fmt::format("[{}, 0, {}]", span, drop) : fmt::format("m{}", i + 1);
    model->condition(fmt::format("link{}", i), fmt::format("|{} - {}| {} {}", left, right,
                                                           strings ? "<=" : "=", length / links));
  }
  return model;
}

// The discrete catenary: link i pulls with (h, v + i w); two numbers make its ends meet.
struct Catenary {
  double h = 1.0, v = 0.0;

  Catenary(int links, double span, double drop, double length) : links_(links), length_(length) {
    v = -0.5 * weight() * links;
    for (int turn = 0; turn < 200; ++turn) {
      const Eigen::Vector2d miss = end(h, v) - Eigen::Vector2d(span, drop);
      if (miss.norm() < 1e-15) break;
      const double d = 1e-7;
      Eigen::Matrix2d slope;
      slope << (end(h + d, v) - end(h - d, v)) / (2 * d), (end(h, v + d) - end(h, v - d)) / (2 * d);
      Eigen::Vector2d step = slope.inverse() * miss;
      while (h - step[0] <= 0.0) step *= 0.5;
      h -= step[0];
      v -= step[1];
    }
  }

  double weight() const { return 9.81 / links_; }
  Eigen::Vector2d joint(int i, double horizontal, double vertical) const {
    Eigen::Vector2d at(0.0, 0.0);
    for (int k = 0; k < i; ++k) {
      Eigen::Vector2d pull(horizontal, vertical + (k + 0.5) * weight());
      at += length_ / links_ * pull.normalized();
    }
    return at;
  }
  Eigen::Vector2d end(double horizontal, double vertical) const {
    return joint(links_, horizontal, vertical);
  }
  Eigen::Vector2d at(int i) const { return joint(i, h, v); }

 private:
  int links_;
  double length_;
};

}  // namespace

TEST_CASE("hanging chains: the discrete catenary, and two ways to their frequencies") {
  for (const int links : {2, 3, 5, 10, 30, 60})
    for (const bool strings : {false, true}) {
      CAPTURE(links);
      CAPTURE(strings);
      const double span = 1.0, drop = 0.2, length = 1.6;
      const auto model = chain(links, span, drop, length, strings);
      const System system(*model);
      const Rest rest = find_rest(system, model->start());
      REQUIRE(rest.outcome == RestOutcome::found);
      const Catenary shape(links, span, drop, length);
      double off = 0.0;
      for (int i = 1; i < links; ++i)
        off = std::max(off, (rest.state.q.segment<2>(2 * (i - 1)) - shape.at(i)).norm());
      CHECK(off < 1e-10);
      const Oscillation found = oscillation(system, rest.state.q, rest.z, rest.held);
      CHECK(found.stability == Stability::stable);
      // the bordered determinant (13.2) by the generalised problem
      const int n = system.coordinates(), r = system.conditions();
      Matrix left = Matrix::Zero(n + r, n + r), right = left;
      left.topLeftCorner(n, n) = found.alpha;
      const Snapshot snapshot = system.at(rest.state);
      right.topLeftCorner(n, n) = snapshot.mass.dense();
      Vector row;
      for (int i = 0; i < r; ++i) {
        system.write_row(snapshot, i, row);
        left.block(n + i, 0, 1, n) = row.transpose();
        left.block(0, n + i, n, 1) = row;
      }
      if (links > 10) continue;
      const Eigen::GeneralizedEigenSolver<Matrix> other(left, right);
      for (const Mode& mode : found.modes) {
        const double s = -std::norm(mode.root);
        double nearest = 1e300;
        for (Eigen::Index k = 0; k < n + r; ++k) {
          const auto value = other.alphas()[k] / other.betas()[k];
          if (std::abs(other.betas()[k]) > 1e-12)
            nearest = std::min(nearest, std::abs(value - s) / std::abs(s));
        }
        CHECK(nearest < 1e-9);
      }
    }
}

TEST_CASE("a chain that lies on a floor with half of its links") {
  auto model = chain(20, 1.0, 0.0, 2.9, true);
  for (int i = 1; i < 20; ++i)
    model->condition(fmt::format("floor{}", i), fmt::format("m{}.z >= -0.7", i));
  const System system(*model);
  const Rest rest = find_rest(system, model->start());
  REQUIRE(rest.outcome == RestOutcome::found);
  int lying = 0;
  for (int i = 0; i < 19; ++i) lying += std::abs(rest.state.q[2 * i + 1] + 0.7) < 1e-12;
  CHECK(lying >= 8);
  // floors and anchors carry the weight together
  double carried = 0.0;
  for (int i = 20; i < system.conditions(); ++i) carried += rest.z[i];
  CHECK(carried > 0.3 * 9.81);
  CHECK(carried < 9.81);
}

TEST_CASE("rest from random starts: found and certified, or named why not") {
  std::mt19937 random(1884);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  int found = 0;
  const int count = asked_count(40, 25);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    std::unique_ptr<Model> model;
    if (i % 4 == 0) {  // strings
      model = chain(2 + i % 9, 0.5 + 0.4 * number(random), 0.3 * number(random), 2.0, true);
    } else if (i % 4 == 1) {  // a bead on a curve
      model = std::make_unique<Model>("bead");
      model->gravity({0.0, 0.0, -9.81});
      model->mass("p", 1.0, {.at = {number(random), 0.0, number(random)}, .axes = "xz"});
      model->condition("curve", fmt::format("p.z = {:.3f}*p.x^2 + {:.3f}*p.x + 0.3*sin(3*p.x)",
                                            1.5 + number(random), number(random)));
    } else if (i % 4 == 2) {  // a mass in a corner
      model = std::make_unique<Model>("corner");
      model->gravity({number(random), number(random), -9.81});
      model->mass("p", 1.0, {.at = {number(random), number(random), number(random)}});
      for (int k = 0; k < 4; ++k)
        model->condition(fmt::format("wall{}", k),
                         fmt::format("{:.3f}*p.x + {:.3f}*p.y - p.z <= {:.3f}", number(random),
                                     number(random), number(random)));
      for (const char* const axis : {"x", "y"})
        model->condition(fmt::format("box_{}", axis), fmt::format("-2 <= p.{} <= 2", axis));
    } else {  // springs
      model = std::make_unique<Model>("springs");
      model->coordinate("a", {.start = 3.0 * number(random)});
      model->coordinate("b", {.start = 3.0 * number(random)});
      model->kinetic("a'^2/2 + b'^2");
      model->potential("(a^2 - 1)^2 + (b - a)^2 + 0.3*b");
    }
    const System system(*model);
    const Rest rest = find_rest(system, model->start());
    CAPTURE(rest.reason);
    if (rest.usable()) {
      ++found;
      CHECK(rest.acceleration <= 1e-9);
      CHECK(rest.certificate.worst() < 1e-9);
      for (int k = 0; k < system.conditions(); ++k)
        if (!system.condition(k).equation) CHECK(rest.z[k] >= 0.0);
    } else {
      CHECK_FALSE(rest.reason.empty());
    }
  }
  MESSAGE(found << " of " << count << " found");
  CHECK(found >= 0.95 * count);
}

TEST_CASE("where nothing stays it is said") {
  Model falling("falling");
  falling.mass("p", 1.0).gravity({0.0, 0.0, -9.81});
  const System system(falling);
  const Rest rest = find_rest(system, falling.start());
  CHECK_FALSE(rest.usable());
  CHECK_FALSE(rest.reason.empty());
}

TEST_CASE("a condition in velocities: one of a family") {
  // p13: U = -(5 x^2 + y^2)/2 - F z with z' + kap (y x' - x y') = 0 rests on the axis
  Model model("voss");
  model.coordinate("x", {.start = 0.3}).coordinate("y", {.start = -0.2}).coordinate("z");
  model.kinetic("(x'^2 + y'^2 + z'^2)/2").potential("(5*x^2 + y^2)/2 + z");
  model.condition("pfaff", "z' + y*x' - x*y' = 0");
  const System system(model);
  const Rest rest = find_rest(system, model.start());
  REQUIRE(rest.outcome == RestOutcome::found);
  CHECK(rest.state.q.head(2).norm() < 1e-10);
  CHECK(rest.family == 1);
  CHECK(rest.z[0] == doctest::Approx(-1.0));
}
