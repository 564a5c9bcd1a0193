// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Net of strings, MuJoCo: spatial tendons with a length limit.
#include "bench/peers/common/mujoco.hpp"

#include "bench/peers/common/net.hpp"
#include "bench/peers/common/stopwatch.hpp"
static void run(int n, double h, double T, const char* solver, int iters) {
  Net W(n);
  std::ostringstream s;
  s.precision(17);
  s << "<mujoco><size nstack=\"50000000\" njmax=\"" << W.strings.size() + 10
    << "\" nconmax=\"10\"/><option timestep=\"" << h
    << "\" gravity=\"0 0 -9.81\" jacobian=\"sparse\" solver=\"" << solver << "\" iterations=\""
    << iters << "\" tolerance=\"1e-12\"/><worldbody>";
  for (int k = 0; k < n * n; ++k) {
    auto& p = W.p[k];
    if (W.pinned(k))
      s << "<site name=\"s" << k << "\" pos=\"" << p[0] << " " << p[1] << " 0\"/>";
    else
      s << "<body pos=\"" << p[0] << " " << p[1]
        << " 0\"><joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" axis=\"0 1 "
           "0\"/><joint type=\"slide\" axis=\"0 0 1\"/><geom type=\"sphere\" size=\"0.001\" "
           "contype=\"0\" conaffinity=\"0\" mass=\""
        << W.m << "\"/><site name=\"s" << k << "\"/></body>";
  }
  s << "</worldbody><tendon>";
  for (auto& e : W.strings)
    s << "<spatial limited=\"true\" range=\"0 " << W.L << "\" solreflimit=\"" << 2 * h
      << " 1\" solimplimit=\"0.9999 0.9999 0.001\"><site site=\"s" << e.first
      << "\"/><site site=\"s" << e.second << "\"/></spatial>";
  s << "</tendon></mujoco>";
  mjModel* m = load_string(s.str());
  mjData* d = mj_makeData(m);
  int N = std::lround(T / h), half = N / 2;
  double cpu = 0;
  for (int k = 0; k < N; ++k) {
    if (k == half) cpu = cpu_now();
    mj_step(m, d);
  }
  cpu = (cpu_now() - cpu) / (N - half);
  mj_kinematics(m, d);
  auto x = W.p;
  for (int i = 0; i < n * n; ++i) {
    int id = mj_name2id(m, mjOBJ_SITE, ("s" + std::to_string(i)).c_str());
    for (int k = 0; k < 3; ++k) x[i][k] = d->site_xpos[3 * id + k];
  }
  int it = std::min(d->solver_iter, mjNSOLVER);
  std::printf("mujoco-2.2.2,tendon limits %s %d iterations,%g,%d,%g,%d,%.2e,%.2e,%.6f,%.4e\n",
              solver, iters, h, n, T, d->nefc, W.stretch(x), it ? d->solver[it - 1].gradient : 0.0,
              x[W.id(n / 2, n / 2)][2], cpu);
  std::fflush(stdout);
  mj_deleteData(d);
  mj_deleteModel(m);
}
int main() {
  run(10, 2e-3, 0.5, "Newton", 50);
  run(10, 2e-3, 0.5, "CG", 200);
  run(30, 2e-3, 0.3, "CG", 200);
  run(30, 2e-3, 0.24, "Newton", 50);
}
