// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chain of N links, Siconos: planar bodies (x, y, angle) with two-row pin relations,
// EqualityConditionNSL, Moreau-Jean.
#include "bench/peers/common/siconos.hpp"

#include <vector>

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using truth::g;

static void run(int N, double h, double T, int sparse) {
  double l = 1.0 / N, m = 1.0 / N, c = std::sqrt(0.5);
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  std::vector<SP::LagrangianDS> ds;
  for (int i = 0; i < N; ++i) {
    double r = (i + 0.5) * l;
    ds.push_back(
        particle({r * c, -r * c, M_PI / 4}, {0, 0, 0}, {m, m, m * l * l / 12}, {0, -m * g, 0}));
    nsds->insertDynamicalSystem(ds.back());
  }
  auto pin = [&](int i) {
    int cols = i ? 6 : 3, o = i ? 3 : 0;
    auto rel = std::make_shared<UserR>(
        2, cols,
        [=](const BlockVector& q, SiconosVector& y) {
          y(0) = q(o) - l / 2 * std::sin(q(o + 2));
          y(1) = q(o + 1) + l / 2 * std::cos(q(o + 2));
          if (i) {
            y(0) -= q(0) + l / 2 * std::sin(q(2));
            y(1) -= q(1) - l / 2 * std::cos(q(2));
          }
        },
        [=](const BlockVector& q, SimpleMatrix& J) {
          J.zero();
          J(0, o) = J(1, o + 1) = 1;
          J(0, o + 2) = -l / 2 * std::cos(q(o + 2));
          J(1, o + 2) = -l / 2 * std::sin(q(o + 2));
          if (i) {
            J(0, 0) = J(1, 1) = -1;
            J(0, 2) = -l / 2 * std::cos(q(2));
            J(1, 2) = -l / 2 * std::sin(q(2));
          }
        });
    auto inter = std::make_shared<Interaction>(std::make_shared<EqualityConditionNSL>(2), rel);
    if (i)
      nsds->link(inter, ds[i - 1], ds[i]);
    else
      nsds->link(inter, ds[0]);
  };
  for (int i = 0; i < N; ++i) pin(i);
  auto osns = std::make_shared<Equality>();
  if (sparse) osns->setMStorageType(NM_SPARSE);
  auto sim = std::make_shared<TimeStepping>(nsds, std::make_shared<TimeDiscretisation>(0.0, h),
                                            std::make_shared<MoreauJeanOSI>(0.5), osns);
  auto energy = [&] {
    double e = 0;
    for (auto& d : ds) {
      auto &q = *d->q(), &v = *d->velocity();
      e +=
          0.5 * m * (v(0) * v(0) + v(1) * v(1)) + 0.5 * m * l * l / 12 * v(2) * v(2) + m * g * q(1);
    }
    return e;
  };
  double e0 = energy();
  int n = std::lround(T / h);
  sim->computeOneStep();  // first step builds everything
  sim->nextStep();
  double cpu = cpu_now();
  for (int k = 1; k < n; ++k) {
    sim->computeOneStep();
    sim->nextStep();
  }
  cpu = cpu_now() - cpu;
  double viol = 0;
  for (int i = 0; i < N; ++i) {
    auto& q = *ds[i]->q();
    double x = q(0) - l / 2 * std::sin(q(2)), y = q(1) + l / 2 * std::cos(q(2));
    if (i) {
      auto& p = *ds[i - 1]->q();
      x -= p(0) + l / 2 * std::sin(p(2)), y -= p(1) - l / 2 * std::cos(p(2));
    }
    viol = std::max(viol, std::hypot(x, y));
  }
  auto& q = *ds[N - 1]->q();
  std::printf("siconos-4.4,planar pins Equality %s,h=%g,%d,%g,%d,%.17g,%.17g,%.2e,%.2e,%.4e\n",
              sparse ? "sparse" : "dense", h, N, T, n, q(0) + l / 2 * std::sin(q(2)),
              q(1) - l / 2 * std::cos(q(2)), viol, (energy() - e0) / g, cpu / (T - h));
  std::fflush(stdout);
}

int main(int argc, char**) {
  auto t = [](auto f) {
    try {
      f();
    } catch (const std::exception& e) {
      std::printf("siconos-4.4,FAILED %.80s\n", e.what());
    } catch (...) {
      std::printf("siconos-4.4,FAILED\n");
    }
  };
  if (argc > 1) {
    run(10, 1e-3, 1, 1);
    return 0;
  }  // sparse storage
  t([] { run(10, 1e-3, 1, 0); });
  t([] { run(10, 1e-4, 1, 0); });
  t([] { run(100, 1e-3, 0.1, 0); });
  t([] { run(1000, 1e-3, 0.003, 0); });
}
