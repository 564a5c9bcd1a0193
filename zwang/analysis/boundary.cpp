// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "zwang/analysis/variation_path.hpp"
#include "zwang/base/error.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {
namespace {

// y = (q, q', rho) at the beginning of each piece.
class Joining {
 public:
  Joining(const Variation& variation, const Vector& from, const Vector& to, double t0, double t1,
          const BoundaryOptions& options)
      : variation_(variation),
        from_(from),
        to_(to),
        t0_(t0),
        t1_(t1),
        options_(options),
        n_(variation.system().coordinates()),
        k_(variation.system().constraints()),
        size_(2 * n_ + k_) {}

  BoundaryPath solve() {
    BoundaryPath result;
    std::mt19937 random(options_.seed);
    for (int turn = 0; turn < options_.tries && !result.found; ++turn) {
      ++result.tries;
      guess(turn, random);
      fine_ = false;
      if (!newton()) continue;
      fine_ = true;
      if (!newton()) continue;
      result.start = state(ends_.front(), t0_);
      result.rho = ends_.front().tail(k_);
      // the whole in one go
      const auto end = reached(ends_.front(), t0_, t1_);
      if (!end) continue;
      result.miss = (end->head(n_) - to_).cwiseAbs().maxCoeff();
      result.found = result.miss < 1e4 * options_.tolerance;
    }
    return result;
  }

 private:
  double time(int piece) const { return t0_ + (t1_ - t0_) * piece / options_.pieces; }
  State state(const Vector& y, double t) const { return {y.head(n_), y.segment(n_, n_), t}; }

  // Where y at t leads; nothing if the way ends before.
  std::optional<Vector> reached(const Vector& y, double t, double until) const try {
    if (!fine_) {
      Vector at = y;
      const bool made = leap(variation_, t, at, until - t);
      return made && at.allFinite() ? std::optional(at) : std::nullopt;
    }
    const Path path = follow(variation_, state(y, t), y.tail(k_), until, options_.tolerance);
    const State end = path.at(until);
    Vector at(size_);
    at << end.q, end.u, path.rho(until);
    return at.allFinite() ? std::optional(at) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }

  // A straight line, with waves after the first time.
  void guess(int turn, std::mt19937& random) {
    std::normal_distribution<double> normal;
    const double size = std::max(0.3, (to_ - from_).cwiseAbs().maxCoeff());
    const auto waves = [&](int count) {
      return Vector(Vector::NullaryExpr(count, [&] { return turn == 0 ? 0.0 : normal(random); }));
    };
    const Vector one = 0.3 * size * waves(n_), two = 0.15 * size * waves(n_), rho = waves(k_);
    ends_.clear();
    const double whole = t1_ - t0_, pi = 3.141592653589793;
    for (int i = 0; i < options_.pieces; ++i) {
      const double s = static_cast<double>(i) / options_.pieces;
      Vector y = Vector::Zero(size_);
      y.head(n_) = from_ + s * (to_ - from_) + std::sin(pi * s) * one + std::sin(2 * pi * s) * two;
      y.segment(n_, n_) =
          (to_ - from_ + pi * std::cos(pi * s) * one + 2 * pi * std::cos(2 * pi * s) * two) / whole;
      for (int c = 0; c < k_; ++c)
        if (is_free(c)) y[2 * n_ + c] = rho[c];
      ends_.push_back(std::move(y));
    }
  }

  bool is_free(int constraint) const {
    return variation_.treatment(constraint) == Treatment::geodesic &&
           variation_.system().constraint(constraint).of_velocities;
  }

  // What must vanish: the place and constraints at the beginning, the joints, the place at the end.
  std::optional<Vector> rests(const std::vector<Vector>& ends) const {
    Vector all(place(options_.pieces - 1) + n_);
    fill_beginning(ends, all);
    for (int i = 0; i < options_.pieces; ++i)
      if (!fill_piece(ends, i, all)) return std::nullopt;
    return all;
  }

  // Where the rest of a piece's end stands.
  Eigen::Index place(int piece) const {
    Eigen::Index before = n_;
    for (int c = 0; c < k_; ++c) before += is_free(c) ? 1 : 2;
    return before + static_cast<Eigen::Index>(piece) * size_;
  }

  void fill_beginning(const std::vector<Vector>& ends, Vector& all) const {
    const Vector& first = ends.front();
    all.head(n_) = first.head(n_) - from_;
    const Snapshot snapshot = variation_.system().at(state(first, t0_));
    Eigen::Index at = n_;
    for (int c = 0; c < k_; ++c) {
      all[at++] = snapshot.rows[static_cast<std::size_t>(c)].rate;
      if (!is_free(c)) all[at++] = first[2 * n_ + c];
    }
  }

  bool fill_piece(const std::vector<Vector>& ends, int piece, Vector& all) const {
    const auto i = static_cast<std::size_t>(piece);
    const auto end = reached(ends[i], time(piece), time(piece + 1));
    if (!end) return false;
    if (piece + 1 < options_.pieces)
      all.segment(place(piece), size_) = *end - ends[i + 1];
    else
      all.segment(place(piece), n_) = end->head(n_) - to_;
    return true;
  }

  // By differences, a beginning at a time: only its own piece and the joint before it feel it.
  std::optional<Matrix> slopes(const Vector& rest) const {
    Matrix slope(rest.size(), static_cast<Eigen::Index>(options_.pieces) * size_);
    for (int i = 0; i < options_.pieces; ++i)
      for (int c = 0; c < size_; ++c) {
        std::vector<Vector> moved = ends_;
        double& one = moved[static_cast<std::size_t>(i)][c];
        const double h = 1e-6 * std::max(1.0, std::abs(one));
        one += h;
        Vector changed = rest;
        if (i == 0)
          fill_beginning(moved, changed);
        else
          changed[place(i - 1) + c] -= h;
        if (!fill_piece(moved, i, changed)) return std::nullopt;
        slope.col(static_cast<Eigen::Index>(i) * size_ + c) = (changed - rest) / h;
      }
    return slope;
  }

  bool newton() {
    auto rest = rests(ends_);
    for (int turn = 0; rest && turn < 40; ++turn) {
      const double off = rest->norm();
      if (rest->cwiseAbs().maxCoeff() < 100.0 * options_.tolerance) return true;
      const auto slope = slopes(*rest);
      if (!slope) return false;
      const Vector step = shortest_solution(*slope, -*rest);
      bool better = false;
      for (double length = 1.0; length > 1e-3 && !better; length /= 2.0) {
        std::vector<Vector> next = ends_;
        for (std::size_t i = 0; i < next.size(); ++i)
          next[i] += length * step.segment(static_cast<Eigen::Index>(i) * size_, size_);
        const auto there = rests(next);
        better = there && there->norm() < (1.0 - 0.1 * length) * off;
        if (!better) continue;
        ends_ = std::move(next);
        rest = there;
      }
      if (!better) return false;
    }
    return false;
  }

  const Variation& variation_;
  const Vector &from_, &to_;
  double t0_, t1_;
  const BoundaryOptions& options_;
  int n_, k_, size_;
  bool fine_ = false;  // pieces are exact, not single steps
  std::vector<Vector> ends_;
};

}  // namespace

BoundaryPath join(const Variation& variation, const Vector& from, const Vector& to, double t0,
                  double t1, const BoundaryOptions& options) {
  return Joining(variation, from, to, t0, t1, options).solve();
}

}  // namespace zwang
