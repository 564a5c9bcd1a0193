// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/degenerate.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "zwang/arc/dormand_prince.hpp"
#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"
#include "zwang/system/applies.hpp"

namespace zwang {
namespace {

// What stands still if the motion has jerk 0: the balance Q − c − M u' − Aᵀz, and g2 of each row,
// at a time s later along q + q's + ..., u + u's.
struct Later {
  Vector balance;
  std::vector<double> second;
};

class Course {
 public:
  Course(const Instant& instant, double phase, const std::vector<int>& active,
         const std::vector<double>& z, const std::vector<int>& rows)
      : system_(*instant.system),
        instant_(instant),
        state_(instant.state),
        phase_(phase),
        accelerations_(instant.accelerations),
        active_(active),
        z_(z),
        rows_(rows),
        snapshot_(system_.snapshot()) {
    system_.evaluate(state_, phase_, snapshot_);
    rates_ = snapshot_.rates;
    // q'' with the accelerations
    State moved = state_;
    moved.u = accelerations_;
    Vector turned = system_.rates(moved);
    moved.u.setZero();
    second_ = turned - system_.rates(moved) + snapshot_.drift;
  }

  Later at(double s) {
    State moved = state_;
    moved.q += s * rates_ + 0.5 * s * s * second_;
    moved.u += s * accelerations_;
    moved.t += s;
    system_.evaluate(moved, phase_, snapshot_);
    Later later;
    later.balance = snapshot_.net_force - snapshot_.mass.times(accelerations_);
    for (std::size_t k = 0; k < active_.size(); ++k) pull(active_[k], z_[k], later.balance);
    for (const Slip& slip : instant_.rubbing.slipping)
      pull(slip.row, instant_.constraints[index(slip.row)].multiplier, later.balance);
    for (const int i : rows_) {
      system_.row(i, snapshot_);
      later.second.push_back(
          system_.along(snapshot_, i, accelerations_.data(), snapshot_.rows[index(i)].b2));
    }
    return later;
  }

  const Snapshot& snapshot() const { return snapshot_; }

 private:
  void pull(int row, double z, Vector& balance) {
    system_.row(row, snapshot_);
    const auto columns = system_.columns(row);
    for (std::size_t l = 0; l < columns.size(); ++l)
      balance[columns[l]] -= z * snapshot_.rows[index(row)].a[l];
  }

  const System& system_;
  const Instant& instant_;
  State state_;
  double phase_;
  Vector accelerations_;
  const std::vector<int>& active_;
  const std::vector<double>& z_;
  const std::vector<int>& rows_;
  Snapshot snapshot_;
  Vector rates_, second_;
};

// Forces that cancel leave rounding of their size.
double size_of_accelerations(const Snapshot& snapshot, const Vector& accelerations) {
  MassMatrix mass = snapshot.mass;
  Vector free = snapshot.net_force;
  if (!mass.factor()) return accelerations.cwiseAbs().maxCoeff();
  mass.solve(free.data());
  return std::max(accelerations.cwiseAbs().maxCoeff(), free.cwiseAbs().maxCoeff());
}

}  // namespace

std::vector<Decision> decide_by_jerk(const Instant& instant, double phase,
                                     const std::vector<int>& active, const std::vector<double>& z,
                                     const std::vector<int>& weak, double time) {
  const System& system = *instant.system;
  const State& state = instant.state;
  const Vector& accelerations = instant.accelerations;
  std::vector<int> rows = active;
  rows.insert(rows.end(), weak.begin(), weak.end());
  std::vector<Decision> decisions(weak.size(), Decision::open);
  Course course(instant, phase, active, z, rows);
  // derivatives by central differences of fourth order, step s
  const double s = 0x1p-8 * time;
  const Later p1 = course.at(s), m1 = course.at(-s), p2 = course.at(2.0 * s),
              m2 = course.at(-2.0 * s);
  const Later here = course.at(0.0);
  const auto slope = [&](double a2, double a1, double b1, double b2) {
    return (8.0 * (a1 - b1) - (a2 - b2)) / (12.0 * s);
  };
  const auto n = here.balance.size();
  Vector pull(n);
  for (Eigen::Index i = 0; i < n; ++i)
    pull[i] = slope(p2.balance[i], p1.balance[i], m1.balance[i], m2.balance[i]);
  if (!pull.allFinite()) return decisions;

  const Snapshot& snapshot = course.snapshot();
  minimum::Problem problem;
  for (int b = 0; b < snapshot.mass.blocks(); ++b) {
    const int size = snapshot.mass.first(b + 1) - snapshot.mass.first(b);
    problem.block(Eigen::Map<const Matrix>(snapshot.mass.block(b), size, size));
  }
  problem.force(pull);
  std::vector<double> third(rows.size());
  Vector row;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    third[k] = slope(p2.second[k], p1.second[k], m1.second[k], m2.second[k]);
    if (!std::isfinite(third[k])) return decisions;
    system.write_row(snapshot, rows[k], row);
    if (k < active.size())
      problem.zero(row, third[k]);
    else
      problem.at_most_zero(row, third[k]);
  }
  const minimum::Solution solution = minimum::solve(problem);
  if (!solution.usable()) return decisions;

  // What rounding of the differences can make, in units of a row.
  const double size =
      size_of_accelerations(snapshot, accelerations) / time + solution.x.cwiseAbs().maxCoeff();
  for (std::size_t k = 0; k < weak.size(); ++k) {
    const std::size_t r = active.size() + k;
    const double f3 = system.along(snapshot, weak[k], solution.x.data(), third[r]);
    double length = 0.0;
    for (const double entry : snapshot.rows[index(weak[k])].a) length += std::abs(entry);
    const double zero = 1e-7 * (length * size + std::abs(third[r])) + 1e-300;
    const double push = solution.multipliers[static_cast<Eigen::Index>(r)];
    // a multiplier counts by what it does to its own row
    system.write_row(snapshot, weak[k], row);
    MassMatrix mass = snapshot.mass;
    Vector turned = row;
    if (mass.factor()) mass.solve(turned.data());
    const double phi = row.dot(turned);
    // a row made of active ones pushes only as its share of their load
    const bool own = !independent_of(system, state, active, {weak[k]}).empty();
    if (push * phi > zero && own)
      decisions[k] = Decision::on;
    else if (f3 < -zero)
      decisions[k] = Decision::off;
  }
  return decisions;
}

ShortProbe decide_by_probe(const Instant& instant, double phase, const std::vector<int>& active,
                           const std::vector<int>& weak, double time) {
  const System& system = *instant.system;
  const State& state = instant.state;
  ShortProbe probe;
  probe.decisions.assign(weak.size(), Decision::off);
  probe.indifferent = weak.size() > 8;
  if (weak.empty() || probe.indifferent) return probe;
  const int n = system.coordinates();
  const int size = n + system.velocities();
  std::vector<double> y(static_cast<std::size_t>(size));
  for (int i = 0; i < n; ++i) y[index(i)] = state.q[i];
  for (int i = n; i < size; ++i) y[index(i)] = state.u[i - n];
  int survivors = 0;
  for (unsigned choice = 0; choice < (1U << weak.size()); ++choice) {
    std::vector<int> bound = active;
    for (std::size_t k = 0; k < weak.size(); ++k)
      if (choice >> k & 1U) bound.push_back(weak[k]);
    Flow flow(system);
    std::vector<Slip> slipping = instant.rubbing.slipping;
    std::erase_if(slipping, [&](const Slip& slip) {
      const Friction& friction = *system.constraint(slip.row).friction;
      return !friction.is_given() && std::ranges::count(bound, friction.of) == 0;
    });
    flow.bind(bound, phase, slipping);
    DormandPrince stepper(size);
    const auto field = [&](double t, const double* at, double* dy) {
      return flow.rates(t, at, dy);
    };
    bool keeps_signs = true;
    for (const double h : {0.02 * time, 0.1 * time}) {
      if (!flow.rates(state.t, y.data(), stepper.first()) ||
          !stepper.attempt(field, state.t, y.data(), h) ||
          !flow.rates(state.t + h, stepper.next(), stepper.last())) {
        keeps_signs = false;
        break;
      }
      // multipliers of those on, gaps of those off; errors of a step are far smaller than h^5
      const Snapshot& there = flow.snapshot();
      const Vector accelerations = Eigen::Map<const Vector>(stepper.last() + n, size - n);
      const double scale = std::max(1e-9, size_of_accelerations(there, accelerations));
      for (std::size_t k = 0; k < weak.size(); ++k) {
        if (choice >> k & 1U) {
          const auto place = std::ranges::find(flow.bound(), weak[k]) - flow.bound().begin();
          const double z = flow.multipliers()[static_cast<std::size_t>(place)];
          const auto& a = there.rows[index(weak[k])].a;
          double length = 0.0;
          for (const double entry : a) length = std::max(length, std::abs(entry));
          keeps_signs = keeps_signs && z * length >= -1e-9 * scale;
        } else {
          Snapshot moved_snapshot = system.snapshot();
          State moved;
          moved.q = Eigen::Map<const Vector>(stepper.next(), n);
          moved.u = Eigen::Map<const Vector>(stepper.next() + n, size - n);
          moved.t = state.t + h;
          system.evaluate(moved, phase, moved_snapshot);
          system.row(weak[k], moved_snapshot);
          const Row& row = moved_snapshot.rows[index(weak[k])];
          double length = 0.0;
          for (const double entry : row.a) length = std::max(length, std::abs(entry));
          const Constraint& asked = system.constraint(weak[k]);
          const double gap = asked.of_velocities ? row.rate * h : row.f;
          if (!applies(asked, moved_snapshot)) continue;
          keeps_signs = keeps_signs && gap <= 1e-9 * length * scale * h * h;
        }
      }
    }
    if (!keeps_signs) continue;
    // the first survivor is taken: with all equal that is everything off
    if (survivors++ == 0)
      for (std::size_t k = 0; k < weak.size(); ++k)
        probe.decisions[k] = choice >> k & 1U ? Decision::on : Decision::off;
  }
  probe.indifferent = survivors > 1;
  return probe;
}

std::vector<int> independent_of(const System& system, const State& state,
                                const std::vector<int>& held, const std::vector<int>& candidates) {
  constexpr double least_sine = 1e-6;
  const Snapshot snapshot = system.at(state);
  const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
  std::vector<int> chosen;
  if (mass.info() != Eigen::Success) return chosen;
  std::vector<Vector> basis;
  // twice, so that what is left is at right angles to the last digit
  const auto add = [&](int constraint) {
    Vector row;
    system.write_row(snapshot, constraint, row);
    mass.matrixL().solveInPlace(row);
    const double length = row.norm();
    for (int turn = 0; turn < 2; ++turn)
      for (const Vector& other : basis) row -= other.dot(row) * other;
    if (!(row.norm() > least_sine * length)) return false;
    basis.push_back(row.normalized());
    return true;
  };
  for (const int i : held) add(i);
  for (const int i : candidates)
    if (add(i)) chosen.push_back(i);
  return chosen;
}

}  // namespace zwang
