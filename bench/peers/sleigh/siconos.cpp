// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chaplygin sleigh, Siconos. There is no non-holonomic relation class; a holonomic one is
// subclassed so that h() returns 0 and the "Jacobian" is the knife-edge row. The velocity-level
// stepping then does the right thing.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (int which : {0, 1})
    for (double h : {1e-2, 1e-3, 1e-4}) {
      double x = 0, y = 0, th = 0, viol = 0, e = 0;
      try {
        double cpu = best_cpu(1, [&] {
          auto ds = particle({C_a, 0, 0}, {C_v0, C_a * C_w0, C_w0}, {C_m, C_m, C_I}, {0, 0, 0});
          auto rel = std::make_shared<UserR>(
              1, 3, [](const BlockVector&, SiconosVector& y) { y(0) = 0; },
              [](const BlockVector& q, SimpleMatrix& J) {
                J(0, 0) = -std::sin(q(2));
                J(0, 1) = std::cos(q(2));
                J(0, 2) = -C_a;
              });
          auto inter =
              std::make_shared<Interaction>(std::make_shared<EqualityConditionNSL>(1), rel);
          auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, C_T);
          nsds->insertDynamicalSystem(ds);
          nsds->link(inter, ds);
          SP::OneStepNSProblem osns;
          if (which)
            osns = std::make_shared<MLCP>(SICONOS_MLCP_ENUM);
          else
            osns = std::make_shared<Equality>();
          auto sim =
              std::make_shared<TimeStepping>(nsds, std::make_shared<TimeDiscretisation>(0.0, h),
                                             std::make_shared<MoreauJeanOSI>(0.5), osns);
          int N = std::lround(C_T / h);
          viol = 0;
          for (int k = 0; k < N; ++k) {
            sim->computeOneStep();
            sim->nextStep();
            auto &q = *ds->q(), &v = *ds->velocity();
            viol = std::max(viol,
                            std::abs(-std::sin(q(2)) * v(0) + std::cos(q(2)) * v(1) - C_a * v(2)));
          }
          auto &q = *ds->q(), &v = *ds->velocity();
          th = q(2);
          x = q(0) - C_a * std::cos(th), y = q(1) - C_a * std::sin(th);
          e = 0.5 * (C_m * (v(0) * v(0) + v(1) * v(1)) + C_I * v(2) * v(2));
        });
        double e0 = 0.5 * (C_m * (C_v0 * C_v0 + C_a * C_a * C_w0 * C_w0) + C_I * C_w0 * C_w0);
        std::printf("siconos-4.4,velocity-level hack %s,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n",
                    which ? "MLCP" : "Equality", h, std::hypot(x - C_x, y - C_y), th - C_th, viol,
                    e / e0 - 1, cpu);
      } catch (...) {
        std::printf("siconos-4.4,velocity-level hack %s,%g,FAILED,,,,\n",
                    which ? "MLCP" : "Equality", h);
      }
    }
}
