// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/sparse_certificate.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

using MassBlock = Eigen::Map<const Matrix>;

MassBlock mass_of(const Problem& problem, int block) {
  const int size = problem.first(block + 1) - problem.first(block);
  return {problem.mass(block).data(), size, size};
}

double offset_of(const Problem& problem, int row, double touching) {
  const double offset = problem.offset(row);
  return std::abs(offset) <= touching ? 0.0 : offset;
}

// v := M⁻¹v
void divide_by_mass(const Problem& problem, int block, Eigen::Ref<Vector> v) {
  if (v.size() == 1)
    v[0] /= problem.mass(block)[0];
  else
    v = mass_of(problem, block).llt().solve(v);
}

// |a|² in M⁻¹
double square_of(const Problem& problem, int row, const std::vector<int>& block_of) {
  const auto entries = problem.entries(row);
  double square = 0.0;
  for (std::size_t k = 0; k < entries.size();) {
    const int block = block_of[static_cast<std::size_t>(entries[k].column)];
    const int first = problem.first(block);
    Vector a = Vector::Zero(problem.first(block + 1) - first);
    for (; k < entries.size() && entries[k].column < problem.first(block + 1); ++k)
      a[entries[k].column - first] = entries[k].value;
    Vector b = a;
    divide_by_mass(problem, block, b);
    square += a.dot(b);
  }
  return square;
}

}  // namespace

bool SparseCertificate::holds(double tolerance) const {
  return natural <= tolerance && rows <= tolerance && signs <= tolerance &&
         complementarity <= tolerance && stationarity <= tolerance;
}

SparseCertificate certify_sparse(const Problem& problem, const Vector& x, const Vector& multipliers,
                                 double touching) {
  if (!x.allFinite() || !multipliers.allFinite()) return {};
  const int n = problem.unknowns();
  const Vector given = problem.has_free() ? problem.free() : Vector(Vector::Zero(n));
  const Vector force = problem.has_force() ? problem.force() : Vector(Vector::Zero(n));
  Vector free = force;
  Vector rest(n);
  Vector size(n);
  std::vector<int> block_of(static_cast<std::size_t>(n));
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int count = problem.first(i + 1) - first;
    std::fill_n(block_of.begin() + first, count, i);
    divide_by_mass(problem, i, free.segment(first, count));
    const Vector now = mass_of(problem, i) * x.segment(first, count);
    const Vector before = mass_of(problem, i) * given.segment(first, count);
    rest.segment(first, count) = now - before;
    size.segment(first, count) = now.cwiseAbs() + before.cwiseAbs();
  }
  free += given;
  rest -= force;
  size += force.cwiseAbs();

  SparseCertificate certificate;
  double scale = 0.0;
  double offsets = 0.0;
  double largest = 0.0;
  double natural = 0.0;
  double rows = 0.0;
  double signs = 0.0;
  double complementarity = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    const double z = multipliers[k];
    double at_free = 0.0;
    double terms = 0.0;
    double g = offset_of(problem, k, touching);
    offsets = std::max(offsets, std::abs(g));
    for (const Entry& entry : problem.entries(k)) {
      at_free += entry.value * free[entry.column];
      terms += std::abs(entry.value * free[entry.column]);
      g += entry.value * x[entry.column];
      rest[entry.column] += entry.value * z;
      size[entry.column] += std::abs(entry.value * z);
    }
    scale = std::max({scale, std::abs(at_free), 1e-3 * terms});
    largest = std::max(largest, std::abs(z));
    if (problem.kind(k) == Kind::equation) {
      natural = std::max(natural, std::abs(g));
      rows = std::max(rows, std::abs(g));
    } else {
      const double force_of = z == 0.0 ? 0.0 : square_of(problem, k, block_of) * z;
      natural = std::max(natural, std::abs(std::max(g, -force_of)));
      rows = std::max(rows, g);
      signs = std::max(signs, -z);
      complementarity = std::max(complementarity, std::abs(z * g));
    }
  }
  if (scale == 0.0) scale = offsets > 0.0 ? offsets : 1.0;
  const auto relative = [](double number, double unit) {
    return number == 0.0 ? 0.0 : number / unit;
  };
  certificate.natural = natural / scale;
  certificate.rows = rows / scale;
  certificate.signs = relative(signs, largest);
  certificate.complementarity = relative(complementarity, largest * scale);
  certificate.stationarity = n == 0 ? 0.0 : relative(rest.cwiseAbs().maxCoeff(), size.maxCoeff());
  return certificate;
}

bool excludes(const Problem& problem, const Vector& weights, double touching) {
  const double allowed = 256.0 * rounded_data;
  Vector sum = Vector::Zero(problem.unknowns());
  Vector size = sum;
  double right = 0.0;
  double right_size = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    const double weight = weights[k];
    if (weight == 0.0) continue;
    if (problem.kind(k) == Kind::inequality && !(weight > 0.0)) return false;
    for (const Entry& entry : problem.entries(k)) {
      sum[entry.column] += weight * entry.value;
      size[entry.column] += std::abs(weight * entry.value);
    }
    const double offset = offset_of(problem, k, touching);
    right += weight * offset;
    right_size += std::abs(weight * offset);
  }
  return (sum.array().abs() <= allowed * size.array()).all() && right > allowed * right_size;
}

}  // namespace zwang::minimum
