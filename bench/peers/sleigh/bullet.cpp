// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chaplygin sleigh, Bullet: no such joint; own btTypedConstraint row.
#include "bench/peers/common/bullet.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

class Knife : public btTypedConstraint {
 public:
  Knife(btRigidBody& a, btRigidBody& fixed) : btTypedConstraint(MAX_CONSTRAINT_TYPE, a, fixed) {}
  void getInfo1(btConstraintInfo1* i) override {
    i->m_numConstraintRows = 1;
    i->nub = 0;
  }
  void getInfo2(btConstraintInfo2* i) override {
    const btMatrix3x3& R = m_rbA.getWorldTransform().getBasis();
    btVector3 n = R.getColumn(1), r = -C_a * R.getColumn(0), rn = r.cross(n);
    for (int k = 0; k < 3; ++k) {
      i->m_J1linearAxis[k] = n[k];
      i->m_J1angularAxis[k] = rn[k];
      i->m_J2linearAxis[k] = -n[k];
      i->m_J2angularAxis[k] = 0;
    }
    i->m_constraintError[0] = 0;
    i->m_lowerLimit[0] = -SIMD_INFINITY;
    i->m_upperLimit[0] = SIMD_INFINITY;
  }
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }
};

int main() {
  for (double h : {1e-2, 1e-3, 1e-4}) {
    double x = 0, y = 0, th = 0, viol = 0, e = 0;
    double cpu = best_cpu(1, [&] {
      BulletWorld w(btVector3(0, 0, 0), 10);
      auto* s = w.shape<btSphereShape>(0.1);
      auto* fixed = w.body(s, 0, btVector3(0, 0, 0), btVector3(0, 0, 0), false);
      auto* b = w.body(s, C_m, btVector3(C_I, C_I, C_I), btVector3(C_a, 0, 0), false);
      b->setLinearVelocity(btVector3(C_v0, C_a * C_w0, 0));
      b->setAngularVelocity(btVector3(0, 0, C_w0));
      auto* k = new Knife(*b, *fixed);
      w.joints.emplace_back(k);
      w.world.addConstraint(k);
      int N = std::lround(C_T / h);
      double prev = 0;
      th = viol = 0;
      for (int i = 0; i < N; ++i) {
        w.world.stepSimulation(h, 0);
        btVector3 ex = b->getWorldTransform().getBasis().getColumn(0), v = b->getLinearVelocity();
        double a = std::atan2(ex.y(), ex.x());
        th += std::remainder(a - prev, 2 * M_PI);
        prev = a;
        viol = std::max(
            viol, std::abs(-ex.y() * v.x() + ex.x() * v.y() - C_a * b->getAngularVelocity().z()));
      }
      auto p = b->getWorldTransform().getOrigin();
      x = p.x() - C_a * std::cos(th), y = p.y() - C_a * std::sin(th);
      e = 0.5 * (C_m * b->getLinearVelocity().length2() + C_I * b->getAngularVelocity().length2());
    });
    double e0 = 0.5 * (C_m * (C_v0 * C_v0 + C_a * C_a * C_w0 * C_w0) + C_I * C_w0 * C_w0);
    std::printf("bullet-3.24,own row,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h,
                std::hypot(x - C_x, y - C_y), th - C_th, viol, e / e0 - 1, cpu);
  }
}
