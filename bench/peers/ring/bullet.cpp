// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's moving ring, Bullet: kinematic centre; inside = own distance row, outside = sphere
// contact.
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (int inside : {1, 0})
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      double X = inside ? R_x : O_x, Y = inside ? R_y : O_y, c0 = inside ? 0 : O_c0,
             s = inside ? 1 : -1;
      double th = 0, viol = 0, x = 0, y = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        BulletWorld w(btVector3(0, 0, 0), 10);
        // a body of 1e9 kg given its speed: kinematic bodies enter the solver only with a motion
        // state and one step late
        auto* c = w.body(w.shape<btSphereShape>(0.9), 1e9, btVector3(1e9, 1e9, 1e9),
                         btVector3(c0, 0, 0), !inside);
        c->setLinearVelocity(btVector3(R_w, 0, 0));
        auto* b = w.body(w.shape<btSphereShape>(0.1), 1, btVector3(1, 1, 1),
                         inside ? btVector3(R_px, R_py, 0) : btVector3(O_qx, O_qy, 0), !inside);
        if (inside) {
          auto* j = new MaxDistance(*c, *b, R_R);
          w.joints.emplace_back(j);
          w.world.addConstraint(j);
        }
        th = viol = 0;
        int N = std::lround(R_T / h);
        for (int k = 0; k < N; ++k) {
          w.world.stepSimulation(h, 0);
          auto p = b->getWorldTransform().getOrigin();
          double t = (k + 1) * h;
          x = p.x(), y = p.y();
          viol = std::max(viol, -s * (R_R - std::hypot(x - c0 - R_w * t, y)));
          if (b->getLinearVelocity().length() > 0.1 && th == 0) th = t;
        }
      });
      std::printf("%s,bullet-3.24,%s,%g,%.3e,%.3e,%.3e,%.4e\n", inside ? "inside" : "outside",
                  inside ? "own row erp=0.2" : "contact", h, th - (inside ? R_t1 : O_t2),
                  std::hypot(x - X, y - Y), viol, cpu);
    }
}
