// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/last_multiplier.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <unordered_map>

#include "zwang/algebra/written.hpp"
#include "zwang/analysis/covector.hpp"
#include "zwang/analysis/integrability.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/base/index.hpp"
#include "zwang/base/text.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/laws/first_integral.hpp"
#include "zwang/laws/vanishing.hpp"

namespace zwang {
namespace {

constexpr double tolerance = 1e-9;  // of div + d log M/dt, relative to its terms
constexpr int most_formula_coordinates = 12, most_formula_forms = 6;  // of formulas
constexpr int most_searched = 6;  // coordinates, for functions of positions

// A formula of positions and time along a state.
Taylor<double, 1> along(const Model& model, const Formula& formula, const Vector& q,
                        const Vector& rates, double t) {
  std::vector<Taylor<double, 1>> inputs;
  for (const int place : model.places(formula)) {
    const int c = Model::coordinate_at(place);
    if (place == Model::time_place)
      inputs.emplace_back(t, 1.0);
    else
      inputs.emplace_back(q[c], rates[c]);
  }
  return formula.value<Taylor<double, 1>>(inputs);
}

// f with some symbols replaced by 0.
NodeId without(Graph& graph, NodeId f, const std::vector<SymbolId>& symbols) {
  std::unordered_map<NodeId, NodeId> made;
  for (const NodeId id : graph.below(std::array{f})) {
    const Node node = graph[id];
    switch (arity(node.operation)) {
      case 1: made[id] = graph.make(node.operation, made.at(node.a)); break;
      case 2: made[id] = graph.make(node.operation, {made.at(node.a), made.at(node.b)}); break;
      default:
        made[id] =
            node.operation == Operation::symbol && std::ranges::count(symbols, SymbolId{node.a}) > 0
                ? graph.constant(0.0)
                : id;
    }
  }
  return made.at(f);
}

class Search {
 public:
  Search(const PhaseFlow& flow, const State& start)
      : flow_(flow), model_(flow.system().model()), graph_(flow.forms().graph()), start_(start) {
    draw();
    if (flow.system().coordinates() <= most_formula_coordinates &&
        flow.forms().forms() <= most_formula_forms)
      voss_.emplace(flow);
  }

  LastMultiplier find() {
    if (samples_.empty()) {
      best_.reason = "no state near the start satisfies the constraints";
      return std::move(best_);
    }
    if (serves({.kind = Kind::one, .text = "1"})) {
      best_.reason = "the divergence is zero: the volume of (q, q') itself is conserved";
    } else if (serves({.kind = Kind::delta, .power = 1.0, .text = base()})) {
      explain_delta();
    } else if (forces_spread()) {
      best_.reason = "velocity-dependent forces change volumes";
    } else if (!find_lambda()) {
      if (!voss_ || flow_.system().coordinates() > most_searched)
        best_.reason =
            "A/Delta is not zero under the constraints; the system is too large to search further";
      else if (!is_excluded())
        find_other();
    }
    return std::move(best_);
  }

 private:
  using Kind = LastMultiplier::Kind;
  struct Sample {
    State state;
    Vector rates;
    Divergence div;
    bool steady = false;  // the mass does not change
  };

  // States around the start that obey the constraints.
  void draw() {
    std::mt19937_64 random(1884);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::vector<double> times = {start_.t};
    for (const Force& force : model_.forces())
      if (std::isfinite(force.options.from)) times.push_back(force.options.from);
    Flow flow(flow_.system());
    for (int tries = 0; tries < 100 && samples_.size() < 12; ++tries) {
      State state = start_;
      state.t = times[index(tries) % times.size()] + 0.5 + 0.5 * number(random);
      for (double& x : state.q) x += 0.5 * number(random);
      for (double& x : state.u) x = number(random);
      flow.bind(flow_.held(), state.t);
      if (!flow.project(state)) continue;
      const auto now = flow_.at(state);
      if (!now) continue;
      Sample sample{state, now->rates, divergence(*now), now->mass_rate.isZero(0.0)};
      if (std::isfinite(sample.div.by_voss())) samples_.push_back(std::move(sample));
    }
  }

  // Delta det M in words.
  std::string base() const {
    const bool steady = std::ranges::all_of(samples_, &Sample::steady);
    if (flow_.forms().forms() == 0) return steady ? "1" : "det(M)";
    return steady ? "Delta" : "Delta*det(M)";
  }

  bool forces_spread() const {
    return std::ranges::any_of(samples_, [](const Sample& sample) {
      return std::abs(sample.div.forces) > tolerance * sample.div.size;
    });
  }

  // Keeps it if it is a multiplier: by numbers, and if possible by formulas.
  bool serves(LastMultiplier one) {
    one.residual = 0.0;
    for (const Sample& sample : samples_) {
      const Divergence& div = sample.div;
      double rate = one.power * (div.log_delta_rate + div.log_mass_rate), size = div.size;
      if (one.factor) {
        const auto f = along(model_, *one.factor, sample.state.q, sample.rates, sample.state.t);
        rate += f[1] / f[0];
        size += std::abs(f[1] / f[0]);
      }
      const double off = std::abs(div.value + rate);
      if (!(off <= tolerance * size)) return false;
      if (size > 0.0) one.residual = std::max(one.residual, off / size);
    }
    one.exact = is_proved(one);
    best_ = std::move(one);
    return true;
  }

  bool is_proved(const LastMultiplier& one) {
    if (!voss_) return false;
    const auto vanishes = [&](NodeId node) { return surely_vanishes(graph_, node); };
    const Covector theta =
        voss_->sum(one.power - 1.0, -1.0,
                   one.factor ? voss_->log_slopes(one.factor->node())
                              : Covector(index(voss_->size()), graph_.constant(0.0)));
    return std::ranges::all_of(voss_->forces(), vanishes) &&
           std::ranges::all_of(voss_->remainder(theta), vanishes);
  }

  void explain_delta() {
    const auto& held = flow_.held();
    if (held.empty()) {
      best_.reason = "there are no constraints: the volume of positions and momenta is conserved";
      return;
    }
    if (std::ranges::none_of(held,
                             [&](int i) { return flow_.system().constraint(i).of_velocities; })) {
      best_.h = Vector::Zero(static_cast<Eigen::Index>(held.size()));
      best_.reason = "all constraints are holonomic";
      return;
    }
    best_.reason = "A/Delta is zero for all velocities that the constraints allow";
    if (!voss_) return;
    std::vector<std::string> words;
    best_.h.resize(static_cast<Eigen::Index>(held.size()));
    const std::vector<NodeId> h = voss_->factors(voss_->w());
    for (std::size_t l = 0; l < h.size(); ++l) {
      const double value = at_start(h[l]);
      best_.h[static_cast<Eigen::Index>(l)] = value;
      words.push_back(fmt::format("{:.6g}", value));
    }
    best_.reason += fmt::format("; h = ({}) at the start", fmt::join(words, ", "));
  }

  double at_start(NodeId node) const {
    return along(model_, Formula(graph_, node), start_.q, Vector::Zero(start_.q.size()),
                 start_.t)[0];
  }

  // Places of the start, `more` between coordinates and time.
  std::vector<double> place(int more = 0) const {
    std::vector<double> x(start_.q.begin(), start_.q.end());
    x.insert(x.end(), index(more), 0.0);
    if (flow_.forms().has_time()) x.push_back(start_.t);
    return x;
  }

  // M = Delta Lambda, where the constraints are phi = const.
  bool find_lambda() {
    const PfaffianSystem& forms = flow_.forms();
    const int r = forms.forms();
    if (r > most_formula_forms || forms.coordinates() > most_formula_coordinates) return false;
    complete_ = integrability(forms, place());
    if (!complete_->complete()) return false;
    std::vector<NodeId> candidates;
    for (const int i : flow_.held())
      if (!flow_.system().constraint(i).of_velocities)
        candidates.push_back(flow_.system().constraint(i).formula->node());
    for (const FirstIntegral& one : first_integrals(forms, place(), r))
      candidates.push_back(one.phi);
    const std::vector<NodeId> phi = independent(candidates, r);
    if (static_cast<int>(phi.size()) < r) return false;
    LastMultiplier one{.kind = Kind::delta_lambda, .power = 1.0};
    one.graph = flow_.forms().layer();
    one.factor.emplace(graph_, lambda(phi));
    for (const NodeId node : phi) one.integrals.push_back(Formula(graph_, node).text());
    one.text = times(base(), *one.factor);
    if (!serves(std::move(one))) return false;
    best_.reason = fmt::format("the constraints are integrable: {} constant",
                               fmt::join(best_.integrals, ", "));
    return true;
  }

  NodeId slope(NodeId f, int k) const {
    return derivative(graph_, f, graph_.node_of(flow_.forms().coordinate(k)));
  }

  // The first `wanted` that are independent at the start.
  std::vector<NodeId> independent(const std::vector<NodeId>& candidates, int wanted) const {
    std::vector<NodeId> chosen;
    const int n = flow_.system().coordinates();
    Matrix rows(0, n);
    for (const NodeId phi : candidates) {
      if (static_cast<int>(chosen.size()) == wanted) break;
      rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
      for (int k = 0; k < n; ++k) rows(rows.rows() - 1, k) = at_start(slope(phi, k));
      rows.row(rows.rows() - 1).normalize();
      Eigen::FullPivLU<Matrix> lu(rows);
      lu.setThreshold(1e-9);
      if (rows.allFinite() && lu.rank() == rows.rows())
        chosen.push_back(phi);
      else
        rows.conservativeResize(rows.rows() - 1, Eigen::NoChange);
    }
    return chosen;
  }

  // det lambda from d phi = lambda p: the quotient of two determinants of r columns.
  NodeId lambda(const std::vector<NodeId>& phi) const {
    const int r = static_cast<int>(phi.size()), n = flow_.system().coordinates();
    Matrix p(r, n);
    for (int s = 0; s < r; ++s)
      for (int k = 0; k < n; ++k) p(s, k) = at_start(flow_.forms().coefficient(s, k));
    const Eigen::FullPivLU<Matrix> lu(p);
    std::vector<int> columns(lu.permutationQ().indices().begin(),
                             lu.permutationQ().indices().begin() + r);
    std::ranges::sort(columns);
    std::vector<std::vector<NodeId>> above, below;
    for (int s = 0; s < r; ++s) {
      above.emplace_back();
      below.emplace_back();
      for (const int k : columns) {
        above.back().push_back(slope(phi[index(s)], k));
        below.back().push_back(flow_.forms().coefficient(s, k));
      }
    }
    return reduced(graph_, graph_.divide({determinant(above), determinant(below)}),
                   Number::dropped);
  }

  // By the first row.
  NodeId determinant(const std::vector<std::vector<NodeId>>& a) const {
    if (a.size() == 1) return a[0][0];
    NodeId sum = graph_.constant(0.0);
    for (std::size_t c = 0; c < a.size(); ++c) {
      if (graph_.is_constant(a[0][c], 0.0)) continue;
      std::vector<std::vector<NodeId>> minor;
      for (std::size_t i = 1; i < a.size(); ++i) {
        minor.push_back(a[i]);
        minor.back().erase(minor.back().begin() + static_cast<std::ptrdiff_t>(c));
      }
      const NodeId term = graph_.multiply({a[0][c], determinant(minor)});
      sum = c % 2 == 0 ? graph_.add({sum, term}) : graph_.subtract({sum, term});
    }
    return sum;
  }

  std::string in_brackets(NodeId node) const {
    const Operation last = graph_[node].operation;
    const bool safe = last == Operation::symbol || last == Operation::constant ||
                      last == Operation::pow || !word(last).empty();
    return fmt::format(fmt::runtime(safe ? "{}" : "({})"), Formula(graph_, node).text());
  }

  // "Delta*x/(x^2 + 1)"
  std::string times(const std::string& first, const Formula& factor) const {
    std::string text = first;
    const auto append = [&](const char* sign, NodeId node) {
      if (graph_.is_constant(node, 1.0)) return;
      const bool product = graph_[node].operation == Operation::multiply && *sign == '*';
      const std::string one = product ? Formula(graph_, node).text() : in_brackets(node);
      text += text.empty() ? one : sign + one;
    };
    const Node& last = graph_[factor.node()];
    if (last.operation != Operation::divide) {
      append("*", factor.node());
      return text;
    }
    append("*", last.a);
    if (text.empty()) text = "1";
    append("/", last.b);
    return text;
  }

  // The constraints with more coordinates w and forms dw - theta.
  PfaffianSystem extended(const std::vector<Covector>& thetas, std::vector<SymbolId>& symbols) {
    const PfaffianSystem& forms = flow_.forms();
    const int n = flow_.system().coordinates();
    std::vector<SymbolId> coordinates;
    for (int k = 0; k < n; ++k) coordinates.push_back(forms.coordinate(k));
    for (std::size_t w = 0; w < thetas.size(); ++w) {
      symbols.push_back(graph_[graph_.symbol({.name = fmt::format("w{}", w)})].a);
      coordinates.push_back(symbols.back());
    }
    if (forms.has_time()) coordinates.push_back(forms.coordinate(n));
    PfaffianSystem more(flow_.forms().layer(), std::move(coordinates));
    const auto row = [&](auto&& of_coordinate, std::size_t own) {
      std::vector<NodeId> entries;
      for (int k = 0; k < n; ++k) entries.push_back(of_coordinate(k));
      for (std::size_t w = 0; w < thetas.size(); ++w)
        entries.push_back(graph_.constant(w == own ? 1.0 : 0.0));
      if (forms.has_time()) entries.push_back(of_coordinate(n));
      return entries;
    };
    for (int s = 0; s < forms.forms(); ++s)
      more.add(forms.name(s), row([&](int k) { return forms.coefficient(s, k); }, thetas.size()));
    for (std::size_t w = 0; w < thetas.size(); ++w)
      more.add(fmt::format("w{}", w),
               row([&](int k) { return graph_.negate(thetas[w][index(k)]); }, w));
    return more;
  }

  // d log M = D + W with the constraints: solvable if the form dw - D - W adds an integral to those
  // of the constraints (Frobenius).
  bool is_excluded() {
    std::vector<SymbolId> symbols;
    const Covector sum = voss_->sum(1.0, 1.0, Covector(index(voss_->size()), graph_.constant(0.0)));
    const Integrability with = integrability(extended({sum}, symbols), place(1));
    best_.excluded = with.decided() && complete_ && complete_->decided() &&
                     with.explicit_equations() == complete_->explicit_equations();
    best_.reason = best_.excluded
                       ? "d log M = -div has no solution among functions of position and time"
                   : complete_ && complete_->complete()
                       ? "the constraints are integrable, but their integrals were not found"
                       : "no function of position with the rate A/Delta was found";
    return best_.excluded;
  }

  // log M = c log(Delta det M) + log F with F of the kind of first_integrals: an integral of the
  // constraints with dw0 = W, dw1 = D.
  bool find_other() {
    std::vector<SymbolId> symbols;
    const PfaffianSystem more = extended({voss_->w(), voss_->d()}, symbols);
    const int wanted = flow_.forms().forms() + 2;
    for (const FirstIntegral& one : first_integrals(more, place(2), wanted)) {
      const auto linear = [&](NodeId node) {
        const NodeId by = derivative(graph_, node, graph_.node_of(symbols[0]));
        return graph_[by].operation == Operation::constant;
      };
      const bool is_linear = linear(one.phi);
      const NodeId phi = is_linear ? one.phi : graph_.make(Operation::log, one.phi);
      const auto by = [&](SymbolId symbol) {
        const NodeId slope = derivative(graph_, phi, graph_.node_of(symbol));
        return at_start(without(graph_, slope, symbols));
      };
      const double a = by(symbols[0]), b = by(symbols[1]);
      if (!(std::abs(a) > 1e-9)) continue;
      const double power = 1.0 - b / a;
      const NodeId rest = without(graph_, one.phi, symbols);
      LastMultiplier found{.kind = Kind::other, .power = power};
      found.graph = flow_.forms().layer();
      const NodeId factor =
          is_linear
              ? graph_.make(Operation::exp, graph_.multiply({graph_.constant(-1.0 / a), rest}))
              : graph_.pow(rest, -1.0 / a);
      found.factor.emplace(graph_, reduced(graph_, factor, Number::dropped));
      if (power != 0.0)
        found.text = power == 1.0 ? base() : fmt::format("{}^{}", base(), shortest(power));
      if (found.factor->program().inputs().empty())
        found.factor.reset();
      else
        found.text = times(found.text, *found.factor);
      if (!serves(std::move(found))) continue;
      best_.reason = "A/Delta is the rate of a function of position";
      return true;
    }
    return false;
  }

  const PhaseFlow& flow_;
  const Model& model_;
  Graph& graph_;
  State start_;
  std::vector<Sample> samples_;
  std::optional<VossForms> voss_;
  std::optional<Integrability> complete_;
  LastMultiplier best_;
};

}  // namespace

LastMultiplier last_multiplier(const PhaseFlow& flow, const State& start) {
  return Search(flow, start).find();
}

double log_multiplier(const LastMultiplier& multiplier, const PhaseFlow& flow, const State& state) {
  if (!multiplier.usable()) return unset;
  double sum = 0.0;
  if (multiplier.power != 0.0) {
    const auto div = divergence(flow, state);
    if (!div) return unset;
    sum = multiplier.power * (div->log_delta + div->log_mass);
  }
  if (multiplier.factor)
    sum += std::log(std::abs(along(flow.system().model(), *multiplier.factor, state.q,
                                   Vector::Zero(state.q.size()), state.t)[0]));
  return sum;
}

}  // namespace zwang
