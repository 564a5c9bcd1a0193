// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

// Of unit rows, and relative to the terms of a number: below `same` it is zero. What lies between
// `corner_rounding` and `apart` is in doubt.
constexpr double same = 1e-8;
constexpr double corner_rounding = 1e-9;
constexpr double apart = 1e-6;
// An exact zero among the entries is known to rounding only: so much of the largest term counts
// too.
constexpr double rounding_share = 1e-5;

// Calls with every ascending choice of `count` among `of` numbers.
template <class Call>
void for_each_choice(Eigen::Index of, Eigen::Index count, Call&& call) {
  std::vector<Eigen::Index> choice(static_cast<std::size_t>(count));
  std::iota(choice.begin(), choice.end(), Eigen::Index{0});
  if (count > of) return;
  while (true) {
    call(choice);
    auto k = count - 1;
    while (k >= 0 && choice[static_cast<std::size_t>(k)] == of - count + k) --k;
    if (k < 0) return;
    ++choice[static_cast<std::size_t>(k)];
    for (auto j = k + 1; j < count; ++j)
      choice[static_cast<std::size_t>(j)] = choice[static_cast<std::size_t>(j - 1)] + 1;
  }
}

class CornerSearch {
 public:
  // Rows become unit vectors; one that is zero says nothing about x.
  CornerSearch(const Matrix& rows, const Vector& limits) {
    std::vector<Eigen::Index> kept;
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      if (rows.row(i).norm() > 0.0)
        kept.push_back(i);
      else if (limits[i] < 0.0)
        empty_ = true;
    }
    rows_ = rows(kept, Eigen::all).rowwise().normalized();
    limits_ = Vector(limits(kept)).cwiseQuotient(Matrix(rows(kept, Eigen::all)).rowwise().norm());
  }

  Corners all() {
    if (empty_) return {};
    vertices();
    rays();
    return std::move(found_);
  }

  void rays() {
    const auto n = rows_.cols();
    if (n == 0) return;
    if (n == 1) return both_ways(Vector::Ones(1));
    for_each_choice(rows_.rows(), n - 1, [&](const std::vector<Eigen::Index>& choice) {
      const Svd parts = svd(rows_(choice, Eigen::all), Directions::right);
      if (is_full(parts.values, n - 1)) both_ways(parts.v.col(n - 1));
    });
  }

  Corners found_;

 private:
  void vertices() {
    const auto n = rows_.cols();
    if (n == 0) {
      found_.vertices.emplace_back(0);
      found_.sizes.emplace_back(0);
      return;
    }
    for_each_choice(rows_.rows(), n, [&](const std::vector<Eigen::Index>& choice) {
      const Svd parts = svd(rows_(choice, Eigen::all), Directions::thin);
      if (!is_full(parts.values, n)) return;
      const Matrix inverse =
          parts.v * parts.values.cwiseInverse().asDiagonal() * parts.u.transpose();
      const Vector limits = limits_(choice);
      const Vector x = inverse * limits;
      Vector sizes = inverse.cwiseAbs() * limits.cwiseAbs();
      sizes.array() +=
          rounding_share * inverse.cwiseAbs().maxCoeff() * limits.cwiseAbs().maxCoeff();
      if (!is_within(x, limits_, limits_.cwiseAbs() + rows_.cwiseAbs() * sizes)) return;
      for (std::size_t k = 0; k < found_.vertices.size(); ++k)
        if (is_same(x, found_.vertices[k], sizes.cwiseMax(found_.sizes[k]))) return;
      found_.vertices.push_back(x);
      found_.sizes.push_back(sizes);
    });
  }

  void both_ways(const Vector& direction) {
    const Vector one = Vector::Ones(direction.size());
    for (const double sign : {1.0, -1.0}) {
      const Vector ray = sign * direction;
      const Vector zero = Vector::Zero(rows_.rows());
      if (is_within(ray, zero, Vector::Ones(rows_.rows())) &&
          std::ranges::none_of(found_.rays, [&](const Vector& r) { return is_same(ray, r, one); }))
        found_.rays.push_back(ray);
    }
  }

  bool is_full(const Vector& values, Eigen::Index rank) {
    const double least = values.size() < rank ? 0.0 : values[rank - 1];
    if (least > corner_rounding && least < apart) found_.in_doubt = true;
    return least > same;
  }

  bool is_within(const Vector& x, const Vector& limits, const Vector& sizes) {
    const Vector over = rows_ * x - limits;
    bool within = true;
    for (Eigen::Index i = 0; i < over.size(); ++i) {
      note(over[i], sizes[i]);
      within = within && over[i] <= same * sizes[i];
    }
    return within;
  }

  bool is_same(const Vector& x, const Vector& y, const Vector& sizes) {
    const Vector distance = (x - y).cwiseAbs();
    const bool found = (distance.array() <= same * sizes.array()).all();
    const bool near = (distance.array() <= apart * sizes.array()).all();
    for (Eigen::Index i = 0; near && i < distance.size(); ++i) note(distance[i], sizes[i]);
    return found;
  }

  void note(double x, double size) {
    if (x > corner_rounding * size && x < apart * size) found_.in_doubt = true;
  }

  Matrix rows_;
  Vector limits_;
  bool empty_ = false;
};

}  // namespace

Corners corners(const Matrix& rows, const Vector& limits) {
  return CornerSearch(rows, limits).all();
}

std::vector<Vector> extreme_rays(const Matrix& rows) {
  CornerSearch search(rows, Vector::Zero(rows.rows()));
  search.rays();
  return std::move(search.found_.rays);
}

}  // namespace zwang
