// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Mayer's moving ring, Siconos: time-dependent h(q,t) >= 0, inside and outside.
#include "bench/peers/common/siconos.hpp"

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using namespace truth;

// s = +1: point inside the ring (R - r >= 0), s = -1: outside (r - R >= 0)
static SP::Interaction ring(double s, double c0) {
  auto rel = std::make_shared<UserRheoR>(
      1, 2,
      [=](double t, const BlockVector& q, SiconosVector& y) {
        y(0) = s * (R_R - std::hypot(q(0) - c0 - R_w * t, q(1)));
      },
      [=](double t, const BlockVector& q, SimpleMatrix& J) {
        double dx = q(0) - c0 - R_w * t, r = std::hypot(dx, q(1));
        J(0, 0) = -s * dx / r;
        J(0, 1) = -s * q(1) / r;
      },
      [=](double t, const BlockVector& q, SiconosVector& y) {
        double dx = q(0) - c0 - R_w * t, r = std::hypot(dx, q(1));
        y(0) = s * dx * R_w / r;
      });
  return std::make_shared<Interaction>(std::make_shared<NewtonImpactNSL>(0.0), rel);
}

int main() {
  for (int inside : {1, 0}) {
    double X = inside ? R_x : O_x, Y = inside ? R_y : O_y, t1 = inside ? R_t1 : O_t2,
           c0 = inside ? 0 : O_c0, s = inside ? 1 : -1;
    auto mass = [&] {
      return inside ? particle({R_px, R_py}, {0, 0}, {1, 1}, {0, 0})
                    : particle({O_qx, O_qy}, {0, 0}, {1, 1}, {0, 0});
    };
    for (double h : {1e-2, 1e-3, 1e-4, 1e-5}) {
      double th = 0, x = 0, y = 0, viol = 0;
      double cpu = best_cpu(h > 5e-5 ? 3 : 1, [&] {
        th = viol = 0;
        run_stepping(mass(), ring(s, c0), R_T, h, 0.5,
                     [&](double t, SiconosVector& q, SiconosVector&, double lam) {
                       x = q(0), y = q(1);
                       viol = std::max(viol, -s * (R_R - std::hypot(x - c0 - R_w * t, y)));
                       if (lam > 0 && th == 0) th = t;
                     });
      });
      std::printf("%s,siconos-4.4,moreau-jean theta=0.5,%g,%.3e,%.3e,%.3e,%.4e\n",
                  inside ? "inside" : "outside", h, th - t1, std::hypot(x - X, y - Y), viol, cpu);
    }
    for (double tol : {1e-6, 1e-9, 1e-12}) {
      double th = 0, x = 0, y = 0, viol = 0;
      try {
        double cpu = best_cpu(3, [&] {
          th = viol = 0;
          run_events(mass(), ring(s, c0), R_T, tol,
                     [&](double t, SiconosVector& q, SiconosVector&, bool ns) {
                       x = q(0), y = q(1);
                       viol = std::max(viol, -s * (R_R - std::hypot(x - c0 - R_w * t, y)));
                       if (ns && th == 0) th = t;
                     });
        });
        std::printf("%s,siconos-4.4,event-driven lsodar,%g,%.3e,%.3e,%.3e,%.4e\n",
                    inside ? "inside" : "outside", tol, th - t1, std::hypot(x - X, y - Y), viol,
                    cpu);
      } catch (...) {
        std::printf("%s,siconos-4.4,event-driven lsodar,%g,,FAILED,,\n",
                    inside ? "inside" : "outside", tol);
      }
    }
  }
}
