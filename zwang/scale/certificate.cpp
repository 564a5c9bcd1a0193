// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/certificate.hpp"

#include <algorithm>
#include <cmath>

namespace zwang::scale {
namespace {

double offset_of(const ProblemPart& problem, int row, double touching) {
  const double offset = problem.offset(row);
  return std::abs(offset) <= touching ? 0.0 : offset;
}

// With those of others behind.
Vector with_others(const Halo& unknowns, const Vector& own) {
  Vector all = Vector::Zero(unknowns.size());
  all.head(own.size()) = own;
  unknowns.bring({all.data(), static_cast<std::size_t>(all.size())});
  return all;
}

void add(const Halo& unknowns, Vector& sums) {
  unknowns.add({sums.data(), static_cast<std::size_t>(sums.size())});
}

}  // namespace

minimum::SparseCertificate certify(const Processes& processes, const ProblemPart& problem,
                                   const Vector& x, const Vector& multipliers, double touching) {
  if (processes.any(!x.allFinite() || !multipliers.allFinite())) return {};
  const Halo& unknowns = problem.unknowns();
  const Vector at = with_others(unknowns, x), free = with_others(unknowns, problem.free),
               mass = with_others(unknowns, problem.mass);
  // of Aᵀz and of its terms
  Vector rest = Vector::Zero(at.size()), size = rest;
  double scale = 0.0, offsets = 0.0, largest = 0.0, natural = 0.0, rows = 0.0, signs = 0.0,
         complementarity = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    const double z = multipliers[k];
    double at_free = 0.0, terms = 0.0, square = 0.0;
    double g = offset_of(problem, k, touching);
    offsets = std::max(offsets, std::abs(g));
    for (const auto& [column, value] : problem.entries(k)) {
      at_free += value * free[column];
      terms += std::abs(value * free[column]);
      g += value * at[column];
      square += value * value / mass[column];
      rest[column] += value * z;
      size[column] += std::abs(value * z);
    }
    scale = std::max({scale, std::abs(at_free), 1e-3 * terms});
    largest = std::max(largest, std::abs(z));
    if (problem.kind(k) == minimum::Kind::equation) {
      natural = std::max(natural, std::abs(g));
      rows = std::max(rows, std::abs(g));
    } else {
      natural = std::max(natural, std::abs(std::max(g, -square * z)));
      rows = std::max(rows, g);
      signs = std::max(signs, -z);
      complementarity = std::max(complementarity, std::abs(z * g));
    }
  }
  add(unknowns, rest);
  add(unknowns, size);
  double left = 0.0, most = 0.0;
  for (int i = 0; i < unknowns.own(); ++i) {
    const double now = mass[i] * at[i], before = mass[i] * free[i];
    left = std::max(left, std::abs(now - before + rest[i]));
    most = std::max(most, std::abs(now) + std::abs(before) + size[i]);
  }
  const auto relative = [](double number, double unit) {
    return number == 0.0 ? 0.0 : number / unit;
  };
  scale = processes.largest(scale);
  offsets = processes.largest(offsets);
  largest = processes.largest(largest);
  if (scale == 0.0) scale = offsets > 0.0 ? offsets : 1.0;
  return {.natural = processes.largest(natural) / scale,
          .rows = processes.largest(rows) / scale,
          .signs = relative(processes.largest(signs), largest),
          .complementarity = relative(processes.largest(complementarity), largest * scale),
          .stationarity = relative(processes.largest(left), processes.largest(most))};
}

bool excludes(const Processes& processes, const ProblemPart& problem, const Vector& weights,
              double touching) {
  const double allowed = 256.0 * minimum::rounded_data;
  Vector sum = Vector::Zero(problem.unknowns().size()), size = sum;
  double right = 0.0, right_size = 0.0;
  bool wrong = false;
  for (int k = 0; k < problem.rows(); ++k) {
    const double weight = weights.size() > 0 ? weights[k] : 0.0;
    if (weight == 0.0) continue;
    wrong = wrong || (problem.kind(k) == minimum::Kind::inequality && !(weight > 0.0));
    for (const auto& [column, value] : problem.entries(k)) {
      sum[column] += weight * value;
      size[column] += std::abs(weight * value);
    }
    const double offset = offset_of(problem, k, touching);
    right += weight * offset;
    right_size += std::abs(weight * offset);
  }
  add(problem.unknowns(), sum);
  add(problem.unknowns(), size);
  const auto own = problem.unknowns().own();
  wrong = wrong || !(sum.head(own).array().abs() <= allowed * size.head(own).array()).all();
  const auto [all, all_size] = processes.sum({right, right_size});
  return !processes.any(wrong) && all > allowed * all_size;
}

}  // namespace zwang::scale
