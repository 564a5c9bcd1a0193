// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/balance.hpp"

#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"
#include "zwang/system/homogeneity.hpp"

namespace zwang {
namespace {

std::vector<double> arguments(std::span<const int> places, const Moment& at,
                              bool at_equilibrium = false) {
  std::vector<double> x;
  for (const int place : places) {
    const int c = Model::coordinate_at(place);
    x.push_back(place == Model::time_place ? at.t
                : !Model::is_rate(place)   ? at.q[c]
                : at_equilibrium           ? 0.0
                                           : at.rates[c]);
  }
  return x;
}

// Its derivatives by time, places and rates.
void add_slopes(const Formula& formula, std::span<const int> places, const Moment& at, double sign,
                BalanceLine& line) {
  const std::vector<double> x = arguments(places, at);
  std::vector<double> slopes(x.size());
  formula.value_and_gradient<double, double>(x, slopes);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int c = Model::coordinate_at(places[i]);
    if (places[i] == Model::time_place)
      line.time -= sign * slopes[i];
    else if (Model::is_rate(places[i]))
      line.terms.push_back({c, 0.0, sign * slopes[i]});
    else
      line.terms.push_back({c, sign * slopes[i], 0.0});
  }
}

// Forces that begin and end together.
std::map<std::pair<double, double>, std::vector<const Force*>> windows(const Model& model) {
  std::map<std::pair<double, double>, std::vector<const Force*>> groups;
  for (const Force& force : model.forces())
    groups[{force.options.from, force.options.until}].push_back(&force);
  return groups;
}

// Blows that come together.
std::map<double, std::vector<const Impulse*>> blows(const Model& model) {
  std::map<double, std::vector<const Impulse*>> groups;
  for (const Impulse& impulse : model.impulses()) groups[impulse.at].push_back(&impulse);
  return groups;
}

// Of Φ, which is not linear in the rates, b1 is −A q' where Φ = 0. If Φ is homogeneous of degree k,
// b1 = k Φ − A q' is 0 everywhere.
double degree_of(const Constraint& constraint) { return degree_in_rates(constraint).value_or(1.0); }

Vector weights(const Model& model) {
  Vector weight = Vector::Zero(static_cast<Eigen::Index>(model.coordinate_names().size()));
  for (const Point& point : model.points())
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (point.coordinates[axis] >= 0)
        weight[point.coordinates[axis]] += point.mass * model.gravity()[axis];
  return weight;
}

// The lines as formulas.
class FormulaLines {
 public:
  FormulaLines(const Model& model, const Symmetry& symmetry, Graph& layer)
      : model_(model), graph_(layer) {
    const Symmetry whole = without_fractions(symmetry);
    const std::size_t n = model.coordinate_names().size();
    // by their names: the graph may hold symbols of others, which are no coordinates of the model
    std::vector<NodeId> x;
    for (const std::string& name : model.coordinate_names()) {
      const Named coordinate = *model.scope().find(name);
      x.push_back(coordinate.levels[0][0]);
      rate_.push_back(coordinate.levels[1][0]);
    }
    time_ = graph_.constant(whole.time);
    for (std::size_t c = 0; c < n; ++c)
      xi_.push_back(graph_.constant(whole.shift[static_cast<Eigen::Index>(c)]));
    xi_rate_.assign(n, graph_.constant(0.0));
    for (const Point& point : model.points())
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int one = point.coordinates[(axis + 1) % 3], two = point.coordinates[(axis + 2) % 3];
        const double turn = whole.turn[static_cast<Eigen::Index>(axis)];
        if (turn == 0.0 || one < 0 || two < 0) continue;
        const auto i = static_cast<std::size_t>(one), j = static_cast<std::size_t>(two);
        add(xi_[i], graph_.constant(-turn), x[j]);
        add(xi_[j], graph_.constant(turn), x[i]);
        add(xi_rate_[i], graph_.constant(-turn), rate_[j]);
        add(xi_rate_[j], graph_.constant(turn), rate_[i]);
      }
  }

  std::optional<std::vector<NodeId>> all() {
    if (!model_.force_codes().empty()) return std::nullopt;
    std::vector<NodeId> lines = {energy_line()};
    for (const auto& [window, forces] : windows(model_)) {
      NodeId sum = graph_.constant(0.0);
      for (const Force* force : forces) {
        const auto c = static_cast<std::size_t>(force->coordinate);
        NodeId path = xi_[c];
        add(path, time_, rate_[c]);
        add(sum, force->formula.node(), path);
      }
      lines.push_back(sum);
    }
    for (const auto& [time, impulses] : blows(model_)) {
      NodeId sum = graph_.constant(0.0);
      for (const Impulse* impulse : impulses)
        add(sum, graph_.constant(impulse->value),
            xi_[static_cast<std::size_t>(impulse->coordinate)]);
      lines.push_back(sum);
    }
    for (const Constraint& constraint : model_.constraints()) {
      if (!constraint.formula) return std::nullopt;
      lines.push_back(constraint_line(constraint));
    }
    return lines;
  }

 private:
  // Thirds and the like times a whole number; decimals count as written.
  static Symmetry without_fractions(const Symmetry& symmetry) {
    for (const double factor : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0}) {
      Symmetry whole = symmetry;
      bool all = true;
      const auto make_whole = [&](double& x) {
        const double rounded = std::round(factor * x * 1e6) / 1e6;
        all = all && std::abs(factor * x - rounded) <= 1e-14 * std::abs(factor * x);
        x = rounded;
      };
      make_whole(whole.time);
      for (double& x : whole.turn) make_whole(x);
      for (double& x : whole.shift) make_whole(x);
      if (all) return whole;
    }
    return symmetry;
  }

  void add(NodeId& sum, NodeId a, NodeId b) { sum = graph_.add({sum, graph_.multiply({a, b})}); }

  NodeId energy_line() {
    NodeId sum = graph_.constant(0.0);
    const Vector weight = weights(model_);
    for (std::size_t c = 0; c < xi_.size(); ++c) {
      add(sum, graph_.constant(weight[static_cast<Eigen::Index>(c)]), xi_[c]);
      const NodeId momentum =
          graph_.multiply({graph_.constant(model_.coordinate_masses()[c]), rate_[c]});
      add(sum, momentum, xi_rate_[c]);
    }
    for (const Formula& kinetic : model_.kinetic_formulas()) add_slopes(sum, kinetic, false);
    for (const Formula& potential : model_.potential_formulas()) add_slopes(sum, potential, true);
    return sum;
  }

  void add_slopes(NodeId& sum, const Formula& formula, bool opposite) {
    for (const SymbolId symbol : formula.inputs()) {
      const int place = model_.place(symbol);
      const auto c = static_cast<std::size_t>(Model::coordinate_at(place));
      NodeId slope = derivative(graph_, formula.node(), graph_.node_of(symbol));
      if (opposite != (place == Model::time_place)) slope = graph_.negate(slope);
      add(sum, slope,
          place == Model::time_place ? time_
          : Model::is_rate(place)    ? xi_rate_[c]
                                     : xi_[c]);
    }
  }

  // A xi - tau b1
  NodeId constraint_line(const Constraint& constraint) {
    NodeId sum = graph_.constant(0.0);
    const NodeId minus_time = graph_.negate(time_);
    if (constraint.nonlinear || constraint.friction) {
      // A (xi + tau q'), for what is not linear - tau k Phi
      for (const SymbolId symbol : constraint.formula->inputs()) {
        const int place = model_.place(symbol);
        if (!Model::is_rate(place)) continue;
        const auto c = static_cast<std::size_t>(Model::coordinate_at(place));
        NodeId path = xi_[c];
        add(path, time_, rate_[c]);
        add(sum, derivative(graph_, constraint.formula->node(), graph_.node_of(symbol)), path);
      }
      if (constraint.friction) return sum;
      const NodeId whole = constraint.formula->node();
      add(sum, graph_.multiply({graph_.constant(degree_of(constraint)), whole}), minus_time);
      return sum;
    }
    if (constraint.of_velocities) {
      const Form form(graph_, constraint.formula->node());
      for (std::size_t k = 0; k < form.coordinates().size(); ++k) {
        const int place = model_.place(form.coordinates()[k]);
        add(sum, form.coefficient(k), xi_[static_cast<std::size_t>(Model::coordinate_at(place))]);
      }
      add(sum, form.time_coefficient(), minus_time);
      return sum;
    }
    for (const SymbolId symbol : constraint.formula->inputs()) {
      const int place = model_.place(symbol);
      const NodeId slope = derivative(graph_, constraint.formula->node(), graph_.node_of(symbol));
      add(sum, slope,
          place == Model::time_place ? minus_time
                                     : xi_[static_cast<std::size_t>(Model::coordinate_at(place))]);
    }
    return sum;
  }

  const Model& model_;
  Graph& graph_;
  NodeId time_ = 0;
  std::vector<NodeId> rate_, xi_, xi_rate_;
};

}  // namespace

Vector momenta(const Model& model, const Moment& at) {
  BalanceLine line;
  for (const Formula& kinetic : model.kinetic_formulas())
    add_slopes(kinetic, model.places(kinetic), at, 1.0, line);
  Vector p = Vector::Zero(at.rates.size());
  for (const BalanceLine::Term& term : line.terms) p[term.coordinate] += term.by_rate;
  for (Eigen::Index i = 0; i < p.size(); ++i)
    p[i] += model.coordinate_masses()[static_cast<std::size_t>(i)] * at.rates[i];
  return p;
}

double kinetic(const Model& model, const Moment& at) {
  double energy = 0.0;
  for (Eigen::Index i = 0; i < at.rates.size(); ++i)
    energy +=
        0.5 * model.coordinate_masses()[static_cast<std::size_t>(i)] * at.rates[i] * at.rates[i];
  for (const Formula& formula : model.kinetic_formulas())
    energy += formula.value(arguments(model.places(formula), at));
  return energy;
}

std::vector<BalanceLine> lines(const Model& model, const Moment& at) {
  std::vector<BalanceLine> all;
  const int n = static_cast<int>(at.q.size());
  BalanceLine energy;
  const Vector weight = weights(model);
  for (int c = 0; c < n; ++c)
    energy.terms.push_back(
        {c, weight[c], model.coordinate_masses()[static_cast<std::size_t>(c)] * at.rates[c]});
  for (const Formula& kinetic : model.kinetic_formulas())
    add_slopes(kinetic, model.places(kinetic), at, 1.0, energy);
  for (const Formula& potential : model.potential_formulas())
    add_slopes(potential, model.places(potential), at, -1.0, energy);
  all.push_back(std::move(energy));

  for (const auto& [window, forces] : windows(model)) {
    BalanceLine line;
    for (const Force* force : forces) {
      const double value = force->formula.value(arguments(force->places, at));
      line.time += value * at.rates[force->coordinate];
      line.terms.push_back({force->coordinate, value, 0.0});
    }
    all.push_back(std::move(line));
  }
  for (const ForceCode& code : model.force_codes()) {
    Vector force = Vector::Zero(n);
    code(at.t, at.q, at.rates, force);
    BalanceLine line{force.dot(at.rates), {}};
    for (int c = 0; c < n; ++c) line.terms.push_back({c, force[c], 0.0});
    all.push_back(std::move(line));
  }
  for (const auto& [time, impulses] : blows(model)) {
    BalanceLine line;
    for (const Impulse* impulse : impulses)
      line.terms.push_back({impulse->coordinate, impulse->value, 0.0});
    all.push_back(std::move(line));
  }
  for (const Constraint& constraint : model.constraints()) {
    const std::vector<double> x = arguments(constraint.places, at);
    std::vector<double> slopes(x.size());
    constraint.function.gradient(x, slopes);
    BalanceLine line;  // b1 and -A
    if (constraint.of_velocities && !constraint.nonlinear)
      line.time = constraint.function.value(arguments(constraint.places, at, true));
    const bool works = constraint.nonlinear && !degree_in_rates(constraint);
    if (works) line.time = constraint.function.value(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const int place = constraint.places[i];
      if (place == Model::time_place && !constraint.of_velocities)
        line.time += slopes[i];
      else if (place != Model::time_place && Model::is_rate(place) == constraint.of_velocities)
        line.terms.push_back({Model::coordinate_at(place), -slopes[i], 0.0});
      if (works && Model::is_rate(place)) line.time -= slopes[i] * x[i];
    }
    if (constraint.friction) {  // works on the slip, -A q'
      line.time = 0.0;
      for (const BalanceLine::Term& term : line.terms)
        line.time += term.by_place * at.rates[term.coordinate];
    }
    all.push_back(std::move(line));
  }
  return all;
}

std::optional<std::vector<NodeId>> formula_lines(const Model& model, const Symmetry& symmetry,
                                                 Graph& layer) {
  return FormulaLines(model, symmetry, layer).all();
}

}  // namespace zwang
