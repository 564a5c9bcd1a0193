// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"

namespace zwang::minimum {
namespace {

[[noreturn]] void refuse(std::string message) { throw Error(Code::E120, std::move(message)); }

Vector written_out(std::initializer_list<double> numbers) {
  Vector vector(static_cast<Eigen::Index>(numbers.size()));
  Eigen::Index i = 0;
  for (const double number : numbers) vector[i++] = number;
  return vector;
}

}  // namespace

Problem& Problem::block(const Matrix& mass) {
  if (mass.rows() != mass.cols())
    refuse(fmt::format("a block of mass is {} x {}: it must be square", mass.rows(), mass.cols()));
  mass_.insert(mass_.end(), mass.data(), mass.data() + mass.size());
  mass_start_.push_back(mass_.size());
  block_start_.push_back(block_start_.back() + static_cast<int>(mass.rows()));
  return *this;
}

Problem& Problem::point(double mass, int count) {
  for (int i = 0; i < count; ++i) {
    mass_.push_back(mass);
    mass_start_.push_back(mass_.size());
    block_start_.push_back(block_start_.back() + 1);
  }
  return *this;
}

Problem& Problem::force(const Vector& force) {
  force_ = force;
  return *this;
}

Problem& Problem::free(const Vector& free) {
  free_ = free;
  return *this;
}

Problem& Problem::row(Kind kind, std::span<const Entry> entries, double offset, double tau) {
  entry_.insert(entry_.end(), entries.begin(), entries.end());
  row_start_.push_back(entry_.size());
  offset_.push_back(offset);
  tau_.push_back(tau);
  kind_.push_back(kind);
  return *this;
}

Problem& Problem::zero(const Vector& row, double offset, double tau) {
  std::vector<Entry> entries;
  for (Eigen::Index j = 0; j < row.size(); ++j)
    if (row[j] != 0.0) entries.push_back({static_cast<int>(j), row[j]});
  return this->row(Kind::equation, entries, offset, tau);
}

Problem& Problem::at_most_zero(const Vector& row, double offset, double tau) {
  zero(row, offset, tau);
  kind_.back() = Kind::inequality;
  return *this;
}

Problem& Problem::zero(std::initializer_list<double> row, double offset, double tau) {
  return zero(written_out(row), offset, tau);
}

Problem& Problem::at_most_zero(std::initializer_list<double> row, double offset, double tau) {
  return at_most_zero(written_out(row), offset, tau);
}

Problem& Problem::rounded(double tau) {
  for (double& one : tau_) one = std::max(one, tau);
  return *this;
}

std::span<const double> Problem::mass(int i) const {
  return {mass_.data() + mass_start_[index(i)], mass_start_[index(i) + 1] - mass_start_[index(i)]};
}

std::span<const Entry> Problem::entries(int row) const {
  return {entry_.data() + row_start_[index(row)],
          row_start_[index(row) + 1] - row_start_[index(row)]};
}

void Problem::check() const {
  const int n = unknowns();
  const auto sized = [n](const Vector& vector, const char* name) {
    if (vector.size() != 0 && vector.size() != n)
      refuse(fmt::format("{} has {} numbers, the mass has {} unknowns", name, vector.size(), n));
    for (Eigen::Index i = 0; i < vector.size(); ++i)
      if (!std::isfinite(vector[i])) refuse(fmt::format("{} of unknown {} is not finite", name, i));
  };
  sized(force_, "the force");
  sized(free_, "the free point");
  for (int i = 0; i < blocks(); ++i) {
    const int size = first(i + 1) - first(i);
    const auto block = mass(i);
    for (int c = 0; c < size; ++c)
      for (int r = c; r < size; ++r) {
        const double number = block[index(c * size + r)];
        if (!std::isfinite(number))
          refuse(fmt::format("the mass of unknowns {} and {} is not finite", first(i) + r,
                             first(i) + c));
        if (number != block[index(r * size + c)])
          refuse(fmt::format("the mass of unknowns {} and {} is not symmetric", first(i) + r,
                             first(i) + c));
      }
  }
  for (int k = 0; k < rows(); ++k) {
    if (!std::isfinite(offset(k))) refuse(fmt::format("the offset of row {} is not finite", k));
    if (!(tau(k) >= 0.0 && tau(k) < 0x1p-10))
      refuse(fmt::format("the relative rounding of row {} is not in [0, 2^-10)", k));
    int before = -1;
    for (const Entry& entry : entries(k)) {
      if (entry.column <= before)
        refuse(fmt::format("row {}: unknown {} comes after unknown {}", k, entry.column, before));
      before = entry.column;
      if (entry.column >= n)
        refuse(fmt::format("row {} names unknown {}, there are {}", k, entry.column, n));
      if (!std::isfinite(entry.value))
        refuse(fmt::format("row {}, unknown {}: not finite", k, entry.column));
    }
  }
}

Problem unit_masses(std::initializer_list<double> free) {
  Problem problem;
  problem.point(1.0, static_cast<int>(free.size())).free(written_out(free));
  return problem;
}

}  // namespace zwang::minimum
