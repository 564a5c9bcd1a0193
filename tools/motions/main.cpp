// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// motions: twelve scenes, run for their bits or for their drift.
//
//   motions --hash          one hash over all rows and events of each scene
//   motions --drift N       N steps of each of the first six scenes, shared among them: residuals
//
// The scenes need square roots and products only, so that their bits do not depend on a C library.

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "zwang/motion/run.hpp"

namespace {

using namespace zwang;

struct Scene {
  std::string name;
  std::unique_ptr<Model> model;
  double until;
};

Scene scene(const char* name, double until) { return {name, std::make_unique<Model>(name), until}; }

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  const auto add = [&](const char* name, double until) -> Model& {
    all.push_back(scene(name, until));
    return *all.back().model;
  };
  // --- smooth for ever: drift is looked for in these
  {
    Model& m = add("pendulum", 20.0);
    m.mass("p", 1.0, {.at = {1, 0, 0}, .axes = "xz"}).gravity({0, 0, -9.81});
    m.constraint("rod", "|p| = 1");
  }
  {
    Model& m = add("spherical pendulum", 20.0);
    m.mass("p", 1.0, {.at = {0.6, 0, -0.8}, .velocity = {0, 3, 0}}).gravity({0, 0, -9.81});
    m.constraint("string", "|p| <= 1");
  }
  {
    Model& m = add("double pendulum", 10.0);
    m.mass("a", 1.0, {.at = {1, 0, 0}, .axes = "xz"});
    m.mass("b", 1.0, {.at = {1, 0, 1}, .axes = "xz"}).gravity({0, 0, -9.81});
    m.constraint("upper", "|a| = 1").constraint("lower", "|a - b| = 1");
  }
  {
    Model& m = add("dumbbell on a sphere", 10.0);
    m.mass("a", 1.0, {.at = {1, 0, 0}, .velocity = {0, 1, 0}});
    m.mass("b", 2.0, {.at = {0, 0, 1}, .velocity = {0, 0.5, 0}}).gravity({0, 0, -1});
    m.constraint("one", "|a|^2 = 1").constraint("two", "|b|^2 = 1");
    m.constraint("rod", "|a - b|^2 = 2");
  }
  {
    Model& m = add("linear complex", 10.0);
    m.mass("p", 1.0, {.at = {1, 0, 0}, .velocity = {0.3, 0.5, 1.0}}).gravity({0, 0, -1});
    m.constraint("complex", "p.y*p.x' - p.x*p.y' + 0.5*p.z' = 0");
  }
  {
    Model& m = add("moving ring", 10.0);
    m.mass("p", 0.7, {.at = {0.3, 0.9, 0}, .axes = "xy"});
    m.constraint("ring", "(p.x - 2*t)^2 + p.y^2 <= 2.25");
  }
  // --- with events
  {
    Model& m = add("string goes slack", 12.0);
    m.mass("p", 1.0, {.at = {0, -1, 0}, .velocity = {6.264, 0, 0}, .axes = "xy"});
    m.gravity({0, -9.81, 0}).constraint("string", "|p| <= 1");
  }
  {
    Model& m = add("slide off a sphere", 2.0);
    m.mass("p", 1.0, {.at = {0, 0, 1}, .velocity = {0.2, 0, 0}}).gravity({0, 0, -9.81});
    m.constraint("sphere", "|p| >= 1").constraint("floor", "p.z >= -1");
  }
  {
    Model& m = add("bouncing ball", 8.0);
    m.mass("p", 0.3, {.at = {0, 0, 2}, .velocity = {0.1, 0, 0}}).gravity({0, 0, -9.81});
    m.constraint("floor", "p.z >= 0.1*p.x^2", {.restitution = 0.8});
  }
  {
    Model& m = add("cradle with gaps", 10.0);
    m.mass("a", 1.0, {.velocity = {1, 0, 0}, .axes = "x"});
    m.mass("b", 1.0, {.at = {2, 0, 0}, .axes = "x"});
    m.mass("c", 1.0, {.at = {4, 0, 0}, .axes = "x"});
    m.constraint("ab", "b.x - a.x >= 1", {.restitution = 0.5});
    m.constraint("bc", "c.x - b.x >= 1", {.restitution = 0.5});
    m.constraint("wall", "c.x <= 6", {.restitution = 0.5});
  }
  {
    Model& m = add("chain at a wall", 3.0);
    m.fixed("hook", {0, 0, 0});
    const char* names[] = {"a", "b", "c", "d"};
    std::string before = "hook";
    for (int i = 0; i < 4; ++i) {
      const double s = 0.25 * (i + 1);
      m.mass(names[i], 0.2, {.at = {0.8 * s, 0.0, -0.6 * s}});
      m.constraint(std::string("link_") + names[i], "|" + before + " - " + names[i] + "| <= 0.25");
      m.constraint(std::string("wall_") + names[i], std::string(names[i]) + ".x >= -0.1");
      before = names[i];
    }
    m.gravity({0, 0, -9.81});
  }
  {
    Model& m = add("blow and catch", 4.0);
    m.mass("p", 2.0, {.at = {0, 0, 0.5}});
    m.gravity({0, 0, -9.81}).constraint("floor", "p.z >= 0");
    m.impulse("p", {1, 0, 12}, 1.0);
    m.constraint("rail", "p.x = 0.5*t - 0.5", {.from = 1.0});
  }
  return all;
}

class Hash {
 public:
  void add(double x) {
    std::uint64_t bits = std::bit_cast<std::uint64_t>(x == 0.0 ? 0.0 : x);
    for (int i = 0; i < 8; ++i, bits >>= 8) {
      value_ ^= bits & 0xff;
      value_ *= 0x100000001b3ULL;
    }
  }
  void add(const Vector& v) {
    for (Eigen::Index i = 0; i < v.size(); ++i) add(v[i]);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

int print_hash() {
  Hash all;
  bool usable = true;
  for (const Scene& scene : scenes()) {
    const System system(*scene.model);
    const Trajectory motion = run(system, scene.model->start(), {.until = scene.until});
    usable = usable && motion.usable();
    Hash hash;
    for (const Frame& frame : motion.frames) {
      hash.add(frame.t);
      hash.add(frame.q);
      hash.add(frame.u);
      for (const double z : frame.multipliers) hash.add(z);
    }
    for (const Event& event : motion.events) {
      hash.add(event.t);
      hash.add(static_cast<double>(event.kind));
      hash.add(event.after);
    }
    if (!motion.usable()) fmt::print("{}: {}\n", scene.name, motion.brief());
    all.add(std::bit_cast<double>(hash.value() >> 12));
    if (std::getenv("ZWANG_SHOW")) fmt::print("{:016x} {}\n", hash.value(), motion.brief());
  }
  fmt::print("{:016x}\n", all.value());
  return usable ? 0 : 1;
}

int drift(long steps) {
  bool met = true;
  auto all = scenes();
  all.resize(6);
  for (const Scene& scene : all) {
    const System system(*scene.model);
    // how many steps a second of this motion takes
    const Trajectory sample =
        run(system, scene.model->start(), {.until = scene.until, .keep_frames = false});
    const double rate = static_cast<double>(sample.steps) / scene.until;
    const double until = static_cast<double>(steps) / 6.0 / rate;
    const Trajectory motion = run(system, scene.model->start(),
                                  {.until = until, .keep_course = false, .keep_frames = false});
    const Audit& audit = motion.audit;
    fmt::print("{:<24} {:>9} steps, {:.6g} s: positions {:.1e}, velocities {:.1e}, energy {:.1e}\n",
               scene.name, motion.steps, motion.t, audit.position_drift, audit.velocity_drift,
               audit.energy);
    met = met && motion.usable() && audit.position_drift <= 1e-12 && audit.velocity_drift <= 1e-12;
  }
  return met ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view word = argc > 1 ? argv[1] : "";
  if (word == "--hash") return print_hash();
  if (word == "--drift" && argc == 3) return drift(std::atol(argv[2]));
  fmt::print(stderr, "motions --hash | --drift N\n");
  return 2;
}
