// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// N frictionless spheres dropped into a box, MuJoCo (three sliders each: rotations do not matter
// here).
#include "bench/peers/common/mujoco.hpp"

#include "bench/peers/common/spheres.hpp"
#include "bench/peers/common/stopwatch.hpp"
static void run(int N, double h, double T, const char* solver, int iters) {
  Pack P(N);
  std::ostringstream s;
  s.precision(17);
  s << "<mujoco><size nstack=\"" << 200000000 << "\" njmax=\"" << 5 * N << "\" nconmax=\"" << 5 * N
    << "\"/><option timestep=\"" << h << "\" gravity=\"0 0 -9.81\" jacobian=\"sparse\" solver=\""
    << solver << "\" iterations=\"" << iters
    << "\" tolerance=\"1e-10\"/><default><geom condim=\"1\" solref=\"" << 2 * h
    << " 1\" solimp=\"0.99 0.9999 0.001\"/></default><worldbody>"
    << "<geom type=\"plane\" size=\"9 9 1\"/>"
    << "<geom type=\"plane\" size=\"9 9 1\" pos=\"" << -P.half
    << " 0 0\" zaxis=\"1 0 0\"/><geom type=\"plane\" size=\"9 9 1\" pos=\"" << P.half
    << " 0 0\" zaxis=\"-1 0 0\"/>"
    << "<geom type=\"plane\" size=\"9 9 1\" pos=\"0 " << -P.half
    << " 0\" zaxis=\"0 1 0\"/><geom type=\"plane\" size=\"9 9 1\" pos=\"0 " << P.half
    << " 0\" zaxis=\"0 -1 0\"/>";
  for (auto& p : P.p)
    s << "<body pos=\"" << p[0] << " " << p[1] << " " << p[2]
      << "\"><joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 0\"/><joint "
         "type=\"slide\" axis=\"0 0 1\"/><geom type=\"sphere\" size=\""
      << P.r << "\" mass=\"1\"/></body>";
  s << "</worldbody></mujoco>";
  mjModel* m = load_string(s.str());
  mjData* d = mj_makeData(m);
  int n = std::lround(T / h), half = n / 2;
  double cpu = 0;
  for (int k = 0; k < n; ++k) {
    if (k == half) cpu = cpu_now();
    mj_step(m, d);
  }
  cpu = (cpu_now() - cpu) / (n - half);
  auto x = P.p;
  for (int i = 0; i < N; ++i)
    x[i] = {d->xpos[3 * (i + 1)], d->xpos[3 * (i + 1) + 1], d->xpos[3 * (i + 1) + 2]};
  int it = std::min(d->solver_iter, mjNSOLVER);
  std::printf("mujoco-2.2.2,%s %d iterations,%g,%d,%g,%d,%.2e,%.2e,%.4e\n", solver, iters, h, N, T,
              d->ncon, P.penetration(x) / P.r, it ? d->solver[it - 1].gradient : 0.0, cpu);
  std::fflush(stdout);
  mj_deleteData(d);
  mj_deleteModel(m);
}
int main() {
  run(1000, 5e-3, 0.5, "CG", 100);
  run(1000, 5e-3, 0.3, "Newton", 20);
}
