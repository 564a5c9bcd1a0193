// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small helpers for the Bullet benchmarks (double precision build).
#pragma once
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

struct BulletWorld {
  btDefaultCollisionConfiguration cfg;
  btCollisionDispatcher disp{&cfg};
  btDbvtBroadphase broad;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&disp, &broad, &solver, &cfg};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;

  BulletWorld(btVector3 gravity, int iterations) {
    world.setGravity(gravity);
    auto& s = world.getSolverInfo();
    s.m_numIterations = iterations;
    s.m_restitutionVelocityThreshold = 0;
    s.m_solverMode |= SOLVER_USE_WARMSTARTING;
  }
  ~BulletWorld() {
    for (auto& j : joints) world.removeConstraint(j.get());
    for (auto& b : bodies) world.removeRigidBody(b.get());
  }
  btRigidBody* body(btCollisionShape* sh, btScalar mass, btVector3 inertia, btVector3 pos,
                    bool collide = true) {
    bodies.emplace_back(new btRigidBody(mass, nullptr, sh, inertia));
    btRigidBody* b = bodies.back().get();
    btTransform t;
    t.setIdentity();
    t.setOrigin(pos);
    b->setWorldTransform(t);
    b->setInterpolationWorldTransform(t);
    b->setDamping(0, 0);
    b->setFriction(0);
    b->setRestitution(0);
    b->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(b, collide ? 1 : 0, collide ? -1 : 0);
    return b;
  }
  template <class S, class... A>
  S* shape(A... a) {
    S* s = new S(a...);
    shapes.emplace_back(s);
    return s;
  }
};

// |xB - xA| <= L between the centres of two bodies. Bullet has no such joint: written against the
// solver's row interface.
class MaxDistance : public btTypedConstraint {
 public:
  MaxDistance(btRigidBody& a, btRigidBody& b, btScalar L)
      : btTypedConstraint(MAX_CONSTRAINT_TYPE, a, b), L_(L) {}
  void getInfo1(btConstraintInfo1* i) override {
    i->m_numConstraintRows = 1;
    i->nub = 0;
  }
  void getInfo2(btConstraintInfo2* i) override {
    btVector3 d = m_rbB.getWorldTransform().getOrigin() - m_rbA.getWorldTransform().getOrigin();
    btScalar r = d.length();
    btVector3 n = d / r;
    for (int k = 0; k < 3; ++k) {
      i->m_J1linearAxis[k] = n[k];
      i->m_J2linearAxis[k] = -n[k];
      i->m_J1angularAxis[k] = i->m_J2angularAxis[k] = 0;
    }
    btScalar gap = L_ - r;  // row velocity n.(vA - vB) = d(gap)/dt must be >= -gap/dt
    i->m_constraintError[0] = gap >= 0 ? -gap * i->fps : -gap * i->fps * erp_;
    i->m_lowerLimit[0] = 0;
    i->m_upperLimit[0] = SIMD_INFINITY;
  }
  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }
  btScalar erp_ = 0.2;

 private:
  btScalar L_;
};
