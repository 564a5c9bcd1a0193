// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "zwang/analysis/describe_joints.hpp"
#include "zwang/analysis/integrability.hpp"
#include "zwang/analysis/last_multiplier.hpp"
#include "zwang/analysis/tidy.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/expression.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/describe_position.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/laws/conserved.hpp"
#include "zwang/laws/first_integral.hpp"
#include "zwang/model/shape.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/system/homogeneity.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/second_rates.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

// Whether a motion can begin with one of the minima.
bool has_branch(const Vertex& vertex) {
  return std::ranges::any_of(vertex.stationary, [](const Stationary& s) {
    return s.kind == Stationary::Kind::minimum && s.family == 0 && !s.in_doubt &&
           s.accelerations.norm() > 0.0;
  });
}

// "x, y and z"
std::string listed(const std::vector<std::string>& words) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::string growth_text(const Growth& growth) {
  return fmt::format("({}{})", fmt::join(growth.dimensions, ", "), growth.ended ? "" : ", ...");
}

class Explanation {
 public:
  Explanation(const System& system, const State& start)
      : system_(system),
        model_(system.model()),
        graph_(Graph::over(model_.graph())),
        start_(start) {}

  std::string text() {
    describe_system();
    describe_constraints();
    describe_velocity_constraints();
    describe_freedom();
    mechanical_ = !has_general_integrand(model_);
    if (mechanical_) {
      describe_start();
      describe_conserved();
      describe_volume();
    } else {
      describe_integrand();
    }
    describe_equations();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += text + "\n"; }

  void describe_system() {
    std::vector<std::string> parts;
    std::size_t free = 0, fixed = 0;
    for (const Point& point : model_.points()) ++(point.free() ? free : fixed);
    free -= model_.bodies().size();
    if (!model_.bodies().empty())
      parts.push_back(counted(model_.bodies().size(), "rigid body", "rigid bodies"));
    if (free > 0) parts.push_back(counted(free, "mass", "masses"));
    if (fixed > 0)
      parts.push_back(counted(fixed, "fixed or guided point", "fixed or guided points"));
    const auto& names = model_.coordinate_names();
    const bool few = names.size() <= 12 && std::ranges::all_of(model_.bodies(), &Body::in_plane);
    const std::string with =
        few ? fmt::format("the {} {}", names.size() == 1 ? "coordinate" : "coordinates",
                          listed(names))
            : counted(names.size(), "coordinate", "coordinates");
    line(parts.empty() ? fmt::format("A system with {}.", with)
                       : fmt::format("A system of {} with {}.", listed(parts), with));
  }

  void describe_constraints() {
    const auto& constraints = model_.constraints();
    if (constraints.empty()) return line("It has no constraints.");
    out_ += describe_joints(system_);
    of_joints_ = equations_of_joints(model_);
    if (constraints.size() == of_joints_.size()) return;
    line(fmt::format("\nIt is subject to {}:",
                     counted(constraints.size() - of_joints_.size(), "constraint", "constraints")));
    for (const Family& family : families()) {
      const Constraint& constraint = constraints[static_cast<std::size_t>(family.members.front())];
      const std::string what = constraint.formula ? readable_formula(model_, constraint) +
                                                        (constraint.friction   ? ""
                                                         : constraint.equation ? " = 0"
                                                                               : " <= 0")
                                                  : "(code)";
      const std::string_view kind = !limited_speed(model_, constraint) ? constraint.kind()
                                    : constraint.equation              ? "prescribed speed"
                                                                       : "speed limit";
      line(fmt::format("  {:<12} {:<25} {}", constraint.name, kind, what));
      if (family.members.size() > 1)
        line(fmt::format("  {:<12} {} more of this kind", family.name + "[..]",
                         family.members.size() - 1));
    }
  }

  // Constraints whose names differ in their indices only, if they are many; others stand alone.
  struct Family {
    std::string name;
    std::vector<int> members;
  };
  std::vector<Family> families() const {
    constexpr std::size_t many = 8;
    std::map<std::string, std::size_t> sizes;
    const auto stem = [&](int i) {
      const std::string& name = system_.constraint(i).name;
      return name.substr(0, name.find('['));
    };
    for (int i = 0; i < system_.constraints(); ++i)
      if (!of_joints_.contains(i)) ++sizes[stem(i)];
    std::vector<Family> out;
    std::map<std::string, std::size_t> places;
    for (int i = 0; i < system_.constraints(); ++i) {
      if (of_joints_.contains(i)) continue;
      const std::string name = stem(i);
      const bool alone = sizes[name] <= many;
      const auto [place, first] = places.try_emplace(name, out.size());
      if (alone || first) out.push_back({name, {}});
      out[alone ? out.size() - 1 : place->second].members.push_back(i);
    }
    return out;
  }

  bool has_velocity_equations() const {
    return std::ranges::any_of(model_.constraints(), [&](const Constraint& one) {
      return one.of_velocities && one.equation && one.holds_at(start_.t);
    });
  }

  // The work of a constraint that is not linear in the velocities. False if there is none.
  bool describe_nonlinear() {
    bool equation = false;
    std::string out;
    for (const Constraint& one : model_.constraints()) {
      if (!one.nonlinear) continue;
      equation = equation || (one.equation && one.holds_at(start_.t));
      const auto degree = degree_in_rates(one);
      const auto mass = limited_speed(model_, one);
      out += fmt::format(
          "  {:<12} {}{}\n", one.name,
          mass ? fmt::format("{} the speed of {}; ", one.equation ? "prescribes" : "limits",
                             model_.points()[index(*mass)].name)
               : "",
          degree
              ? fmt::format("homogeneous of degree {:.3g}, so its reaction does no work", *degree)
              : "not homogeneous, so its reaction may do work");
    }
    if (out.empty()) return false;
    line("\nNot linear in the velocities (reactions -z dPhi/dq', Maurer 1905, no. 5):");
    out_ += out;
    return equation;
  }

  void describe_velocity_constraints() {
    // of other forms than sum p dx + p0 dt no integrals are looked for
    if (describe_nonlinear()) {
      in_the_large_known_ = false;
      return;
    }
    if (!has_velocity_equations()) return;
    const std::vector<int> repeated = repeated_equations(system_, start_);
    const PfaffianSystem of_model = PfaffianSystem::of(model_, start_.t, repeated);
    const int own = of_model.forms();
    PfaffianSystem forms = of_model;
    forms.keep_lengths(model_);
    const std::vector<double> place = forms.place(model_, start_);
    const Integrability found = integrability(forms, place);
    line("\nAre the velocity-level constraints secretly holonomic?");
    std::size_t of_joints = 0;
    for (int s = 0; s < own; ++s)
      if (keeps_joint(forms.name(s)))
        ++of_joints;
      else
        line(fmt::format("  {:<12} {} = 0", forms.name(s),
                         model_.bodies().empty() || forms.text(s).size() <= 200
                             ? forms.text(s)
                             : "(a long form of bodies)"));
    if (of_joints > 0)
      line(fmt::format("  together with {} of joints", counted(of_joints, "equation")));
    if (!repeated.empty())
      line(fmt::format("  and without {}, which others repeat", names_of(system_, repeated)));
    describe_verdict(forms, found);
    const bool in_time = forms.has_time();
    line(
        fmt::format("  Growth vector {}{}: how many directions are open, then with their brackets.",
                    growth_text(found.growth), in_time ? ", time counted as a coordinate" : ""));
    if (found.here.dimensions != found.growth.dimensions)
      line(fmt::format("  At the start it is {}.", growth_text(found.here)));
    if (found.singular_start) line("  At the start the forms are dependent.");
    line(found.exact ? "  Ranks computed without rounding."
                     : fmt::format("  Ranks computed numerically: kept values are at least {:.1e}, "
                                   "dropped ones at most {:.1e}.",
                                   found.kept, found.dropped));
    for (const PfaffianSystem& part : forms.parts())
      if (part.forms() == 1 && part.coordinates() <= 4) describe_rank_changes(part);
    describe_integrals(of_model, found, place);
    in_the_large_ = found.leaf.last() - in_time;
  }

  // The positions of joints.
  bool keeps_joint(const std::string& constraint) const {
    return std::ranges::any_of(of_joints_, [&](int i) {
      const Constraint& one = system_.constraint(i);
      return one.name == constraint && !one.of_velocities;
    });
  }

  // Of one form omega: where omega d omega vanishes its first brackets give nothing.
  void describe_rank_changes(const PfaffianSystem& form) {
    Graph& graph = form.graph();
    const int n = form.coordinates();
    const auto p = [&](int i) { return form.coefficient(0, i); };
    const auto covariant = [&](int i, int k) {
      const auto slope = [&](int of, int by) {
        return derivative(graph, p(of), graph.node_of(form.coordinate(by)));
      };
      return graph.subtract({slope(i, k), slope(k, i)});
    };
    std::vector<std::string> zeros;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        for (int k = j + 1; k < n; ++k) {
          const NodeId sum = graph.add({graph.add({graph.multiply({p(i), covariant(j, k)}),
                                                   graph.multiply({p(j), covariant(k, i)})}),
                                        graph.multiply({p(k), covariant(i, j)})});
          const NodeId tidy = Tidy(graph).without_number(sum);
          if (graph.is_constant(tidy, 0.0)) continue;
          if (is_the_same_everywhere(Formula(graph, tidy))) return;
          zeros.push_back(fmt::format("{} = 0", expression_of(graph, tidy).text()));
        }
    if (!zeros.empty() && !is_integrable(form))
      line(fmt::format("  It grows more slowly where {}.", listed(zeros)));
  }

  static bool is_the_same_everywhere(const Formula& formula) {
    std::vector<double> x(formula.inputs().size());
    const auto at = [&](double from) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = from + 0.37 * static_cast<double>(i);
      return formula.value(x);
    };
    return std::abs(at(0.9) - at(1.3)) + std::abs(at(0.9) - at(2.2)) < 1e-12 * std::abs(at(0.9));
  }

  bool is_integrable(const PfaffianSystem& form) const {
    return integrability(form, form.place(model_, start_)).complete();
  }

  // What the hidden equations are, where they can be written down.
  void describe_integrals(const PfaffianSystem& forms, const Integrability& found,
                          const std::vector<double>& start) {
    constexpr int most_coordinates = 12;
    const int hidden = found.explicit_equations() - lengths();
    if (hidden == 0 || !found.decided() || forms.coordinates() > most_coordinates) return;
    const auto integrals = first_integrals(forms, start, hidden);
    for (const FirstIntegral& one : integrals)
      line(fmt::format("  Integral:  {} = {:.6g}", one.text, one.start));
    if (integrals.size() < static_cast<std::size_t>(hidden))
      line(integrals.empty() ? "  Its integral is not among the formulas that were tried."
                             : "  The other integrals are not among the formulas that were tried.");
  }

  void describe_verdict(const PfaffianSystem& forms, const Integrability& found) {
    const int on_leaf = found.explicit_on_leaf() - lengths();
    const int every = found.explicit_equations() - lengths();
    const int all = found.forms - lengths();
    if (!found.decided())
      line("  Undecided: there are too many brackets, or the ranks are not clear.");
    else if (found.complete())
      line(all == 1 ? "  Yes: it is integrable, one holonomic equation."
                    : fmt::format("  Yes, all: they are {} holonomic equations.", all));
    else if (on_leaf == 0)
      line(all == 1 ? "  No: it is not integrable. It restricts velocities, not positions."
                    : "  No: no combination of them is integrable.");
    else
      line(fmt::format(
          "  In part: {} of {} are holonomic equations{}.", on_leaf, all,
          on_leaf > every ? fmt::format(" for this start, {} for other starts", every) : ""));
    if (on_leaf == 0 || found.complete()) return;
    for (const int s : found.explicit_forms)
      if (!keeps_joint(forms.name(s)) && s < forms.forms() - lengths())
        line(fmt::format("    {}", forms.name(s)));
    for (const auto& factors : found.explicit_combinations) {
      std::string sum;
      for (int s = 0; s < forms.forms(); ++s) {
        const double factor = factors[static_cast<std::size_t>(s)];
        if (std::abs(factor) < 1e-12) continue;
        sum += fmt::format("{}{:.6g} {}", sum.empty() ? "" : " + ", factor, forms.name(s));
      }
      line(fmt::format("    {} (factors at the start)", sum));
    }
  }

  // Of quaternions; no freedom.
  int lengths() const {
    return static_cast<int>(std::ranges::count(model_.bodies(), false, &Body::in_plane));
  }

  void describe_freedom() {
    Matrix rows(0, system_.velocities());
    Vector row;
    const Snapshot snapshot = system_.at(start_);
    for (int i = 0; i < system_.constraints(); ++i) {
      if (!system_.constraint(i).equation || !system_.constraint(i).holds_at(start_.t)) continue;
      system_.write_row(snapshot, i, row);
      rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
      rows.row(rows.rows() - 1) = row;
    }
    const auto rank = rows.rows() == 0 ? 0 : Eigen::FullPivLU<Matrix>(rows).rank();
    const auto small = system_.velocities() - rank - lengths();
    const auto large = in_the_large_ ? *in_the_large_ : static_cast<int>(small);
    if (!in_the_large_known_)
      return line(
          fmt::format("\nDegrees of freedom: {} in the small (velocities); in the large it is "
                      "not known, as not all equations are linear in the velocities.",
                      small));
    line(
        fmt::format("\nDegrees of freedom: {} in the small (velocities), {} in the large "
                    "(reachable positions).",
                    small, large));
  }

  void describe_start() {
    // his rule costs a dense problem of its own
    const Instant instant =
        accelerations(system_, start_, {.ostrogradsky = system_.constraints() <= 60});
    if (!instant.usable()) {
      line(fmt::format("\nAt the start: {}", instant.brief()));
      out_ += describe_stationary(instant);
      if (instant.outcome == InstantOutcome::singular && has_branch(instant.regularity.vertex))
        line("To begin with one of them: [run] branch = 1, or zwang run --branch 1.");
      return;
    }
    line(fmt::format("\nAt t = {:.6g}{}:", start_.t,
                     instant.regularity.rows == 0
                         ? ""
                         : ", a " + describe_position(system_, instant.regularity)));
    const Descriptions descriptions(system_);
    for (const Family& family : families()) {
      const int i = family.members.front();
      if (family.members.size() > 1) {
        line(fmt::format("  {:<12} {}", family.name + "[..]",
                         statuses(family, instant, descriptions)));
        continue;
      }
      const ConstraintAt& at = instant.constraints[static_cast<std::size_t>(i)];
      const bool binds =
          at.status == ConstraintStatus::held || at.status == ConstraintStatus::active;
      line(fmt::format("  {:<12} {}{}", system_.constraint(i).name,
                       descriptions.state(i, at.status),
                       binds ? fmt::format(", multiplier {:.6g}", at.multiplier) : ""));
    }
    out_ += describe_reactions(instant);
    describe_accelerations(instant);
    if (instant.ostrogradsky && !instant.ostrogradsky->right())
      out_ += rule_of_ostrogradsky(system_, *instant.ostrogradsky);
  }

  // Of a few coordinates.
  void describe_accelerations(const Instant& instant) {
    constexpr int most = 14;
    if (system_.coordinates() > most) return;
    const Vector second = second_rates(system_, system_.at(start_), instant.accelerations);
    line("  accelerations:");
    const std::vector<std::string> velocities = model_.velocity_names();
    for (int i = 0; i < system_.coordinates(); ++i) {
      if (system_.turns(i)) {
        if (!velocities[index(i)].ends_with(".stretch"))
          line(fmt::format("    {:<10} {}", velocities[index(i)] + "'",
                           short_number(instant.accelerations[i])));
        continue;
      }
      line(fmt::format("    {:<10} {}", model_.coordinate_names()[index(i)] + "''",
                       short_number(second[i])));
    }
  }

  // "812 slack", "3 taut, 9 slack"
  static std::string statuses(const Family& family, const Instant& instant,
                              const Descriptions& descriptions) {
    std::map<std::string_view, int> counts;
    for (const int i : family.members)
      ++counts[descriptions.state(i, instant.constraints[static_cast<std::size_t>(i)].status)];
    std::vector<std::string> out;
    for (const auto& [state, count] : counts) out.push_back(fmt::format("{} {}", count, state));
    return listed(out);
  }

  bool has_inequalities() const {
    return std::ranges::any_of(model_.constraints(),
                               [](const Constraint& one) { return !one.equation; });
  }

  void describe_conserved() {
    if (system_.coordinates() > quick_for_conserved) return;
    const std::vector<Conserved> kept = conserved(system_);
    if (kept.empty())
      return line("\nNone of the symmetries that were tried gives a conserved quantity.");
    line("\nThe motion conserves:");
    for (const Conserved& one : kept)
      line(fmt::format("  {} = {:.6g}{}{}", one.name(), one.value(start_),
                       one.through_impacts() || !has_inequalities() ? "" : " between impacts",
                       one.exact() ? "" : " (seen numerically, not proved)"));
  }

  // Jacobi's multiplier of the motion under the equations alone.
  void describe_volume() {
    if (system_.coordinates() > quick_for_conserved || model_.replaces_rates()) return;
    std::optional<LastMultiplier> found;
    try {
      found = last_multiplier(PhaseFlow::of_equations(system_, start_.t), start_);
    } catch (const Error&) {
      return;  // code has no formulas to look at
    }
    line(fmt::format("\nThe volume of a cloud of states (q, q'){}:",
                     has_inequalities() ? ", while no inequality acts" : ""));
    if (found->kind == LastMultiplier::Kind::one)
      line("  is conserved.");
    else if (found->usable())
      line(fmt::format("  is conserved when weighted with {}{}.", found->text,
                       found->text.find("Delta") == std::string::npos
                           ? ""
                           : ", where Delta is the determinant of A M^-1 A^T"));
    else
      line(fmt::format("  {}: {}.",
                       found->excluded ? "no weight that depends on positions conserves it"
                                       : "no weight was found that conserves it",
                       found->reason));
  }

  // What only a problem of variation can be made of.
  void describe_integrand() {
    std::string sum;
    for (const Formula& f : model_.kinetic_formulas()) sum += (sum.empty() ? "" : " + ") + f.text();
    line(fmt::format(
        "\nThe energy {} is not of degree 2 in the rates: there is no mechanical motion "
        "and no zwang.\nThe geodesic and mixed problems have it as their integrand "
        "([run] problem = \"geodesic\").",
        sum));
  }

  // T by rates: M, and what velocities add; formulas as far as the graph folds them.
  void describe_equations() {
    const auto& names = model_.coordinate_names();
    constexpr std::size_t most = 24;  // constraints of which each has a term
    if (names.size() > 12 || model_.replaces_rates()) return;
    if (!model_.contacts().empty() && model_.constraints().size() > most) return;
    Graph& graph = graph_;
    std::vector<NodeId> x(names.size()), rate(names.size());
    std::optional<NodeId> time;
    for (SymbolId id = 0; id < graph.symbols(); ++id) {
      const Symbol& symbol = graph.symbol_at(id);
      if (symbol.kind == Symbol::Kind::time) time = graph.node_of(id);
      const bool is_rate = symbol.kind == Symbol::Kind::velocity;
      if (!model_.is_coordinate(is_rate ? symbol.coordinate : id)) continue;
      const auto c = static_cast<std::size_t>(Model::coordinate_at(model_.place(id)));
      (is_rate ? rate : x)[c] = graph.node_of(id);
    }
    line(mechanical_ ? "\nEquations of motion, with multipliers z:"
                     : "\nEquations of Euler and Lagrange where no constraint is geodesic, with "
                       "multipliers z:");
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::string left;
      for (std::size_t j = 0; j < names.size(); ++j) {
        NodeId mass = graph.constant(i == j ? model_.coordinate_masses()[i] : 0.0);
        for (const Formula& t : model_.kinetic_formulas())
          mass =
              graph.add({mass, derivative(graph, derivative(graph, t.node(), rate[i]), rate[j])});
        add_term(left, mass, names[j] + "''");
      }
      for (const Formula& t : model_.kinetic_formulas()) {
        const NodeId momentum = derivative(graph, t.node(), rate[i]);
        for (std::size_t j = 0; j < names.size(); ++j)
          add_term(left, derivative(graph, momentum, x[j]), names[j] + "'");
        if (time) add_term(left, derivative(graph, momentum, *time), "");
        add_term(left, graph.negate(derivative(graph, t.node(), x[i])), "");
      }
      std::string right;
      for (const Formula& u : model_.potential_formulas())
        add_term(right, graph.negate(derivative(graph, u.node(), x[i])), "");
      for (const Force& force : model_.forces())
        if (force.coordinate == static_cast<int>(i)) add_term(right, force.formula.node(), "");
      add_weight(right, static_cast<int>(i));
      for (const Constraint& constraint : model_.constraints()) {
        if (!constraint.formula) continue;
        const NodeId p = derivative(graph, constraint.formula->node(),
                                    constraint.of_velocities ? rate[i] : x[i]);
        add_term(right, graph.negate(p), "z_" + constraint.name);
      }
      line(fmt::format("  {} = {}", left.empty() ? "0" : left, right.empty() ? "0" : right));
    }
    for (const Constraint& constraint : model_.constraints())
      if (constraint.friction)
        line("  " + law_of_friction(constraint));
      else if (constraint.formula)
        line(fmt::format("  {} {} 0{}", constraint.formula->text(),
                         constraint.equation ? "=" : "<=",
                         constraint.equation
                             ? ""
                             : fmt::format(",  z_{} >= 0, and 0 unless it acts", constraint.name)));
  }

  // "|z_floor.slip| <= 0.5 z_floor while x' = 0, else z_floor.slip = 0.3 z_floor along x'"
  std::string law_of_friction(const Constraint& slip) {
    const std::string normal =
        slip.friction->is_given()
            ? ""
            : "z_" + model_.constraints()[static_cast<std::size_t>(slip.friction->of)].name;
    std::string sticking, slipping;
    add_term(sticking, slip.friction->sticking.node(), normal);
    add_term(slipping, slip.friction->slipping.node(), normal);
    return fmt::format("|z_{0}| <= {1} while {2} = 0, otherwise z_{0} = {3}, with the sign of {2}",
                       slip.name, sticking.empty() ? "0" : sticking, readable_formula(model_, slip),
                       slipping.empty() ? "0" : slipping);
  }

  void add_weight(std::string& sum, int coordinate) {
    for (const Point& point : model_.points())
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (point.coordinates[axis] == coordinate && model_.gravity()[axis] != 0.0)
          add_term(sum, graph_.constant(point.mass * model_.gravity()[axis]), "");
  }

  // "+ p what"
  void add_term(std::string& sum, NodeId given, const std::string& what) {
    Graph& graph = graph_;
    const NodeId p = Tidy(graph)(given);
    if (graph.is_constant(p, 0.0)) return;
    const Expression tree = expression_of(graph, p);
    const auto kind = tree[tree.root()].kind;
    const bool is_sum = kind == Expression::Kind::sum || kind == Expression::Kind::difference;
    std::string factor = tree.text(tree.root(), 400);
    if (is_sum && (!what.empty() || !sum.empty())) factor = fmt::format("({})", factor);
    const bool negative = factor.starts_with('-');
    if (negative) factor.erase(0, 1);
    if (factor == "1" && !what.empty()) factor.clear();
    const char* const gap = factor.empty() || what.empty() ? "" : " ";
    const char* const sign = sum.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    sum += fmt::format("{}{}{}{}", sign, factor, gap, what);
  }

  const System& system_;
  const Model& model_;
  Graph graph_;
  State start_;
  std::optional<int> in_the_large_;
  bool in_the_large_known_ = true;
  bool mechanical_ = true;
  std::set<int> of_joints_;  // constraints
  std::string out_;
};

}  // namespace

std::string explanation(const System& system, const State& start) {
  return Explanation(system, start).text();
}

}  // namespace zwang
