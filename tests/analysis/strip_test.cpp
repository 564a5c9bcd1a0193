// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Two statements of Voss on the path of a point under one form: it runs on every surface through
// its strip, and without forces it is a thread in equilibrium. Surfaces and threads are made from
// computed paths and given to the parts of the library that know nothing of forms.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <cmath>
#include <memory>

#include "zwang/analysis/curve.hpp"
#include "zwang/analysis/variation_path.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/laws/variation.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using Eigen::Vector3d;

// A form that is nowhere simple, of a point with these names.
std::string wild(const std::string& x, const std::string& y, const std::string& z) {
  return fmt::format("(sin({1}) + {0}*{2})*{0}' + {0}^2*{1}*{1}' + (exp({0}) + {2}^2)*{2}' = 0", x,
                     y, z);
}

std::unique_ptr<Model> point(const std::string& potential) {
  auto model = std::make_unique<Model>("point");
  model->coordinate("x", {.rate = 0.8}).coordinate("y", {.rate = -0.6});
  model->coordinate("z", {.start = 1.0}).kinetic("(x'^2 + y'^2 + z'^2)/2");
  if (!potential.empty()) model->potential(potential);
  model->constraint("form", wild("x", "y", "z"));
  return model;
}

Path followed(const System& system, Treatment treatment, double rho, double until) {
  return follow(Variation(system, {treatment}), system.model().start(), Vector::Constant(1, rho),
                until, 1e-13);
}

// Polynomials of s through values at Chebyshev's points of [0, length], as texts.
class Fitted {
 public:
  Fitted(const std::string& s, double length) : s_(s), length_(length) {
    Matrix powers(count, count);
    for (int i = 0; i < count; ++i) {
      const double x = std::cos(M_PI * (i + 0.5) / count);
      places.push_back(length * (x + 1.0) / 2.0);
      for (int k = 0; k < count; ++k) powers(i, k) = std::pow(x, k);
    }
    lu_.compute(powers);
  }

  std::vector<double> places;

  // The polynomial, or its derivative by s.
  std::string text(const Vector& values, bool derivative) const {
    Vector factors = lu_.solve(values);
    if (derivative) {
      for (int k = 1; k < count; ++k) factors[k - 1] = factors[k] * k * 2.0 / length_;
      factors[count - 1] = 0.0;
    }
    std::string sum = fmt::format("{:.17g}", factors[count - 1]);
    for (int k = count - 2; k >= 0; --k)
      sum = fmt::format("(({:.17g}) + (2*{}/{:.17g} - 1)*{})", factors[k], s_, length_, sum);
    return sum;
  }

 private:
  static constexpr int count = 18;
  std::string s_;
  double length_;
  Eigen::PartialPivLU<Matrix> lu_;
};

// The surface x(s) + w b(s) + c w^2 n(s) through a path: b in the planes of the form, turned out of
// them by an angle. s is the time along the path, so that its motion is s = t, w = 0.
std::unique_ptr<Model> on_surface(const BoundPoint& bound, const Path& path, double length,
                                  double c, double angle, const char* potential) {
  const Fitted fitted("s", length);
  const auto count = static_cast<Eigen::Index>(fitted.places.size());
  Matrix x(count, 3), b(count, 3), n(count, 3);
  for (Eigen::Index i = 0; i < count; ++i) {
    const State at = path.at(fitted.places[static_cast<std::size_t>(i)]);
    const Vector3d normal = bound.surface(at).p.normalized();
    const Vector3d across = normal.cross(Vector3d(at.u)).normalized();
    x.row(i) = at.q;
    b.row(i) = std::cos(angle) * across + std::sin(angle) * normal;
    n.row(i) = normal;
  }
  auto model = std::make_unique<Model>("surface");
  model->coordinate("s", {.rate = 1.0}).coordinate("w");
  std::string energy = "0";
  std::array<std::string, 3> place;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const auto of = [&](const Matrix& values, bool derivative) {
      return fitted.text(values.col(i), derivative);
    };
    place[static_cast<std::size_t>(i)] =
        fmt::format("({} + w*{} + {:.17g}*w^2*{})", of(x, false), of(b, false), c, of(n, false));
    energy += fmt::format(" + (({} + w*{} + {:.17g}*w^2*{})*s' + ({} + 2*{:.17g}*w*{})*w')^2/2",
                          of(x, true), of(b, true), c, of(n, true), of(b, false), c, of(n, false));
  }
  model->kinetic(energy);
  model->potential(fmt::format(fmt::runtime(potential), place[0], place[1], place[2]));
  return model;
}

}  // namespace

// Theory 15-5.
TEST_CASE("Voss: the same motion runs on every surface through its strip, and on no other") {
  constexpr const char* potential = "2*{2} + {0}^2*{1}";
  constexpr double length = 0.8;
  const auto model = point(fmt::format(fmt::runtime(potential), "x", "y", "z"));
  const System system(*model);
  const BoundPoint bound(system);
  const Path path = followed(system, Treatment::straightest, 0.0, length);
  // the constraint pushes, and the planes turn: neither is trivial
  CHECK(std::abs(accelerations(system, path.at(0.4)).constraints[0].multiplier) > 0.1);
  CHECK(bound.surface(path.at(0.4)).alpha().norm() > 0.1);
  const auto strayed = [&](double c, double angle) {
    const auto other = on_surface(bound, path, length, c, angle, potential);
    const Trajectory motion = run(*other, {.until = 0.75, .tolerance = 1e-11});
    REQUIRE(motion.usable());
    double worst = 0.0;
    for (double t = 0.05; t < 0.75; t += 0.05) {
      const State at = motion.at(t);
      worst = std::max({worst, std::abs(at.q[0] - t), std::abs(at.q[1])});
    }
    return worst;
  };
  const double ruled = strayed(0.0, 0.0), bent = strayed(0.8, 0.0), turned = strayed(0.0, 0.3);
  MESSAGE("ruled " << ruled << ", bent " << bent << "; through the path alone " << turned);
  CHECK(ruled < 1e-9);
  CHECK(bent < 1e-9);
  CHECK(turned > 1e-2);
}

// Beads at equal distances h on a path, with rods between them, each bound by the form; the ends
// are pulled along it with S. At rest Gauss's principle gives rods, reactions and accelerations.
// Theory 15-6.
TEST_CASE(
    "Voss: without forces a path is a thread in equilibrium, with the same tension all along") {
  constexpr double tension = 3.0, length = 1.0;
  const auto model = point("");
  const System system(*model);
  const BoundPoint bound(system);
  struct Strung {
    double tension = 0.0, pressure = 0.0, acceleration = 0.0;  // the worst
  };
  const auto strung = [&](const Path& path, int count) {
    const double h = length / count;
    Model thread("thread");
    for (int i = 0; i <= count; ++i) {
      const State at = path.at(i * h);
      thread.mass(fmt::format("b{}", i), i == 0 || i == count ? h / 2.0 : h,
                  {.at = {at.q[0], at.q[1], at.q[2]}});
    }
    for (int i = 0; i <= count; ++i) {
      const std::string name = fmt::format("b{}", i);
      thread.constraint("form_" + name, wild(name + ".x", name + ".y", name + ".z"));
      if (i == count) break;
      const double rod = (path.at(i * h).q - path.at((i + 1) * h).q).norm();
      thread.constraint(fmt::format("rod{}", i),
                        fmt::format("|b{} - b{}| = {:.17g}", i, i + 1, rod));
    }
    for (const int i : {0, count}) {
      const Vector3d pull = (i == 0 ? -tension : tension) * Vector3d(path.at(i * h).u).normalized();
      thread.force(fmt::format("b{}", i), {pull[0], pull[1], pull[2]});
    }
    const System whole(thread);
    const Instant instant = accelerations(whole, thread.start());
    REQUIRE(instant.usable());
    Strung worst;
    worst.acceleration = instant.accelerations.cwiseAbs().maxCoeff();
    for (int i = 0; i <= count; ++i) {
      const auto at = [&](const std::string& name) {
        return instant.constraints[static_cast<std::size_t>(*thread.find_constraint(name))]
            .multiplier;
      };
      if (i < count)
        worst.tension = std::max(worst.tension, std::abs(at(fmt::format("rod{}", i)) - tension));
      if (i == 0 || i == count) continue;
      // per metre it presses with curvature times tension, against p
      const State here = path.at(i * h);
      const double pressure =
          bound.force_free(here).curvature * tension / bound.surface(here).p.norm();
      worst.pressure = std::max(worst.pressure,
                                std::abs(std::abs(at(fmt::format("form_b{}", i)) / h) - pressure));
    }
    return worst;
  };
  const Path straightest = followed(system, Treatment::straightest, 0.0, length);
  const Strung few = strung(straightest, 20), many = strung(straightest, 40);
  MESSAGE("20 beads: tension off by "
          << few.tension << ", pressure " << few.pressure << ", acceleration " << few.acceleration
          << "; 40: " << many.tension << ", " << many.pressure << ", " << many.acceleration);
  // of second order in h
  CHECK(many.tension < 2e-5);
  CHECK(many.tension < 0.3 * few.tension);
  CHECK(many.pressure < 1e-4);
  CHECK(many.pressure < 0.3 * few.pressure);
  CHECK(many.acceleration < 2e-3);
  // a geodesic is not such a thread
  const Path geodesic = followed(system, Treatment::geodesic, 0.6, length);
  CHECK(strung(geodesic, 40).acceleration > 1.0);
}
