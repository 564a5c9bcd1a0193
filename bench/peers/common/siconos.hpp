// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Small helpers for the Siconos benchmarks: relations given by C++ lambdas instead of plugins.
#pragma once
#include <SolverOptions.h>

#include <SiconosKernel.hpp>
#include <functional>
#include <memory>

// h(q) >= 0 (or = 0). All functions work on the stacked coordinates.
class UserR : public LagrangianScleronomousR {
 public:
  using H = std::function<void(const BlockVector&, SiconosVector&)>;
  using J = std::function<void(const BlockVector&, SimpleMatrix&)>;
  using JD = std::function<void(const BlockVector&, const BlockVector&, SimpleMatrix&)>;
  UserR(unsigned rows, unsigned cols, H h, J j, JD jd = nullptr)
      : LagrangianScleronomousR(), h_(h), j_(j), jd_(jd), rows_(rows), cols_(cols) {
    _jachq = std::make_shared<SimpleMatrix>(rows, cols);
    _dotjachq = std::make_shared<SimpleMatrix>(rows, cols);
  }
  void computeh(const BlockVector& q, BlockVector&, SiconosVector& y) override { h_(q, y); }
  void computeJachq(const BlockVector& q, BlockVector&) override { j_(q, *_jachq); }
  void computeDotJachq(const BlockVector& q, BlockVector&, const BlockVector& v) override {
    if (jd_) jd_(q, v, *_dotjachq);
  }

 private:
  H h_;
  J j_;
  JD jd_;
  unsigned rows_, cols_;
};

// h(q,t) >= 0 (or = 0).
class UserRheoR : public LagrangianRheonomousR {
 public:
  using H = std::function<void(double, const BlockVector&, SiconosVector&)>;
  using J = std::function<void(double, const BlockVector&, SimpleMatrix&)>;
  UserRheoR(unsigned rows, unsigned cols, H h, J j, H ht)
      : LagrangianRheonomousR(), h_(h), ht_(ht), j_(j) {
    _jachq = std::make_shared<SimpleMatrix>(rows, cols);
    _hDot = std::make_shared<SiconosVector>(rows);
  }
  void computeh(double t, const BlockVector& q, BlockVector&, SiconosVector& y) override {
    h_(t, q, y);
  }
  void computeJachq(double t, const BlockVector& q, BlockVector&) override { j_(t, q, *_jachq); }
  void computehDot(double t, const BlockVector& q, BlockVector&) override { ht_(t, q, *_hDot); }

 private:
  H h_, ht_;
  J j_;
};

inline SP::LagrangianLinearTIDS particle(std::initializer_list<double> q,
                                         std::initializer_list<double> v,
                                         std::initializer_list<double> m,
                                         std::initializer_list<double> f) {
  unsigned n = q.size();
  auto q0 = std::make_shared<SiconosVector>(n), v0 = std::make_shared<SiconosVector>(n),
       fe = std::make_shared<SiconosVector>(n);
  auto M = std::make_shared<SimpleMatrix>(n, n);
  for (unsigned i = 0; i < n; ++i) {
    q0->setValue(i, q.begin()[i]);
    v0->setValue(i, v.begin()[i]);
    fe->setValue(i, f.begin()[i]);
    M->setValue(i, i, m.begin()[i]);
  }
  auto ds = std::make_shared<LagrangianLinearTIDS>(q0, v0, M);
  ds->setFExtPtr(fe);
  return ds;
}

// Moreau-Jean stepping of one particle with one relation; after each step calls seen(t, q, v,
// lambda).
template <class Seen>
void run_stepping(SP::LagrangianDS ds, SP::Interaction inter, double T, double h, double theta,
                  Seen seen) {
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  nsds->insertDynamicalSystem(ds);
  nsds->link(inter, ds);
  auto sim = std::make_shared<TimeStepping>(nsds, std::make_shared<TimeDiscretisation>(0.0, h),
                                            std::make_shared<MoreauJeanOSI>(theta),
                                            std::make_shared<LCP>());
  int N = std::lround(T / h);
  for (int k = 0; k < N; ++k) {
    sim->computeOneStep();
    seen((k + 1) * h, *ds->q(), *ds->velocity(), (*inter->lambda(1))(0));
    sim->nextStep();
  }
}

// Event-driven integration with LSODAR; after each event calls seen(t, q, v, is_nonsmooth_event).
template <class Seen>
void run_events(SP::LagrangianDS ds, SP::Interaction inter, double T, double tol, Seen seen) {
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  nsds->insertDynamicalSystem(ds);
  nsds->link(inter, ds);
  auto osi = std::make_shared<LsodarOSI>();
  auto sim = std::make_shared<EventDriven>(nsds, std::make_shared<TimeDiscretisation>(0.0, 0.01));
  sim->insertIntegrator(osi);
  sim->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_IMPACT);
  sim->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
  sim->initialize();
  osi->setTol(1, tol, tol);
  for (int guard = 0; sim->hasNextEvent() && guard < 5000; ++guard) {
    sim->advanceToEvent();
    sim->processEvents();
    seen(sim->startingTime(), *ds->q(), *ds->velocity(),
         sim->eventsManager()->currentEvent()->getType() == 2);
  }
}
