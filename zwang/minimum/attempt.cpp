// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/attempt.hpp"

#include <array>
#include <climits>
#include <cmath>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/minimum/active_set.hpp"
#include "zwang/minimum/bound.hpp"
#include "zwang/minimum/certificate.hpp"
#include "zwang/minimum/exact.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

// Rounded rows: a_k = Σ c_i a_i up to their rounding, and the signs of c as Farkas wants them. That
// the right side misses by more than rounding was seen by whoever asks.
template <typename T>
std::optional<Vector> rounded_contradiction(const Problem& problem, const Scaling& scaling,
                                            const ActiveSet<T>& set, int row) {
  const Dense<T>& dense = set.dense();
  const int q = set.basis().q();
  std::vector<T> d;
  set.basis().turn(dense.row(row), d);
  const double tau = dense.tau[index(row)];
  if (Basis<T>::tail(d, q) > 4.0 * tau * Basis<T>::tail(d, 0)) return std::nullopt;
  std::vector<T> c(d.begin(), d.begin() + q);
  set.basis().solve_r(c);
  T value = dense.right(row);
  double largest = 1.0;
  for (int l = 0; l < q; ++l) {
    value -= c[index(l)] * dense.right(set.active()[index(l)]);
    largest = std::max(largest, std::abs(number(c[index(l)])));
  }
  const double turn = value < T(0) ? 1.0 : -1.0;
  if (turn < 0.0 && !dense.equation(row)) return std::nullopt;
  Vector proof = Vector::Zero(problem.rows());
  proof[row] = turn;
  for (int l = 0; l < q; ++l) {
    const int k = set.active()[index(l)];
    double weight = -turn * number(c[index(l)]);
    if (std::abs(weight) <= 64.0 * tau * largest) weight = 0.0;
    if (weight < 0.0 && !dense.equation(k)) return std::nullopt;
    proof[k] = weight;
  }
  // in the units of the rows, the largest weight near 1
  int most = INT_MIN;
  for (int k = 0; k < problem.rows(); ++k)
    if (proof[k] != 0.0) most = std::max(most, std::ilogb(proof[k]) + scaling.row[index(k)]);
  for (int k = 0; k < problem.rows(); ++k)
    proof[k] = std::ldexp(proof[k], scaling.row[index(k)] - most);
  if (!contradiction_holds(problem, proof)) return std::nullopt;
  return proof;
}

template <typename T>
std::optional<Vector> contradiction_of(const Problem& problem, const Scaling& scaling,
                                       const ActiveSet<T>& set, int row) {
  if (set.dense().tau[index(row)] > 0.0) return rounded_contradiction(problem, scaling, set, row);
  return contradiction(problem, scaling, set.active(), row);
}

template <typename T>
void write_down(const ActiveSet<T>& set, const Verdict& verdict, Attempt& result) {
  const Dense<T>& dense = set.dense();
  const int n = dense.n;
  result.bound = verdict.bound;
  result.component = verdict.component;
  result.shift = verdict.shift;
  result.spare = verdict.spare;
  T squares(0);
  result.x.resize(index(n));
  const std::vector<T>& metric = set.basis().metric();
  for (int i = 0; i < n; ++i) {
    const T x = set.x()[index(i)];
    result.x[index(i)] = number(x);
    // what rounding to double adds; |dx|_M ≤ Σ √M_ii |dx_i|
    const double off = std::abs(number(T(x - T(result.x[index(i)]))));
    result.component[index(i)] = safety * (result.component[index(i)] + off);
    const std::size_t row = index(i) * index(n);
    result.bound += std::sqrt(number(metric[row + index(i)])) * off;
    for (int j = 0; j < n; ++j) squares += x * metric[row + index(j)] * set.x()[index(j)];
  }
  result.bound *= safety;
  result.size = std::sqrt(number(squares));
  const int q = set.basis().q();
  result.z.resize(index(q));
  for (int l = 0; l < q; ++l) result.z[index(l)] = number(set.z()[index(l)]);
  if (set.basis().rho() > 0.0) return;
  // Z = |M(x_free − x)|²_{M⁻¹} = |R z|²
  T zwang(0);
  for (int i = 0; i < q; ++i) {
    T sum(0);
    for (int l = i; l < q; ++l) sum += set.basis().r(i, l) * set.z()[index(l)];
    zwang += sum * sum;
  }
  result.zwang = number(zwang);
}

}  // namespace

template <typename T>
Attempt attempt(const Problem& problem, const Scaling& scaling, const Dense<T>& dense,
                const std::vector<int>& guess, int max_steps) {
  Attempt result;
  result.held = guess;
  // A mass that is not positive by itself may be positive where the equations leave freedom.
  constexpr std::array<double, 4> stiffness = {0.0, 16.0, 0x1p12, 0x1p24};
  std::optional<ActiveSet<T>> set;
  for (const double rho : stiffness) {
    set.emplace(dense, rho);
    if (set->usable()) break;
  }
  if (!set->usable()) {
    result.ending = Attempt::Termination::no_inertia;
    return result;
  }
  result.stiffened = set->basis().rho() > 0.0;
  set->begin(guess);
  using Search = typename ActiveSet<T>::Termination;
  Search ending = Search::stuck;
  while ((ending = set->search(max_steps)) == Search::stuck) {
    const int row = set->stuck_row();
    if (auto proof = contradiction_of(problem, scaling, *set, row)) {
      result.ending = Attempt::Termination::contradictory;
      result.proof = *proof;
      result.held = set->active();
      result.steps = set->steps();
      return result;
    }
    set->pass_over(row);
  }
  result.steps = set->steps();
  if (ending == Search::gave_up) {
    result.ending = Attempt::Termination::gave_up;
    return result;
  }
  const Verdict verdict = Bound<T>(problem, scaling, *set).judge();
  result.held = set->active();
  if (verdict.proved) {
    result.ending = Attempt::Termination::found;
    write_down(*set, verdict, result);
  } else if (verdict.against >= 0) {
    if (auto proof = contradiction_of(problem, scaling, *set, verdict.against)) {
      result.ending = Attempt::Termination::contradictory;
      result.proof = *proof;
    }
  }
  return result;
}

template Attempt attempt(const Problem&, const Scaling&, const Dense<double>&,
                         const std::vector<int>&, int);
template Attempt attempt(const Problem&, const Scaling&, const Dense<Quad>&,
                         const std::vector<int>&, int);
template Attempt attempt(const Problem&, const Scaling&, const Dense<Octuple>&,
                         const std::vector<int>&, int);

}  // namespace zwang::minimum
