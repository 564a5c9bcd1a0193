// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bouncing ball, MuJoCo: there is no restitution coefficient; an underdamped contact spring
// imitates e = 0.8.
#include "bench/peers/common/mujoco.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  const double T = 5, l = std::log(B_e), zeta = -l / std::sqrt(M_PI * M_PI + l * l);
  for (const char* integ : {"Euler", "RK4"})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      double w = 0.2 / h;  // about 16 steps per contact
      mjModel* m = load_template(
          "bounce/mujoco.xml",
          {{"H", num(h)}, {"INT", integ}, {"SOLREF", num(-w * w) + " " + num(-2 * zeta * w)}});
      mjData* d = mj_makeData(m);
      double t1 = 0, tinf = 0, viol = 0, y2 = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        mj_resetData(m, d);
        t1 = tinf = viol = 0;
        int N = std::lround(T / h);
        for (int k = 0; k < N; ++k) {
          mj_step(m, d);
          double t = (k + 1) * h, y = 1 + d->qpos[0];
          viol = std::max(viol, -y);
          if (d->nefc > 0 && t1 == 0) t1 = t;
          if (std::abs(t - B_T) < h / 2) y2 = y;
          if (d->qvel[0] > 2 * g * h) tinf = t;
        }
      });
      std::printf("mujoco-2.2.2,spring-damper %s,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", integ, h,
                  t1 - B_t1, y2 - B_y, tinf - B_tinf, viol, cpu);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
}
