// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/first_integral.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <random>

#include "zwang/base/index.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

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

class Search {
 public:
  Search(const PfaffianSystem& system, const std::vector<double>& start)
      : system_(system),
        graph_(system.graph()),
        start_(Eigen::Map<const Vector>(start.data(), static_cast<Eigen::Index>(start.size()))) {
    for (int s = 0; s < system.forms(); ++s)
      for (int i = 0; i < system.coordinates(); ++i)
        forms_.emplace_back(system, system.coefficient(s, i));
  }

  // Whether the only form is integrable by itself: omega d omega = 0.
  bool closes() {
    for (int turn = 0; turn < 3; ++turn) {
      const Vector x = place();
      const int n = size();
      Vector p(n);
      Matrix slopes(n, n);
      for (int i = 0; i < n; ++i) {
        p[i] = forms_[index(i)].at(x);
        slopes.row(i) = forms_[index(i)].gradient(x).transpose();
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

  std::vector<FirstIntegral> find(int wanted) {
    constexpr std::size_t most_terms = 250;
    collect_others();
    for (int degree = 1; degree <= 6 && static_cast<int>(found_.size()) < wanted; ++degree) {
      add_monomials(degree);
      if (terms_.size() > most_terms) break;
      for (const Vector& factors : candidates()) {
        if (static_cast<int>(found_.size()) == wanted) break;
        consider(factors);
      }
    }
    return std::move(found_);
  }

 private:
  int size() const { return system_.coordinates(); }
  NodeId coordinate(int i) const { return graph_.node_of(system_.coordinate(i)); }

  void add_term(NodeId node) {
    terms_.push_back(node);
    placed_.emplace_back(system_, node);
  }

  // Logarithms where the sign is known, sines and cosines.
  void collect_others() {
    for (int i = 0; i < size(); ++i) {
      const NodeId x = coordinate(i);
      if (start_[i] != 0.0)
        others_.push_back(graph_.make(Operation::log, start_[i] > 0.0 ? x : graph_.negate(x)));
      others_.push_back(graph_.make(Operation::sin, x));
      others_.push_back(graph_.make(Operation::cos, x));
    }
  }

  // All products of `degree` coordinates; of the second degree on also logarithms and the like.
  void add_monomials(int degree) {
    std::vector<int> powers(index(size()), 0);
    const auto fill = [&](auto&& self, int from, int left) -> void {
      if (from == size() || left == 0) {
        if (left == 0) add_term(product(powers));
        return;
      }
      for (int k = left; k >= 0; --k) {
        powers[index(from)] = k;
        self(self, from + 1, left - k);
      }
      powers[index(from)] = 0;
    };
    fill(fill, 0, degree);
    if (degree == 2)
      for (const NodeId other : others_) add_term(other);
  }

  NodeId product(const std::vector<int>& powers) {
    NodeId out = graph_.constant(1.0);
    for (int i = 0; i < size(); ++i) {
      const int k = powers[index(i)];
      if (k == 0) continue;
      const NodeId factor = k == 1 ? coordinate(i) : graph_.pow(coordinate(i), k);
      out = graph_.multiply({out, factor});
    }
    return out;
  }

  // A place near the start, on the same side of zero in every coordinate.
  Vector place() {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Vector x(size());
    for (int i = 0; i < size(); ++i) {
      const double by = number(random_);
      x[i] = start_[i] == 0.0 ? by : start_[i] * std::exp2(by);
    }
    return x;
  }

  // Directions that the forms leave open.
  Matrix open(const Vector& x) const {
    Matrix rows(system_.forms(), size());
    for (int s = 0; s < system_.forms(); ++s)
      for (int i = 0; i < size(); ++i) rows(s, i) = forms_[index(s * size() + i)].at(x);
    if (!rows.allFinite()) return Matrix(size(), 0);
    const Eigen::FullPivLU<Matrix> lu(rows);
    return lu.dimensionOfKernel() == 0 ? Matrix(size(), 0) : Matrix(lu.kernel());
  }

  // The combinations of terms that no open direction changes, each with few terms.
  std::vector<Vector> candidates() {
    const auto count = static_cast<Eigen::Index>(terms_.size());
    Matrix slopes(0, count);
    while (slopes.rows() < 3 * count) {
      const Vector x = place();
      const Matrix directions = open(x);
      if (directions.cols() == 0 || ++looked_ > 10000) return {};
      Matrix gradients(size(), count);
      for (Eigen::Index k = 0; k < count; ++k)
        gradients.col(k) = placed_[static_cast<std::size_t>(k)].gradient(x);
      slopes.conservativeResize(slopes.rows() + directions.cols(), Eigen::NoChange);
      slopes.bottomRows(directions.cols()) = directions.transpose() * gradients;
    }
    const Vector lengths = slopes.colwise().norm().cwiseMax(1e-300);
    const Svd axes = svd_of_large(slopes * lengths.cwiseInverse().asDiagonal(), Directions::thin);
    Eigen::Index zeros = 0;
    while (zeros < count && axes.values[count - 1 - zeros] < 1e-11 * axes.values[0]) ++zeros;
    Matrix rows = (lengths.cwiseInverse().asDiagonal() * axes.v.rightCols(zeros)).transpose();
    return simplest(rows);
  }

  // Gauss's elimination from the last, most complicated terms: each row keeps one of its own.
  static std::vector<Vector> simplest(Matrix& rows) {
    std::vector<Vector> out;
    std::vector<char> used(static_cast<std::size_t>(rows.rows()), 0);
    for (Eigen::Index column = rows.cols() - 1; column >= 0; --column) {
      Eigen::Index best = -1;
      for (Eigen::Index r = 0; r < rows.rows(); ++r)
        if (!used[static_cast<std::size_t>(r)] &&
            (best < 0 || std::abs(rows(r, column)) > std::abs(rows(best, column))))
          best = r;
      if (best < 0) break;
      if (std::abs(rows(best, column)) < 1e-7 * rows.row(best).cwiseAbs().maxCoeff()) continue;
      used[static_cast<std::size_t>(best)] = 1;
      rows.row(best) /= rows(best, column);
      for (Eigen::Index r = 0; r < rows.rows(); ++r)
        if (r != best) rows.row(r) -= rows(r, column) * rows.row(best).eval();
    }
    for (Eigen::Index r = 0; r < rows.rows(); ++r) out.emplace_back(rows.row(r).transpose());
    std::ranges::stable_sort(out, {}, [](const Vector& v) {
      return (v.array().abs() > 1e-9 * v.cwiseAbs().maxCoeff()).count();
    });
    return out;
  }

  bool is_log(std::size_t k) const { return graph_[terms_[k]].operation == Operation::log; }

  // The combination, scaled to a factor 1 and rounded to ten digits. With logarithms in whole
  // multiples it is written without them: z exp(x^2) for log(z) + x^2.
  FirstIntegral combined(const Vector& factors) {
    const double largest = factors.cwiseAbs().maxCoeff();
    std::vector<std::pair<std::size_t, double>> parts;
    for (std::size_t k = 0; k < terms_.size(); ++k)
      if (const double factor = factors[static_cast<Eigen::Index>(k)];
          std::abs(factor) > 1e-9 * largest)
        parts.emplace_back(k, factor);
    const auto log =
        std::ranges::find_if(parts, [&](const auto& one) { return is_log(one.first); });
    const double unit = (log == parts.end() ? parts.front() : *log).second;
    for (auto& [k, factor] : parts) factor = std::stod(fmt::format("{:.10g}", factor / unit));
    const bool whole = log != parts.end() && std::ranges::all_of(parts, [&](const auto& one) {
                         return !is_log(one.first) || one.second == std::round(one.second);
                       });
    NodeId sum = graph_.constant(0.0), product = graph_.constant(1.0);
    std::string sum_text, product_text;
    for (const auto& [k, factor] : parts) {
      const bool negative = factor < 0.0;
      const double size = std::abs(factor);
      if (whole && is_log(k)) {
        const NodeId inner = graph_[terms_[k]].a;
        const NodeId x = graph_[inner].operation == Operation::negate ? graph_[inner].a : inner;
        const NodeId power = size == 1.0 ? x : graph_.pow(x, size);
        product = negative ? graph_.divide({product, power}) : graph_.multiply({product, power});
        product_text += fmt::format("{}{}",
                                    negative               ? "/"
                                    : product_text.empty() ? ""
                                                           : "*",
                                    text_of(power));
        continue;
      }
      const NodeId term =
          size == 1.0 ? terms_[k] : graph_.multiply({graph_.constant(size), terms_[k]});
      sum = negative ? graph_.subtract({sum, term}) : graph_.add({sum, term});
      const char* const sign =
          sum_text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
      sum_text += fmt::format("{}{}", sign, text_of(term));
    }
    if (!whole) return {.phi = sum, .text = sum_text};
    if (sum_text.empty()) return {.phi = product, .text = product_text};
    return {.phi = graph_.multiply({product, graph_.make(Operation::exp, sum)}),
            .text = fmt::format("{}*exp({})", product_text, sum_text)};
  }

  std::string text_of(NodeId node) const { return Formula(graph_, node).text(); }

  // Keeps it if it is one, and not a function of those found before.
  void consider(const Vector& factors) {
    FirstIntegral one = combined(factors);
    const Placed phi(system_, one.phi);
    one.off = 0.0;
    for (int i = 0; i < 20; ++i) {
      const Vector x = place();
      const Vector gradient = phi.gradient(x);
      const Matrix directions = open(x);
      for (Eigen::Index k = 0; k < directions.cols(); ++k) {
        const Vector terms = gradient.cwiseProduct(directions.col(k));
        one.off = std::max(one.off, std::abs(terms.sum()) / (terms.cwiseAbs().sum() + 1e-9));
      }
    }
    if (!(one.off < 1e-8)) return;
    const Vector x = place();
    Matrix gradients(size(), static_cast<Eigen::Index>(found_.size()) + 1);
    for (std::size_t k = 0; k <= found_.size(); ++k)
      gradients.col(static_cast<Eigen::Index>(k)) =
          Placed(system_, k < found_.size() ? found_[k].phi : one.phi).gradient(x).normalized();
    Eigen::FullPivLU<Matrix> lu(gradients);
    lu.setThreshold(1e-7);
    if (lu.rank() <= static_cast<Eigen::Index>(found_.size())) return;
    one.start = phi.at(start_);
    found_.push_back(std::move(one));
  }

  const PfaffianSystem& system_;
  Graph& graph_;
  Vector start_;
  std::vector<Placed> forms_;
  std::vector<NodeId> terms_, others_;
  std::vector<Placed> placed_;
  std::vector<FirstIntegral> found_;
  std::mt19937 random_{1884};
  int looked_ = 0;
};

}  // namespace

std::vector<FirstIntegral> first_integrals(const PfaffianSystem& system,
                                           const std::vector<double>& start, int wanted) {
  return Search(system, start).find(wanted);
}

std::vector<HiddenEquation> hidden_equations(const Model& model, const State& start) {
  constexpr int most_coordinates = 6;
  std::vector<HiddenEquation> hidden;
  for (std::size_t c = 0; c < model.constraints().size(); ++c) {
    const Constraint& constraint = model.constraints()[c];
    if (!constraint.of_velocities || !constraint.equation || !constraint.formula ||
        !constraint.holds_at(start.t))
      continue;
    const PfaffianSystem form = PfaffianSystem::of(model, constraint);
    if (form.coordinates() > most_coordinates) continue;
    Search search(form, form.place(model, start));
    if (!search.closes()) continue;
    const auto found = search.find(1);
    if (found.empty()) continue;
    Graph& graph = form.graph();
    const NodeId leaf = graph.subtract({found[0].phi, graph.constant(found[0].start)});
    hidden.push_back({static_cast<int>(c), form.layer(), Formula(graph, leaf)});
  }
  return hidden;
}

}  // namespace zwang
