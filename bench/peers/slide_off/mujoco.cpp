// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Particle sliding off a smooth sphere, MuJoCo: frictionless sphere-sphere contact (0.9 + 0.1).
#include "bench/peers/common/mujoco.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  struct Set {
    const char* name;
    const char* integ;
    bool stiff;
  };
  double x0 = std::sin(P_a0), z0 = std::cos(P_a0);
  for (Set s : {Set{"default solref", "Euler", false}, Set{"solref=2h Euler", "Euler", true},
                Set{"solref=2h RK4", "RK4", true}})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      mjModel* m = load_template("slide_off/mujoco.xml",
                                 {{"H", num(h)},
                                  {"INT", s.integ},
                                  {"X0", num(x0)},
                                  {"Z0", num(z0)},
                                  {"SOLREF", s.stiff ? num(2 * h) + " 1" : "0.02 1"},
                                  {"SOLIMP", s.stiff ? "0.9999 0.9999 0.001" : "0.9 0.95 0.001"}});
      mjData* d = mj_makeData(m);
      double tl = 0, viol = 0, x = 0, y = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        mj_resetData(m, d);
        tl = viol = 0;
        int N = std::lround(P_T / h);
        for (int k = 0; k < N; ++k) {
          mj_step(m, d);
          x = x0 + d->qpos[0], y = z0 + d->qpos[1];
          viol = std::max(viol, P_R - std::hypot(x, y));
          if (d->nefc > 0 && d->efc_force[0] > 0) tl = (k + 1) * h;
        }
      });
      std::printf("mujoco-2.2.2,%s,%g,%.3e,%.3e,%.3e,%.4e\n", s.name, h, tl - P_tleave,
                  std::hypot(x - P_x, y - P_y), viol, cpu);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
}
