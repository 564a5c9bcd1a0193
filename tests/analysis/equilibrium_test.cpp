// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random states of rest against the full linearised motion and against the motion itself; families
// of rest, and constraints that touch without load.

#include "zwang/analysis/equilibrium.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

#include "tests/count.hpp"
#include "zwang/analysis/phase_flow.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using Complex = std::complex<double>;

// A system whose forces are balanced at a random place by random multipliers.
class Balanced {
 public:
  explicit Balanced(unsigned seed) : random_(seed) {
    n_ = 2 + static_cast<int>(random_() % 4);
    for (int i = 0; i < n_; ++i) place_.push_back(number());
    draw();
    // what is missing to balance
    model_ = made(Vector::Zero(n_));
    const System free(*model_);
    const Snapshot snapshot = free.at({place(), Vector::Zero(n_), 0.0});
    z_ = Vector::Zero(free.constraints());
    Vector missing = -snapshot.net_force, row;
    for (int i = 0; i < free.constraints(); ++i) {
      z_[i] = number();
      if (!free.constraint(i).equation) z_[i] = 0.2 + std::abs(z_[i]);
      free.write_row(snapshot, i, row);
      missing += z_[i] * row;
      held_.push_back(i);
    }
    model_ = made(missing);
    system_ = std::make_unique<System>(*model_);
  }

  const System& system() const { return *system_; }
  Vector place() const { return Eigen::Map<const Vector>(place_.data(), n_); }
  const Vector& z() const { return z_; }
  const std::vector<int>& held() const { return held_; }
  Oscillation oscillation() const { return zwang::oscillation(*system_, place(), z_, held_); }

 private:
  double number() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  bool chance(double p) { return std::uniform_real_distribution<double>(0.0, 1.0)(random_) < p; }
  std::string one() { return fmt::format("q{}", random_() % static_cast<unsigned>(n_)); }

  // Texts of energies, forces and constraints.
  void draw() {
    const bool stiff = chance(0.6), whirls = chance(0.4), drags = chance(0.4), turns = chance(0.3);
    for (int i = 0; i < n_; ++i) {
      kinetic_ += fmt::format("{}({:.3f} + 0.2*sin({}))*q{}'^2", i ? " + " : "",
                              1.0 + 0.4 * number(), one(), i);
      potential_ += fmt::format("{}{:.3f}*(q{} - {:.3f}*{})^2 + {:.3f}*cos({})", i ? " + " : "",
                                stiff ? 2.0 + number() : 2.0 * number(), i, 0.3 * number(), one(),
                                0.2 * number(), one());
      std::string force = "0";
      if (whirls) force += fmt::format(" + {:.3f}*{}", number(), one());
      if (drags) force += fmt::format(" - {:.3f}*q{}'", std::abs(number()), i);
      if (turns && i + 1 < n_) force += fmt::format(" + 0.7*q{}'", i + 1);
      if (turns && i > 0) force += fmt::format(" - 0.7*q{}'", i - 1);
      forces_.push_back(force);
    }
    const int constraints = static_cast<int>(random_() % static_cast<unsigned>(n_));
    for (int k = 0; k < constraints; ++k) {
      if (chance(0.4)) {
        constraints_.push_back(fmt::format("q{}' + ({:.3f}*{} + {:.3f})*q{}' = 0", k, number(),
                                           one(), number(), n_ - 1));
        continue;
      }
      const std::string f = fmt::format("q{} + {:.3f}*{}*{} + {:.3f}*sin({})", k, 0.3 * number(),
                                        one(), one(), 0.3 * number(), one());
      // its value at the place is taken off, by numbers that a text carries whole
      constraints_.push_back(
          fmt::format("{} - ({}) {} 0", f, at_place(f), chance(0.3) ? "<=" : "="));
    }
  }

  // The same text with numbers in place of coordinates.
  std::string at_place(std::string text) const {
    for (int i = 0; i < n_; ++i) {
      const std::string name = fmt::format("q{}", i);
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at))
        text.replace(at, name.size(),
                     fmt::format("({:.17g})", place_[static_cast<std::size_t>(i)]));
    }
    return text;
  }

  std::unique_ptr<Model> made(const Vector& balance) const {
    auto model = std::make_unique<Model>("balanced");
    for (int i = 0; i < n_; ++i)
      model->coordinate(fmt::format("q{}", i), {.start = place_[static_cast<std::size_t>(i)]});
    model->kinetic(kinetic_).potential(potential_);
    for (int i = 0; i < n_; ++i)
      model->force_along(
          fmt::format("q{}", i),
          fmt::format("{} + ({:.17g})", forces_[static_cast<std::size_t>(i)], balance[i]));
    for (std::size_t k = 0; k < constraints_.size(); ++k)
      model->constraint(fmt::format("c{}", k), constraints_[k]);
    return model;
  }

  std::mt19937 random_;
  int n_ = 0;
  std::vector<double> place_;
  std::string kinetic_, potential_;
  std::vector<std::string> forces_, constraints_;
  Vector z_;
  std::vector<int> held_;
  std::unique_ptr<Model> model_;
  std::unique_ptr<System> system_;
};

double nearest(const std::vector<Complex>& all, Complex one, std::size_t besides = 1'000'000) {
  double least = 1e300;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (k != besides) least = std::min(least, std::abs(all[k] - one));
  return least;
}

// How far a motion goes from the place, in multiples of the first displacement.
double largest_departure(const Balanced& one, std::mt19937& random, double until) {
  constexpr double small = 1e-5;
  State start{one.place(), Vector::Zero(one.system().velocities()), 0.0};
  for (double& x : start.q) x += small * std::uniform_real_distribution<double>(-1.0, 1.0)(random);
  Flow flow(one.system());
  std::vector<int> positions = one.held();
  std::erase_if(positions, [&](int i) { return one.system().constraint(i).of_velocities; });
  flow.bind(positions, 0.0);
  REQUIRE(flow.project_positions(start));
  const Trajectory motion =
      run(one.system(), start, {.until = until, .tolerance = 1e-10, .keep_course = false});
  double most = 0.0;
  for (const Frame& frame : motion.frames)
    most = std::max(most, (frame.q - one.place()).lpNorm<Eigen::Infinity>());
  return most / small;
}

}  // namespace

// Theory 13-3, 13-7.
TEST_CASE("random states of rest: the roots are those of the full linearised motion") {
  const int count = asked_count(500);
  int compared = 0;
  double worst = 0.0;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    const Balanced one(static_cast<unsigned>(1884 + i));
    const Oscillation found = one.oscillation();
    const PhaseFlow flow(one.system(), one.held());
    const auto now = flow.at({one.place(), Vector::Zero(one.system().velocities()), 0.0});
    REQUIRE(now.has_value());
    CHECK(now->accelerations.norm() < 1e-11);
    const Matrix jacobian = now->jacobian();
    const double size = jacobian.norm();
    // away from zero, where many roots lie together and the solver may not end
    const Eigen::EigenSolver<Matrix> solver(
        jacobian + 1.3 * size * Matrix::Identity(jacobian.rows(), jacobian.cols()));
    REQUIRE(solver.info() == Eigen::Success);
    std::vector<Complex> full;
    for (const Complex& root : solver.eigenvalues()) full.push_back(root - 1.3 * size);
    for (std::size_t k = 0; k < found.roots.size(); ++k) {
      const Complex root = found.roots[k];
      if (nearest(found.roots, root, k) < 1e-2 * size || std::abs(root) < 1e-2 * size) continue;
      ++compared;
      const double off = nearest(full, root) / size;
      worst = std::max(worst, off);
      CHECK(off < 1e-9);
    }
  }
  MESSAGE(count << " states, " << compared << " simple roots compared, worst " << worst);
  CHECK(compared > count);
}

// Theory 13-5.
TEST_CASE("random states of rest: motions that start nearby confirm the verdict") {
  const int count = asked_count(20, 50);
  std::mt19937 random(1919);
  int stable = 0, unstable = 0;
  for (unsigned seed = 0; stable + unstable < count; ++seed) {
    CAPTURE(seed);
    const Balanced one(70'000 + seed);
    const Oscillation found = one.oscillation();
    if (found.stability == Stability::undecided || found.roots.empty()) continue;
    double slowest = 1e300;
    for (const Complex& root : found.roots) slowest = std::min(slowest, std::abs(root));
    if (found.stability == Stability::unstable) {
      const double until = 16.0 / found.largest_growth();
      if (until > 100.0) continue;
      CHECK(largest_departure(one, random, until) > 100.0);
      ++unstable;
    } else {
      if (60.0 / slowest > 200.0 || stable > count / 2) continue;
      CHECK(largest_departure(one, random, 60.0 / slowest) < 50.0);
      ++stable;
    }
  }
  MESSAGE(stable << " stable, " << unstable << " unstable");
  CHECK(stable > count / 4);
  CHECK(unstable > count / 4);
}

// Theory 13-7.
TEST_CASE("under a velocity constraint an equilibrium belongs to a family") {
  // p13: U = -(5 x^2 + y^2)/2 - F z with z' + kap (y x' - x y') = 0 rests on the axis
  Model model("voss");
  model.coordinate("x", {.start = 0.3}).coordinate("y", {.start = -0.2}).coordinate("z");
  model.kinetic("(x'^2 + y'^2 + z'^2)/2").potential("(5*x^2 + y^2)/2 + z");
  model.constraint("pfaff", "z' + y*x' - x*y' = 0");
  const System system(model);
  const Equilibrium found = equilibrium(system, model.start());
  REQUIRE(found.usable());
  CHECK(found.point.state.q.head(2).norm() < 1e-10);
  CHECK(found.point.z[0] == Approx(-1.0));
  REQUIRE(found.family.cols() == 1);
  CHECK(std::abs(found.family(2, 0)) == Approx(1.0));
  CHECK(found.family.col(0).head(2).norm() < 1e-9);
  CHECK(found.text(system).find("a family of 1 dimension") != std::string::npos);
}

TEST_CASE("a bead on a level wire rests anywhere, a pendulum in one place") {
  Model wire("wire");
  wire.mass("p", 1.0, {.at = {0.3, 0.0, 0.0}, .axes = "xz"}).gravity({0.0, 0.0, -9.81});
  wire.constraint("wire", "p.z = 0");
  const System level(wire);
  const Equilibrium anywhere = equilibrium(level, wire.start());
  REQUIRE(anywhere.usable());
  CHECK(anywhere.family.cols() == 1);
  CHECK(anywhere.stability == Stability::undecided);
  Model pendulum("pendulum");
  pendulum.mass("p", 1.0, {.at = {0.6, 0.0, -0.8}, .axes = "xz"}).gravity({0.0, 0.0, -9.81});
  pendulum.constraint("string", "|p| <= 1");
  const System hanging(pendulum);
  const Equilibrium below = equilibrium(hanging, pendulum.start());
  REQUIRE(below.usable());
  CHECK(below.family.cols() == 0);
  CHECK(below.stability == Stability::stable);
  REQUIRE(below.open().modes.size() == 1);
  CHECK(below.open().modes[0].root.imag() == Approx(std::sqrt(9.81)));
  CHECK(below.text(hanging).find("It is isolated") != std::string::npos);
}

// Theory 13-2.
TEST_CASE("a wall that is touched without load gives two branches") {
  // a pendulum hangs beside a wall at x = 0, a spring pulls across to y = 0
  Model model("beside a wall");
  model.coordinate("x").coordinate("y").kinetic("(x'^2 + y'^2)/2");
  model.potential("2*x^2 + 0.5*y^2 + x*y");
  model.constraint("wall", "x <= 0");
  const System system(model);
  for (const double x : {0.0, -0.7}) {
    State guess = model.start();
    guess.q[0] = x;
    const Equilibrium found = equilibrium(system, guess);
    REQUIRE(found.usable());
    REQUIRE(found.point.weak == std::vector<int>{0});
    REQUIRE(found.branches.size() == 2);
    CHECK(found.branches[0].closed.empty());
    CHECK(found.branches[1].closed == std::vector<int>{0});
    // open: s^2 + 5 s + 3 = 0 for s = -lambda^2; closed: y alone
    const auto& open = found.branches[0].oscillation.modes;
    REQUIRE(open.size() == 2);
    CHECK(std::norm(open[0].root) == Approx((5.0 - std::sqrt(13.0)) / 2.0));
    CHECK(std::norm(open[1].root) == Approx((5.0 + std::sqrt(13.0)) / 2.0));
    const auto& closed = found.branches[1].oscillation.modes;
    REQUIRE(closed.size() == 1);
    CHECK(std::norm(closed[0].root) == Approx(1.0));
    CHECK(found.stability == Stability::stable);
    const std::string text = found.text(system);
    CHECK(text.find("wall open") != std::string::npos);
    CHECK(text.find("wall closed") != std::string::npos);
  }
}

// Theory 13-8.
TEST_CASE("between branches without a minimum stability is undecided") {
  Model model("saddle beside a wall");
  model.coordinate("x").coordinate("y").kinetic("(x'^2 + y'^2)/2");
  model.potential("-x^2 + y^2").constraint("wall", "x <= 0");
  const System system(model);
  const Equilibrium found = equilibrium(system, model.start());
  REQUIRE(found.usable());
  REQUIRE(found.branches.size() == 2);
  CHECK(found.branches[0].oscillation.stability == Stability::unstable);
  CHECK(found.branches[1].oscillation.stability == Stability::stable);
  CHECK(found.stability == Stability::undecided);
}

//   A lamp on a spring below a table top, which is above it: k (z + 0.2) = −m g.
TEST_CASE("a constraint that applies elsewhere carries nothing") {
  Model model("lamp");
  model.mass("lamp", 2.0, {.at = {0.0, 0.0, -0.5}});
  model.gravity({0.0, 0.0, -9.81});
  model.potential("0.5*100*(lamp.x^2 + lamp.y^2 + (lamp.z + 0.2)^2)");
  model.constraint("top", "lamp.z >= 0", {.where = {"|lamp.x| <= 1", "lamp.z >= -0.05"}});
  const System system(model);
  const Equilibrium found = equilibrium(system, model.start());
  REQUIRE(found.usable());
  CHECK(found.point.state.q[2] == Approx(-0.3962).epsilon(1e-12));
}
