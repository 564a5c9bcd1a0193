// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chaplygin sleigh, Simbody: planar body + NoSlip1D constraint.
#include "bench/peers/common/simbody.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  for (double acc : {1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    double x = 0, y = 0, th = 0, viol = 0, e = 0;
    double cpu = best_cpu(3, [&] {
      SbWorld w(Vec3(0));
      Body::Rigid b(MassProperties(C_m, Vec3(C_a, 0, 0),
                                   Inertia(1, 1 + C_m * C_a * C_a, C_I + C_m * C_a * C_a)));
      MobilizedBody::Planar s(w.matter.Ground(), Transform(), b, Transform());
      Constraint::NoSlip1D knife(s, Vec3(0), UnitVec3(0, 1, 0), w.matter.Ground(), s);
      State st = w.sys.realizeTopology();
      st.updU() = Vector(Vec3(C_w0, C_v0, 0));
      RungeKuttaMersonIntegrator in(w.sys);
      in.setAccuracy(acc);
      in.setConstraintTolerance(std::min(1e-4, acc));
      TimeStepper ts(w.sys, in);
      ts.initialize(st);
      ts.stepTo(C_T);
      auto& f = ts.getState();
      th = f.getQ()[0], x = f.getQ()[1], y = f.getQ()[2];
      viol = std::abs(-std::sin(th) * f.getU()[1] + std::cos(th) * f.getU()[2]);
      w.sys.realize(f, Stage::Velocity);
      e = w.sys.calcKineticEnergy(f);
    });
    double e0 = 0.5 * (C_m * (C_v0 * C_v0 + C_a * C_a * C_w0 * C_w0) + C_I * C_w0 * C_w0);
    std::printf("simbody-3.7,NoSlip1D RKMerson,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", acc,
                std::hypot(x - C_x, y - C_y), th - C_th, viol, e / e0 - 1, cpu);
  }
}
