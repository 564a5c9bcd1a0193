// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chain of N links, Bullet: (a) rigid bodies + point-to-point joints, sequential impulses; (b)
// btMultiBody with revolute joints.
#include "bench/peers/common/bullet.hpp"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using truth::g;

static void impulses(int N, double h, double T, int iters) {
  double l = 1.0 / N, m = 1.0 / N, c = std::sqrt(0.5), I = m * l * l / 12;
  BulletWorld w(btVector3(0, -g, 0), iters);
  auto* s = w.shape<btSphereShape>(0.01);
  std::vector<btRigidBody*> b;
  for (int i = 0; i < N; ++i) {
    double r = (i + 0.5) * l;
    b.push_back(w.body(s, m, btVector3(I, I, I), btVector3(r * c, -r * c, 0), false));
    btTransform t = b[i]->getWorldTransform();
    t.setRotation(btQuaternion(btVector3(0, 0, 1), M_PI / 4));
    b[i]->setWorldTransform(t);
    btTypedConstraint* j = i ? new btPoint2PointConstraint(*b[i], *b[i - 1], btVector3(0, l / 2, 0),
                                                           btVector3(0, -l / 2, 0))
                             : new btPoint2PointConstraint(*b[i], btVector3(0, l / 2, 0));
    w.joints.emplace_back(j);
    w.world.addConstraint(j, true);
  }
  auto energy = [&] {
    double e = 0;
    for (auto* p : b)
      e += 0.5 * m * p->getLinearVelocity().length2() +
           0.5 * I * p->getAngularVelocity().length2() +
           m * g * p->getWorldTransform().getOrigin().y();
    return e;
  };
  double e0 = energy(), viol = 0;
  int n = std::lround(T / h);
  double cpu = cpu_now();
  for (int k = 0; k < n; ++k) w.world.stepSimulation(h, 0);
  cpu = cpu_now() - cpu;
  for (int i = 0; i < N; ++i) {
    btVector3 a = b[i]->getWorldTransform() * btVector3(0, l / 2, 0),
              p = i ? b[i - 1]->getWorldTransform() * btVector3(0, -l / 2, 0) : btVector3(0, 0, 0);
    viol = std::max(viol, double((a - p).length()));
  }
  btVector3 tip = b[N - 1]->getWorldTransform() * btVector3(0, -l / 2, 0);
  std::printf("bullet-3.24,p2p joints %d iterations,h=%g,%d,%g,%d,%.17g,%.17g,%.2e,%.2e,%.4e\n",
              iters, h, N, T, n, tip.x(), tip.y(), viol, (energy() - e0) / g, cpu / T);
  std::fflush(stdout);
}

static void multibody(int N, double h, double T) {
  double l = 1.0 / N, m = 1.0 / N, I = m * l * l / 12;
  btDefaultCollisionConfiguration cfg;
  btCollisionDispatcher disp(&cfg);
  btDbvtBroadphase broad;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world(&disp, &broad, &solver, &cfg);
  world.setGravity(btVector3(0, -g, 0));
  btMultiBody mb(N, 0, btVector3(0, 0, 0), true, false);
  for (int i = 0; i < N; ++i)
    mb.setupRevolute(i, m, btVector3(I, 1e-3 * I, I), i - 1, btQuaternion(0, 0, 0, 1),
                     btVector3(0, 0, 1), i ? btVector3(0, -l / 2, 0) : btVector3(0, 0, 0),
                     btVector3(0, -l / 2, 0), true);
  mb.finalizeMultiDof();
  mb.setLinearDamping(0);
  mb.setAngularDamping(0);
  mb.setHasSelfCollision(false);
  mb.setUseGyroTerm(true);
  mb.setMaxCoordinateVelocity(1e9);
  mb.setCanSleep(false);
  mb.setJointPos(0, M_PI / 4);
  world.addMultiBody(&mb);
  auto tip = [&](double& e) {
    double x = 0, y = 0, vx = 0, vy = 0, th = 0, w = 0;
    e = 0;
    for (int i = 0; i < N; ++i) {
      th += mb.getJointPos(i);
      w += mb.getJointVel(i);
      double cx = x + l / 2 * std::sin(th), cy = y - l / 2 * std::cos(th),
             ux = vx + l / 2 * w * std::cos(th), uy = vy + l / 2 * w * std::sin(th);
      e += 0.5 * m * (ux * ux + uy * uy) + 0.5 * I * w * w + m * g * cy;
      x = 2 * cx - x, y = 2 * cy - y, vx = 2 * ux - vx, vy = 2 * uy - vy;
    }
    return std::make_pair(x, y);
  };
  double e0, e1;
  tip(e0);
  int n = std::lround(T / h);
  double cpu = cpu_now();
  for (int k = 0; k < n; ++k) world.stepSimulation(h, 0);
  cpu = cpu_now() - cpu;
  auto p = tip(e1);
  std::printf("bullet-3.24,btMultiBody,h=%g,%d,%g,%d,%.17g,%.17g,0,%.2e,%.4e\n", h, N, T, n,
              p.first, p.second, (e1 - e0) / g, cpu / T);
  std::fflush(stdout);
  world.removeMultiBody(&mb);
}

int main() {
  for (int N : {10, 100, 1000})
    for (int it : {10, 100}) impulses(N, 1e-3, N == 1000 ? 0.3 : 1, it);
  impulses(10, 1e-4, 1, 100);
  impulses(100, 1e-4, 1, 100);
  for (int N : {10, 100, 1000})
    for (double h : {1e-3, 1e-4}) multibody(N, h, N == 1000 ? 0.1 : 1);
}
