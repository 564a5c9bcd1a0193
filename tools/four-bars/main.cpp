// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// N parallelograms in a row (benchmark A02, tests/reference r06) in their flat positions, where
// N + 1 freedoms meet: what is said of mechanisms placed exactly there, in motion and at rest, and
// of a motion that passes them.
//
//   four-bars [--bars N] [--until T]
//
// Places 1 to N parallelograms, runs N, which r06 has for 2, 10 and 40. Exit 1 if something is off:
// accelerations by 1e-9 of the largest, times of passing by 1e-8 s, places by 1e-6 m.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/gauss/reference_model.hpp"
#include "zwang/arc/passage.hpp"
#include "zwang/audit/passing.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/prepare/prepare.hpp"

namespace {

using namespace zwang;
using reference::Json;

constexpr double gravity = 9.81, tolerance = 1e-9;
constexpr double apart_allowed = 1e-9, late_allowed = 1e-8, off_allowed = 1e-6;

// All cranks point along (cosine, sine), exactly, and turn at the rate.
struct Placed {
  int bars = 1;
  double cosine = 0.0, sine = 1.0, rate = 0.0;
};

Model model_of(const Placed& placed) {
  const auto& [bars, cosine, sine, rate] = placed;
  Model model("four-bars");
  model.gravity({0, -gravity, 0});
  const Inertia rod{.zz = 1.0 / 12.0};
  for (int i = 0; i <= bars; ++i)
    model.body(fmt::format("crank{}", i), 1.0,
               {.inertia = rod,
                .com = {0.5, 0, 0},
                .at = {i, 0, 0},
                .axes = "xy",
                .angle = std::atan2(sine, cosine),
                .angle_rate = rate,
                .points = {{"end", {1, 0, 0}}}});
  for (int i = 0; i < bars; ++i)
    model.body(fmt::format("bar{}", i), 1.0,
               {.inertia = rod,
                .com = {0.5, 0, 0},
                .at = {i + cosine, sine, 0},
                .velocity = {-rate * sine, rate * cosine, 0},
                .axes = "xy"});
  const auto hinge = [&](const std::string& name, const std::string& a, const std::string& b,
                         const Triple& at) {
    model.joint(name, JointKind::revolute, {.on = {a, b}, .at = at});
  };
  for (int i = 0; i <= bars; ++i)
    hinge(fmt::format("a{}", i), "world", fmt::format("crank{}", i), {i, 0, 0});
  for (int i = 0; i < bars; ++i)
    for (const auto& [name, crank] : {std::pair{'b', i}, {'c', i + 1}})
      hinge(fmt::format("{}{}", name, i), fmt::format("crank{}", crank), fmt::format("bar{}", i),
            {crank + cosine, sine, 0});
  return model;
}

// Of a motion as parallelograms: angle'' = −g c/I cos(angle), and couplers that translate.
Vector right_accelerations(const Model& model, const Placed& placed) {
  const auto& [bars, cosine, sine, rate] = placed;
  const double moment = (bars + 1) / 3.0 + bars, weight = (bars + 1) / 2.0 + bars;
  const double turning = -gravity * weight / moment * cosine;
  const double x = -turning * sine - rate * rate * cosine,
               y = turning * cosine - rate * rate * sine;  // of the ends of cranks
  Vector out = Vector::Zero(static_cast<Eigen::Index>(model.coordinate_names().size()));
  for (const Body& body : model.bodies()) {
    const bool crank = body.name.starts_with("crank");
    const auto& com = model.points()[index(body.point)].coordinates;
    out[com[0]] = crank ? 0.5 * x : x;
    out[com[1]] = crank ? 0.5 * y : y;
    if (crank) out[body.first] = turning;
  }
  return out;
}

class Faults {
 public:
  void demand(bool holds, const std::string& what) {
    if (holds) return;
    ++count_;
    fmt::print("{}\n", what);
  }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

// In motion: one minimum, the accelerations of the parallelograms, found in three ways.
double in_motion(const Placed& placed, Faults& faults) {
  const Model model = model_of(placed);
  const System system(model);
  const State state = model.start();
  const Instant instant = accelerations(system, state);
  const std::string name =
      fmt::format("{} bars along {}, rate {}", placed.bars, placed.cosine, placed.rate);
  faults.demand(instant.outcome == InstantOutcome::singular, name + ": not singular");
  const Regularity& found = instant.regularity;
  faults.demand(found.rows - found.rank == placed.bars,
                fmt::format("{}: rank {} of {}", name, found.rank, found.rows));
  const Vertex& vertex = found.vertex;
  faults.demand(vertex.found && vertex.stationary.size() == 1 && vertex.minima() == 1,
                fmt::format("{}: {} minima {}", name, vertex.minima(), vertex.missing));
  if (vertex.stationary.empty()) return always;
  const Vector right = right_accelerations(model, placed);
  std::vector<int> all;
  for (int i = 0; i < system.constraints(); ++i) all.push_back(i);
  const auto judged = passing_accelerations_of(system, system.at(state), all);
  const Vector none = Vector::Constant(right.size(), always);
  double worst = 0.0;
  for (const Vector& one : {vertex.stationary[0].accelerations,
                            passing_accelerations(system, state, all), judged.value_or(none)})
    worst = std::max(worst, one.size() == right.size()
                                ? (one - right).cwiseAbs().maxCoeff() / right.cwiseAbs().maxCoeff()
                                : always);
  faults.demand(worst <= apart_allowed,
                fmt::format("{}: accelerations off by {:.1e}", name, worst));
  return worst;
}

// At rest: nothing says on which of the branches it leaves.
void at_rest(const Placed& placed, Faults& faults) {
  const Model model = model_of(placed);
  const System system(model);
  const Instant instant = accelerations(system, model.start());
  const std::string name = fmt::format("{} bars at rest", placed.bars);
  faults.demand(instant.outcome == InstantOutcome::singular, name + ": not singular");
  faults.demand(
      instant.regularity.rows - instant.regularity.rank == placed.bars,
      fmt::format("{}: rank {} of {}", name, instant.regularity.rank, instant.regularity.rows));
  const Trajectory motion = run(system, model.start(), {.until = 1.0});
  faults.demand(motion.outcome == RunOutcome::start_singular,
                fmt::format("{}: {}", name, motion.brief()));
}

void passes(const Json& one, double until, Faults& faults) {
  const int bars = one["model"]["N"].get<int>();
  const Model model = model_of({.bars = bars, .rate = -1.0});
  const Trajectory motion = run(model, {.until = until, .tolerance = tolerance});
  faults.demand(motion.outcome == RunOutcome::finished, motion.brief());
  faults.demand(motion.verdict.certified(), "not certified");
  std::vector<double> found, right;
  for (const Event& event : motion.events)
    if (event.kind == EventKind::singular) found.push_back(event.t);
  for (const Json& t : one["expect"]["flat_positions"])
    if (t.get<double>() < until) right.push_back(t.get<double>());
  double late = 0.0, off = 0.0;
  for (std::size_t i = 0; i < std::min(found.size(), right.size()); ++i)
    late = std::max(late, std::abs(found[i] - right[i]));
  const Body& bar = model.bodies()[index(bars + 1)];
  const auto& com = model.points()[index(bar.point)].coordinates;
  for (const Json& sample : one["expect"]["samples"]) {
    const double t = sample["t"].get<double>();
    if (t > until || motion.outcome != RunOutcome::finished) continue;
    const State state = motion.at(t);
    off = std::max({off, std::abs(state.q[com[0]] - 0.5 - sample["B0"][0].get<double>()),
                    std::abs(state.q[com[1]] - sample["B0"][1].get<double>())});
  }
  fmt::print(
      "{} bars to {} s: {} of {} flat positions passed, at times off by {:.1e} s, B0 off by "
      "{:.1e} m, {} steps\n",
      bars, until, found.size(), right.size(), late, off, motion.steps);
  faults.demand(found.size() == right.size() && late <= late_allowed, "another passage");
  faults.demand(off <= off_allowed, "off its course");
}

}  // namespace

int main(int count, char** given) {
  int bars = 2;
  double until = 5.0;
  for (int i = 1; i + 1 < count; i += 2) {
    if (std::string_view(given[i]) == "--bars") bars = std::atoi(given[i + 1]);
    if (std::string_view(given[i]) == "--until") until = std::atof(given[i + 1]);
  }
  Faults faults;
  double worst = 0.0;
  for (int n = 1; n <= bars; ++n) {
    for (const double cosine : {1.0, -1.0})
      for (const double rate : {1.0, -0.3, 7.25})
        worst = std::max(worst, in_motion({n, cosine, 0.0, rate}, faults));
    at_rest({n, 1.0, 0.0, 0.0}, faults);
  }
  fmt::print("1 to {} bars placed flat: accelerations off by {:.1e} at worst\n", bars, worst);
  for (const Json& one : reference::cases("r06_n_four_bar"))
    if (one["model"]["N"].get<int>() == bars) passes(one, until, faults);
  return faults.count() == 0 ? 0 : 1;
}
