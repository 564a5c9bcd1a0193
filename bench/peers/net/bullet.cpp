// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Net of strings, Bullet: own distance rows (no such joint in the library).
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/net.hpp"
#include "bench/peers/common/stopwatch.hpp"
static void run(int n, double h, double T, int iters) {
  Net W(n);
  BulletWorld w(btVector3(0, 0, -9.81), iters);
  auto* s = w.shape<btSphereShape>(0.001);
  std::vector<btRigidBody*> b;
  for (int k = 0; k < n * n; ++k)
    b.push_back(w.body(s, W.pinned(k) ? 0 : W.m, btVector3(0, 0, 0),
                       btVector3(W.p[k][0], W.p[k][1], 0), false));
  for (auto& e : W.strings) {
    w.joints.emplace_back(new MaxDistance(*b[e.first], *b[e.second], W.L));
    w.world.addConstraint(w.joints.back().get());
  }
  int N = std::lround(T / h), half = N / 2;
  double cpu = 0;
  for (int k = 0; k < N; ++k) {
    if (k == half) cpu = cpu_now();
    w.world.stepSimulation(h, 0);
  }
  cpu = (cpu_now() - cpu) / (N - half);
  auto x = W.p;
  for (int i = 0; i < n * n; ++i) {
    auto q = b[i]->getWorldTransform().getOrigin();
    x[i] = {q.x(), q.y(), q.z()};
  }
  int act = 0;
  for (auto& j : w.joints) act += j->getAppliedImpulse() > 0;
  std::printf("bullet-3.24,own rows %d iterations,%g,%d,%g,%d,%.2e,,%.6f,%.4e\n", iters, h, n, T,
              act, W.stretch(x), x[W.id(n / 2, n / 2)][2], cpu);
  std::fflush(stdout);
}
int main() {
  for (int it : {10, 100, 1000}) run(10, 2e-3, 0.5, it);
  for (int it : {10, 100, 1000}) run(30, 2e-3, 0.5, it);
  run(100, 2e-3, 0.5, 10);
  run(100, 2e-3, 0.3, 100);
}
