// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chain of N links, Simbody: pin joints in internal coordinates (no constraints left), RK Merson at
// several accuracies.
#include "bench/peers/common/simbody.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using truth::g;

int main(int argc, char** argv) {
  for (int N : {10, 100, 1000})
    for (double acc : {1e-3, 1e-6}) {
      double x = 0, y = 0, drift = 0;
      int steps = 0;
      double l = 1.0 / N, m = 1.0 / N, T = N == 1000 ? (acc < 1e-4 ? 0.02 : 0.1) : 1.0;
      double cpu = best_cpu(1, [&] {
        SbWorld w(Vec3(0, -g, 0));
        Body::Rigid b(MassProperties(m, Vec3(0, -l / 2, 0),
                                     Inertia(m * l * l / 3, 1e-3 * m * l * l, m * l * l / 3)));
        MobilizedBody prev = w.matter.Ground();
        for (int i = 0; i < N; ++i)
          prev = MobilizedBody::Pin(prev, Transform(i ? Vec3(0, -l, 0) : Vec3(0)), b, Transform());
        State s = w.sys.realizeTopology();
        s.updQ() = 0;
        s.updQ()[0] = Pi / 4;
        w.sys.realize(s, Stage::Dynamics);
        double e0 = w.sys.calcEnergy(s);
        RungeKuttaMersonIntegrator in(w.sys);
        in.setAccuracy(acc);
        TimeStepper ts(w.sys, in);
        ts.initialize(s);
        ts.stepTo(T);
        const State& f = ts.getState();
        w.sys.realize(f, Stage::Dynamics);
        drift = (w.sys.calcEnergy(f) - e0) / g;
        Vec3 p = prev.findStationLocationInGround(f, Vec3(0, -l, 0));
        x = p[0], y = p[1];
        steps = in.getNumStepsTaken();
      });
      std::printf("simbody-3.7,pin joints RKMerson,acc=%g,%d,%g,%d,%.17g,%.17g,0,%.2e,%.4e\n", acc,
                  N, T, steps, x, y, drift, cpu / T);
      std::fflush(stdout);
    }
}
