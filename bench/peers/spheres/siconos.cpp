// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// N frictionless spheres dropped into a box, Siconos with its Bullet collision detection,
// Moreau-Jean, NSGS (mu = 0).
// clang-format off: before any header of the kernel, or the visitor classes do not compile
#include <MechanicsFwd.hpp>
// clang-format on
#include "bench/peers/common/siconos.hpp"

#include <Friction_cst.h>

#include <RigidBodyDS.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosContactor.hpp>
#include <SiconosShape.hpp>

#include "bench/peers/common/spheres.hpp"
#include "bench/peers/common/stopwatch.hpp"

static void run(int N, double h, double T, int iters, double tol) {
  Pack P(N);
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  SiconosBulletOptions opt;
  opt.worldScale = 1.0;
  opt.contactBreakingThreshold = 0.01;
  auto cm = std::make_shared<SiconosBulletCollisionManager>(opt);
  auto shape = std::make_shared<SiconosSphere>(P.r);
  shape->setInsideMargin(0.0);
  shape->setOutsideMargin(0.0);
  std::vector<SP::RigidBodyDS> b;
  for (auto& p : P.p) {
    auto q = std::make_shared<SiconosVector>(7), v = std::make_shared<SiconosVector>(6),
         f = std::make_shared<SiconosVector>(3);
    q->zero();
    v->zero();
    f->zero();
    for (int k = 0; k < 3; ++k) (*q)(k) = p[k];
    (*q)(3) = 1;
    auto I = std::make_shared<SimpleMatrix>(3, 3);
    I->eye();
    *I *= 1e-3;
    auto d = std::make_shared<RigidBodyDS>(q, v, 1.0, I);
    (*f)(2) = -9.81;
    d->setFExtPtr(f);
    auto cs = std::make_shared<SiconosContactorSet>();
    cs->push_back(std::make_shared<SiconosContactor>(shape));
    d->setContactors(cs);
    nsds->insertDynamicalSystem(d);
    b.push_back(d);
  }
  // walls are 1 m thick boxes: with SiconosPlane some spheres fall through the floor without a
  // warning
  auto wall = [&](double x, double y, double z, double w, double d, double t) {
    auto q = std::make_shared<SiconosVector>(7);
    q->zero();
    (*q)(0) = x, (*q)(1) = y, (*q)(2) = z, (*q)(3) = 1;
    auto cs = std::make_shared<SiconosContactorSet>();
    cs->push_back(std::make_shared<SiconosContactor>(std::make_shared<SiconosBox>(w, d, t)));
    cm->insertStaticContactorSet(cs, q);
  };
  wall(0, 0, -0.5, 20, 20, 1);
  wall(-P.half - 0.5, 0, 0, 1, 20, 20);
  wall(P.half + 0.5, 0, 0, 1, 20, 20);
  wall(0, -P.half - 0.5, 0, 20, 1, 20);
  wall(0, P.half + 0.5, 0, 20, 1, 20);
  cm->insertNonSmoothLaw(std::make_shared<NewtonImpactFrictionNSL>(0.0, 0.0, 0.0, 3), 0, 0);
  auto osi = std::make_shared<MoreauJeanOSI>(0.5);
  auto osns = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
  osns->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = iters;
  osns->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = tol;
  osns->setMStorageType(NM_SPARSE_BLOCK);
  osns->setMaxSize(3 * 6 * N);
  auto sim =
      std::make_shared<TimeStepping>(nsds, std::make_shared<TimeDiscretisation>(0.0, h), osi, osns);
  sim->insertInteractionManager(cm);
  sim->setNewtonOptions(SICONOS_TS_LINEAR);
  int n = std::lround(T / h), half = n / 2;
  double cpu = 0;
  auto x = P.p;
  for (int k = 0; k < n; ++k) {
    if (k == half) cpu = cpu_now();
    sim->computeOneStep();
    sim->nextStep();
  }
  cpu = (cpu_now() - cpu) / (n - half);
  for (int i = 0; i < N; ++i) x[i] = {(*b[i]->q())(0), (*b[i]->q())(1), (*b[i]->q())(2)};
  std::printf("siconos-4.4,NSGS %d iterations tol %g,%g,%d,%g,%d,%.2e,%.2e,%.4e\n", iters, tol, h,
              N, T, (int)nsds->topology()->indexSet(1)->size(), P.penetration(x) / P.r,
              osns->numericsSolverOptions()->dparam[SICONOS_DPARAM_RESIDU], cpu);
  std::fflush(stdout);
}
int main(int argc, char** argv) {
  if (argc > 1) {
    run(std::atoi(argv[1]), 5e-3, std::atof(argv[2]), 100, 1e-6);
    return 0;
  }
  run(1000, 5e-3, 0.1, 10, 1e-6);
  run(1000, 5e-3, 0.1, 100, 1e-6);
}
