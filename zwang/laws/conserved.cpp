// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/laws/conserved.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <utility>

#include "zwang/laws/balance.hpp"
#include "zwang/laws/vanishing.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

constexpr double tolerance = 1e-10;  // of J', relative to its terms
constexpr int most_single_shifts = 100;
constexpr int most_proved = 300;

// A symmetry at one moment, and lines applied to it.
struct Shifted {
  double time = 0.0;
  Vector xi, xi_rate;

  Shifted(const Model& model, const Symmetry& symmetry, const Moment& at)
      : time(symmetry.time),
        xi(field(model, symmetry, at.q)),
        xi_rate(field_rate(model, symmetry, at.rates)) {}

  // Value and size.
  std::pair<double, double> operator()(const BalanceLine& line) const {
    double value = line.time * time, size = std::abs(value);
    for (const BalanceLine::Term& term : line.terms) {
      const double one = term.by_place * xi[term.coordinate];
      const double two = term.by_rate * xi_rate[term.coordinate];
      value += one + two;
      size += std::abs(one) + std::abs(two);
    }
    return {value, size};
  }
};

class ConservedSearch {
 public:
  explicit ConservedSearch(const System& system) : model_(system.model()), random_(1899) {
    const State start = model_.start();
    start_ = {start.t, start.q, system.rates(start)};
    n_ = start.q.size();
    list_candidates();
  }

  std::vector<Symmetry> find() {
    const auto m = static_cast<Eigen::Index>(candidates_.size());
    Matrix rows(0, m);
    for (Eigen::Index k = 0; k < m + 8; ++k) {
      const std::optional<Moment> at = draw();
      if (!at) return {};
      const Matrix more = rows_at(*at);
      rows.conservativeResize(rows.rows() + more.rows(), Eigen::NoChange);
      rows.bottomRows(more.rows()) = more;
      if (rows.rows() > 4 * m) {
        rows = triangle(rows);
      }
    }
    return tidy(kernel(rows));
  }

  // The largest J' at moments drawn anew, relative to its terms. Nothing if J itself is always 0.
  std::optional<double> residual(const Symmetry& symmetry) {
    double worst = 0.0;
    bool any = symmetry.time != 0.0;
    for (int k = 0; k < 6; ++k) {
      const std::optional<Moment> at = draw();
      if (!at) return std::nullopt;
      const Shifted shifted(model_, symmetry, *at);
      any = any || momenta(model_, *at).cwiseProduct(shifted.xi).cwiseAbs().maxCoeff() > 0.0;
      for (const BalanceLine& line : lines(model_, *at)) {
        const auto [value, size] = shifted(line);
        if (size > 0.0) worst = std::max(worst, std::abs(value) / size);
      }
    }
    return any ? std::optional(worst) : std::nullopt;
  }

  // Whether T is quadratic in the rates, so that E = T + U.
  bool is_quadratic() {
    const std::optional<Moment> at = draw();
    if (!at) return true;
    const double energy = kinetic(model_, *at);
    return std::abs(momenta(model_, *at).dot(at->rates) - 2.0 * energy) <= 1e-12 * std::abs(energy);
  }

 private:
  void list_candidates() {
    const Symmetry none{0.0, Eigen::Vector3d::Zero(), Vector::Zero(n_)};
    candidates_.push_back(none);
    candidates_.back().time = 1.0;
    for (int axis = 0; axis < 3; ++axis)
      if (may_turn(model_, axis)) {
        candidates_.push_back(none);
        candidates_.back().turn[axis] = 1.0;
      }
    std::vector<char> of_point(static_cast<std::size_t>(n_), 0);
    if (n_ > most_single_shifts)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        Symmetry all = none;
        for (const Point& point : model_.points())
          if (const int c = point.coordinates[axis]; c >= 0) {
            all.shift[c] = 1.0;
            of_point[static_cast<std::size_t>(c)] = 1;
          }
        if (!all.shift.isZero(0.0)) candidates_.push_back(all);
      }
    const std::size_t most = candidates_.size() + most_single_shifts;
    for (Eigen::Index c = 0; c < n_ && candidates_.size() < most; ++c) {
      if (of_point[static_cast<std::size_t>(c)]) continue;
      candidates_.push_back(none);
      candidates_.back().shift[c] = 1.0;
    }
  }

  // Around the start, where all lines have values. Constraints need not hold there.
  std::optional<Moment> draw() {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    for (int tries = 0; tries < 50; ++tries) {
      Moment at = start_;
      at.t += 0.5 + 0.5 * number(random_);
      for (Eigen::Index i = 0; i < n_; ++i) {
        at.q[i] += number(random_);
        at.rates[i] = number(random_);
      }
      bool finite = true;
      for (const BalanceLine& line : lines(model_, at)) {
        finite = finite && std::isfinite(line.time);
        for (const BalanceLine::Term& term : line.terms)
          finite = finite && std::isfinite(term.by_place) && std::isfinite(term.by_rate);
      }
      if (finite) return at;
    }
    return std::nullopt;
  }

  Matrix rows_at(const Moment& at) const {
    std::vector<Shifted> shifted;
    for (const Symmetry& one : candidates_) shifted.emplace_back(model_, one, at);
    std::vector<Vector> made;
    for (const BalanceLine& line : lines(model_, at)) {
      Vector row(static_cast<Eigen::Index>(shifted.size()));
      double largest = 0.0;
      for (std::size_t j = 0; j < shifted.size(); ++j) {
        const auto [value, size] = shifted[j](line);
        row[static_cast<Eigen::Index>(j)] = value;
        largest = std::max(largest, size);
      }
      if (largest > 0.0) made.push_back(row / largest);
    }
    Matrix rows(static_cast<Eigen::Index>(made.size()),
                static_cast<Eigen::Index>(candidates_.size()));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = made[static_cast<std::size_t>(i)];
    return rows;
  }

  // Combinations of candidates that all rows map to zero, one per row.
  static Matrix kernel(const Matrix& rows) {
    const auto m = rows.cols();
    if (rows.rows() == 0) return Matrix::Identity(m, m);
    const Svd axes = svd(rows, Directions::right);
    const Vector& sizes = axes.values;
    Eigen::Index rank = 0;
    while (rank < sizes.size() && sizes[rank] > tolerance * sizes[0]) ++rank;
    return axes.v.rightCols(m - rank).transpose();
  }

  // A number as a person would write it, if one is near.
  static double plain(double x) {
    for (const double parts : {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 1e6}) {
      const double near = std::round(x * parts) / parts;
      if (std::abs(x - near) < 1e-9) return near;
    }
    return x;
  }

  // Time, turns and shifts are eliminated in this order, so that each quantity has its own.
  std::vector<Symmetry> tidy(Matrix basis) const {
    Eigen::Index next = 0;
    for (Eigen::Index column = 0; column < basis.cols() && next < basis.rows(); ++column) {
      Eigen::Index pivot = 0;
      const double size = basis.col(column).tail(basis.rows() - next).cwiseAbs().maxCoeff(&pivot);
      if (size < 1e-7) continue;
      basis.row(next).swap(basis.row(next + pivot));
      basis.row(next) /= basis(next, column);
      for (Eigen::Index i = 0; i < basis.rows(); ++i)
        if (i != next) basis.row(i) -= basis(i, column) * basis.row(next).eval();
      ++next;
    }
    std::vector<Symmetry> found;
    for (Eigen::Index i = 0; i < next; ++i) {
      Symmetry sum{0.0, Eigen::Vector3d::Zero(), Vector::Zero(n_)};
      for (Eigen::Index j = 0; j < basis.cols(); ++j) {
        const Symmetry& one = candidates_[static_cast<std::size_t>(j)];
        const double factor = plain(basis(i, j));
        sum.time += factor * one.time;
        sum.turn += factor * one.turn;
        sum.shift += factor * one.shift;
      }
      found.push_back(std::move(sum));
    }
    return found;
  }

  const Model& model_;
  std::mt19937_64 random_;
  Moment start_;
  Eigen::Index n_ = 0;
  std::vector<Symmetry> candidates_;
};

bool all_vanish(const Graph& graph, const std::vector<NodeId>& lines) {
  return std::ranges::all_of(lines, [&](NodeId line) { return surely_vanishes(graph, line); });
}

// Formulas that are other ones elsewhere: numbers around the start say nothing of them.
bool has_branches(const Graph& graph, const std::vector<NodeId>& lines) {
  return std::ranges::any_of(graph.below(lines), [&](NodeId id) {
    const Operation operation = graph[id].operation;
    return operation == Operation::min || operation == Operation::max ||
           operation == Operation::step || operation == Operation::smooth;
  });
}

// Energies, momenta, angular momenta.
int kind(const Symmetry& symmetry) {
  return symmetry.time != 0.0 ? 0 : symmetry.turn.isZero(0.0) ? 1 : 2;
}

}  // namespace

std::vector<Conserved> conserved(const System& system) {
  const Model& model = system.model();
  demand_energy(model);
  if (std::ranges::any_of(model.bodies(), [](const Body& body) { return !body.in_plane; }))
    return {};  // its lines know momenta of rates alone
  ConservedSearch search(system);
  const std::string energy = search.is_quadratic() ? "energy" : "Jacobi's energy";
  std::vector<Conserved> found;
  for (const Symmetry& symmetry : search.find()) {
    const std::optional<double> residual = search.residual(symmetry);
    if (!residual || *residual > tolerance) continue;
    std::optional<std::vector<NodeId>> lines;
    Graph layer = Graph::over(model.graph());
    if (system.coordinates() <= most_proved) lines = formula_lines(model, symmetry, layer);
    Conserved one;
    one.exact_ = lines && all_vanish(layer, *lines);
    if (!one.exact_ && lines && has_branches(layer, *lines)) continue;
    one.system_ = &system;
    one.name_ = quantity_name(model, symmetry, energy);
    one.symmetry_ = symmetry;
    one.residual_ = *residual;
    found.push_back(std::move(one));
  }
  std::ranges::stable_sort(found, {}, [](const Conserved& one) { return kind(one.symmetry()); });
  return found;
}

double Conserved::value(const State& state) const {
  const Model& model = system_->model();
  const Moment at{state.t, state.q, system_->rates(state)};
  const Vector p = momenta(model, at);
  const double momentum = p.dot(field(model, symmetry_, state.q));
  if (symmetry_.time == 0.0) return momentum;
  const double energy = p.dot(at.rates) - kinetic(model, at) + system_->potential(state);
  return symmetry_.time * energy + momentum;
}

double Conserved::size(const State& state) const {
  const Model& model = system_->model();
  const Vector xi = field(model, symmetry_, state.q);
  const auto of = [&](const Moment& at) {
    const Vector p = momenta(model, at);
    return std::abs(symmetry_.time * (p.dot(at.rates) - kinetic(model, at))) +
           p.cwiseProduct(xi).cwiseAbs().sum();
  };
  return of({state.t, state.q, system_->rates(state)}) +
         1e-9 * of({state.t, state.q, Vector::Ones(state.q.size())});
}

double largest_change(const Conserved& quantity, std::span<const State> states) {
  double change = 0.0, size = 0.0;
  for (const State& state : states) {
    change = std::max(change, std::abs(quantity.value(state) - quantity.value(states.front())));
    size = std::max(size, quantity.size(state));
  }
  return size > 0.0 ? change / size : change;
}

}  // namespace zwang
