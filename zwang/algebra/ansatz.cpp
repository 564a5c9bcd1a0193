// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/algebra/ansatz.hpp"

#include <algorithm>

namespace zwang {

Probe::Probe(const Atoms& atoms, AtomPoint point)
    : coordinates_(atoms.coordinates()), point_(std::move(point)) {
  for (std::size_t v = 0; v < point_.x.size(); ++v) {
    log_slopes_.emplace_back();
    const LongResidue inverse = LongResidue(1) / point_.x[v];
    for (const LongResidue& slope : point_.slopes[v]) log_slopes_.back().push_back(slope * inverse);
  }
}

void Probe::add_product(const auto& powers, LongResidue factor, Number& to) const {
  std::vector<LongResidue> slopes(coordinates_);
  for (std::size_t v = 0; v < point_.x.size(); ++v) {
    if (powers[v] == 0) continue;
    factor = factor * power(point_.x[v], powers[v]);
    const LongResidue times(powers[v]);
    for (std::size_t i = 0; i < log_slopes_[v].size(); ++i)
      if (!log_slopes_[v][i].is_zero()) slopes[i] = slopes[i] + times * log_slopes_[v][i];
  }
  to.value = to.value + factor;
  for (std::size_t i = 0; i < coordinates_; ++i)
    if (!slopes[i].is_zero()) to.slopes[i] = to.slopes[i] + factor * slopes[i];
}

Probe::Number Probe::of(const Exponents& powers) const {
  Number out{{}, std::vector<LongResidue>(coordinates_)};
  add_product(powers, LongResidue(1), out);
  return out;
}

Probe::Number Probe::of(const Polynomial& f) const {
  Number out{{}, std::vector<LongResidue>(coordinates_)};
  for (const Polynomial::Term& term : f.terms()) add_product(term.powers, term.factor, out);
  return out;
}

Probe::Number Probe::of(const AnsatzTerm& term) const {
  if (term.kind == AnsatzTerm::Kind::product) return of(term.powers);
  const Number f = of(term.f);
  Number out{{}, std::vector<LongResidue>(coordinates_)};
  const LongResidue inverse = LongResidue(1) / f.value;
  if (term.kind == AnsatzTerm::Kind::log) {
    for (std::size_t i = 0; i < coordinates_; ++i) out.slopes[i] = f.slopes[i] * inverse;
  } else if (term.kind == AnsatzTerm::Kind::quotient) {
    const Number above = of(term.powers);
    out.value = above.value * inverse;
    for (std::size_t i = 0; i < coordinates_; ++i)
      out.slopes[i] = (above.slopes[i] - out.value * f.slopes[i]) * inverse;
  } else {
    const Number g = of(term.g);
    const LongResidue square = LongResidue(1) / (f.value * f.value + g.value * g.value);
    for (std::size_t i = 0; i < coordinates_; ++i)
      out.slopes[i] = (f.value * g.slopes[i] - g.value * f.slopes[i]) * square;
  }
  return out;
}

bool LinearEquations::add(std::vector<LongResidue> row) {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const LongResidue factor = row[pivots_[k]];
    if (factor.is_zero()) continue;
    for (std::size_t i = pivots_[k]; i < unknowns_; ++i)
      if (!rows_[k][i].is_zero()) row[i] = row[i] - factor * rows_[k][i];
  }
  const auto head = std::ranges::find_if(row, [](LongResidue x) { return !x.is_zero(); });
  if (head == row.end()) return false;
  const LongResidue inverse = LongResidue(1) / *head;
  for (LongResidue& one : row) one = one * inverse;
  const auto pivot = static_cast<std::size_t>(head - row.begin());
  // by their pivots, so that none disturbs an earlier one
  const auto at = std::ranges::lower_bound(pivots_, pivot) - pivots_.begin();
  pivots_.insert(pivots_.begin() + at, pivot);
  rows_.insert(rows_.begin() + at, std::move(row));
  return true;
}

std::vector<std::vector<LongResidue>> LinearEquations::solutions() const {
  std::vector<std::vector<LongResidue>> out;
  for (std::size_t own = 0; own < unknowns_; ++own) {
    if (std::ranges::binary_search(pivots_, own)) continue;
    std::vector<LongResidue> x(unknowns_);
    x[own] = LongResidue(1);
    for (std::size_t k = rows_.size(); k-- > 0;) {
      if (pivots_[k] > own) continue;
      LongResidue sum;
      for (std::size_t i = pivots_[k] + 1; i <= own; ++i)
        if (!x[i].is_zero()) sum = sum + rows_[k][i] * x[i];
      x[pivots_[k]] = -sum;
    }
    out.push_back(std::move(x));
  }
  return out;
}

std::vector<std::vector<LongResidue>> kernel(const std::vector<std::vector<LongResidue>>& rows,
                                             std::size_t size) {
  LinearEquations all(size);
  for (const auto& row : rows) all.add(row);
  return all.solutions();
}

}  // namespace zwang
