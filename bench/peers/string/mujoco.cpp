// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pendulum on a string, MuJoCo: spatial tendon with a length limit (soft by design).
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
  for (Set s : {Set{"default solref", "Euler", false}, Set{"solref=2h Euler", "Euler", true},
                Set{"solref=2h RK4", "RK4", true}})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      mjModel* m = load_template("string/mujoco.xml",
                                 {{"H", num(h)},
                                  {"INT", s.integ},
                                  {"SOLREF", s.stiff ? num(2 * h) + " 1" : "0.02 1"},
                                  {"SOLIMP", s.stiff ? "0.9999 0.9999 0.001" : "0.9 0.95 0.001"}});
      mjData* d = mj_makeData(m);
      double ts = 0, tt = 0, viol = 0, x = 0, y = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        mj_resetData(m, d);
        d->qvel[0] = S_v0;
        ts = tt = viol = 0;
        int N = std::lround(S_T / h);
        for (int k = 0; k < N; ++k) {
          mj_step(m, d);
          double t = (k + 1) * h;
          x = d->qpos[0], y = d->qpos[1] - 1;
          viol = std::max(viol, std::hypot(x, y) - S_L);
          bool pull = d->nefc > 0 && d->efc_force[0] > 0;
          if (pull && t < 0.9) ts = t;
          if (pull && t > 0.9 && tt == 0) tt = t;
        }
      });
      std::printf("mujoco-2.2.2,%s,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", s.name, h, ts - S_tslack,
                  tt - S_ttaut, std::hypot(x - S_x, y - S_y), viol, cpu);
      mj_deleteData(d);
      mj_deleteModel(m);
    }
}
