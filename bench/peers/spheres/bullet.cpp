// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// N frictionless spheres dropped into a box, Bullet.
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/spheres.hpp"
#include "bench/peers/common/stopwatch.hpp"
static void run(int N, double h, double T, int iters) {
  Pack P(N);
  BulletWorld w(btVector3(0, 0, -9.81), iters);
  auto wall = [&](btVector3 n, double c) {
    w.body(w.shape<btStaticPlaneShape>(n, c), 0, btVector3(0, 0, 0), btVector3(0, 0, 0));
  };
  wall(btVector3(0, 0, 1), 0);
  wall(btVector3(1, 0, 0), -P.half);
  wall(btVector3(-1, 0, 0), -P.half);
  wall(btVector3(0, 1, 0), -P.half);
  wall(btVector3(0, -1, 0), -P.half);
  auto* s = w.shape<btSphereShape>(P.r);
  std::vector<btRigidBody*> b;
  for (auto& p : P.p)
    b.push_back(w.body(s, 1, btVector3(1e-3, 1e-3, 1e-3), btVector3(p[0], p[1], p[2])));
  int n = std::lround(T / h), half = n / 2;
  double cpu = 0, worst = 0;
  auto x = P.p;
  int nc = 0;
  for (int k = 0; k < n; ++k) {
    if (k == half) cpu = cpu_now();
    w.world.stepSimulation(h, 0);
  }
  cpu = (cpu_now() - cpu) / (n - half);
  for (int i = 0; i < N; ++i) {
    auto q = b[i]->getWorldTransform().getOrigin();
    x[i] = {q.x(), q.y(), q.z()};
  }
  worst = P.penetration(x);
  for (int i = 0; i < w.disp.getNumManifolds(); ++i)
    nc += w.disp.getManifoldByIndexInternal(i)->getNumContacts();
  std::printf("bullet-3.24,%d iterations,%g,%d,%g,%d,%.2e,,%.4e\n", iters, h, N, T, nc, worst / P.r,
              cpu);
  std::fflush(stdout);
}
int main() {
  for (int it : {10, 100}) run(1000, 5e-3, 1, it);
  run(1000, 1e-3, 1, 100);
  run(10000, 5e-3, 0.3, 10);
  run(10000, 5e-3, 0.3, 100);
}
