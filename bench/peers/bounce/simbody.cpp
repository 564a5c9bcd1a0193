// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Bouncing ball, Simbody: HardStopLower with COR 0.8, SemiExplicitEulerTimeStepper.
#include "bench/peers/common/simbody.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  std::cout.setstate(std::ios::failbit);  // the Debian build prints debugging text on every step
  const double T = 5;
  for (double h : {1e-2, 1e-3, 1e-4}) {
    double t1 = 0, tinf = 0, viol = 0, y2 = 0;
    double cpu = best_cpu(1, [&] {
      SbWorld w(Vec3(0, -g, 0));
      auto p = w.particle(1);
      auto* c = new HardStopLower(p, MobilizerQIndex(1), 0, B_e);
      w.matter.adoptUnilateralContact(c);
      State s = w.sys.realizeTopology();
      p.setQToFitTranslation(s, Vec3(0, B_h, 0));
      SemiExplicitEulerTimeStepper st(w.sys);
      st.setRestitutionModel(SemiExplicitEulerTimeStepper::Newton);
      st.setDefaultImpactCaptureVelocity(1e-6);
      st.setDefaultImpactMinCORVelocity(1e-5);
      st.initialize(s);
      t1 = tinf = viol = 0;
      int N = std::lround(T / h);
      for (int k = 0; k < N; ++k) {
        double t = (k + 1) * h;
        st.stepTo(t);
        double y = st.getState().getQ()[1], v = st.getState().getU()[1];
        viol = std::max(viol, -y);
        if (v > 0 && t1 == 0) t1 = t;
        if (std::abs(t - B_T) < h / 2) y2 = y;
        if (v > 2 * g * h) tinf = t;
      }
    });
    std::printf("simbody-3.7,HardStop COR semi-explicit Euler,%g,%.3e,%.3e,%.3e,%.3e,%.4e\n", h,
                t1 - B_t1, y2 - B_y, tinf - B_tinf, viol, cpu);
  }
}
