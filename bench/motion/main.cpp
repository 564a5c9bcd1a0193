// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a motion costs, as ratios within one run: the plane pendulum from the horizontal, 10 s.

#include <fmt/format.h>

#ifdef ZWANG_BENCH_CVODE
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#endif

#include <chrono>
#include <cmath>
#include <functional>
#include <string>

#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;
using Clock = std::chrono::steady_clock;

volatile double keep = 0.0;

// Least time of many calls, in microseconds.
double least(const std::function<void()>& call) {
  double best = 1e300;
  const auto start = Clock::now();
  while (Clock::now() - start < std::chrono::milliseconds(300)) {
    const auto from = Clock::now();
    call();
    best = std::min(best, std::chrono::duration<double, std::micro>(Clock::now() - from).count());
  }
  return best;
}

constexpr double g = 9.81;

// th'' = -g sin th from th = pi/2: by a Taylor series of order 20 in long double, small steps.
double reference() {
  long double th = 1.5707963267948966192313216916398L;
  long double w = 0.0L;
  const int steps = 20000;
  const long double h = 10.0L / steps;
  for (int i = 0; i < steps; ++i) {
    long double a[22], s[22], c[22];
    a[0] = th;
    a[1] = w;
    s[0] = std::sin(th);
    c[0] = std::cos(th);
    for (int k = 0; k < 20; ++k) {
      a[k + 2] = -9.81L * s[k] / ((k + 1.0L) * (k + 2.0L));
      long double sum_s = 0, sum_c = 0;
      for (int j = 0; j <= k; ++j) {
        sum_s += (j + 1.0L) * a[j + 1] * c[k - j];
        sum_c -= (j + 1.0L) * a[j + 1] * s[k - j];
      }
      s[k + 1] = sum_s / (k + 1.0L);
      c[k + 1] = sum_c / (k + 1.0L);
    }
    long double next = 0, rate = 0, power = 1;
    for (int k = 0; k < 21; ++k) {
      next += a[k] * power;
      if (k < 20) rate += (k + 1.0L) * a[k + 1] * power;
      power *= h;
    }
    th = next;
    w = rate;
  }
  return static_cast<double>(th);
}

#ifdef ZWANG_BENCH_CVODE
int pendulum(realtype, N_Vector y, N_Vector dy, void*) {
  NV_Ith_S(dy, 0) = NV_Ith_S(y, 1);
  NV_Ith_S(dy, 1) = -g * std::sin(NV_Ith_S(y, 0));
  return 0;
}

double cvode(double tolerance) {
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(2, context);
  NV_Ith_S(y, 0) = 1.5707963267948966;
  NV_Ith_S(y, 1) = 0.0;
  void* memory = CVodeCreate(CV_ADAMS, context);
  CVodeInit(memory, pendulum, 0.0, y);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetMaxNumSteps(memory, 1000000);
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(y, 0, context);
  CVodeSetNonlinearSolver(memory, solver);
  CVodeSetStopTime(memory, 10.0);
  realtype t = 0.0;
  CVode(memory, 10.0, y, &t, CV_NORMAL);
  const double end = NV_Ith_S(y, 0);
  CVodeFree(&memory);
  SUNNonlinSolFree(solver);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return end;
}
#endif

RunOptions options(double tolerance, bool course = false) {
  RunOptions o;
  o.until = 10.0;
  o.tolerance = tolerance;
  o.keep_course = course;
  o.keep_frames = false;
  return o;
}

void pendulums() {
  const double exact = reference();
  Model reduced("reduced");
  reduced.coordinate("th", {.start = "pi/2"}).kinetic("th'^2/2").potential("-9.81*cos(th)");
  Model bound("bound");
  bound.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -g});
  bound.constraint("rod", "|p| = 1");
  Model compiled("compiled");
  compiled.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -g});
  compiled.equation("rod", {"p.x", "p.z"}, Function::of<2>([](const auto& x) {
                      return 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
                    }));
  const System reduced_system(reduced), bound_system(bound), compiled_system(compiled);
  fmt::print("{:<10} {:>30} {:>30} {:>30}\n", "tolerance", "reduced: us, error",
             "constraint as text: us, error", "constraint compiled: us, error");
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    double errors[4] = {};
    const auto angle = [](const State& s) { return std::atan2(s.q[0], -s.q[1]); };
    const double one = least([&] {
      const auto motion = run(reduced_system, reduced.start(), options(tolerance));
      errors[0] = std::abs(motion.last.state.q[0] - exact);
    });
    const double two = least([&] {
      const auto motion = run(bound_system, bound.start(), options(tolerance));
      errors[1] = std::abs(angle(motion.last.state) - exact);
    });
    const double three = least([&] {
      const auto motion = run(compiled_system, compiled.start(), options(tolerance));
      errors[2] = std::abs(angle(motion.last.state) - exact);
    });
    fmt::print("{:<10} {:>14.0f} {:>15.1e} {:>14.0f} {:>15.1e} {:>14.0f} {:>15.1e}\n", tolerance,
               one, errors[0], two, errors[1], three, errors[2]);
    fmt::print("  bound / reduced {:.2f} (text), {:.2f} (compiled)\n", two / one, three / one);
#ifdef ZWANG_BENCH_CVODE
    // bare CVODE at the tolerance that gives the same error
    double best = 1e300;
    double at = 0.0;
    for (double t = tolerance; t > 1e-15; t *= 0.3162)
      if (std::abs(cvode(t) - exact) <= errors[1]) {
        at = t;
        best = least([&] { keep = cvode(t); });
        break;
      }
    if (at > 0.0)
      fmt::print(
          "  bare CVODE Adams, reduced, as accurate at {:.0e}: {:.0f} us; ours / it {:.2f}\n", at,
          best, two / best);
    else
      fmt::print(
          "  bare CVODE Adams, reduced, at {:.0e}: {:.0f} us, error {:.1e}; ours / it {:.2f}\n",
          tolerance, least([&] { keep = cvode(tolerance); }), std::abs(cvode(tolerance) - exact),
          two / least([&] { keep = cvode(tolerance); }));
#endif
  }
}

// What ten or a hundred open constraints add.
void open_constraints() {
  for (const bool text : {true, false}) {
    double us[3] = {};
    long steps[3] = {};
    const int counts[3] = {0, 10, 100};
    for (int c = 0; c < 3; ++c) {
      Model model("pendulum");
      model.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -g});
      if (text)
        model.constraint("rod", "|p| = 1");
      else
        model.equation("rod", {"p.x", "p.z"}, Function::of<2>([](const auto& x) {
                         return 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
                       }));
      for (int i = 0; i < counts[c]; ++i) {
        const double x = 2.0 + 0.1 * i;
        if (text) {
          model.constraint(fmt::format("ball{}", i), fmt::format("|p - [{}, 0, 1]| >= 0.5", x));
        } else {
          model.inequality(fmt::format("ball{}", i), {"p.x", "p.z"},
                           Function::of<2>([x](const auto& q) {
                             return 0.25 - ((q[0] - x) * (q[0] - x) + (q[1] - 1.0) * (q[1] - 1.0));
                           }));
        }
      }
      const System system(model);
      us[c] = least([&] { steps[c] = run(system, model.start(), options(1e-9, true)).steps; });
    }
    const auto n = static_cast<double>(steps[1]);
    fmt::print(
        "{}: {:.2f} us a step; 10 open constraints add {:.2f} us a step ({:.0f} % of the run), "
        "100 add {:.2f} us: {:.3f} us per far constraint and step\n",
        text ? "text" : "compiled", us[0] / n, (us[1] - us[0]) / n, 100.0 * (us[1] - us[0]) / us[1],
        (us[2] - us[0]) / n, (us[2] - us[0]) / n / 100.0);
  }
}

}  // namespace

int main() {
  pendulums();
  open_constraints();
  return 0;
}
