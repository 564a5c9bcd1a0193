// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Chain of N links, MuJoCo: (a) hinge joints in joint coordinates, (b) free planar bodies tied by
// soft "connect" equalities.
#include "bench/peers/common/mujoco.hpp"

#include <vector>

#include "bench/peers/common/stopwatch.hpp"
#include "bench/peers/common/truth.hpp"
using truth::g;

static std::string hinges(int N, double h, const char* integ) {
  double l = 1.0 / N, m = 1.0 / N;
  std::ostringstream s;
  s.precision(17);
  s << "<mujoco><size nstack=\"40000000\"/><compiler angle=\"radian\"/><option timestep=\"" << h
    << "\" gravity=\"0 0 -9.81\" integrator=\"" << integ << "\"/><worldbody>";
  for (int i = 0; i < N; ++i) {
    s << "<body pos=\"0 0 " << (i ? -l : 0) << "\""
      << (i ? "" : " euler=\"0 -0.78539816339744831 0\"")
      << "><joint type=\"hinge\" axis=\"0 -1 0\"/>"
      << "<inertial pos=\"0 0 " << -l / 2 << "\" mass=\"" << m << "\" diaginertia=\""
      << m * l * l / 12 << " " << m * l * l / 12 << " " << m * l * l / 12 << "\"/>";
  }
  s << "<site name=\"tip\" pos=\"0 0 " << -l << "\"/>";
  for (int i = 0; i < N; ++i) s << "</body>";
  s << "</worldbody></mujoco>";
  return s.str();
}
static std::string connects(int N, double h, const char* solver) {
  double l = 1.0 / N, m = 1.0 / N, c = std::sqrt(0.5);
  std::ostringstream s;
  s.precision(17);
  s << "<mujoco><size nstack=\"40000000\" njmax=\"" << 3 * N + 10
    << "\" nconmax=\"10\"/><compiler angle=\"radian\"/><option timestep=\"" << h
    << "\" gravity=\"0 0 -9.81\" solver=\"" << solver
    << "\" tolerance=\"1e-12\" iterations=\"50\"/><default><equality solref=\"" << 2 * h
    << " 1\" solimp=\"0.9999 0.9999 0.001\"/></default><worldbody>";
  for (int i = 0; i < N; ++i) {
    double r = (i + 0.5) * l;
    s << "<body name=\"b" << i << "\" pos=\"" << r * c << " 0 " << -r * c
      << "\" euler=\"0 -0.78539816339744831 0\"><freejoint/>"
      << "<inertial pos=\"0 0 0\" mass=\"" << m << "\" diaginertia=\"" << m * l * l / 12 << " "
      << m * l * l / 12 << " " << m * l * l / 12 << "\"/>";
    if (i == N - 1) s << "<site name=\"tip\" pos=\"0 0 " << -l / 2 << "\"/>";
    s << "</body>";
  }
  s << "</worldbody><equality>";
  for (int i = 0; i < N; ++i) {
    s << "<connect body1=\"b" << i << "\" anchor=\"0 0 " << l / 2 << "\""
      << (i ? " body2=\"b" + std::to_string(i - 1) + "\"" : "") << "/>";
  }
  s << "</equality></mujoco>";
  return s.str();
}

static void run(const char* name, const std::string& xml, int N, double h, double T, bool maximal) {
  mjModel* m = load_string(xml);
  m->opt.enableflags |= mjENBL_ENERGY;
  mjData* d = mj_makeData(m);
  double l = 1.0 / N, viol = 0;
  mj_forward(m, d);
  double e0 = d->energy[0] + d->energy[1];
  int n = std::lround(T / h);
  double cpu = cpu_now();
  for (int k = 0; k < n; ++k) mj_step(m, d);
  cpu = cpu_now() - cpu;
  mj_forward(m, d);
  if (maximal) {
    for (int i = 0; i < N; ++i) {
      double a[3] = {0, 0, l / 2}, b[3] = {0, 0, -l / 2}, wa[3], wb[3] = {0, 0, 0};
      mju_rotVecMat(wa, a, d->xmat + 9 * (i + 1));
      mju_addTo3(wa, d->xpos + 3 * (i + 1));
      if (i) {
        mju_rotVecMat(wb, b, d->xmat + 9 * i);
        mju_addTo3(wb, d->xpos + 3 * i);
      }
      viol = std::max(viol, std::hypot(wa[0] - wb[0], wa[2] - wb[2]));
    }
  }
  std::printf("mujoco-2.2.2,%s,h=%g,%d,%g,%d,%.17g,%.17g,%.2e,%.2e,%.4e\n", name, h, N, T, n,
              d->site_xpos[0], d->site_xpos[2], viol, (d->energy[0] + d->energy[1] - e0) / g,
              cpu / T);
  std::fflush(stdout);
  mj_deleteData(d);
  mj_deleteModel(m);
}

int main() {
  // MuJoCo 2.2.2 refuses XML nested deeper than about 100 elements, and has no other way to build a
  // model: 95 links is the longest chain in joint coordinates.
  for (int N : {10, 95})
    for (double h : {1e-3, 1e-4}) {
      run("hinges Euler", hinges(N, h, "Euler"), N, h, 1, false);
      run("hinges RK4", hinges(N, h, "RK4"), N, h, 1, false);
    }
  try {
    load_string(hinges(100, 1e-3, "RK4"));
  } catch (const std::exception& e) {
    std::printf("mujoco-2.2.2,hinges,N=100 REFUSED: XML nesting,100,,,,,,,\n");
  }
  for (double h : {1e-3, 1e-4}) run("connect Newton", connects(10, h, "Newton"), 10, h, 1, true);
  run("connect CG", connects(10, 1e-3, "CG"), 10, 1e-3, 1, true);
  run("connect Newton", connects(100, 1e-3, "Newton"), 100, 1e-3, 0.1, true);
  run("connect CG", connects(100, 1e-3, "CG"), 100, 1e-3, 0.1, true);
  try {
    run("connect Newton", connects(1000, 1e-3, "Newton"), 1000, 1e-3, 0.002, true);
  } catch (const std::exception& e) {
    std::printf("mujoco-2.2.2,connect Newton,N=1000 REFUSED: stack overflow at load,1000,,,,,,,\n");
  }
}
