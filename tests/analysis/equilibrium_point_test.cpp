// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// States of rest against closed forms, and from anywhere.

#include "zwang/analysis/equilibrium_point.hpp"

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
    model->constraint(fmt::format("link{}", i), fmt::format("|{} - {}| {} {}", left, right,
                                                            strings ? "<=" : "=", length / links));
  }
  return model;
}

// A net of strings with pinned corners, its masses thrown about.
std::unique_ptr<Model> net(int side, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  auto model = std::make_unique<Model>("net");
  model->gravity({0.0, 0.0, -9.81});
  const double mesh = 1.0 / (side - 1), longer = 1.05 + 0.3 * std::abs(number(random));
  const auto node = [&](int i, int k) {
    const bool corner = (i == 0 || i == side - 1) && (k == 0 || k == side - 1);
    return corner ? fmt::format("[{}, {}, 0]", i * mesh, k * mesh) : fmt::format("m{}_{}", i, k);
  };
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k)
      if (!node(i, k).starts_with('['))
        model->mass(node(i, k), 0.1,
                    {.at = {i * mesh + 0.2 * mesh * number(random),
                            k * mesh + 0.2 * mesh * number(random), 0.3 * number(random)}});
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      const auto tie = [&](int to_i, int to_k) {
        if (to_i < side && to_k < side)
          model->constraint(
              fmt::format("s{}", model->constraints().size()),
              fmt::format("|{} - {}| <= {}", node(i, k), node(to_i, to_k), longer * mesh));
      };
      tie(i + 1, k);
      tie(i, k + 1);
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

  // Squares of the frequencies, the least first, from the shape alone: a link that pulls with F and
  // is l long resists a turn with F/l. The bordered equations of a displacement under a force give
  // its flexibility, whose eigenvalues in the metric of the mass are 1/w^2.
  Vector squares() const {
    const int n = 2 * (links_ - 1);
    Matrix bordered = Matrix::Zero(n + links_, n + links_);
    for (int k = 0; k < links_; ++k) {
      const Eigen::Vector2d pull(h, v + (k + 0.5) * weight()), e = pull.normalized();
      const Eigen::Matrix2d turn =
          pull.norm() / (length_ / links_) * (Eigen::Matrix2d::Identity() - e * e.transpose());
      for (const int one : {k - 1, k})
        for (const int two : {k - 1, k}) {
          if (one < 0 || two < 0 || one == links_ - 1 || two == links_ - 1) continue;
          bordered.block<2, 2>(2 * one, 2 * two) += (one == two ? 1.0 : -1.0) * turn;
        }
      for (const int one : {k - 1, k}) {
        if (one < 0 || one == links_ - 1) continue;
        bordered.block<2, 1>(2 * one, n + k) = (one == k ? 1.0 : -1.0) * e;
        bordered.block<1, 2>(n + k, 2 * one) = (one == k ? 1.0 : -1.0) * e.transpose();
      }
    }
    const Matrix flexibility = bordered.partialPivLu().inverse().topLeftCorner(n, n);
    const Vector all = Eigen::SelfAdjointEigenSolver<Matrix>(
                           (flexibility + flexibility.transpose()) / (2.0 * links_))
                           .eigenvalues()
                           .reverse();
    return all.head(n - links_).cwiseInverse();
  }

 private:
  int links_;
  double length_;
};

}  // namespace

// Theory 13-1.
TEST_CASE("hanging chains are discrete catenaries, with the same frequencies by two methods") {
  std::vector<int> sizes = {2, 3, 5, 10, 30, 60};
  if (asked_count(1) >= 10'000) sizes.insert(sizes.end(), {100, 200});
  for (const int links : sizes)
    for (const bool strings : {false, true}) {
      CAPTURE(links);
      CAPTURE(strings);
      const double span = 1.0, drop = 0.2, length = 1.6;
      const auto model = chain(links, span, drop, length, strings);
      const System system(*model);
      const EquilibriumPoint rest = find_equilibrium(system, model->start());
      CAPTURE(rest.reason);
      REQUIRE(rest.outcome == EquilibriumOutcome::found);
      const Catenary shape(links, span, drop, length);
      double off = 0.0;
      for (int i = 1; i < links; ++i)
        off = std::max(off, (rest.state.q.segment<2>(2 * (i - 1)) - shape.at(i)).norm());
      CHECK(off < 1e-10);
      const Oscillation found = oscillation(system, rest.state.q, rest.z, rest.held);
      CHECK(found.stability == Stability::stable);
      const Vector expected = shape.squares();
      REQUIRE(expected.size() == static_cast<Eigen::Index>(found.modes.size()));
      double apart = 0.0;
      for (Eigen::Index k = 0; k < expected.size(); ++k)
        apart = std::max(
            apart,
            std::abs(std::norm(found.modes[static_cast<std::size_t>(k)].root) / expected[k] - 1.0));
      CHECK(apart < 1e-9);
    }
}

TEST_CASE("a chain rests on a floor with half of its links") {
  auto model = chain(20, 1.0, 0.0, 2.9, true);
  for (int i = 1; i < 20; ++i)
    model->constraint(fmt::format("floor{}", i), fmt::format("m{}.z >= -0.7", i));
  const System system(*model);
  const EquilibriumPoint rest = find_equilibrium(system, model->start());
  REQUIRE(rest.outcome == EquilibriumOutcome::found);
  int lying = 0;
  for (int i = 0; i < 19; ++i) lying += std::abs(rest.state.q[2 * i + 1] + 0.7) < 1e-12;
  // links of 0.145 m: five at each side reach down 0.7 m, the other ten lie
  CHECK(lying == 11);
  // floors and anchors carry the weight together
  double carried = 0.0;
  for (int i = 20; i < system.constraints(); ++i) carried += rest.z[i];
  CHECK(carried > 0.3 * 9.81);
  CHECK(carried < 9.81);
}

// Theory 13-1.
TEST_CASE("rest from random starts is found and certified, or a reason is given") {
  std::mt19937 random(1884);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  int found = 0;
  const int count = asked_count(40, 25);
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    std::unique_ptr<Model> model;
    if (i % 5 == 4) {
      model = net(3 + i % 8, random);
    } else if (i % 5 == 0) {  // strings
      model = chain(2 + i % 9, 0.5 + 0.4 * number(random), 0.3 * number(random), 2.0, true);
    } else if (i % 5 == 1) {  // a bead on a curve
      model = std::make_unique<Model>("bead");
      model->gravity({0.0, 0.0, -9.81});
      model->mass("p", 1.0, {.at = {number(random), 0.0, number(random)}, .axes = "xz"});
      model->constraint("curve", fmt::format("p.z = {:.3f}*p.x^2 + {:.3f}*p.x + 0.3*sin(3*p.x)",
                                             1.5 + number(random), number(random)));
    } else if (i % 5 == 2) {  // a mass in a corner
      model = std::make_unique<Model>("corner");
      model->gravity({number(random), number(random), -9.81});
      model->mass("p", 1.0, {.at = {number(random), number(random), number(random)}});
      for (int k = 0; k < 4; ++k)
        model->constraint(fmt::format("wall{}", k),
                          fmt::format("{:.3f}*p.x + {:.3f}*p.y - p.z <= {:.3f}", number(random),
                                      number(random), number(random)));
      for (const char* const axis : {"x", "y"})
        model->constraint(fmt::format("box_{}", axis), fmt::format("-2 <= p.{} <= 2", axis));
    } else {  // springs
      model = std::make_unique<Model>("springs");
      model->coordinate("a", {.start = 3.0 * number(random)});
      model->coordinate("b", {.start = 3.0 * number(random)});
      model->kinetic("a'^2/2 + b'^2");
      model->potential("(a^2 - 1)^2 + (b - a)^2 + 0.3*b");
    }
    const System system(*model);
    const EquilibriumPoint rest = find_equilibrium(system, model->start());
    CAPTURE(rest.reason);
    if (rest.usable()) {
      ++found;
      CHECK(rest.acceleration <= 1e-9);
      CHECK(rest.certificate.worst() < 1e-9);
      for (int k = 0; k < system.constraints(); ++k)
        if (!system.constraint(k).equation) CHECK(rest.z[k] >= 0.0);
    } else {
      CHECK_FALSE(rest.reason.empty());
      MESSAGE("not found: " << rest.reason);
    }
  }
  MESSAGE(found << " of " << count << " found");
  CHECK(found >= 0.95 * count);
}

TEST_CASE("without a state of rest a reason is given") {
  Model falling("falling");
  falling.mass("p", 1.0).gravity({0.0, 0.0, -9.81});
  const System system(falling);
  const EquilibriumPoint rest = find_equilibrium(system, falling.start());
  CHECK_FALSE(rest.usable());
  CHECK_FALSE(rest.reason.empty());
}
