// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pendulum on an inextensible string, Siconos: h(q) = L - |q| >= 0, Newton impact law e = 0.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

static SP::LagrangianDS mass() { return particle({0, -S_L}, {S_v0, 0}, {1, 1}, {0, -g}); }
static SP::Interaction string_constraint() {
  auto rel = std::make_shared<UserR>(
      1, 2, [](const BlockVector& q, SiconosVector& y) { y(0) = S_L - std::hypot(q(0), q(1)); },
      [](const BlockVector& q, SimpleMatrix& J) {
        double r = std::hypot(q(0), q(1));
        J(0, 0) = -q(0) / r;
        J(0, 1) = -q(1) / r;
      },
      [](const BlockVector& q, const BlockVector& v, SimpleMatrix& J) {
        double r = std::hypot(q(0), q(1)), rd = (q(0) * v(0) + q(1) * v(1)) / r;
        J(0, 0) = -(v(0) / r - q(0) * rd / (r * r));
        J(0, 1) = -(v(1) / r - q(1) * rd / (r * r));
      });
  return std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(0.0), rel);
}

int main() {
  for (double theta : {0.5, 1.0})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      double ts = 0, tt = 0, x = 0, y = 0, viol = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        ts = tt = viol = 0;
        run_stepping(mass(), string_constraint(), S_T, h, theta,
                     [&](double t, SiconosVector& q, SiconosVector&, double lam) {
                       x = q(0), y = q(1);
                       viol = std::max(viol, std::hypot(x, y) - S_L);
                       if (lam > 0 && t < 0.9) ts = t;
                       if (lam > 0 && t > 0.9 && tt == 0) tt = t;
                     });
      });
      std::printf("siconos-4.4,moreau-jean theta=%g,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", theta, h,
                  ts - S_tslack, tt - S_ttaut, std::hypot(x - S_x, y - S_y), viol, cpu);
    }
  for (double tol : {1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12}) {
    double tt = 0, x = 0, y = 0, viol = 0;
    try {
      double cpu = best_cpu(3, [&] {
        tt = viol = 0;
        run_events(mass(), string_constraint(), S_T, tol,
                   [&](double t, SiconosVector& q, SiconosVector&, bool ns) {
                     x = q(0), y = q(1);
                     viol = std::max(viol, std::hypot(x, y) - S_L);
                     if (ns && t > 0.9 && tt == 0) tt = t;
                   });
      });
      std::printf("siconos-4.4,event-driven lsodar,%g,,%.3e,%.3e,%.3e,%.4e\n", tol, tt - S_ttaut,
                  std::hypot(x - S_x, y - S_y), viol, cpu);
    } catch (...) {
      std::printf("siconos-4.4,event-driven lsodar,%g,,,FAILED,,\n", tol);
    }
  }
}
