// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Ball bouncing with e = 0.8, Siconos: h(q) = q >= 0, Newton impact law.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

static SP::LagrangianDS ball() { return particle({B_h}, {0}, {1}, {-g}); }
static SP::Interaction floor_() {
  auto H = std::make_shared<SimpleMatrix>(1, 1);
  (*H)(0, 0) = 1;
  return std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(B_e),
                                       std::make_shared<LagrangianLinearTIR>(H));
}

int main() {
  const double T = 5;
  for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
    double t1 = 0, tinf = 0, y2 = 0, viol = 0;
    double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
      t1 = tinf = viol = 0;
      run_stepping(ball(), floor_(), T, h, 0.5,
                   [&](double t, SiconosVector& q, SiconosVector& v, double lam) {
                     if (lam > 0 && t1 == 0) t1 = t;
                     if (std::abs(t - B_T) < h / 2) y2 = q(0);
                     viol = std::max(viol, -q(0));
                     if (v(0) > 2 * g * h) tinf = t;  // last time the ball really rose
                   });
    });
    std::printf("siconos-4.4,moreau-jean theta=0.5,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h, t1 - B_t1,
                y2 - B_y, tinf - B_tinf, viol, cpu);
  }
  for (double tol : {1e-6, 1e-9, 1e-12}) {
    double t1 = 0, y2 = 0, viol = 0, tlast = 0;
    int n = 0;
    bool failed = false;
    double cpu = best_cpu(2, [&] {
      t1 = viol = tlast = n = 0;
      try {
        run_events(ball(), floor_(), T, tol,
                   [&](double t, SiconosVector& q, SiconosVector&, bool ns) {
                     if (ns && t1 == 0) t1 = t;
                     if (std::abs(t - B_T) < 1e-9) y2 = q(0);
                     if (ns) ++n, tlast = t;
                     viol = std::max(viol, -q(0));
                   });
      } catch (...) {
        failed = true;
      }
    });
    std::printf("siconos-4.4,event-driven lsodar%s n=%d,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n",
                failed ? " DIED" : "", n, tol, t1 - B_t1, y2 - B_y, tlast - B_tinf, viol, cpu);
  }
}
