// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/friction/twins.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/base/index.hpp"

namespace zwang {
namespace {

constexpr double alike = 1e-12;  // of the lengths of rows

std::vector<int> slips_of(const PlanarProblem& problem, int contact) {
  std::vector<int> found;
  const int first = problem.equations + problem.inequalities();
  for (std::size_t k = 0; k < problem.rubs.size(); ++k)
    if (problem.rubs[k].normal == contact) found.push_back(first + static_cast<int>(k));
  return found;
}

}  // namespace

Twins::Twins(const PlanarProblem& problem)
    : problem_(problem), first_rub_(problem.equations + problem.inequalities()) {
  const auto rows = static_cast<int>(problem.free.size());
  source_.resize(index(rows));
  sign_.assign(index(rows), 1.0);
  std::vector<int> original(index(rows)), many(index(rows), 1);
  for (int i = 0; i < rows; ++i) original[index(i)] = i;
  for (int j = problem.equations; j < first_rub_; ++j)
    for (int i = problem.equations; i < j; ++i) {
      if (original[index(i)] != i) continue;
      const double sign = twin_of(i, j);
      if (sign == 0.0) continue;
      const std::vector<int> first = slips_of(problem, i), second = slips_of(problem, j);
      original[index(j)] = i;
      ++many[index(i)];
      for (std::size_t k = 0; k < first.size(); ++k) {
        original[index(second[k])] = first[k];
        sign_[index(second[k])] = sign;
        ++many[index(first[k])];
      }
      break;
    }
  for (int i = 0; i < rows; ++i) {
    if (original[index(i)] == i) kept_.push_back(i);
    const auto place = std::ranges::find(kept_, original[index(i)]);
    source_[index(i)] = static_cast<int>(place - kept_.begin());
    share_.push_back(1.0 / many[index(original[index(i)])]);
  }
}

bool Twins::same(int i, int j, double sign) const {
  const Matrix& w = problem_.w;
  const double length = std::sqrt(w(i, i));
  double fastest = 0.0;
  for (Eigen::Index k = 0; k < w.cols(); ++k) {
    const double other = std::sqrt(w(k, k));
    if (std::abs(w(j, k) - sign * w(i, k)) > alike * length * other) return false;
    fastest = std::max(fastest, std::abs(problem_.free[k]) / std::max(other, 1e-300));
  }
  return std::abs(problem_.free[j] - sign * problem_.free[i]) <= alike * length * fastest;
}

double Twins::twin_of(int i, int j) const {
  const std::vector<int> first = slips_of(problem_, i), second = slips_of(problem_, j);
  if (first.size() != second.size() || first.size() > 1 || !same(i, j, 1.0)) return 0.0;
  if (first.empty()) return 1.0;
  const Rub& one = problem_.rubs[index(first[0] - first_rub_)];
  const Rub& other = problem_.rubs[index(second[0] - first_rub_)];
  if (one.slipping != other.slipping || one.sticking != other.sticking) return 0.0;
  for (const double sign : {1.0, -1.0})
    if (other.way == static_cast<int>(sign) * one.way && same(first[0], second[0], sign))
      return sign;
  return 0.0;
}

PlanarProblem Twins::reduced() const {
  PlanarProblem out;
  const auto n = static_cast<Eigen::Index>(kept_.size());
  out.equations = problem_.equations;
  out.w.resize(n, n);
  out.free.resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = kept_[static_cast<std::size_t>(i)];
    out.free[i] = problem_.free[row];
    for (Eigen::Index j = 0; j < n; ++j)
      out.w(i, j) = problem_.w(row, kept_[static_cast<std::size_t>(j)]);
    if (row < first_rub_) continue;
    Rub rub = problem_.rubs[index(row - first_rub_)];
    rub.normal = source_[index(rub.normal)];
    out.rubs.push_back(rub);
  }
  return out;
}

PlanarSolution Twins::whole(const PlanarSolution& solution) const {
  PlanarSolution out;
  out.z.resize(problem_.free.size());
  const auto kept_rubs = static_cast<int>(solution.modes.size());
  const int first_kept = static_cast<int>(kept_.size()) - kept_rubs;
  for (std::size_t i = 0; i < source_.size(); ++i) {
    out.z[static_cast<Eigen::Index>(i)] = share_[i] * sign_[i] * solution.z[source_[i]];
    if (static_cast<int>(i) < first_rub_) continue;
    SlipMode mode = solution.modes[index(source_[i] - first_kept)];
    if (sign_[i] < 0.0 && mode == SlipMode::forward)
      mode = SlipMode::backward;
    else if (sign_[i] < 0.0 && mode == SlipMode::backward)
      mode = SlipMode::forward;
    out.modes.push_back(mode);
  }
  return out;
}

}  // namespace zwang
