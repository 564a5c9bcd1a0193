// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's moving ring, MuJoCo: no constraint f(q,t); the ring is a body of 1e9 kg given its speed;
// inside = tendon of limited length to its centre, outside = sphere contact.
#include "bench/peers/common/mujoco.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (int inside : {1, 0})
    for (const char* integ : {"Euler", "RK4"})
      for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
        mjModel* m = load_template(inside ? "ring/mujoco_inside.xml" : "ring/mujoco_outside.xml",
                                   {{"H", num(h)},
                                    {"INT", integ},
                                    {"SOLREF", num(2 * h) + " 1"},
                                    {"SOLIMP", "0.9999 0.9999 0.001"}});
        mjData* d = mj_makeData(m);
        double X = inside ? R_x : O_x, Y = inside ? R_y : O_y, c0 = inside ? 0 : O_c0,
               s = inside ? 1 : -1;
        double px = inside ? R_px : O_qx, py = inside ? R_py : O_qy;
        double th = 0, viol = 0, x = 0, y = 0;
        double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
          mj_resetData(m, d);
          d->qvel[0] = R_w;
          th = viol = 0;
          int N = std::lround(R_T / h);
          for (int k = 0; k < N; ++k) {
            mj_step(m, d);
            double t = (k + 1) * h;
            x = px + d->qpos[1], y = py + d->qpos[2];
            viol = std::max(viol, -s * (R_R - std::hypot(x - c0 - R_w * t, y)));
            if (d->nefc > 0 && d->efc_force[0] > 0 && th == 0) th = t;
          }
        });
        std::printf("%s,mujoco-2.2.2,solref=2h %s,%g,%.3e,%.3e,%.3e,%.4e\n",
                    inside ? "inside" : "outside", integ, h, th - (inside ? R_t1 : O_t2),
                    std::hypot(x - X, y - Y), viol, cpu);
        mj_deleteData(d);
        mj_deleteModel(m);
      }
}
