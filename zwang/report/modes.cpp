// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "zwang/analysis/oscillation.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace zwang {
namespace {

using Json = nlohmann::ordered_json;
using Complex = std::complex<double>;

constexpr std::size_t most_modes = 12;
// The eigenvalue problem is dense.
constexpr int most_coordinates = 600;

bool starts_at_equilibrium(const StoredRun& run) {
  const Setting* const start = run.reader.description().setting("start");
  return start && start->used == "equilibrium" && !run.rows.empty() &&
         run.file.problem.is_mechanical();
}

// What the linear approximation does not know: these hold to one side only.
std::string left_out(const std::vector<std::string>& weak) {
  if (weak.empty()) return "";
  return weak.size() == 1
             ? fmt::format("; {} is closed without force and left out", weak[0])
             : fmt::format("; {} constraints are closed without force and left out", weak.size());
}

// A root whose parts are rounding, beside the largest of all, has none; a zero root is known to
// the square root of rounding only.
Complex cleaned(Complex root, double largest) {
  if (std::abs(root) <= 1e-4 * largest) return 0.0;
  const auto part = [&](double x) { return std::abs(x) <= 1e-7 * largest ? 0.0 : x; };
  return {part(root.real()), part(root.imag())};
}

std::string words(Complex root) {
  if (root == 0.0) return "no restoring force";
  std::string turns = fmt::format("{:.3g} Hz", root.imag() / (2.0 * std::numbers::pi));
  if (root.real() == 0.0) return turns;
  const std::string growth =
      fmt::format("{} with e^({:.3g} t)", root.real() > 0.0 ? "grows" : "dies away", root.real());
  return root.imag() == 0.0 ? growth : fmt::format("{}, {}", turns, growth);
}

// Enough for a picture.
double rounded(double x) { return std::round(1e6 * x) / 1e6 + 0.0; }

// Of each mass the three numbers of its course, the largest of all 1; nothing if no mass moves.
Json course_of(const Mode& mode, const Model& model) {
  const auto along = [&](int coordinate) {
    return coordinate < 0 ? Complex() : mode.course[static_cast<std::size_t>(coordinate)];
  };
  Complex largest;
  for (const Point& point : model.points())
    for (const int i : point.coordinates)
      if (std::abs(along(i)) > std::abs(largest)) largest = along(i);
  if (std::abs(largest) < 1e-6) return {};
  Json course = Json::array();
  for (const Point& point : model.points()) {
    Json mass = Json::array();
    for (const int i : point.coordinates) {
      const Complex part = along(i) / largest;
      mass.push_back(Json::array({rounded(part.real()), rounded(part.imag())}));
    }
    course.push_back(std::move(mass));
  }
  return course;
}

Json described(const Oscillation& found, const std::vector<std::string>& weak, const Model& model) {
  double largest = 0.0;
  for (const Complex& root : found.roots) largest = std::max(largest, std::abs(root));
  Json modes = Json::array();
  for (const Mode& mode : found.modes) {
    if (modes.size() == most_modes) break;
    Json course = course_of(mode, model);
    if (course.empty()) continue;
    Complex root = cleaned(mode.root, largest);
    // Where it turns backwards forces know no velocities, and -root has the same course. As its
    // own conjugate it would be shown twice.
    if (root.imag() < 0.0) root = -root;
    modes.push_back({{"root", {root.real() + 0.0, root.imag()}},
                     {"words", words(root)},
                     {"course", std::move(course)}});
  }
  return {{"stability", name(found.stability)},
          {"reason", found.reason + left_out(weak)},
          {"modes", std::move(modes)}};
}

}  // namespace

Json report_modes(const StoredRun& run) {
  const Model& model = *run.file.model;
  const System& system = *run.system;
  if (!starts_at_equilibrium(run) || system.coordinates() > most_coordinates ||
      std::ranges::none_of(model.points(), &Point::free))
    return nullptr;
  // what carries it at rest: prescribed motions may have changed the loads of the first row
  const StoredRow& rest = run.rows.front();
  const State still{rest.q, Vector::Zero(system.velocities()), rest.t};
  const Instant instant = accelerations(system, still, {.standstill = true});
  if (!instant.usable()) return nullptr;
  Vector z(system.constraints());
  std::vector<int> held;
  std::vector<std::string> weak;
  for (int i = 0; i < system.constraints(); ++i) {
    const ConstraintAt& at = instant.constraints[static_cast<std::size_t>(i)];
    z[i] = at.multiplier;
    const std::uint8_t state = state_number(at.status);
    if (state >= 2) held.push_back(i);
    if (state == 1) weak.push_back(system.constraint(i).name);
  }
  try {
    return described(oscillation(system, rest.q, z, held, rest.t), weak, model);
  } catch (const Error&) {
    return nullptr;
  }
}

}  // namespace zwang
