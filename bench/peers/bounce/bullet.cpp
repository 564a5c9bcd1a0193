// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bouncing ball, Bullet: restitution 0.8, velocity threshold set to 0.
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  const double T = 5;
  for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
    double t1 = 0, tinf = 0, viol = 0, y2 = 0;
    double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
      BulletWorld w(btVector3(0, -g, 0), 10);
      auto* f = w.body(w.shape<btStaticPlaneShape>(btVector3(0, 1, 0), 0.0), 0, btVector3(0, 0, 0),
                       btVector3(0, 0, 0));
      auto* b = w.body(w.shape<btSphereShape>(0.1), 1, btVector3(1, 1, 1), btVector3(0, 1.1, 0));
      f->setRestitution(1);
      b->setRestitution(B_e);
      t1 = tinf = viol = 0;
      int N = std::lround(T / h);
      for (int k = 0; k < N; ++k) {
        w.world.stepSimulation(h, 0);
        double t = (k + 1) * h, y = b->getWorldTransform().getOrigin().y() - 0.1,
               v = b->getLinearVelocity().y();
        viol = std::max(viol, -y);
        if (v > 0 && t1 == 0) t1 = t;
        if (std::abs(t - B_T) < h / 2) y2 = y;
        if (v > 2 * g * h) tinf = t;
      }
    });
    std::printf("bullet-3.24,restitution,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h, t1 - B_t1, y2 - B_y,
                tinf - B_tinf, viol, cpu);
  }
}
