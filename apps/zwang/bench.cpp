// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <chrono>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>

#include "apps/zwang/verbs.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/motion/run.hpp"
#include "zwang/stepping/stepping.hpp"
#include "zwang/system/sparse_delassus.hpp"

namespace zwang::apps {
namespace {

double seconds(const std::function<void()>& work) {
  const auto from = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

struct Line {
  std::string name;
  double figure = 0.0;
  std::string unit;
  double ratio = unset;  // to the bare engine
  std::string engine = {};
};

// Thrown upwards on a string: slack, taut, slack, ...
Line pendulum() {
  Model model("pendulum");
  model.mass("bob", 0.5, {.at = {0.8, 0.0, -0.6}, .velocity = {2.52, 0.3, 3.36}});
  model.gravity({0.0, 0.0, -9.81}).constraint("string", "|bob| <= 1");
  const System system(model);
  std::size_t events = 0;
  const double time = seconds([&] {
    events = run(system, model.start(), {.until = 20.0, .keep_course = false, .keep_frames = false})
                 .events.size();
  });
  return {"pendulum on a string, exact", static_cast<double>(events) / time, "events/s"};
}

// Rigid links with hinges, each with x, y and an angle of its own.
Line chain() {
  constexpr int links = 100;
  constexpr double length = 1.0 / links, half = 0.5 * length;
  Model model("chain");
  for (int i = 0; i < links; ++i) {
    const double along = (i + 0.5) * length * std::sqrt(0.5);
    model.coordinate(fmt::format("x{}", i), {.start = along});
    model.coordinate(fmt::format("y{}", i), {.start = -along});
    model.coordinate(fmt::format("a{}", i), {.start = std::numbers::pi / 4.0});
    model.kinetic(
        fmt::format("0.005*(x{}'^2 + y{}'^2) + {}*a{}'^2", i, i, 0.01 * length * length / 24.0, i));
    model.potential(fmt::format("0.0981*y{}", i));
    const std::string x = i == 0 ? "0" : fmt::format("x{} + {}*sin(a{})", i - 1, half, i - 1);
    const std::string y = i == 0 ? "0" : fmt::format("y{} - {}*cos(a{})", i - 1, half, i - 1);
    model.constraint(fmt::format("h{}", i), fmt::format("x{} - {}*sin(a{}) = {}", i, half, i, x));
    model.constraint(fmt::format("v{}", i), fmt::format("y{} + {}*cos(a{}) = {}", i, half, i, y));
  }
  const System system(model);
  long evaluations = 0;
  const double time = seconds([&] {
    evaluations =
        run(system, model.start(), {.until = 0.2, .keep_course = false, .keep_frames = false})
            .evaluations;
  });
  return {"chain of 100 rigid links, exact", 1e9 * time / static_cast<double>(evaluations) / links,
          "ns per link and evaluation"};
}

// Falls on a ball: steps against one analysis, factorisation and solve of what acts in the last.
Line net() {
  constexpr int side = 30;
  Model model("net");
  model.gravity({0.0, 0.0, -9.81});
  const double mesh = 1.4 / (side - 1);
  const auto node = [](int i, int k) { return fmt::format("m{}_{}", i, k); };
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      model.mass(node(i, k), 4e-4, {.at = {i * mesh - 0.7, k * mesh - 0.7, 0.42}});
      model.constraint(fmt::format("b{}_{}", i, k), "|p| >= 0.4", {{"p", node(i, k)}}, {});
    }
  for (int i = 0; i < side; ++i)
    for (int k = 0; k < side; ++k) {
      const std::string length = fmt::format("|p - q| <= {}", 1.01 * mesh);
      if (i + 1 < side)
        model.constraint(fmt::format("u{}_{}", i, k), length,
                         {{"p", node(i, k)}, {"q", node(i + 1, k)}}, {});
      if (k + 1 < side)
        model.constraint(fmt::format("v{}_{}", i, k), length,
                         {{"p", node(i, k)}, {"q", node(i, k + 1)}}, {});
    }
  const System system(model);
  State state = model.start();
  Stepping stepping(system);
  constexpr int before = 150, measured = 40;
  for (int k = 0; k < before; ++k) static_cast<void>(stepping.advance(state, 1e-3));
  const double time = seconds([&] {
    for (int k = 0; k < measured; ++k) static_cast<void>(stepping.advance(state, 1e-3));
  });
  std::vector<int> active;
  for (int i = 0; i < system.constraints(); ++i)
    if (stepping.impulses()[static_cast<std::size_t>(i)] > 0.0) active.push_back(i);
  Snapshot snapshot = system.at(state);
  snapshot.mass.factor();
  const double bare = seconds([&] {
    SparseDelassus rows(system, active, snapshot.mass);
    std::vector<double> right(active.size(), 1.0);
    if (rows.factor(snapshot)) rows.solve(right);
  });
  return {"net of 1,740 strings on a ball, steps", 1e3 * time / measured, "ms per step",
          time / measured / bare, "Eigen SimplicialLDLT"};
}

// Thirty constraints at an instant.
Line dense() {
  constexpr int n = 30;
  minimum::Problem problem;
  problem.point(1.0, n);
  Matrix a = Matrix::Zero(n, n);
  Vector b(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) a(i, j) = std::sin(1.0 + 7.0 * i + 3.0 * j * j);
    b[i] = std::cos(2.0 + 5.0 * i);
    problem.at_most_zero(Vector(a.row(i).transpose()), b[i]);
  }
  constexpr int turns = 50;
  const double time = seconds([&] {
    for (int k = 0; k < turns; ++k) static_cast<void>(minimum::solve(problem));
  });
  const Matrix phi = a * a.transpose();
  double sum = 0.0;
  const double bare = seconds([&] {
    for (int k = 0; k < turns; ++k) sum += Eigen::LLT<Matrix>(phi).solve(b).sum();
  });
  if (!std::isfinite(sum)) return {};
  return {"minimum problem of 30 inequalities, with bound", 1e6 * time / turns, "us", time / bare,
          "Eigen LLT"};
}

}  // namespace

int bench(const BenchOrder& order, const Common& common) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto& [work, more_is_better] :
       {std::pair{&pendulum, true}, {&chain, false}, {&net, false}, {&dense, false}}) {
    Line best = work();
    for (int turn = 1; turn < (order.quick ? 1 : 5); ++turn) {
      const Line line = work();
      if (more_is_better ? line.figure > best.figure : line.figure < best.figure) best = line;
    }
    if (common.json) {
      out.push_back({{"name", best.name}, {"figure", best.figure}, {"unit", best.unit}});
      if (!std::isnan(best.ratio)) {
        out.back()["ratio"] = best.ratio;
        out.back()["engine"] = best.engine;
      }
      continue;
    }
    fmt::print("{:<48}{:>12.4g} {}", best.name, best.figure, best.unit);
    if (!std::isnan(best.ratio)) fmt::print(", {:.1f} times bare {}", best.ratio, best.engine);
    fmt::print("\n");
    std::fflush(stdout);
  }
  if (common.json)
    fmt::print("{}\n", nlohmann::ordered_json({{"zwang", 1}, {"bench", out}}).dump());
  return 0;
}

}  // namespace zwang::apps
