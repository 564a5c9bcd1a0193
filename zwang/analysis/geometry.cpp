// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/analysis/curve.hpp"
#include "zwang/analysis/mass_course.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/laws/conserved.hpp"

namespace zwang {
namespace {

constexpr int most_forms = 200;

class Making {
 public:
  Making(const System& system, const State& state, const OnCurve& curve)
      : system_(system), model_(system.model()), curve_(curve) {
    made_.state = state;
  }

  Geometry made() {
    for (const Constraint& constraint : model_.constraints())
      if (constraint.nonlinear)
        throw Error(Code::E106, fmt::format("the geometry of a motion needs constraints that are "
                                            "linear in the velocities; '{}' is not",
                                            constraint.name));
    project();
    find_forms();
    if (system_.coordinates() > quick_for_conserved) {
      made_.left_out = fmt::format(
          "everything but the planes of single points, as there are more than {} coordinates",
          quick_for_conserved);
      return std::move(made_);
    }
    find_motion();
    find_paths();
    if (!made_.held.empty()) find_parameters();
    return std::move(made_);
  }

 private:
  // Onto the equations, as if they began suddenly.
  void project() {
    if (system_.coordinates() > quick_for_conserved) return;
    std::vector<int> equations;
    const Snapshot snapshot = system_.at(made_.state);
    bool breach = false;
    for (int i = 0; i < system_.constraints(); ++i) {
      if (!system_.constraint(i).equation || !system_.constraint(i).holds_at(made_.state.t))
        continue;
      equations.push_back(i);
      const Row& row = snapshot.rows[index(i)];
      double size = std::abs(row.b1);
      for (std::size_t k = 0; k < row.a.size(); ++k)
        size += std::abs(row.a[k] * made_.state.u[system_.columns(i)[k]]);
      breach = breach || std::abs(row.rate) > 1e-12 * size;
    }
    if (!breach) return;
    try {
      made_.state.u = ConjugateParameters(system_, made_.state, equations).after(made_.state.u);
      made_.projected = true;
    } catch (const Error&) {
      // dependent here: the instant says so
    }
  }

  void find_forms() {
    const Vector rates = system_.rates(made_.state);
    const Snapshot snapshot = system_.at(made_.state);
    if (system_.constraints() > most_forms)
      made_.left_out =
          fmt::format("constraints beyond the first {} of {}", most_forms, system_.constraints());
    for (int i = 0; i < std::min(system_.constraints(), most_forms); ++i) {
      if (!system_.constraint(i).holds_at(made_.state.t)) continue;
      std::optional<PointForm> form;
      try {
        form.emplace(system_, i);
      } catch (const Error&) {
        continue;  // of another kind
      }
      FormGeometry one;
      one.constraint = i;
      one.coordinates = form->coordinates();
      one.moves = form->moves();
      one.surface = form->at(made_.state);
      if (!system_.constraint(i).of_velocities) one.f = snapshot.rows[index(i)].f;
      if (one.surface.p.norm() > 0.0 && one.surface.first.allFinite()) {
        one.curvature.emplace(one.surface.p, one.surface.first);
        const PlaneDirection along = one.curvature->along(form->part(rates));
        if (along.direction.allFinite()) one.along = along;
      }
      made_.forms.push_back(std::move(one));
    }
  }

  // Which constraints hold, and the accelerations.
  void find_motion() {
    if (curve_.variation) {
      for (int i = 0; i < system_.constraints(); ++i) made_.held.push_back(i);
      return;
    }
    const Instant instant = accelerations(system_, made_.state, {.nearness = {.length = 1e-8}});
    if (!instant.usable()) {
      made_.no_motion = instant.brief();
      return;
    }
    Vector rho(system_.constraints());
    Eigen::Index held = 0;
    for (int i = 0; i < system_.constraints(); ++i) {
      const ConstraintAt& at = instant.constraints[index(i)];
      if (at.status != ConstraintStatus::held && at.status != ConstraintStatus::active) continue;
      made_.held.push_back(i);
      rho[held++] = -at.multiplier;
    }
    if (held > 0 && instant.free.size() > 0)
      made_.free = {instant.accelerations, instant.free, rho.head(held)};
  }

  void find_paths() {
    if (!made_.no_motion.empty()) return;
    for (const Point& point : model_.points())
      if (point.free()) made_.paths.push_back({point.name, point.coordinates, {}});
    // generalised coordinates that a form has shown to be Cartesian
    for (const FormGeometry& form : made_.forms)
      if (made_.paths.empty() && system_.coordinates() == 3)
        made_.paths.push_back({"the point", form.coordinates, {}});
    if (curve_.variation) return curved_paths();
    try {
      const PhaseFlow flow(system_, made_.held);
      const auto now = flow.at(made_.state);
      if (!now) return made_.paths.clear();
      for (PathGeometry& path : made_.paths) path.bend = bend(course_of(*now, path.coordinates));
      for (FormGeometry& form : made_.forms) touch(form, course_of(*now, form.coordinates));
      made_.divergence = divergence(*now);
      mark_force_free();
    } catch (const Error& error) {
      made_.paths.clear();  // code has no derivatives
      made_.left_out = fmt::format("paths and divergence: {}", error.message());
    }
  }

  // Of one point under one form with all derivatives, otherwise without the third.
  void curved_paths() {
    std::optional<BoundPoint> point;
    try {
      point.emplace(system_);
    } catch (const Error&) {
    }
    if (point && curve_.variation->treatment(0) == Treatment::geodesic) {
      const Course course = point->geodesic(made_.state, curve_.rho[0]);
      for (PathGeometry& path : made_.paths) path.bend = bend(course);
      for (FormGeometry& form : made_.forms) touch(form, course);
      return;
    }
    const Vector second = curve_.variation->at(made_.state, curve_.rho).accelerations;
    for (PathGeometry& path : made_.paths) {
      Course course{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                    Eigen::Vector3d::Constant(unset), 0.0};
      for (int axis = 0; axis < 3; ++axis) {
        const int c = path.coordinates[index(axis)];
        if (c < 0) continue;
        course.first[axis] = made_.state.u[c];
        course.second[axis] = second[c];
      }
      path.bend = bend(course);
    }
  }

  // The surface with the path, where the path obeys the form.
  void touch(FormGeometry& form, const Course& course) const {
    const bool held = std::ranges::find(made_.held, form.constraint) != made_.held.end();
    if (!held || form.moves || !(course.first.norm() > 0.0)) return;
    form.contact = form.surface.contact(course);
    form.order_of_contact = form.surface.order_of_contact(course);
  }

  void mark_force_free() {
    const Snapshot snapshot = system_.at(made_.state);
    if (model_.replaces_rates()) return;
    for (FormGeometry& form : made_.forms)
      form.force_free = form.order_of_contact > 0 && made_.held.size() == 1 &&
                        std::ranges::all_of(form.coordinates,
                                            [&](int c) { return snapshot.net_force[c] == 0.0; });
  }

  void find_parameters() {
    try {
      made_.parameters.emplace(system_, made_.state, made_.held);
    } catch (const Error&) {
      // dependent rows have none
    }
  }

  const System& system_;
  const Model& model_;
  const OnCurve& curve_;
  Geometry made_;
};

}  // namespace

Geometry geometry(const System& system, const State& state, const OnCurve& curve) {
  return Making(system, state, curve).made();
}

}  // namespace zwang
