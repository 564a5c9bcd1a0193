// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pendulum on a string, Bullet: no rope joint; own btTypedConstraint row (see common/bullet.hpp).
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
    double ts = 0, tt = 0, viol = 0, x = 0, y = 0;
    double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
      BulletWorld w(btVector3(0, -g, 0), 10);
      auto* s = w.shape<btSphereShape>(0.01);
      auto* a = w.body(s, 0, btVector3(0, 0, 0), btVector3(0, 0, 0), false);
      auto* b = w.body(s, 1, btVector3(0, 0, 0), btVector3(0, -S_L, 0), false);
      b->setLinearVelocity(btVector3(S_v0, 0, 0));
      auto* c = new MaxDistance(*a, *b, S_L);
      w.joints.emplace_back(c);
      w.world.addConstraint(c);
      ts = tt = viol = 0;
      int N = std::lround(S_T / h);
      for (int k = 0; k < N; ++k) {
        w.world.stepSimulation(h, 0);
        auto p = b->getWorldTransform().getOrigin();
        double t = (k + 1) * h, lam = c->getAppliedImpulse();
        x = p.x(), y = p.y();
        viol = std::max(viol, std::hypot(x, y) - S_L);
        if (lam > 0 && t < 0.9) ts = t;
        if (lam > 0 && t > 0.9 && tt == 0) tt = t;
      }
    });
    std::printf("bullet-3.24,own row erp=0.2,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h, ts - S_tslack,
                tt - S_ttaut, std::hypot(x - S_x, y - S_y), viol, cpu);
  }
}
