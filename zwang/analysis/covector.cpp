// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/covector.hpp"

#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/calculus/derivative.hpp"

namespace zwang {
VossForms::VossForms(const PhaseFlow& flow) : graph_(&flow.forms().graph()), forms_(&flow.forms()) {
  const auto n = static_cast<std::size_t>(flow.system().coordinates());
  const auto r = static_cast<std::size_t>(forms_->forms());
  const auto all = static_cast<std::size_t>(size());
  const NodeId zero = graph_->constant(0.0);

  Table mass(n, std::vector<NodeId>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      mass[i][j] = kept(
          derivative(*graph_, flow.momentum(static_cast<int>(i)), flow.rate(static_cast<int>(j))));
  // dp_si/dx_k
  std::vector<Table> p_slopes(r, Table(all, std::vector<NodeId>(all)));
  p_.assign(r, std::vector<NodeId>(all));
  for (std::size_t s = 0; s < r; ++s)
    for (std::size_t i = 0; i < all; ++i) {
      const NodeId p = forms_->coefficient(static_cast<int>(s), static_cast<int>(i));
      p_[s][i] = kept(p);
      for (std::size_t k = 0; k < all; ++k) p_slopes[s][i][k] = slope(p, static_cast<int>(k));
    }

  const Table inertia = inverse(mass);
  Table turned(r, std::vector<NodeId>(n, zero)), g(r, std::vector<NodeId>(r, zero));
  for (std::size_t s = 0; s < r; ++s)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) add(turned[s][i], inertia[i][j], p_[s][j]);
  for (std::size_t s = 0; s < r; ++s)
    for (std::size_t h = 0; h < r; ++h)
      for (std::size_t i = 0; i < n; ++i) add(g[s][h], p_[s][i], turned[h][i]);
  const Table g_inverse = inverse(g);
  beta_.assign(r, std::vector<NodeId>(n, zero));
  for (std::size_t s = 0; s < r; ++s)
    for (std::size_t h = 0; h < r; ++h)
      for (std::size_t i = 0; i < n; ++i) add(beta_[s][i], g_inverse[s][h], turned[h][i]);
  // M^-1 - M^-1 p^T beta
  Table left = inertia;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t s = 0; s < r; ++s)
        add(left[i][j], graph_->negate(turned[s][i]), beta_[s][j]);

  // D_k = 2 sum beta_si dp_si/dx_k + tr(left dM/dx_k), W_k = sum beta_si (ski)
  d_.assign(all, zero);
  w_.assign(all, zero);
  const NodeId two = graph_->constant(2.0);
  for (std::size_t k = 0; k < all; ++k) {
    for (std::size_t s = 0; s < r; ++s)
      for (std::size_t i = 0; i < n; ++i) {
        const NodeId along = p_slopes[s][i][k], across = p_slopes[s][k][i];
        if (!graph_->is_constant(along, 0.0)) {
          add(d_[k], beta_[s][i], graph_->multiply({two, along}));
          add(w_[k], beta_[s][i], graph_->negate(along));
        }
        add(w_[k], beta_[s][i], across);
      }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        add(d_[k], left[i][j], slope(mass[i][j], static_cast<int>(k)));
  }
  make_forces(flow, left);
}

void VossForms::make_forces(const PhaseFlow& flow, const Table& left) {
  std::map<std::pair<double, double>, NodeId> together;
  for (const Force& force : flow.system().model().forces()) {
    NodeId& sum =
        together.try_emplace({force.options.from, force.options.until}, graph_->constant(0.0))
            .first->second;
    for (int j = 0; j < flow.system().coordinates(); ++j)
      add(sum, left[index(j)][index(force.coordinate)],
          kept(derivative(*graph_, force.formula.node(), flow.rate(j))));
  }
  for (const auto& [window, sum] : together) forces_.push_back(sum);
}

Covector VossForms::sum(double a, double b, const Covector& theta) const {
  Covector result = theta;
  const NodeId by_d = graph_->constant(a), by_w = graph_->constant(b);
  for (std::size_t k = 0; k < result.size(); ++k) {
    add(result[k], by_d, d_[k]);
    add(result[k], by_w, w_[k]);
  }
  return result;
}

Covector VossForms::log_slopes(NodeId f) {
  Covector slopes;
  for (int k = 0; k < size(); ++k) {
    const NodeId one = slope(f, k);
    slopes.push_back(graph_->is_constant(one, 0.0) ? one : graph_->divide({one, f}));
  }
  return slopes;
}

std::vector<NodeId> VossForms::factors(const Covector& theta) const {
  std::vector<NodeId> h;
  for (const auto& row : beta_) {
    h.push_back(graph_->constant(0.0));
    for (std::size_t k = 0; k < row.size(); ++k) add(h.back(), theta[k], row[k]);
  }
  return h;
}

Covector VossForms::remainder(const Covector& theta) const {
  Covector left = theta;
  const std::vector<NodeId> h = factors(theta);
  for (std::size_t s = 0; s < h.size(); ++s)
    for (std::size_t k = 0; k < left.size(); ++k) add(left[k], graph_->negate(h[s]), p_[s][k]);
  return left;
}

NodeId VossForms::kept(NodeId node) {
  const Node& one = (*graph_)[node];
  if (one.operation != Operation::constant || one.number == 0.0) return node;
  const double number = one.number;
  const auto [at, is_new] = constants_.try_emplace(number);
  if (is_new)
    at->second = graph_->symbol({.name = "k", .kind = Symbol::Kind::parameter, .value = number});
  return at->second;
}

void VossForms::add(NodeId& sum, NodeId a, NodeId b) const {
  if (graph_->is_constant(a, 0.0) || graph_->is_constant(b, 0.0)) return;
  sum = graph_->add({sum, graph_->multiply({a, b})});
}

NodeId VossForms::slope(NodeId f, int k) {
  return kept(derivative(*graph_, f, graph_->node_of(forms_->coordinate(k))));
}

// Gauss and Jordan without a search for pivots: the matrices are positive definite in general.
auto VossForms::inverse(Table a) const -> Table {
  const std::size_t n = a.size();
  const NodeId zero = graph_->constant(0.0), one = graph_->constant(1.0);
  Table b(n, std::vector<NodeId>(n, zero));
  for (std::size_t i = 0; i < n; ++i) b[i][i] = one;
  const auto is_zero = [&](NodeId node) { return graph_->is_constant(node, 0.0); };
  for (std::size_t c = 0; c < n; ++c) {
    const NodeId pivot = a[c][c];
    for (std::size_t j = 0; j < n; ++j) {
      if (!is_zero(a[c][j])) a[c][j] = graph_->divide({a[c][j], pivot});
      if (!is_zero(b[c][j])) b[c][j] = graph_->divide({b[c][j], pivot});
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || is_zero(a[i][c])) continue;
      const NodeId factor = graph_->negate(a[i][c]);
      for (std::size_t j = 0; j < n; ++j) {
        if (j != c) add(a[i][j], factor, a[c][j]);
        add(b[i][j], factor, b[c][j]);
      }
      a[i][c] = zero;
    }
  }
  return b;
}

}  // namespace zwang
