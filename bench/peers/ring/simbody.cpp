// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's ring (inside), Simbody: Rope to a moving body, SemiExplicitEulerTimeStepper.
// With a prescribed motion (Motion::Steady) this time stepper never moved the ring, so it is a body
// of 1e9 kg given its speed.
#include "bench/peers/common/simbody.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

int main() {
  std::cout.setstate(std::ios::failbit);
  for (double h : {1e-2, 1e-3, 1e-4}) {
    double th = 0, x = 0, y = 0, viol = 0;
    try {
      double cpu = best_cpu(1, [&] {
        SbWorld w(Vec3(0));
        auto c = w.particle(1e9);
        auto p = w.particle(1);
        auto* rope = new Rope(c, Vec3(0), p, Vec3(0), R_R, 0);
        w.matter.adoptUnilateralContact(rope);
        State s = w.sys.realizeTopology();
        p.setQToFitTranslation(s, Vec3(R_px, R_py, 0));
        c.setUToFitLinearVelocity(s, Vec3(R_w, 0, 0));
        SemiExplicitEulerTimeStepper st(w.sys);
        st.setRestitutionModel(SemiExplicitEulerTimeStepper::NoRestitution);
        st.initialize(s);
        th = viol = 0;
        int N = std::lround(R_T / h);
        for (int k = 0; k < N; ++k) {
          double t = (k + 1) * h;
          st.stepTo(t);
          Vec3 q = p.getBodyOriginLocation(st.getState());
          x = q[0], y = q[1];
          viol = std::max(viol, std::hypot(x - R_w * t, y) - R_R);
          if (p.getBodyOriginVelocity(st.getState()).norm() > 0.1 && th == 0) th = t;
        }
      });
      std::printf("inside,simbody-3.7,Rope to 1e9 kg body,%g,%.3e,%.3e,%.3e,%.4e\n", h, th - R_t1,
                  std::hypot(x - R_x, y - R_y), viol, cpu);
    } catch (const std::exception& e) {
      std::printf("inside,simbody-3.7,Rope to 1e9 kg body FAILED,%g,,,,\n", h);
      std::fprintf(stderr, "%s\n", e.what());
    }
  }
}
