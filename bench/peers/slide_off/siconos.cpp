// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Particle sliding off a smooth sphere, Siconos: h(q) = |q| - R >= 0.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

static SP::LagrangianDS mass() {
  return particle({P_R * std::sin(P_a0), P_R * std::cos(P_a0)}, {0, 0}, {1, 1}, {0, -g});
}
static SP::Interaction surface() {
  auto rel = std::make_shared<UserR>(
      1, 2, [](const BlockVector& q, SiconosVector& y) { y(0) = std::hypot(q(0), q(1)) - P_R; },
      [](const BlockVector& q, SimpleMatrix& J) {
        double r = std::hypot(q(0), q(1));
        J(0, 0) = q(0) / r;
        J(0, 1) = q(1) / r;
      },
      [](const BlockVector& q, const BlockVector& v, SimpleMatrix& J) {
        double r = std::hypot(q(0), q(1)), rd = (q(0) * v(0) + q(1) * v(1)) / r;
        J(0, 0) = v(0) / r - q(0) * rd / (r * r);
        J(0, 1) = v(1) / r - q(1) * rd / (r * r);
      });
  return std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(0.0), rel);
}

int main() {
  for (double theta : {0.5, 1.0})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      double tl = 0, x = 0, y = 0, viol = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        tl = viol = 0;
        run_stepping(mass(), surface(), P_T, h, theta,
                     [&](double t, SiconosVector& q, SiconosVector&, double lam) {
                       x = q(0), y = q(1);
                       viol = std::max(viol, P_R - std::hypot(x, y));
                       if (lam > 0) tl = t;
                     });
      });
      std::printf("siconos-4.4,moreau-jean theta=%g,%g,%.3e,%.3e,%.3e,%.4e\n", theta, h,
                  tl - P_tleave, std::hypot(x - P_x, y - P_y), viol, cpu);
    }
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12}) {
    double x = 0, y = 0, viol = 0;
    try {
      double cpu = best_cpu(3, [&] {
        viol = 0;
        run_events(mass(), surface(), P_T, tol,
                   [&](double t, SiconosVector& q, SiconosVector&, bool) {
                     x = q(0), y = q(1);
                     viol = std::max(viol, P_R - std::hypot(x, y));
                   });
      });
      std::printf("siconos-4.4,event-driven lsodar,%g,,%.3e,%.3e,%.4e\n", tol,
                  std::hypot(x - P_x, y - P_y), viol, cpu);
    } catch (...) {
      std::printf("siconos-4.4,event-driven lsodar,%g,,FAILED,,\n", tol);
    }
  }
}
