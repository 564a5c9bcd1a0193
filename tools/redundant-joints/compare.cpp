// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/redundant-joints/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <cstddef>

#include "tools/random-trees/off.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/system/joint_reaction.hpp"

namespace redundant {
namespace {

using Eigen::Vector3d;
using trees::Off;
using zwang::index;
using zwang::Matrix;
using zwang::Vector;
using Wrench = Eigen::Matrix<double, 6, 1>;  // a force, and its torque about the origin

Wrench wrench(const Vector3d& force, const Vector3d& torque, const Vector3d& at) {
  Wrench out;
  out << force, torque + at.cross(force);
  return out;
}

// A model at one instant, and what its joints transmit there.
class Loaded {
 public:
  Loaded(const zwang::Model& model, const zwang::State& state)
      : model_(model), system_(model), instant_(zwang::accelerations(system_, state)) {
    if (!instant_.usable()) return;
    snapshot_ = system_.at(instant_.state);
    for (const auto& one : instant_.constraints) multipliers_.push_back(one.multiplier);
    for (std::size_t j = 0; j < model.joints().size(); ++j)
      joints_.push_back(transmitted(static_cast<int>(j)));
  }

  const zwang::Instant& instant() const { return instant_; }
  const std::vector<Wrench>& joints() const { return joints_; }
  std::vector<int> named() const {
    return zwang::joints_with(system_, instant_.regularity.dependent);
  }

  // Of all joints, on each body.
  std::vector<Wrench> sums() const {
    std::vector<Wrench> out(model_.bodies().size(), Wrench::Zero());
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const auto& [first, second] = model_.joints()[j].bodies;
      if (first >= 0) out[index(first)] -= joints_[j];
      if (second >= 0) out[index(second)] += joints_[j];
    }
    return out;
  }

  // What the motion needs besides given forces.
  std::vector<Wrench> needed() const {
    const Vector lost = snapshot_.mass.times(instant_.accelerations) - snapshot_.net_force;
    std::vector<Wrench> out;
    for (const zwang::Body& body : model_.bodies()) {
      const Vector3d com = centre(body);
      Vector3d force;
      for (int k = 0; k < 3; ++k)
        force[k] = lost[model_.points()[index(body.point)].coordinates[index(k)]];
      const Vector3d torque = body.axes(instant_.state.q) * lost.segment<3>(body.first);
      out.push_back(wrench(force, torque, com));
    }
    return out;
  }

  // The part of the multipliers in directions that change nothing: none, if they are shortest.
  double idle() const {
    if (multipliers_.empty()) return 0.0;
    Matrix rows(static_cast<Eigen::Index>(multipliers_.size()), system_.velocities());
    Vector row;
    for (int i = 0; i < system_.constraints(); ++i) {
      system_.write_row(snapshot_, i, row);
      rows.row(i) = row.transpose();
    }
    const Eigen::Map<const Vector> z(multipliers_.data(), rows.rows());
    const Eigen::JacobiSVD<Matrix> axes(rows, Eigen::ComputeFullU);
    Eigen::Index rank = 0;
    const Vector& values = axes.singularValues();
    while (rank < values.size() && values[rank] > 1e-9 * values[0]) ++rank;
    const Vector part = axes.matrixU().rightCols(rows.rows() - rank).transpose() * z;
    return part.norm() / std::max(z.norm(), 1.0);
  }

 private:
  Vector3d centre(const zwang::Body& body) const {
    Vector3d com;
    for (int k = 0; k < 3; ++k)
      com[k] = instant_.state.q[model_.points()[index(body.point)].coordinates[index(k)]];
    return com;
  }

  // On the second body.
  Wrench transmitted(int joint) const {
    const zwang::Joint& one = model_.joints()[index(joint)];
    const zwang::Body& body =
        model_.bodies()[index(one.bodies[1] >= 0 ? one.bodies[1] : one.bodies[0])];
    const auto reaction = zwang::joint_reaction(system_, snapshot_, joint, multipliers_);
    return wrench(reaction.force, reaction.torque,
                  centre(body) + body.axes(instant_.state.q) * one.arm);
  }

  const zwang::Model& model_;
  zwang::System system_;
  zwang::Instant instant_;
  zwang::Snapshot snapshot_;
  std::vector<double> multipliers_;
  std::vector<Wrench> joints_;
};

std::string names(const zwang::Model& model, const std::vector<int>& joints) {
  std::vector<std::string> out;
  for (const int j : joints) out.push_back(model.joints()[index(j)].name);
  return fmt::format("{}", fmt::join(out, " "));
}

}  // namespace

Differences compare(const zwang::Model& redundant, const zwang::Model& twin,
                    const zwang::State& state, const std::vector<bool>& not_unique) {
  Differences out;
  const Loaded all(redundant, state), few(twin, state);
  if (!all.instant().usable() || !few.instant().usable()) {
    out.fault = fmt::format("{}; its twin: {}", all.instant().brief(), few.instant().brief());
    return out;
  }
  std::vector<int> right;
  for (std::size_t j = 0; j < not_unique.size(); ++j)
    if (not_unique[j]) right.push_back(static_cast<int>(j));
  if (all.named() != right)
    out.fault = fmt::format("named as not unique: {}; right: {}", names(redundant, all.named()),
                            names(redundant, right));
  if (all.instant().unique != right.empty())
    out.fault += fmt::format(" said to be {}unique", all.instant().unique ? "" : "not ");
  if (!few.instant().unique) out.fault += " the twin has equations that follow from others";

  Off accelerations(1.0);
  accelerations.compare(all.instant().accelerations, few.instant().accelerations);
  out.accelerations = accelerations.part();
  const std::vector<Wrench> sums = all.sums(), needed = all.needed();
  Off sum(1.0), unique(1.0);
  for (const Wrench& one : all.joints()) {
    sum.compare(one, one);  // sums may be small where large ones cancel
    unique.compare(one, one);
  }
  for (std::size_t b = 0; b < sums.size(); ++b) sum.compare(sums[b], needed[b]);
  out.sums = sum.part();
  for (std::size_t j = 0; j < redundant.joints().size(); ++j)
    for (std::size_t k = 0; k < twin.joints().size(); ++k)
      if (!not_unique[j] && redundant.joints()[j].name == twin.joints()[k].name)
        unique.compare(all.joints()[j], few.joints()[k]);
  out.unique = unique.part();
  out.norm = all.idle();
  return out;
}

zwang::State allowed(const zwang::Model& model, zwang::State state) {
  const zwang::System system(model);
  const zwang::Snapshot here = system.at(state);
  Matrix rows(system.constraints(), system.velocities());
  Vector row;
  for (int i = 0; i < system.constraints(); ++i) {
    system.write_row(here, i, row);
    rows.row(i) = row.transpose();
  }
  Eigen::JacobiSVD<Matrix> axes(rows, Eigen::ComputeThinU | Eigen::ComputeThinV);
  axes.setThreshold(1e-9);
  for (int twice = 0; twice < 2; ++twice) state.u -= axes.solve(Vector(rows * state.u));
  return state;
}

}  // namespace redundant
