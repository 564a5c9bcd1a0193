// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/certificate_limit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

// One block of the mass. Where it is not positive it is measured by its diagonal, or by 1, as in
// the certificate.
struct Block {
  Matrix mass, inverse;

  explicit Block(const Eigen::Map<const Matrix>& given) : mass(given) {
    const Eigen::LLT<Matrix> factor(mass);
    if (factor.info() == Eigen::Success) {
      inverse = factor.solve(Matrix::Identity(mass.rows(), mass.cols()));
      return;
    }
    inverse = mass.diagonal()
                  .unaryExpr([](double m) { return m == 0.0 ? 1.0 : 1.0 / std::abs(m); })
                  .asDiagonal();
  }
};

}  // namespace

double certificate_limit(const Problem& problem, const Solution& solution) {
  const int n = problem.unknowns();
  std::vector<Block> blocks;
  std::vector<int> block_of(index(n));
  Vector reach(n);  // |x| + |x_free|
  Vector terms(n);  // |M| |x| + |M| |x0| + |X| + Σ |z a|, the terms of the stationarity
  double point = 0.0;
  double free = 0.0;
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    blocks.emplace_back(Eigen::Map<const Matrix>(problem.mass(i).data(), size, size));
    std::fill_n(block_of.begin() + first, size, i);
    const Matrix& mass = blocks.back().mass;
    const Vector x = solution.x.segment(first, size);
    Vector pull = Vector::Zero(size);
    Vector sizes = mass.cwiseAbs() * x.cwiseAbs();
    if (problem.has_free()) {
      pull += mass * problem.free().segment(first, size);
      sizes += mass.cwiseAbs() * problem.free().segment(first, size).cwiseAbs();
    }
    if (problem.has_force()) {
      pull += problem.force().segment(first, size);
      sizes += problem.force().segment(first, size).cwiseAbs();
    }
    const Vector free_point = blocks.back().inverse * pull;
    terms.segment(first, size) = sizes;
    reach.segment(first, size) = x.cwiseAbs() + free_point.cwiseAbs();
    point += std::abs(x.dot(mass * x));
    free += std::abs(free_point.dot(pull));
  }
  double size = std::sqrt(std::max(point, free));
  if (size == 0.0) size = 1.0;
  double worst_row = 0.0;
  double loaded_rows = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    const double z = std::abs(solution.multipliers[k]);
    const auto entries = problem.entries(k);
    double row = std::abs(problem.offset(k));
    double square = 0.0;
    for (const Entry& a : entries) {
      row += std::abs(a.value) * reach[a.column];
      terms[a.column] += z * std::abs(a.value);
      const int block = block_of[index(a.column)];
      const int first = problem.first(block);
      for (const Entry& b : entries)
        if (block_of[index(b.column)] == block)
          square +=
              a.value * b.value * blocks[index(block)].inverse(b.column - first, a.column - first);
    }
    const double length = square > 0.0 ? std::sqrt(square) : 1.0;
    const double relative = row / (length * size);
    worst_row = std::max(worst_row, relative);
    loaded_rows += z * length / size * relative;
  }
  double stationarity = 0.0;  // a component e_i is as long as √(M⁻¹)_ii
  for (int i = 0; i < n; ++i) {
    const int block = block_of[index(i)];
    const int at = i - problem.first(block);
    stationarity += terms[i] * std::sqrt(std::abs(blocks[index(block)].inverse(at, at))) / size;
  }
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  return 1e-10 + (16.0 + n) * rounding * (stationarity + worst_row + loaded_rows) +
         4.0 * solution.shift;
}

}  // namespace zwang::minimum
