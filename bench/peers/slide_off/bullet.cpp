// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Particle sliding off a smooth sphere, Bullet: frictionless sphere-sphere contact (0.9 + 0.1).
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
    double tl = 0, viol = 0, x = 0, y = 0;
    double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
      BulletWorld w(btVector3(0, -g, 0), 10);
      w.body(w.shape<btSphereShape>(0.9), 0, btVector3(0, 0, 0), btVector3(0, 0, 0));
      auto* b = w.body(w.shape<btSphereShape>(0.1), 1, btVector3(1, 1, 1),
                       btVector3(std::sin(P_a0), std::cos(P_a0), 0));
      tl = viol = 0;
      int N = std::lround(P_T / h);
      for (int k = 0; k < N; ++k) {
        w.world.stepSimulation(h, 0);
        auto p = b->getWorldTransform().getOrigin();
        x = p.x(), y = p.y();
        viol = std::max(viol, P_R - std::hypot(x, y));
        double imp = 0;
        for (int i = 0; i < w.disp.getNumManifolds(); ++i)
          for (int j = 0; j < w.disp.getManifoldByIndexInternal(i)->getNumContacts(); ++j)
            imp += w.disp.getManifoldByIndexInternal(i)->getContactPoint(j).getAppliedImpulse();
        if (imp > 0) tl = (k + 1) * h;
      }
    });
    std::printf("bullet-3.24,default contact,%g,%.3e,%.3e,%.3e,%.4e\n", h, tl - P_tleave,
                std::hypot(x - P_x, y - P_y), viol, cpu);
  }
}
