// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The slip row of an inequality that rubs.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/form.hpp"
#include "zwang/model/model.hpp"
#include "zwang/model/reading.hpp"

namespace zwang {

// Makes one slip row: that of an inequality, or one whose bound is given.
class FrictionMaker {
 public:
  FrictionMaker(Model& model, int constraint, const FrictionOptions& options)
      : model_(model), graph_(*model.graph_), of_(constraint), options_(options) {}

  Constraint make(const std::string& name, const GivenFrictionOptions& given) {
    if (options_.slip.empty())
      throw Error(Code::E111, fmt::format("friction {} has no slip: slip = \"phi'\"", name));
    return row(name, {.from = given.from, .until = given.until}, told(), graph_.constant(1.0));
  }

  Constraint make() {
    const Constraint& rubs = model_.constraints_[index(of_)];
    if (rubs.equation || rubs.of_velocities || !rubs.formula)
      throw Error(Code::E121, "only an inequality between positions rubs");
    NodeId normal = graph_.constant(1.0);
    const NodeId slip = options_.slip.empty() ? of_mass(rubs.formula->node(), normal) : told();
    if (options_.normal) normal = model_.node(*options_.normal);
    return row(slip_name(rubs.name), {.from = rubs.options.from, .until = rubs.options.until}, slip,
               normal);
  }

 private:
  Constraint row(const std::string& name, const ConstraintOptions& times, NodeId slip,
                 NodeId normal) {
    const Formula course(graph_, slip);
    const Formula slipping = bound(options_.coefficient, slip, normal);
    const Formula sticking = options_.sticking ? bound(*options_.sticking, slip, normal) : slipping;
    if (slipping.inputs().empty() && sticking.inputs().empty() &&
        sticking.value({}) < slipping.value({}))
      throw Error(Code::E123, "the coefficient of sticking is below that of slipping");
    return {.name = name,
            .function = Function(course),
            .places = model_.places(course),
            .of_velocities = true,
            .options = times,
            .formula = course,
            .friction = Friction{.of = of_,
                                 .slipping = slipping,
                                 .slipping_places = model_.places(slipping),
                                 .sticking = sticking,
                                 .sticking_places = model_.places(sticking),
                                 .backward = Function(Formula(graph_, graph_.negate(slip)))}};
  }

  NodeId told() const {
    const NodeId slip = model_.node(options_.slip);
    const auto linear = [&] {
      try {
        return !Form(graph_, slip).coordinates().empty();
      } catch (const Error&) {
        return false;
      }
    };
    if (!linear())
      throw Error(Code::E121, "a slip velocity is linear in the rates: slip = \"x' - r*w'\"");
    return slip;
  }

  // Of the only mass that f binds, along the surface; `normal` is the length of its gradient.
  NodeId of_mass(NodeId f, NodeId& normal) {
    std::set<int> bound;
    bool moves = false;
    const std::vector<NodeId> roots = {f};
    for (const NodeId one : graph_.below(roots)) {
      if (graph_[one].operation != Operation::symbol) continue;
      const SymbolId symbol = graph_[one].a;
      if (graph_.symbol_at(symbol).kind == Symbol::Kind::time) moves = true;
      if (model_.is_coordinate(symbol)) bound.insert(model_.coordinate_of_symbol_[symbol]);
    }
    const auto owner = std::ranges::find_if(model_.points_, [&](const Point& point) {
      return std::ranges::any_of(bound, [&](int i) {
        return std::ranges::find(point.coordinates, i) != point.coordinates.end();
      });
    });
    std::vector<std::size_t> axes;
    if (owner != model_.points_.end())
      for (std::size_t k = 0; k < 3; ++k)
        if (owner->coordinates[k] >= 0) axes.push_back(k);
    const bool alone =
        axes.size() == 2 && std::ranges::all_of(bound, [&](int i) {
          return std::ranges::find(owner->coordinates, i) != owner->coordinates.end();
        });
    if (!alone)
      throw Error(Code::E121,
                  "how fast it slips is known of one mass with two axes alone: tell it, slip = "
                  "\"x' - r*w'\"");
    if (moves && !options_.surface)
      throw Error(Code::E121,
                  "the surface moves, and the constraint does not tell along itself: surface = "
                  "[0.5, 0, 0]");
    const auto symbol_of = [&](std::size_t axis) {
      return model_.scope_.find(owner->name)->levels[0][axis];
    };
    const NodeId a = derivative(graph_, f, symbol_of(axes[0]));
    const NodeId b = derivative(graph_, f, symbol_of(axes[1]));
    const NodeId squares = graph_.add({graph_.multiply({a, a}), graph_.multiply({b, b})});
    normal = graph_.make(Operation::sqrt, squares);
    NodeId va = model_.rate_of(symbol_of(axes[0])), vb = model_.rate_of(symbol_of(axes[1]));
    if (options_.surface) {
      const auto surface = model_.nodes(*options_.surface);
      va = graph_.subtract({va, surface[axes[0]]});
      vb = graph_.subtract({vb, surface[axes[1]]});
    }
    const NodeId along = graph_.subtract({times(a, vb), times(b, va)});
    if (!is_unit(a, b)) return graph_.divide({along, normal});
    normal = graph_.constant(1.0);
    if (!graph_.is_constant(a, 0.0)) return times(a, vb);
    return graph_.is_constant(b, -1.0) ? va : graph_.negate(va);
  }

  // NAME.slip, and NAME.slip[3] of NAME[3].
  static std::string slip_name(const std::string& name) {
    const std::size_t bracket = std::min(name.find('['), name.size());
    return name.substr(0, bracket) + ".slip" + name.substr(bracket);
  }
  bool is_unit(NodeId a, NodeId b) const {
    const auto one = [&](NodeId x) {
      return graph_.is_constant(x, 1.0) || graph_.is_constant(x, -1.0);
    };
    return (one(a) && graph_.is_constant(b, 0.0)) || (graph_.is_constant(a, 0.0) && one(b));
  }
  // As people write it: x' and -x', not 1*x' and -1*x'.
  NodeId times(NodeId factor, NodeId rate) {
    if (graph_.is_constant(factor, 1.0)) return rate;
    if (graph_.is_constant(factor, -1.0)) return graph_.negate(rate);
    return graph_.multiply({factor, rate});
  }

  // A coefficient, in which s is the slip speed, in units of the multipliers.
  Formula bound(const Value& coefficient, NodeId slip, NodeId normal) {
    Hidden hidden(model_.scope_);
    Named speed;
    speed.levels.push_back({graph_.make(Operation::sqrt, graph_.multiply({slip, slip}))});
    hidden.hide("s", speed);
    const NodeId told = model_.node(coefficient);
    if (graph_[told].operation == Operation::constant && !(graph_[told].number >= 0.0))
      throw Error(Code::E123,
                  fmt::format("the coefficient of friction {} is below 0", graph_[told].number));
    return Formula(graph_, graph_.multiply({told, normal}));
  }

  Model& model_;
  Graph& graph_;
  int of_;
  const FrictionOptions& options_;
};

void Model::add_friction(int constraint, const FrictionOptions& options) {
  const std::string name = constraints_[index(constraint)].name;
  add_constraint(reading(fmt::format("friction of {}", name),
                         [&] { return FrictionMaker(*this, constraint, options).make(); }));
}

Model& Model::friction(const std::string& name, const GivenFrictionOptions& options) {
  const FrictionOptions told{
      .coefficient = options.bound, .sticking = options.sticking, .slip = options.slip};
  add_constraint(reading(fmt::format("friction {}", name),
                         [&] { return FrictionMaker(*this, -1, told).make(name, options); }));
  return *this;
}

bool Model::has_friction() const {
  return std::ranges::any_of(constraints_,
                             [](const Constraint& one) { return one.friction.has_value(); });
}

void Model::refuse_friction(std::string_view what) const {
  for (const Constraint& one : constraints_)
    if (one.friction)
      throw Error(Code::E120, fmt::format("{} is not available with friction ({})", what,
                                          one.friction->is_given()
                                              ? one.name
                                              : constraints_[index(one.friction->of)].name));
}

}  // namespace zwang
