// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <type_traits>
#include <unordered_map>

#include "zwang/base/index.hpp"
#include "zwang/scalars/elementary.hpp"
#include "zwang/scalars/taylor.hpp"

namespace zwang {
namespace {

template <class K>
K number(double x) {
  if constexpr (std::is_same_v<K, double>)
    return x;
  else
    return Residue::decimal(x);
}

bool is_usable(double x) { return std::isfinite(x); }
bool is_usable(Residue) { return true; }

// How good a pivot it is.
double weight(double x) { return std::abs(x); }
double weight(Residue x) { return x.is_zero() ? 0.0 : 1.0; }

template <class K>
Nilpotent<K> power(const Nilpotent<K>& x, int n) {
  Nilpotent<K> result(number<K>(1.0)), base = x;
  for (unsigned m = static_cast<unsigned>(std::abs(n)); m > 0; m >>= 1U, base = base * base)
    if (m & 1U) result = result * base;
  return n < 0 ? Nilpotent<K>(number<K>(1.0)) / result : result;
}

// A function of one number, by its Taylor series at the body.
template <class F>
Nilpotent<double> by_series(const Nilpotent<double>& x, F&& f) {
  constexpr int most = 10;
  if (x.directions() > most) throw std::domain_error("a bracket of more than ten fields");
  const Taylor<double, most> series = f(Taylor<double, most>(x.body(), 1.0));
  std::vector<double> coefficients;
  for (int k = 0; k <= x.directions(); ++k) coefficients.push_back(series[k]);
  return x.put_into(coefficients);
}

Nilpotent<double> apply(Operation operation, const Nilpotent<double>& a,
                        const Nilpotent<double>& b) {
  using namespace elementary;
  switch (operation) {
    case Operation::sqrt: return by_series(a, [](const auto& x) { return sqrt(x); });
    case Operation::exp: return by_series(a, [](const auto& x) { return exp(x); });
    case Operation::log: return by_series(a, [](const auto& x) { return log(x); });
    case Operation::sin: return by_series(a, [](const auto& x) { return sin(x); });
    case Operation::cos: return by_series(a, [](const auto& x) { return cos(x); });
    case Operation::tan: return by_series(a, [](const auto& x) { return tan(x); });
    case Operation::asin: return by_series(a, [](const auto& x) { return asin(x); });
    case Operation::acos: return by_series(a, [](const auto& x) { return acos(x); });
    case Operation::atan: return by_series(a, [](const auto& x) { return atan(x); });
    case Operation::sinh: return by_series(a, [](const auto& x) { return sinh(x); });
    case Operation::cosh: return by_series(a, [](const auto& x) { return cosh(x); });
    case Operation::tanh: return by_series(a, [](const auto& x) { return tanh(x); });
    case Operation::pow:
      if (b.rest() == Nilpotent<double>())
        return by_series(a, [&](const auto& x) { return pow(x, b.body()); });
      return apply(Operation::exp, b * apply(Operation::log, a, b), b);
    case Operation::atan2: {
      // only its slopes matter beside the body
      const double angle = atan2(a.body(), b.body());
      const bool steep = std::abs(a.body()) > std::abs(b.body());
      const Nilpotent<double> turn =
          apply(Operation::atan, steep ? -(b / a) : a / b, Nilpotent<double>());
      return Nilpotent<double>(angle) + turn.rest();
    }
    case Operation::min: return a.body() < b.body() ? a : b;
    case Operation::max: return a.body() < b.body() ? b : a;
    case Operation::step: return Nilpotent<double>(step(a.body()));
    case Operation::smooth: {
      const Nilpotent<double> s = a / b;
      if (s.body() <= 0.0 || s.body() >= 1.0) return Nilpotent<double>(smooth(a.body(), b.body()));
      const Nilpotent<double> cube = s * s * s;
      return cube *
             (Nilpotent<double>(10.0) + s * (Nilpotent<double>(6.0) * s - Nilpotent<double>(15.0)));
    }
    default: break;
  }
  throw std::logic_error("unknown operation");
}

Nilpotent<Residue> apply(Operation, const Nilpotent<Residue>&, const Nilpotent<Residue>&) {
  throw std::domain_error("not a rational formula");
}

// The exponent, if it is a whole number of moderate size.
bool whole_exponent(const Graph& graph, NodeId node, int& exponent) {
  double value = 0.0;
  if (graph[node].operation == Operation::constant)
    value = graph[node].number;
  else if (graph[node].operation == Operation::symbol &&
           graph.symbol_of(node).kind == Symbol::Kind::parameter)
    value = graph.symbol_of(node).value;
  else
    return false;
  if (value != std::floor(value) || std::abs(value) > 1000.0) return false;
  exponent = static_cast<int>(value);
  return true;
}

}  // namespace

bool is_rational(const PfaffianSystem& system) {
  const Graph& graph = system.graph();
  std::vector<NodeId> roots;
  for (int s = 0; s < system.forms(); ++s)
    for (int i = 0; i < system.coordinates(); ++i) roots.push_back(system.coefficient(s, i));
  return std::ranges::all_of(graph.below(roots), [&](NodeId id) {
    int exponent = 0;
    switch (graph[id].operation) {
      case Operation::constant:
      case Operation::symbol:
      case Operation::add:
      case Operation::subtract:
      case Operation::multiply:
      case Operation::divide:
      case Operation::negate: return true;
      case Operation::pow: return whole_exponent(graph, graph[id].b, exponent);
      default: return false;
    }
  });
}

template <class K>
FormValues<K>::FormValues(const PfaffianSystem& system) {
  const Graph& graph = system.graph();
  std::vector<NodeId> roots;
  for (int s = 0; s < system.forms(); ++s)
    for (int i = 0; i < system.coordinates(); ++i) roots.push_back(system.coefficient(s, i));
  std::unordered_map<NodeId, std::size_t> place;
  std::unordered_map<SymbolId, int> input;
  for (int i = 0; i < system.coordinates(); ++i) input[system.coordinate(i)] = i;
  for (const NodeId id : graph.below(roots)) {
    const Node& node = graph[id];
    Step step{.operation = node.operation};
    if (node.operation == Operation::constant) {
      step.number = number<K>(node.number);
    } else if (node.operation == Operation::symbol) {
      const auto at = input.find(node.a);
      if (at != input.end())
        step.input = at->second;
      else
        step.number = number<K>(graph.symbol_of(id).value);
    } else {
      step.a = place.at(node.a);
      step.b = arity(node.operation) == 2 ? place.at(node.b) : step.a;
      step.whole = node.operation == Operation::pow && whole_exponent(graph, node.b, step.exponent);
    }
    place[id] = steps_.size();
    steps_.push_back(step);
  }
  for (const NodeId root : roots) places_.push_back(place.at(root));
}

template <class K>
auto FormValues<K>::at(std::span<const Number> x) const -> std::vector<Number> {
  std::vector<Number> values(steps_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const Number &a = values[step.a], &b = values[step.b];
    switch (step.operation) {
      case Operation::constant: values[i] = Number(step.number); break;
      case Operation::symbol:
        values[i] = step.input < 0 ? Number(step.number) : x[index(step.input)];
        break;
      case Operation::add: values[i] = a + b; break;
      case Operation::subtract: values[i] = a - b; break;
      case Operation::multiply: values[i] = a * b; break;
      case Operation::divide: values[i] = a / b; break;
      case Operation::negate: values[i] = -a; break;
      default: values[i] = step.whole ? power(a, step.exponent) : apply(step.operation, a, b);
    }
    if (!is_usable(values[i].body())) throw std::domain_error("a form has no value here");
  }
  std::vector<Number> forms;
  forms.reserve(places_.size());
  for (const std::size_t place : places_) forms.push_back(values[place]);
  return forms;
}

template <class K>
std::vector<K> FormValues<K>::at(std::span<const K> x) const {
  std::vector<K> bodies;
  for (const Number& one : at(std::vector<Number>(x.begin(), x.end())))
    bodies.push_back(one.body());
  return bodies;
}

template <class K>
Distribution<K>::Distribution(const PfaffianSystem& system, std::vector<K> x)
    : forms_(system), x_(std::move(x)) {
  choose_pivots();
}

// Gauss with full pivoting: which coordinates are solved for, by which forms.
template <class K>
void Distribution<K>::choose_pivots() {
  std::vector<K> p = forms_.at(std::span<const K>(x_));
  const int n = coordinates(), r = static_cast<int>(p.size() / x_.size());
  const auto entry = [&](int s, int i) -> K& { return p[index(s) * index(n) + index(i)]; };
  double largest = 0.0;
  for (const K& one : p) largest = std::max(largest, weight(one));
  std::vector<int> rows(index(r)), columns(index(n));
  std::iota(rows.begin(), rows.end(), 0);
  std::iota(columns.begin(), columns.end(), 0);
  while (!rows.empty() && !columns.empty()) {
    int row = -1, column = -1;
    double best = 1e-10 * largest;
    for (const int s : rows)
      for (const int i : columns)
        if (weight(entry(s, i)) > best) {
          best = weight(entry(s, i));
          row = s;
          column = i;
        }
    if (row < 0) break;
    std::erase(rows, row);
    std::erase(columns, column);
    rows_.push_back(row);
    solved_.push_back(column);
    for (const int s : rows) {
      const K factor = entry(s, column) / entry(row, column);
      for (const int i : columns) entry(s, i) = entry(s, i) - factor * entry(row, i);
    }
  }
  open_ = columns;
}

namespace {

// P1 a = right by elimination in the order of the pivots; the columns of `right` are replaced.
template <class T>
void eliminate(std::vector<T>& left, std::vector<T>& right, std::size_t r) {
  const std::size_t w = r == 0 ? 0 : right.size() / r;
  for (std::size_t k = 0; k < r; ++k)
    for (std::size_t i = k + 1; i < r; ++i) {
      if (left[i * r + k] == T()) continue;
      const T factor = left[i * r + k] / left[k * r + k];
      for (std::size_t j = k + 1; j < r; ++j)
        left[i * r + j] = left[i * r + j] - factor * left[k * r + j];
      for (std::size_t l = 0; l < w; ++l)
        right[i * w + l] = right[i * w + l] - factor * right[k * w + l];
    }
  for (std::size_t k = r; k-- > 0;) {
    for (std::size_t j = k + 1; j < r; ++j) {
      if (left[k * r + j] == T()) continue;
      for (std::size_t l = 0; l < w; ++l)
        right[k * w + l] = right[k * w + l] - left[k * r + j] * right[j * w + l];
    }
    for (std::size_t l = 0; l < w; ++l) right[k * w + l] = right[k * w + l] / left[k * r + k];
  }
}

}  // namespace

template <class K>
template <class T>
std::vector<std::vector<T>> Distribution<K>::fields_at(std::span<const T> x,
                                                       std::span<const int> which) const {
  const std::size_t n = x_.size(), r = solved_.size(), w = which.size();
  const std::vector<T> forms = forms_.at(x);
  const auto p = [&](std::size_t k, int i) { return forms[index(rows_[k]) * n + index(i)]; };
  std::vector<T> left(r * r), right(r * w);
  for (std::size_t k = 0; k < r; ++k) {
    for (std::size_t j = 0; j < r; ++j) left[k * r + j] = p(k, solved_[j]);
    for (std::size_t l = 0; l < w; ++l) right[k * w + l] = -p(k, open_[index(which[l])]);
  }
  eliminate(left, right, r);
  std::vector<std::vector<T>> fields(w, std::vector<T>(n));
  for (std::size_t l = 0; l < w; ++l) {
    fields[l][index(open_[index(which[l])])] = T(number<K>(1.0));
    for (std::size_t k = 0; k < r; ++k) fields[l][index(solved_[k])] = right[k * w + l];
  }
  return fields;
}

// [X, Y] = DY X - DX Y, each derivative along one new direction.
template <class K>
auto Distribution<K>::value_at(std::span<const int> bracket, std::span<const Number> x,
                               int directions) const -> std::vector<Number> {
  const std::array first = {bracket.front()};
  if (bracket.size() == 1) return fields_at<Number>(x, first)[0];
  const auto rest = bracket.subspan(1);
  const auto moved = [&](const std::vector<Number>& along) {
    std::vector<Number> place;
    for (std::size_t i = 0; i < x.size(); ++i)
      place.push_back(Number::pair(x[i], along[i], directions));
    return place;
  };
  const std::vector<Number> forth =
      value_at(rest, moved(fields_at<Number>(x, first)[0]), directions + 1);
  const std::vector<Number> back =
      fields_at<Number>(moved(value_at(rest, x, directions)), first)[0];
  std::vector<Number> result;
  for (std::size_t i = 0; i < x.size(); ++i)
    result.push_back(forth[i].slope(directions) - back[i].slope(directions));
  return result;
}

template <class K>
std::vector<K> Distribution<K>::value(const Bracket& bracket) const {
  const std::vector<Number> at(x_.begin(), x_.end());
  std::vector<K> result;
  for (const Number& one : value_at(bracket, at, 0)) result.push_back(one.body());
  return result;
}

template <class K>
std::vector<std::vector<K>> Distribution<K>::values() const {
  std::vector<int> all(open_.size());
  std::iota(all.begin(), all.end(), 0);
  return fields_at<K>(x_, all);
}

template <class K>
std::vector<std::vector<K>> Distribution<K>::covariants() const {
  const std::size_t n = x_.size(), m = open_.size();
  const auto fields = values();
  const std::vector<Number> at(x_.begin(), x_.end());
  // the p_si that change along each field
  struct Slope {
    std::size_t s, i;
    K value;
  };
  std::vector<std::vector<Slope>> slopes(m);
  std::size_t r = 0;
  for (std::size_t l = 0; l < m; ++l) {
    std::vector<Number> moved;
    for (std::size_t i = 0; i < n; ++i) moved.push_back(Number::pair(at[i], fields[l][i], 0));
    const std::vector<Number> forms = forms_.at(moved);
    r = forms.size() / n;
    for (std::size_t k = 0; k < forms.size(); ++k)
      if (const K value = forms[k].coefficient(1); !(value == K()))
        slopes[l].push_back({k / n, k % n, value});
  }
  std::vector<std::vector<K>> result;
  for (std::size_t l = 0; l < m; ++l)
    for (std::size_t k = l + 1; k < m; ++k) {
      std::vector<K> pair(r, K());
      for (const Slope& one : slopes[k]) pair[one.s] = pair[one.s] + one.value * fields[l][one.i];
      for (const Slope& one : slopes[l]) pair[one.s] = pair[one.s] - one.value * fields[k][one.i];
      result.push_back(std::move(pair));
    }
  return result;
}

// A bracket of two fields has no parts along the open coordinates; the forms say the others.
template <class K>
std::vector<std::vector<K>> Distribution<K>::pair_values() const {
  const std::size_t n = x_.size(), r = solved_.size();
  const auto pairs = covariants();
  const std::vector<K> forms = forms_.at(std::span<const K>(x_));
  std::vector<K> left(r * r), right(r * pairs.size());
  for (std::size_t k = 0; k < r; ++k) {
    for (std::size_t j = 0; j < r; ++j)
      left[k * r + j] = forms[index(rows_[k]) * n + index(solved_[j])];
    for (std::size_t l = 0; l < pairs.size(); ++l)
      right[k * pairs.size() + l] = pairs[l][index(rows_[k])];
  }
  eliminate(left, right, r);
  std::vector<std::vector<K>> result(pairs.size(), std::vector<K>(n, K()));
  for (std::size_t l = 0; l < pairs.size(); ++l)
    for (std::size_t k = 0; k < r; ++k) result[l][index(solved_[k])] = right[k * pairs.size() + l];
  return result;
}

template class FormValues<double>;
template class FormValues<Residue>;
template class Distribution<double>;
template class Distribution<Residue>;

}  // namespace zwang
