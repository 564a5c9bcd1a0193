// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Pendulum on a string, Simbody.
// 1) Rope + SemiExplicitEulerTimeStepper (its only integrator that knows unilateral constraints)
// 2) Rod + own event handlers for going slack and snapping taut, adaptive integrator
#include "bench/peers/common/simbody.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

static void stepping(double h) {
  double ts = 0, tt = 0, viol = 0, x = 0, y = 0;
  double cpu = best_cpu(h > 5e-4 ? 3 : 1, [&] {
    SbWorld w(Vec3(0, -g, 0));
    auto p = w.particle(1);
    auto* rope = new Rope(w.matter.Ground(), Vec3(0), p, Vec3(0), S_L, 0);
    w.matter.adoptUnilateralContact(rope);
    State s = w.sys.realizeTopology();
    p.setQToFitTranslation(s, Vec3(0, -S_L, 0));
    p.setUToFitLinearVelocity(s, Vec3(S_v0, 0, 0));
    SemiExplicitEulerTimeStepper st(w.sys);
    st.setRestitutionModel(SemiExplicitEulerTimeStepper::NoRestitution);
    st.setConstraintTolerance(1e-8);
    st.initialize(s);
    ts = tt = viol = 0;
    int N = std::lround(S_T / h);
    for (int k = 0; k < N; ++k) {
      double t = (k + 1) * h;
      st.stepTo(t);
      Vec3 q = p.getBodyOriginLocation(st.getState());
      x = q[0], y = q[1];
      double f = std::hypot(x, y) - S_L;
      viol = std::max(viol, f);
      bool taut = f > -1e-6;
      if (taut && t < 0.9) ts = t;
      if (taut && t > 0.9 && tt == 0) tt = t;
    }
  });
  std::printf("simbody-3.7,Rope semi-explicit Euler,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h,
              ts - S_tslack, tt - S_ttaut, std::hypot(x - S_x, y - S_y), viol, cpu);
}

struct Log {
  double ts = 0, tt = 0;
};
class Slack : public TriggeredEventHandler {
 public:
  Slack(const SbWorld& w, Constraint::Rod r, Log& l)
      : TriggeredEventHandler(Stage::Acceleration), w(w), rod(r), log(l) {
    getTriggerInfo().setTriggerOnRisingSignTransition(true).setTriggerOnFallingSignTransition(true);
  }
  Real getValue(const State& s) const override {
    return rod.isDisabled(s) ? 1 : rod.getMultipliersAsVector(s)[0] * sign;
  }
  void handleEvent(State& s, Real, bool&) const override {
    rod.disable(s);
    log.ts = s.getTime();
  }
  const SbWorld& w;
  Constraint::Rod rod;
  Log& log;
  double sign = 1;
};
class Taut : public TriggeredEventHandler {
 public:
  Taut(const SbWorld& w, MobilizedBody b, Constraint::Rod r, Log& l)
      : TriggeredEventHandler(Stage::Position), w(w), b(b), rod(r), log(l) {
    getTriggerInfo().setTriggerOnRisingSignTransition(true).setTriggerOnFallingSignTransition(
        false);
  }
  Real getValue(const State& s) const override {
    return rod.isDisabled(s) ? b.getBodyOriginLocation(s).norm() - S_L : -1;
  }
  void handleEvent(State& s, Real acc, bool&) const override {
    w.sys.realize(s, Stage::Velocity);
    log.tt = s.getTime();
    rod.enable(s);  // velocity projection = Carnot impact, mass-weighted since m = 1
    w.sys.realize(s, Stage::Velocity);
    w.sys.project(s, 1e-12);
  }
  const SbWorld& w;
  MobilizedBody b;
  Constraint::Rod rod;
  Log& log;
};

static void events(double acc) {
  Log log;
  double x = 0, y = 0, viol = 0;
  double cpu = best_cpu(3, [&] {
    SbWorld w(Vec3(0, -g, 0));
    auto p = w.particle(1);
    Constraint::Rod rod(w.matter.Ground(), Vec3(0), p, Vec3(0), S_L);
    auto* sl = new Slack(w, rod, log);
    w.sys.addEventHandler(sl);
    w.sys.addEventHandler(new Taut(w, p, rod, log));
    State s = w.sys.realizeTopology();
    p.setQToFitTranslation(s, Vec3(0, -S_L, 0));
    p.setUToFitLinearVelocity(s, Vec3(S_v0, 0, 0));
    w.sys.realize(s, Stage::Acceleration);
    sl->sign = rod.getMultipliersAsVector(s)[0] > 0 ? 1 : -1;
    RungeKuttaMersonIntegrator in(w.sys);
    in.setAccuracy(acc);
    in.setConstraintTolerance(std::min(1e-4, acc));
    in.setProjectInterpolatedStates(true);
    TimeStepper st(w.sys, in);
    st.initialize(s);
    st.stepTo(S_T);
    Vec3 q = p.getBodyOriginLocation(st.getState());
    x = q[0], y = q[1];
    viol = std::hypot(x, y) - S_L;
  });
  std::printf("simbody-3.7,Rod + own events RKMerson,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", acc,
              log.ts - S_tslack, log.tt - S_ttaut, std::hypot(x - S_x, y - S_y), viol, cpu);
}

int main() {
  std::cout.setstate(std::ios::failbit);  // the Debian build prints debugging text on every step
  for (double h : {1e-2, 1e-3, 1e-4}) stepping(h);
  for (double a : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    try {
      events(a);
    } catch (const std::exception& e) {
      std::printf("simbody-3.7,Rod + own events RKMerson,%g,,,FAILED %.60s,,\n", a, e.what());
    }
  }
}
