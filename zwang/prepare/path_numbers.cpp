// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/path_numbers.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>

#include "zwang/analysis/curve.hpp"
#include "zwang/analysis/mass_course.hpp"
#include "zwang/analysis/plane_curvature.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"

namespace zwang {
namespace {

constexpr int most_coordinates = 300;

class Bends {
 public:
  Bends(const System& system, VariationalProblem problem)
      : system_(system), problem_(std::move(problem)) {}

  double value(PathNumber what, int of, const Sample& sample) {
    const std::lock_guard<std::mutex> alone(mutex_);
    const State& state = sample.state;
    if (what == PathNumber::normal_curvature) return normal_curvature(of, state);
    const std::array<int, 3> coordinates = coordinates_of(of);
    if (!problem_.is_mechanical() && !variation_) variation_ = problem_.variation(system_);
    const Bend found = variation_
                           ? on_curve(coordinates, state, sample.rho, what == PathNumber::torsion)
                           : bend(course(coordinates, state, sample.states));
    return what == PathNumber::curvature ? found.curvature : found.torsion;
  }

 private:
  std::array<int, 3> coordinates_of(int point) const {
    if (system_.coordinates() > most_coordinates)
      throw Error(Code::E120,
                  fmt::format("the bend of a path needs derivatives by all coordinates, "
                              "at most {}; there are {}",
                              most_coordinates, system_.coordinates()));
    if (point >= 0) return system_.model().points()[index(point)].coordinates;
    const Matrix mass = system_.at(system_.model().start()).mass.dense();
    if (!system_.has_constant_mass() || !mass.isApprox(mass(0, 0) * Matrix::Identity(3, 3), 1e-14))
      throw Error(Code::E120, "the coordinates are not Cartesian: there is no path in space");
    return {0, 1, 2};
  }

  // With what holds in the row.
  Course course(const std::array<int, 3>& coordinates, const State& state,
                const std::vector<int>& states) {
    std::vector<int> held;
    for (int i = 0; i < system_.constraints(); ++i)
      if (states[index(i)] >= 2) held.push_back(i);
    const auto flow = flows_.try_emplace(held, system_, held).first;
    const auto now = flow->second.at(state);
    if (now) return course_of(*now, coordinates);
    const Eigen::Vector3d none = Eigen::Vector3d::Constant(unset);
    return {none, none, none, 0.0};
  }

  Bend on_curve(const std::array<int, 3>& coordinates, const State& state,
                const std::vector<double>& rho, bool torsion) {
    const bool one_form = system_.constraints() == 1 && system_.coordinates() == 3 &&
                          variation_->treatment(0) == Treatment::geodesic;
    if (one_form && !bound_) bound_.emplace(system_);
    if (one_form) return bend(bound_->geodesic(state, rho[0]));
    if (torsion)
      throw Error(Code::E120,
                  "the torsion of a curve of a variational problem is known of one point under one "
                  "velocity-level constraint only");
    const Eigen::Map<const Vector> constants(rho.data(), static_cast<Eigen::Index>(rho.size()));
    const Vector second = variation_->at(state, constants).accelerations;
    Course course{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                  Eigen::Vector3d::Constant(unset), 0.0};
    for (int axis = 0; axis < 3; ++axis) {
      const int c = coordinates[index(axis)];
      if (c < 0) continue;
      course.first[axis] = state.u[c];
      course.second[axis] = second[c];
    }
    return bend(course);
  }

  double normal_curvature(int constraint, const State& state) {
    const PointForm& form = forms_.try_emplace(constraint, system_, constraint).first->second;
    const OsculatingSurface at = form.at(state);
    if (!(at.p.norm() > 0.0)) return unset;
    return PlaneCurvature(at.p, at.first).along(form.part(system_.rates(state))).curvature;
  }

  const System& system_;
  VariationalProblem problem_;
  std::optional<Variation> variation_;
  std::optional<BoundPoint> bound_;
  std::map<std::vector<int>, PhaseFlow> flows_;  // by what is held
  std::map<int, PointForm> forms_;
  std::mutex mutex_;
};

}  // namespace

PathNumbers path_numbers(const System& system, const VariationalProblem& problem) {
  const auto bends = std::make_shared<Bends>(system, problem);
  return [bends](PathNumber what, int of, const Sample& sample) {
    return bends->value(what, of, sample);
  };
}

}  // namespace zwang
