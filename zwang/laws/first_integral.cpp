// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/first_integral.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>

#include "zwang/algebra/factors.hpp"
#include "zwang/base/index.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/laws/derived_system.hpp"
#include "zwang/laws/integral_text.hpp"
#include "zwang/laws/leaf.hpp"
#include "zwang/laws/proof.hpp"

namespace zwang {
namespace {

constexpr long work_of_each_way = 1'000'000;
constexpr std::size_t most_terms = 250;

// A formula of the coordinates of the system and its value at a place.
class Placed {
 public:
  Placed(const PfaffianSystem& system, NodeId node) : formula_(system.graph(), node) {
    for (const SymbolId id : formula_.inputs()) {
      int place = -1;
      for (int i = 0; i < system.coordinates(); ++i)
        if (system.coordinate(i) == id) place = i;
      assert(place >= 0);
      places_.push_back(place);
    }
  }

  double at(const Vector& x) const { return formula_.value(arguments(x)); }

  Vector gradient(const Vector& x) const {
    std::vector<double> slopes(places_.size());
    formula_.value_and_gradient<double, double>(arguments(x), slopes);
    Vector out = Vector::Zero(x.size());
    for (std::size_t k = 0; k < places_.size(); ++k) out[places_[k]] += slopes[k];
    return out;
  }

 private:
  std::vector<double> arguments(const Vector& x) const {
    std::vector<double> out;
    for (const int place : places_) out.push_back(x[place]);
    return out;
  }

  Formula formula_;
  std::vector<int> places_;
};

Vector vector_of(const std::vector<double>& x) {
  return Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
}

// Whether the only form is integrable by itself, omega d omega = 0, by numbers: a quick look that
// spares the search.
bool closes(const PfaffianSystem& form, const Vector& start) {
  std::mt19937 random(1884);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const int n = form.coordinates();
  std::vector<Placed> coefficients;
  for (int i = 0; i < n; ++i) coefficients.emplace_back(form, form.coefficient(0, i));
  for (int turn = 0; turn < 3; ++turn) {
    Vector x(n), p(n);
    for (int i = 0; i < n; ++i) {
      const double by = number(random);
      x[i] = start[i] == 0.0 ? by : start[i] * std::exp2(by);
    }
    Matrix slopes(n, n);
    for (int i = 0; i < n; ++i) {
      p[i] = coefficients[index(i)].at(x);
      slopes.row(i) = coefficients[index(i)].gradient(x).transpose();
    }
    const Matrix s = slopes - slopes.transpose();
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        for (int k = j + 1; k < n; ++k) {
          const double all = p[i] * s(j, k) + p[j] * s(k, i) + p[k] * s(i, j);
          if (!(std::abs(all) <= 1e-10 * p.norm() * (slopes.norm() + 1.0))) return false;
        }
  }
  return true;
}

class IntegralSearch {
 public:
  // Throws OutOfWork.
  IntegralSearch(const PfaffianSystem& system, Vector start, int wanted,
                 std::vector<FirstIntegral>& found)
      : system_(system),
        start_(std::move(start)),
        wanted_(wanted),
        found_(found),
        atoms_(system.graph(), symbols(system), nodes(system), work_of_each_way),
        written_(system.graph(), atoms_) {}

  void find() {
    for (const auto way : {&IntegralSearch::find_polynomials, &IntegralSearch::find_by_quadrature,
                           &IntegralSearch::find_sums, &IntegralSearch::find_on_leaves}) {
      if (is_done()) break;
      atoms_.algebra().allow(work_of_each_way);
      try {
        (this->*way)();
      } catch (const OutOfWork&) {
        // the next
      }
    }
  }

 private:
  static std::vector<SymbolId> symbols(const PfaffianSystem& system) {
    std::vector<SymbolId> out;
    for (int i = 0; i < system.coordinates(); ++i) out.push_back(system.coordinate(i));
    return out;
  }

  static std::vector<NodeId> nodes(const PfaffianSystem& system) {
    std::vector<NodeId> out;
    for (int s = 0; s < system.forms(); ++s)
      for (int i = 0; i < system.coordinates(); ++i) out.push_back(system.coefficient(s, i));
    return out;
  }

  bool is_done() const { return static_cast<int>(found_.size()) >= wanted_; }
  std::size_t size() const { return atoms_.coordinates(); }

  // Polynomials of the coordinates by their degrees, from the second on also logarithms where the
  // sign is known, sines and cosines of single coordinates.
  void find_polynomials() {
    std::vector<AnsatzTerm> terms;
    for (int degree = 1; degree <= 6 && !is_done(); ++degree) {
      std::vector<int> degrees(atoms_.size(), 0);
      std::fill_n(degrees.begin(), size(), degree);
      const auto products = products_up_to(atoms_, degrees, degree, most_terms);
      if (products.empty()) break;
      for (const Exponents& powers : products) {
        int sum = 0;
        for (const int power : powers) sum += power;
        if (sum == degree) terms.push_back({.powers = powers});
      }
      if (degree == 2) add_functions_of_one(terms);
      if (terms.size() > most_terms) break;
      consider_all(terms);
    }
  }

  void add_functions_of_one(std::vector<AnsatzTerm>& terms) const {
    for (std::size_t i = 0; i < size(); ++i) {
      const Polynomial x = Polynomial::variable(i);
      if (start_[static_cast<Eigen::Index>(i)] != 0.0)
        terms.push_back({.kind = AnsatzTerm::Kind::log, .f = x});
      for (std::size_t v = size(); v < atoms_.size(); ++v)
        if (const Atom& atom = atoms_[v];
            !atom.hyperbolic &&
            (atom.kind == Atom::Kind::sine || atom.kind == Atom::Kind::cosine) &&
            atom.argument == RationalFunction(x)) {
          terms.push_back({});
          terms.back().powers[v] = 1;
        }
    }
  }

  // The sums of terms that no open direction changes, those of few terms first.
  void consider_all(const std::vector<AnsatzTerm>& terms) {
    const LinearEquations linear = equations(atoms_, terms.size(), [&](const Probe& probe) {
      const auto values = atoms_.values(nodes(system_), probe.point());
      std::vector<std::vector<LongResidue>> forms;
      for (int s = 0; s < system_.forms(); ++s) {
        forms.emplace_back();
        for (int i = 0; i < system_.coordinates(); ++i)
          forms.back().push_back(values.at(system_.coefficient(s, i)));
      }
      const auto open = kernel(forms, size());
      std::vector<std::vector<LongResidue>> rows(open.size(),
                                                 std::vector<LongResidue>(terms.size()));
      for (std::size_t k = 0; k < terms.size(); ++k) {
        const Probe::Number number = probe.of(terms[k]);
        for (std::size_t w = 0; w < open.size(); ++w)
          for (std::size_t i = 0; i < size(); ++i)
            if (!open[w][i].is_zero() && !number.slopes[i].is_zero())
              rows[w][k] = rows[w][k] + open[w][i] * number.slopes[i];
      }
      return rows;
    });
    std::vector<AnsatzSum> sums;
    for (const auto& solution : linear.solutions()) {
      sums.emplace_back();
      for (std::size_t k = 0; k < terms.size(); ++k)
        if (!solution[k].is_zero()) {
          sums.back().terms.push_back(terms[k]);
          sums.back().factors.push_back(solution[k]);
        }
    }
    std::ranges::stable_sort(sums, {}, [](const AnsatzSum& sum) { return sum.terms.size(); });
    for (const AnsatzSum& sum : sums) {
      if (is_done()) break;
      if (auto one = proved(sum)) keep(std::move(*one), sum);
    }
  }

  // Combinations of the forms that are integrable by themselves.
  void find_by_quadrature() {
    std::vector<RationalForm> forms;
    for (int s = 0; s < system_.forms(); ++s) {
      forms.emplace_back();
      for (int i = 0; i < system_.coordinates(); ++i)
        forms.back().push_back(atoms_.of(system_.coefficient(s, i)));
    }
    derived_ = derived_system(atoms_, std::move(forms));
    if (derived_.empty()) wanted_ = 0;  // there are none
    integrate(derived_, std::nullopt);
  }

  void integrate(const std::vector<RationalForm>& forms, const std::optional<Leaf>& leaf) {
    if (is_done()) return;
    for (const RationalForm& form : combinations(atoms_, forms)) {
      std::optional<FirstIntegral> best;
      AnsatzSum sum_of_best;
      for (AnsatzSum& sum : integrals_of(atoms_, form)) {
        if (leaf) sum = off_leaf(atoms_, *leaf, sum);
        auto one = proved(sum);
        if (!one || (best && best->text.size() <= one->text.size())) continue;
        best = std::move(one);
        sum_of_best = sum;
      }
      if (best) keep(std::move(*best), sum_of_best);
      if (is_done()) return;
    }
  }

  // Every integral that can be solved for a coordinate takes it and one form away.
  void find_on_leaves() {
    for (std::size_t k = 0; k < sums_.size() && !is_done(); ++k) {
      const auto leaf = leaf_of(atoms_, written_, sums_[k], derived_);
      if (leaf) integrate(derived_system(atoms_, on_leaf(atoms_, *leaf, derived_)), leaf);
    }
  }

  // Sums of products of all atoms and of the inverses of exponentials and of factors that occur,
  // with logarithms and angles of these.
  void find_sums() {
    constexpr std::size_t most_factors = 12;
    std::vector<Polynomial> seen;
    for (std::size_t v = 0; v < atoms_.size(); ++v)
      if (atoms_[v].kind == Atom::Kind::exponential) seen.push_back(Polynomial::variable(v));
    for (const RationalForm& form : combinations(atoms_, derived_))
      for (const RationalFunction& one : form)
        for (const Polynomial* part : {&one.above, &one.below})
          for (const Factor& factor : factors(atoms_.algebra(), *part))
            if (std::ranges::find(seen, factor.base) == seen.end() && seen.size() < most_factors)
              seen.push_back(factor.base);
    std::vector<AnsatzTerm> others;
    for (const Polynomial& one : seen) {
      const bool exponential = one.terms().size() == 1 &&
                               atoms_[one.variables().front()].kind == Atom::Kind::exponential;
      if (exponential) continue;
      others.push_back({.kind = AnsatzTerm::Kind::log, .f = atoms_.shortened(one)});
      if (const auto pair = sum_of_squares(atoms_.algebra(), one))
        others.push_back({.kind = AnsatzTerm::Kind::angle, .f = pair->a, .g = pair->b});
    }
    std::vector<int> degrees(atoms_.size());
    for (int degree = 1; degree <= 4 && !is_done(); ++degree) {
      for (std::size_t v = 0; v < atoms_.size(); ++v)
        degrees[v] =
            atoms_[v].slopes.empty() || atoms_[v].kind == Atom::Kind::constant ? 0 : degree;
      std::vector<AnsatzTerm> terms;
      for (const Exponents& powers : products_up_to(atoms_, degrees, degree, most_terms))
        if (powers != Exponents{}) terms.push_back({.powers = powers});
      if (terms.empty()) break;
      terms.insert(terms.end(), others.begin(), others.end());
      for (const Polynomial& one : seen)
        for (const Exponents& powers : products_up_to(atoms_, degrees, degree, most_terms))
          if (terms.size() < most_terms)
            terms.push_back({.kind = AnsatzTerm::Kind::quotient, .powers = powers, .f = one});
      consider_all(terms);
    }
  }

  // As a formula, if it is an integral and has a value and a slope at the start.
  std::optional<FirstIntegral> proved(const AnsatzSum& sum) {
    const auto value = [&](NodeId node) { return Placed(system_, node).at(start_); };
    const auto text = integral_text(written_, atoms_.algebra(), sum, value);
    if (!text || !is_surely_integral(system_, text->phi)) return std::nullopt;
    const Placed placed(system_, text->phi);
    const double start = placed.at(start_);
    if (!std::isfinite(start) || !placed.gradient(start_).allFinite()) return std::nullopt;
    FirstIntegral one{text->phi, start, text->text};
    if (const auto& angle = text->angle)
      one.angle = {angle->y, angle->x, angle->rest, angle->factor};
    return one;
  }

  // Unless it is a function of those found before.
  void keep(FirstIntegral one, const AnsatzSum& sum) {
    std::vector<NodeId> all;
    for (const FirstIntegral& before : found_) all.push_back(before.phi);
    all.push_back(one.phi);
    if (!are_surely_independent(system_, all)) return;
    found_.push_back(std::move(one));
    sums_.push_back(sum);
  }

  const PfaffianSystem& system_;
  Vector start_;
  int wanted_;
  std::vector<FirstIntegral>& found_;
  Atoms atoms_;
  Written written_;
  std::vector<AnsatzSum> sums_;  // what was found
  std::vector<RationalForm> derived_;
};

// Zero on the leaf of the start and nowhere else nearby; without the jumps of an angle:
// y cos(w) - x sin(w) with w = (phi_0 - rest)/factor for phi = factor atan2(y, x) + rest.
NodeId leaf(Graph& graph, const FirstIntegral& one) {
  const NodeId start = graph.constant(one.start);
  if (!one.angle) return graph.subtract({one.phi, start});
  const NodeId w =
      graph.divide({graph.subtract({start, one.angle->rest}), graph.constant(one.angle->factor)});
  const NodeId cosine = graph.make(Operation::cos, w), sine = graph.make(Operation::sin, w);
  const NodeId first = graph.multiply({one.angle->y, cosine});
  return graph.subtract({first, graph.multiply({one.angle->x, sine})});
}

}  // namespace

std::vector<FirstIntegral> first_integrals(const PfaffianSystem& system,
                                           const std::vector<double>& start, int wanted) {
  std::vector<FirstIntegral> found;
  try {
    IntegralSearch(system, vector_of(start), wanted, found).find();
  } catch (const OutOfWork&) {
    // what was found until then
  } catch (const std::domain_error&) {
    // a form that is defined nowhere
  }
  return found;
}

std::vector<HiddenEquation> hidden_equations(const Model& model, const State& start) {
  constexpr int most_coordinates = 6;
  std::vector<HiddenEquation> hidden;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (!constraint.of_velocities || constraint.nonlinear || !constraint.equation ||
        !constraint.formula || !constraint.holds_at(start.t))
      continue;
    const PfaffianSystem form = PfaffianSystem::of(model, constraint);
    if (form.coordinates() > most_coordinates) continue;
    const std::vector<double> place = form.place(model, start);
    if (!closes(form, vector_of(place))) continue;
    const auto found = first_integrals(form, place, 1);
    if (found.empty()) continue;
    Graph& graph = form.graph();
    // a differential that vanishes says nothing about velocities
    if (Placed(form, found[0].phi).gradient(vector_of(place)).isZero(0.0)) continue;
    hidden.push_back({static_cast<int>(c), form.layer(), Formula(graph, leaf(graph, found[0]))});
  }
  return hidden;
}

}  // namespace zwang
