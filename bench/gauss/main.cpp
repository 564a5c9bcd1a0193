// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What one instant costs: a chain of ten masses in space on ten taut strings, as a model with ten
// constraints in text, against the same written by hand for this one system. Least of many
// repetitions.

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <array>
#include <cmath>
#include <random>
#include <string>

#include "bench/stopwatch.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/question.hpp"
#include "zwang/minimum/problem.hpp"

namespace {

using namespace zwang;
using bench::keep;
using bench::Stopwatch;

constexpr int links = 10;
constexpr int unknowns = 3 * links;
constexpr double gravity = 9.81;

// Ten masses below each other, swinging.
struct Chain {
  std::array<double, links> mass{}, length{};
  State state;
};

Chain swinging_chain() {
  std::mt19937 random(1899);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) * 0x1p-32;
  };
  Chain chain;
  chain.state = {Vector::Zero(unknowns), Vector::Zero(unknowns), 0.0};
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  for (int i = 0; i < links; ++i) {
    chain.mass[index(i)] = uniform(0.5, 2.0);
    chain.length[index(i)] = uniform(0.8, 1.2);
    Eigen::Vector3d along(uniform(-0.4, 0.4), uniform(-0.4, 0.4), -1.0);
    along.normalize();
    Eigen::Vector3d turning(uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0));
    turning -= turning.dot(along) * along;
    place += chain.length[index(i)] * along;
    velocity += turning;
    chain.state.q.segment<3>(3 * i) = place;
    chain.state.u.segment<3>(3 * i) = velocity;
  }
  return chain;
}

void describe(const Chain& chain, Model& model) {
  model.gravity({0, 0, -gravity});
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i);
    const auto at = chain.state.q.segment<3>(3 * i);
    model.parameter("L" + number, chain.length[index(i)]);
    model.mass("p" + number, chain.mass[index(i)], {.at = {at[0], at[1], at[2]}});
    model.constraint("string" + number, i == 0 ? fmt::format("|p{}| <= L{}", i, i)
                                               : fmt::format("|p{} - p{}| <= L{}", i, i - 1, i));
  }
}

// The same by hand: f_i = |p_i − p_{i−1}| − L_i has the row (−n, n) and b2 = (|v|² − (n·v)²)/|d|;
// all strings act.
class ByHand {
 public:
  explicit ByHand(const Chain& chain) : mass_(chain.mass) {}

  const Eigen::Matrix<double, unknowns, 1>& accelerations(const State& state) {
    for (int i = 0; i < links; ++i) {
      Eigen::Vector3d d = state.q.segment<3>(3 * i);
      Eigen::Vector3d v = state.u.segment<3>(3 * i);
      if (i > 0) {
        d -= state.q.segment<3>(3 * i - 3);
        v -= state.u.segment<3>(3 * i - 3);
      }
      const double length = d.norm();
      const Eigen::Vector3d n = d / length;
      const double along = n.dot(v);
      b2_[i] = (v.squaredNorm() - along * along) / length;
      rows_.row(i).setZero();
      rows_.row(i).segment<3>(3 * i) = n.transpose();
      if (i > 0) rows_.row(i).segment<3>(3 * i - 3) = -n.transpose();
    }
    for (int j = 0; j < unknowns; ++j) {
      const double m = mass_[index(j / 3)];
      free_[j] = j % 3 == 2 ? -gravity : 0.0;
      turned_.row(j) = rows_.col(j).transpose() / m;
    }
    phi_.noalias() = rows_ * turned_;
    z_.noalias() = rows_ * free_ + b2_;
    llt_.compute(phi_);
    llt_.solveInPlace(z_);
    accelerations_.noalias() = free_ - turned_ * z_;
    return accelerations_;
  }

 private:
  std::array<double, links> mass_;
  Eigen::Matrix<double, links, unknowns> rows_;
  Eigen::Matrix<double, unknowns, links> turned_;  // M⁻¹Aᵀ
  Eigen::Matrix<double, links, links> phi_;
  Eigen::LLT<Eigen::Matrix<double, links, links>> llt_;
  Eigen::Matrix<double, links, 1> b2_, z_;
  Eigen::Matrix<double, unknowns, 1> free_, accelerations_;
};

// By hand again, with what only this system has: neighbours alone share a mass, so Φ has three
// diagonals.
class ByHandOnDiagonals {
 public:
  explicit ByHandOnDiagonals(const Chain& chain) {
    for (int i = 0; i < links; ++i) lightness_[index(i)] = 1.0 / chain.mass[index(i)];
  }

  const Vector& accelerations(const State& state) {
    for (int i = 0; i < links; ++i) {
      Eigen::Vector3d d = state.q.segment<3>(3 * i);
      Eigen::Vector3d v = state.u.segment<3>(3 * i);
      if (i > 0) {
        d -= state.q.segment<3>(3 * i - 3);
        v -= state.u.segment<3>(3 * i - 3);
      }
      const double length = d.norm();
      normal_[index(i)] = d / length;
      const double along = normal_[index(i)].dot(v);
      // gravity alone moves no two masses apart
      z_[index(i)] =
          (v.squaredNorm() - along * along) / length - (i == 0 ? gravity * normal_[0].z() : 0.0);
    }
    // Cholesky of three diagonals, forwards and back
    for (int i = 0; i < links; ++i) {
      double pivot = lightness_[index(i)] + (i > 0 ? lightness_[index(i - 1)] : 0.0);
      if (i > 0) {
        const double beside =
            -lightness_[index(i - 1)] * normal_[index(i)].dot(normal_[index(i - 1)]);
        below_[index(i)] = beside / diagonal_[index(i - 1)];
        pivot -= below_[index(i)] * beside;
        z_[index(i)] -= below_[index(i)] * z_[index(i - 1)];
      }
      diagonal_[index(i)] = pivot;
    }
    for (int i = links - 1; i >= 0; --i) {
      z_[index(i)] /= diagonal_[index(i)];
      if (i + 1 < links) z_[index(i)] -= below_[index(i + 1)] * z_[index(i + 1)];
    }
    for (int i = 0; i < links; ++i) {
      Eigen::Vector3d a = -z_[index(i)] * normal_[index(i)];
      if (i + 1 < links) a += z_[index(i + 1)] * normal_[index(i + 1)];
      a *= lightness_[index(i)];
      a.z() -= gravity;
      accelerations_.segment<3>(3 * i) = a;
    }
    return accelerations_;
  }

 private:
  std::array<double, links> lightness_{}, diagonal_{}, below_{}, z_{};
  std::array<Eigen::Vector3d, links> normal_;
  Vector accelerations_ = Vector::Zero(unknowns);
};

}  // namespace

int main() {
  const Chain chain = swinging_chain();
  Model model("chain");
  describe(chain, model);
  const System system(model);
  ByHand by_hand(chain);
  ByHandOnDiagonals on_diagonals(chain);

  const Instant instant = accelerations(system, chain.state);
  int active = 0;
  for (const ConstraintAt& at : instant.constraints)
    active += at.status == ConstraintStatus::active;
  double off = 1e300;
  if (instant.usable()) {
    const Vector one = by_hand.accelerations(chain.state);
    const Vector other = on_diagonals.accelerations(chain.state);
    off = std::max((instant.accelerations - one).cwiseAbs().maxCoeff(),
                   (instant.accelerations - other).cwiseAbs().maxCoeff());
  }
  fmt::print("{}\n{} of {} strings act, off by {:.1e}\n", instant.brief(), active, links, off);

  std::vector<int> all, every;
  for (int i = 0; i < links; ++i) all.push_back(i);
  every = all;
  sort_by_name(system, all);
  const Snapshot snapshot = system.at(chain.state);
  const minimum::Problem problem = acceleration_problem(system, snapshot, all);

  Stopwatch hand([&] { keep = by_hand.accelerations(chain.state)[0]; });
  Stopwatch diagonals([&] { keep = on_diagonals.accelerations(chain.state)[0]; });
  Stopwatch whole([&] { keep = accelerations(system, chain.state).accelerations[0]; });
  Stopwatch looking([&] { keep = system.at(chain.state).rows[0].b2; });
  Stopwatch status([&] {
    for (const int i : all)
      keep = static_cast<double>(first_status(system, snapshot, i, Nearness{}));
  });
  Stopwatch class_of_position([&] { keep = regularity(system, snapshot, all).least; });
  Stopwatch asking([&] { keep = acceleration_problem(system, snapshot, all).offset(0); });
  Stopwatch solving([&] { keep = minimum::solve(problem).bound; });
  Stopwatch solving_guessed([&] { keep = minimum::solve_from(every, problem).bound; });
  Stopwatch certifying(
      [&] { keep = certify(problem, instant.accelerations, Vector::Ones(links)).gap; });
  for (int turn = 0; turn < 60; ++turn)
    for (Stopwatch* watch : {&hand, &diagonals, &whole, &looking, &status, &class_of_position,
                             &asking, &solving, &solving_guessed, &certifying})
      watch->turn();

  const auto line = [&](const char* name, const Stopwatch& watch) {
    fmt::print("{:<24} {:>8.3f} us {:>8.2f}\n", name, watch.least(), watch.least() / hand.least());
  };
  fmt::print("{:<24} {:>11} {:>8}\n", "", "time", "by hand");
  line("by hand", hand);
  line("by hand, on diagonals", diagonals);
  line("accelerations()", whole);
  line("  snapshot", looking);
  line("  status", status);
  line("  regularity", class_of_position);
  line("  minimum problem", asking);
  line("  minimum::solve", solving);
  line("    all guessed", solving_guessed);
  line("    certificate", certifying);
  const bool right = active == links && off < 1e-10;
  return right ? 0 : 1;
}
