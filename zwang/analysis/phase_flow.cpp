// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/phase_flow.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

std::vector<int> equations_at(const System& system, double t) {
  std::vector<int> equations;
  for (int i = 0; i < system.constraints(); ++i)
    if (system.constraint(i).equation && system.constraint(i).holds_at(t)) equations.push_back(i);
  return equations;
}

// The constraints as forms of all coordinates, and of time if one of them needs it.
PfaffianSystem forms_of(const System& system, const std::vector<int>& held) {
  const Model& model = system.model();
  const auto layer = std::make_shared<Graph>(Graph::over(model.graph()));
  Graph& graph = *layer;
  const int n = system.coordinates();
  std::vector<std::vector<NodeId>> rows;
  bool in_time = false;
  for (const int i : held) {
    if (i < 0 || i >= system.constraints())
      throw Error(Code::E120, fmt::format("there is no constraint number {}", i));
    const PfaffianSystem form = PfaffianSystem::of(model, system.constraint(i), layer);
    std::vector<NodeId> row(index(n + 1), graph.constant(0.0));
    for (int k = 0; k < form.coordinates(); ++k) {
      const int place = model.place(form.coordinate(k));
      in_time = in_time || place == Model::time_place;
      row[place == Model::time_place ? index(n) : index(Model::coordinate_at(place))] =
          form.coefficient(0, k);
    }
    rows.push_back(std::move(row));
  }
  std::vector<SymbolId> coordinates;
  for (const std::string& name : model.coordinate_names())
    coordinates.push_back(graph[model.scope().find(name)->levels[0][0]].a);
  if (in_time) coordinates.push_back(graph[model.scope().time()].a);
  PfaffianSystem forms(layer, std::move(coordinates));
  for (std::size_t s = 0; s < rows.size(); ++s) {
    if (!in_time) rows[s].pop_back();
    forms.add(system.constraint(held[s]).name, std::move(rows[s]));
  }
  return forms;
}

// M and p in units in which masses and rows are 1, so that dependent rows and no others are seen as
// such.
class Bordered {
 public:
  Bordered(const Matrix& mass, const Matrix& p) : scale_(mass.rows() + p.rows()) {
    const auto n = mass.rows(), r = p.rows();
    for (Eigen::Index i = 0; i < n; ++i)
      scale_[i] = mass(i, i) > 0.0 ? 1.0 / std::sqrt(mass(i, i)) : 1.0;
    for (Eigen::Index s = 0; s < r; ++s) {
      const double length = p.row(s).transpose().cwiseProduct(scale_.head(n)).norm();
      scale_[n + s] = length > 0.0 ? 1.0 / length : 1.0;
    }
    Matrix whole = Matrix::Zero(n + r, n + r);
    whole.topLeftCorner(n, n) = mass;
    whole.bottomLeftCorner(r, n) = p;
    whole.topRightCorner(n, r) = p.transpose();
    whole = scale_.asDiagonal() * whole * scale_.asDiagonal();
    if (!whole.allFinite()) return;
    lu_.compute(whole);
    regular_ = lu_.isInvertible();
  }

  bool regular() const { return regular_; }
  Matrix solve(const Matrix& right) const {
    return scale_.asDiagonal() * lu_.solve(scale_.asDiagonal() * right);
  }

 private:
  Vector scale_;
  Eigen::FullPivLU<Matrix> lu_;
  bool regular_ = false;
};

}  // namespace

Matrix PhaseInstant::jacobian() const {
  const auto n = rates.size();
  Matrix whole = Matrix::Zero(2 * n, 2 * n);
  whole.topRightCorner(n, n).setIdentity();
  whole.bottomLeftCorner(n, n) = by_place;
  whole.bottomRightCorner(n, n) = by_rate;
  return whole;
}

PhaseFlow PhaseFlow::of_equations(const System& system, double t) {
  return PhaseFlow(system, equations_at(system, t));
}

PhaseFlow::PhaseFlow(const System& system) : PhaseFlow(system, equations_at(system, 0.0)) {}

PhaseFlow::PhaseFlow(const System& system, std::vector<int> held)
    : system_(&system),
      held_(std::move(held)),
      forms_(forms_of(system, held_)),
      weight_(Vector::Zero(system.coordinates())) {
  const Model& model = system.model();
  demand_energy(model);
  if (!model.force_codes().empty())
    throw Error(Code::E120,
                "a force is given as code: its derivatives, which are needed here, are not known");
  Graph& graph = forms_.graph();
  const auto add = [&](NodeId& sum, NodeId term) {
    if (!graph.is_constant(term, 0.0)) sum = graph.add({sum, term});
  };
  std::vector<NodeId> places;
  for (const std::string& name : model.coordinate_names()) {
    const Named named = *model.scope().find(name);
    places.push_back(named.levels[0][0]);
    rate_nodes_.push_back(named.levels[1][0]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    NodeId momentum = graph.constant(0.0), slope = graph.constant(0.0);
    if (const double mass = model.coordinate_masses()[i]; mass != 0.0)
      momentum = graph.multiply({graph.constant(mass), rate_nodes_[i]});
    for (const Formula& energy : model.kinetic_formulas()) {
      add(momentum, derivative(graph, energy.node(), rate_nodes_[i]));
      add(slope, derivative(graph, energy.node(), places[i]));
    }
    for (const Formula& energy : model.potential_formulas())
      add(slope, graph.negate(derivative(graph, energy.node(), places[i])));
    momenta_.push_back(placed(momentum));
    slopes_.push_back(placed(slope));
  }
  for (int s = 0; s < forms_.forms(); ++s) {
    NodeId level = graph.constant(0.0);
    for (int k = 0; k < forms_.coordinates(); ++k) {
      const NodeId p = forms_.coefficient(s, k);
      if (graph.is_constant(p, 0.0)) continue;
      add(level, k < system.coordinates() ? graph.multiply({p, rate_nodes_[index(k)]}) : p);
    }
    levels_.push_back(placed(level));
  }
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (point.coordinates[axis] >= 0)
        weight_[point.coordinates[axis]] += point.mass * model.gravity()[axis];
}

auto PhaseFlow::placed(NodeId node) const -> Placed {
  Formula formula(forms_.graph(), node);
  auto places = system_->model().places(formula);
  return {std::move(formula), std::move(places)};
}

auto PhaseFlow::along(const Formula& formula, const std::vector<int>& places,
                      const std::vector<Course>& motion) -> Along {
  std::vector<Course> inputs;
  for (const int place : places) inputs.push_back(motion[index(place)]);
  Along result{Course(0.0), std::vector<Course>(places.size())};
  result.value = formula.value_and_gradient<Course, Course>(inputs, result.slopes);
  return result;
}

// Q and its derivatives; ∂(T − U)/∂q, whose derivatives go into `left` at once.
Vector PhaseFlow::forces(const std::vector<Course>& motion, double phase, PhaseInstant& now,
                         Matrix& left) const {
  const auto n = weight_.size();
  Vector sum = weight_;
  const auto add = [&](int i, const std::vector<int>& places, const Along& one, auto&& at_rate) {
    sum[i] += one.value[0];
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k] == Model::time_place) {
        left(i, 2 * n) -= one.slopes[k][0];
        continue;
      }
      const int column = Model::coordinate_at(places[k]);
      if (Model::is_rate(places[k]))
        at_rate(i, column, one.slopes[k][0]);
      else
        left(i, column) -= one.slopes[k][0];
    }
  };
  now.force_by_rate = Matrix::Zero(n, n);
  for (const Force& one : system_->model().forces())
    if (one.acts_at(phase))
      add(one.coordinate, one.places, along(one.formula, one.places, motion),
          [&](int i, int k, double slope) { now.force_by_rate(i, k) += slope; });
  left.block(0, n, n, n) -= now.force_by_rate;
  for (int i = 0; i < n; ++i) {
    const Placed& one = slopes_[index(i)];
    add(i, one.places, along(one.formula, one.places, motion),
        [&](int row, int k, double slope) { left(row, n + k) -= slope; });
  }
  return sum;
}

// Momenta and constraints are functions of (q, q', t) whose rates enter.
template <class Visit>
void PhaseFlow::visit(const std::vector<Course>& motion, Visit&& visit) const {
  const std::size_t n = momenta_.size();
  for (std::size_t i = 0; i < n + levels_.size(); ++i) {
    const Placed& one = i < n ? momenta_[i] : levels_[i - n];
    visit(static_cast<int>(i), one.places, along(one.formula, one.places, motion));
  }
}

// Σ z_s p_s by q and t: along the direction of one rate alone the slopes of a constraint change by
// ∂p_si/∂q_k.
void PhaseFlow::add_reactions(std::vector<Course>& motion, const Vector& z, Matrix& left) const {
  for (Course& one : motion) one[1] = 0.0;
  for (std::size_t s = 0; s < levels_.size(); ++s) {
    const auto& [formula, places] = levels_[s];
    for (const int of : places) {
      if (!Model::is_rate(of)) continue;
      motion[index(of)][1] = 1.0;
      const Along one = along(formula, places, motion);
      motion[index(of)][1] = 0.0;
      for (std::size_t k = 0; k < places.size(); ++k) {
        if (Model::is_rate(places[k])) continue;
        const auto column =
            places[k] == Model::time_place ? left.cols() - 1 : Model::coordinate_at(places[k]);
        left(Model::coordinate_at(of), column) +=
            z[static_cast<Eigen::Index>(s)] * one.slopes[k][1];
      }
    }
  }
}

std::optional<PhaseInstant> PhaseFlow::at(const State& state, double phase) const {
  return at_rates(state.q, system_->rates(state), state.t, phase);
}

std::optional<PhaseInstant> PhaseFlow::at_rates(const Vector& q, const Vector& rates, double t,
                                                double phase) const {
  const int n = system_->coordinates(), r = forms_.forms();
  PhaseInstant now;
  now.rates = rates;
  std::vector<Course> motion(index(1 + 2 * n));
  motion[Model::time_place] = Course(t, 1.0);
  for (int i = 0; i < n; ++i) {
    motion[index(Model::place_of(i))] = Course(q[i], rates[i]);
    motion[index(Model::place_of_rate(i))] = Course(rates[i], 0.0);
  }
  // the equations by (q, q', t) at fixed q'', z
  Matrix left = Matrix::Zero(n + r, 2 * n + 1);
  Vector right = Vector::Zero(n + r);
  right.head(n) = forces(motion, phase, now, left);

  // the motion with q'' = 0, then the true one
  Matrix by_rate = Matrix::Zero(n + r, n);
  visit(motion, [&](int i, const std::vector<int>& places, const Along& one) {
    right[i] -= one.value[1];
    for (std::size_t k = 0; k < places.size(); ++k)
      if (Model::is_rate(places[k])) by_rate(i, Model::coordinate_at(places[k])) = one.slopes[k][0];
  });
  now.mass = by_rate.topRows(n);
  now.p = by_rate.bottomRows(r);
  const Bordered bordered(now.mass, now.p);
  if (!bordered.regular() || !right.allFinite()) return std::nullopt;
  const Vector solution = bordered.solve(right);
  now.accelerations = solution.head(n);
  now.multipliers = solution.tail(r);

  for (int i = 0; i < n; ++i) motion[index(Model::place_of_rate(i))][1] = now.accelerations[i];
  Matrix rate_of = Matrix::Zero(n + r, n), by_place = Matrix::Zero(n + r, n);
  visit(motion, [&](int i, const std::vector<int>& places, const Along& one) {
    for (std::size_t k = 0; k < places.size(); ++k) {
      if (places[k] == Model::time_place) {
        left(i, 2 * n) += one.slopes[k][1];
        continue;
      }
      const int column = Model::coordinate_at(places[k]);
      if (Model::is_rate(places[k])) {
        rate_of(i, column) = one.slopes[k][1];
      } else {
        by_place(i, column) = one.slopes[k][0];
        left(i, column) += one.slopes[k][1];
      }
    }
  });
  left.middleCols(n, n) += rate_of + by_place;
  now.mass_rate = rate_of.topRows(n);
  now.p_rate = rate_of.bottomRows(r);
  now.slopes = by_place.bottomRows(r);
  add_reactions(motion, now.multipliers, left);

  const Matrix slopes = bordered.solve(-left.leftCols(2 * n));
  now.by_time = bordered.solve(-left.rightCols(1)).topRows(n);
  if (!slopes.allFinite() || !now.by_time.allFinite()) return std::nullopt;
  now.by_place = slopes.topLeftCorner(n, n);
  now.by_rate = slopes.topRightCorner(n, n);
  return now;
}

}  // namespace zwang
