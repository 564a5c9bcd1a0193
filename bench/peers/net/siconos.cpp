// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Net of strings, Siconos: one particle each, one relation L - |a - b| >= 0 per string, impact law
// e = 0.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/net.hpp"
#include "bench/peers/common/stopwatch.hpp"

static void run(int n, double h, double T, int solver, const char* name, NM_types storage) {
  Net W(n);
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  std::vector<SP::LagrangianDS> ds;
  for (int k = 0; k < n * n; ++k) {
    auto& p = W.p[k];
    double M = W.pinned(k) ? 1e9 * W.m : W.m, f = W.pinned(k) ? 0 : -W.m * 9.81;
    ds.push_back(particle({p[0], p[1], p[2]}, {0, 0, 0}, {M, M, M}, {0, 0, f}));
    nsds->insertDynamicalSystem(ds.back());
  }
  auto law = std::make_shared<NewtonImpactNSL>(0.0);
  double L = W.L;
  for (auto& s : W.strings) {
    auto rel = std::make_shared<UserR>(
        1, 6,
        [L](const BlockVector& q, SiconosVector& y) {
          double a = q(3) - q(0), b = q(4) - q(1), c = q(5) - q(2);
          y(0) = L - std::sqrt(a * a + b * b + c * c);
        },
        [](const BlockVector& q, SimpleMatrix& J) {
          double a = q(3) - q(0), b = q(4) - q(1), c = q(5) - q(2),
                 r = std::sqrt(a * a + b * b + c * c);
          J(0, 0) = a / r, J(0, 1) = b / r, J(0, 2) = c / r, J(0, 3) = -a / r, J(0, 4) = -b / r,
               J(0, 5) = -c / r;
        });
    nsds->link(std::make_shared<Interaction>(law, rel), ds[s.first], ds[s.second]);
  }
  auto osns = std::make_shared<LCP>(solver);
  osns->setMStorageType(storage);
  osns->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 2000;
  osns->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  auto sim = std::make_shared<TimeStepping>(nsds, std::make_shared<TimeDiscretisation>(0.0, h),
                                            std::make_shared<MoreauJeanOSI>(0.5), osns);
  sim->setNewtonOptions(SICONOS_TS_LINEAR);
  int N = std::lround(T / h), half = N / 2;
  double cpu = 0, worst = 0;
  auto x = W.p;
  for (int k = 0; k < N; ++k) {
    if (k == half) cpu = cpu_now();
    sim->computeOneStep();
    sim->nextStep();
  }
  cpu = (cpu_now() - cpu) / (N - half);
  for (int i = 0; i < n * n; ++i) x[i] = {(*ds[i]->q())(0), (*ds[i]->q())(1), (*ds[i]->q())(2)};
  worst = W.stretch(x);
  std::printf("siconos-4.4,LCP %s,%g,%d,%g,%d,%.2e,%.2e,%.6f,%.4e\n", name, h, n, T,
              (int)nsds->topology()->indexSet(1)->size(), worst,
              osns->numericsSolverOptions()->dparam[SICONOS_DPARAM_RESIDU],
              x[W.id(n / 2, n / 2)][2], cpu);
  std::fflush(stdout);
}
int main(int argc, char** argv) {
  auto t = [](auto f) {
    try {
      f();
    } catch (const std::exception& e) {
      std::printf("siconos-4.4,FAILED %.80s\n", e.what());
    } catch (...) {
      std::printf("siconos-4.4,FAILED\n");
    }
  };
  t([] { run(10, 2e-3, 0.5, SICONOS_LCP_LEMKE, "Lemke dense", NM_DENSE); });
  t([] { run(10, 2e-3, 0.5, SICONOS_LCP_PGS, "PGS dense", NM_DENSE); });
  t([] { run(30, 2e-3, 0.12, SICONOS_LCP_NSGS_SBM, "NSGS sparse blocks", NM_SPARSE_BLOCK); });
  t([] { run(30, 2e-3, 0.12, SICONOS_LCP_PGS, "PGS dense", NM_DENSE); });
}
