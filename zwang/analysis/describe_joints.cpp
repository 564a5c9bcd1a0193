// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/describe_joints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "zwang/arc/degenerate.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/system/joint_reaction.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

// Beside the largest of its kind rounding is 0.
std::string written(const Eigen::Vector3d& v, double largest) {
  const auto part = [&](int i) {
    return short_number(std::abs(v[i]) < 1e-12 * largest ? 0.0 : v[i]);
  };
  return fmt::format("({}, {}, {})", part(0), part(1), part(2));
}

}  // namespace

std::string describe_joints(const System& system) {
  const Model& model = system.model();
  std::string out;
  if (!model.joints().empty())
    out += fmt::format("\nIts bodies are joined by {}:\n", counted(model.joints().size(), "joint"));
  const auto body = [&](int number) {
    return number < 0 ? std::string("the world") : model.bodies()[index(number)].name;
  };
  for (const Joint& joint : model.joints()) {
    const auto equations = static_cast<std::size_t>(std::ranges::count_if(
        joint.rows, [&](int row) { return system.constraint(row).equation; }));
    const std::size_t limits = joint.rows.size() - equations;
    out += fmt::format("  {:<12} {:<25} {} and {}, {}{}\n", joint.name, name(joint.kind),
                       body(joint.bodies[0]), body(joint.bodies[1]), counted(equations, "equation"),
                       limits == 0 ? "" : " and " + counted(limits, "limit"));
  }
  if (!model.contacts().empty()) out += "\nIts shapes may touch:\n";
  for (const Contact& contact : model.contacts())
    out += fmt::format(
        "  {:<12} {} and {}, {}\n", contact.name, contact.between[0], contact.between[1],
        contact.rows.size() == 1 ? "1 inequality"
                                 : fmt::format("{} inequalities", contact.rows.size()));
  return out;
}

std::string describe_reactions(const Instant& instant) {
  const System& system = *instant.system;
  const Snapshot snapshot = system.at(instant.state);
  std::vector<double> multipliers;
  for (const ConstraintAt& at : instant.constraints) multipliers.push_back(at.multiplier);
  std::string out;
  const auto& joints = system.model().joints();
  const std::vector<int> shared = joints_with(system, instant.regularity.dependent);
  std::vector<JointReaction> all;
  double force = 0.0, torque = 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    all.push_back(joint_reaction(system, snapshot, static_cast<int>(j), multipliers));
    force = std::max(force, all.back().force.norm());
    torque = std::max(torque, all.back().torque.norm());
  }
  for (std::size_t j = 0; j < joints.size(); ++j)
    out += fmt::format("  {:<12} carries {} N and {} N m{}\n", joints[j].name,
                       written(all[j].force, force), written(all[j].torque, torque),
                       std::ranges::count(shared, static_cast<int>(j)) > 0 ? " (not unique)" : "");
  return out;
}

std::set<int> equations_of_joints(const Model& model) {
  std::set<int> rows;
  for (const Joint& joint : model.joints())
    for (const int row : joint.rows)
      if (model.constraints()[index(row)].equation) rows.insert(row);
  return rows;
}

std::vector<int> repeated_equations(const System& system, const State& start) {
  std::vector<int> all;
  for (int i = 0; i < system.constraints(); ++i)
    if (const Constraint& one = system.constraint(i);
        one.equation && !one.of_velocities && one.holds_at(start.t))
      all.push_back(i);
  if (regularity(system, system.at(start), all).kind != PositionClass::weakly_regular) return {};
  const std::vector<int> first = independent_of(system, start, {}, all);
  std::vector<int> repeated;
  std::ranges::copy_if(all, std::back_inserter(repeated),
                       [&](int i) { return std::ranges::find(first, i) == first.end(); });
  return repeated;
}

std::string readable_formula(const Model& model, const Constraint& constraint) {
  for (const Joint& joint : model.joints()) {
    if (!joint.limits || !constraint.name.starts_with(joint.name + ".")) continue;
    const std::string own = joint.name + (joint.kind == JointKind::revolute ? ".angle" : ".length");
    const auto [lower, upper] = *joint.limits;
    if (constraint.name == joint.name + ".lower")
      return fmt::format("{} - {}", short_number(lower), own);
    if (constraint.name == joint.name + ".upper")
      return fmt::format("{} - {}", own, short_number(upper));
  }
  constexpr std::size_t most = 200;
  std::string text = constraint.formula->text();
  if (text.size() <= most || model.bodies().empty()) return text;
  std::vector<std::string> whose;
  for (const int place : constraint.places) {
    if (place == Model::time_place) continue;
    const std::string& name = model.coordinate_names()[index(Model::coordinate_at(place))];
    const std::string owner = name.substr(0, name.find('.'));
    if (std::ranges::find(whose, owner) == whose.end()) whose.push_back(owner);
  }
  return fmt::format("(a long formula of {})", fmt::join(whose, ", "));
}

}  // namespace zwang
