// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/friction/planar.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/friction/sharing.hpp"
#include "zwang/friction/twins.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

constexpr double near = 1e-11;  // of the largest number of a group counts as zero
constexpr long most_modes = 65536;

// One inequality of a group with its slips: open, or pressed with a mode of each slip.
struct Touching {
  int row = 0;
  std::vector<int> slips;
};

// Rows that are coupled, measured by their lengths in the metric of the mass.
class Group {
 public:
  Group(const PlanarProblem& problem, std::vector<int> rows) : rows_(std::move(rows)) {
    const auto n = static_cast<Eigen::Index>(rows_.size());
    length_.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int row = rows_[static_cast<std::size_t>(i)];
      length_[i] = std::sqrt(std::max(problem.w(row, row), 1e-300));
    }
    w_.resize(n, n);
    free_.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const int row = rows_[static_cast<std::size_t>(i)];
      free_[i] = problem.free[row] / length_[i];
      for (Eigen::Index j = 0; j < n; ++j)
        w_(i, j) = problem.w(row, rows_[static_cast<std::size_t>(j)]) / (length_[i] * length_[j]);
    }
    const int first_rub = problem.equations + problem.inequalities();
    std::vector<int> place(index(static_cast<int>(problem.free.size())), -1);
    for (std::size_t i = 0; i < rows_.size(); ++i) place[index(rows_[i])] = static_cast<int>(i);
    contact_of_.assign(rows_.size(), -1);
    is_slip_.assign(rows_.size(), 0);
    rubs_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const int row = rows_[i];
      if (row < problem.equations) continue;
      if (row < first_rub) {
        contact_of_[i] = static_cast<int>(contacts_.size());
        contacts_.push_back({static_cast<int>(i), {}});
        continue;
      }
      Rub rub = problem.rubs[index(row - first_rub)];
      rub.normal = place[index(rub.normal)];
      const double unit = length_[static_cast<Eigen::Index>(i)] / length_[rub.normal];
      rub.slipping *= unit;
      rub.sticking *= unit;
      rubs_[i] = rub;
      is_slip_[i] = 1;
      contacts_[index(contact_of_[index(rub.normal)])].slips.push_back(static_cast<int>(i));
    }
    size_ = free_.lpNorm<Eigen::Infinity>();
  }

  struct Found {
    Vector z;  // in the units of the problem
    std::vector<SlipMode> modes;
    Vector scaled;
  };

  const std::vector<int>& rows() const { return rows_; }
  bool complete() const { return complete_; }

  // All solutions of the group that move it differently.
  std::vector<Found> solve() {
    std::vector<Found> found;
    double many = 1.0;
    for (const Touching& one : contacts_) many *= choices(one);
    complete_ = many <= static_cast<double>(most_modes);
    modes_.assign(rows_.size(), SlipMode::open);
    pressed_.assign(contacts_.size(), 0);
    if (!complete_) {
      relax();
      if (auto one = attempt()) found.push_back(std::move(*one));
      return found;
    }
    std::vector<int> counter(contacts_.size(), 0);
    for (;;) {
      for (std::size_t c = 0; c < contacts_.size(); ++c) choose(c, counter[c]);
      if (auto one = attempt())
        if (std::ranges::none_of(found, [&](const Found& other) { return alike(*one, other); }))
          found.push_back(std::move(*one));
      std::size_t c = 0;
      while (c < contacts_.size() && ++counter[c] == static_cast<int>(choices(contacts_[c])))
        counter[c++] = 0;
      if (c == contacts_.size()) break;
    }
    stay(found);
    return found;
  }

 private:
  static double slip_choices(const Rub& rub) { return rub.way == 0 ? 3.0 : 1.0; }
  double choices(const Touching& contact) const {
    double many = 1.0;
    for (const int s : contact.slips) many *= slip_choices(rubs_[index(s)]);
    return many + 1.0;
  }

  // Pressed and stuck come first: of solutions that move alike these are kept.
  void choose(std::size_t contact, int choice) {
    const Touching& one = contacts_[contact];
    const bool pressed = choice + 1 < static_cast<int>(choices(one));
    pressed_[contact] = pressed;
    for (const int s : one.slips) {
      const Rub& rub = rubs_[index(s)];
      SlipMode& mode = modes_[index(s)];
      if (!pressed) {
        mode = SlipMode::open;
      } else if (rub.way != 0) {
        mode = rub.way > 0 ? SlipMode::forward : SlipMode::backward;
      } else {
        constexpr std::array ways = {SlipMode::sticks, SlipMode::forward, SlipMode::backward};
        mode = ways[index(choice % 3)];
        choice /= 3;
      }
    }
  }

  static double sign_of(SlipMode mode) {
    return mode == SlipMode::forward ? 1.0 : mode == SlipMode::backward ? -1.0 : 0.0;
  }

  // The solution in the modes chosen, if their signs hold.
  std::optional<Found> attempt() const {
    const auto n = static_cast<Eigen::Index>(rows_.size());
    // z = spread · x, and y = 0 in as many rows
    std::vector<Eigen::Index> held;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const bool equation = contact_of_[k] < 0 && !is_slip(k);
      const bool pressed = contact_of_[k] >= 0 && pressed_[index(contact_of_[k])];
      if (equation || pressed || modes_[k] == SlipMode::sticks) held.push_back(i);
    }
    const auto m = static_cast<Eigen::Index>(held.size());
    Matrix spread = Matrix::Zero(n, m);
    for (Eigen::Index j = 0; j < m; ++j) spread(held[static_cast<std::size_t>(j)], j) = 1.0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const double sign = sign_of(modes_[k]);
      if (sign != 0.0) spread.row(i) += sign * rubs_[k].slipping * spread.row(rubs_[k].normal);
    }
    const Matrix moved = w_ * spread;
    Matrix system(m, m);
    Vector right(m);
    for (Eigen::Index i = 0; i < m; ++i) {
      system.row(i) = moved.row(held[static_cast<std::size_t>(i)]);
      right[i] = free_[held[static_cast<std::size_t>(i)]];
    }
    Found found;
    Vector x = Vector::Zero(m);
    Matrix idle(m, 0);
    if (m > 0) {
      const Eigen::PartialPivLU<Matrix> factors(system);
      const Vector pivots = factors.matrixLU().diagonal().cwiseAbs();
      if (pivots.minCoeff() > 1e-10 * std::max(1.0, pivots.maxCoeff())) {
        x = factors.solve(right);
        x += factors.solve(right - system * x);
      } else {
        const Svd axes = svd(system, Directions::thin);
        Eigen::Index rank = 0;
        while (rank < m && axes.values[rank] > 1e-10 * axes.values[0]) ++rank;
        for (Eigen::Index k = 0; k < rank; ++k)
          x += axes.v.col(k) * (axes.u.col(k).dot(right) / axes.values[k]);
        idle = axes.v.rightCols(m - rank);
      }
    }
    const double zero = near * (size_ + x.lpNorm<1>());
    if (!x.allFinite() || (m > 0 && (system * x - right).lpNorm<Eigen::Infinity>() > 10.0 * zero))
      return std::nullopt;
    // where it matters how loads are shared, the ends of what can be are modes of their own
    if (idle.cols() > 0 && x.lpNorm<Eigen::Infinity>() > 0.0) x = shared(spread, idle, x);
    found.scaled = spread * x;
    if (!signs_hold(found.scaled, zero)) return std::nullopt;
    found.modes = modes_;
    found.z = found.scaled.cwiseQuotient(length_);
    return found;
  }

  bool is_slip(std::size_t k) const { return is_slip_[k] != 0; }

  // Loads that several can share: of least norm, and from there within their bounds.
  Vector shared(const Matrix& spread, const Matrix& idle, const Vector& x) const {
    const Vector z = spread * x;
    const Matrix more = spread * idle;
    const double least = std::max(1e-9 * z.lpNorm<Eigen::Infinity>(), 1e-300);
    Relief relief(idle.cols(), z.lpNorm<Eigen::Infinity>());
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      if (contact_of_[k] >= 0 && pressed_[index(contact_of_[k])])
        relief.add(-more.row(i).transpose(), -z[i], std::max(z[i], least));
      if (modes_[k] != SlipMode::sticks) continue;
      const Rub& rub = rubs_[k];
      const double bound = rub.sticking * z[rub.normal];
      for (const double sign : {1.0, -1.0})
        relief.add(sign * more.row(i).transpose() - rub.sticking * more.row(rub.normal).transpose(),
                   sign * z[i] - bound, std::max(bound, least));
    }
    return x + idle * relief.solve();
  }

  bool signs_hold(const Vector& z, double zero) const {
    const Vector y = free_ - w_ * z;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      if (contact_of_[k] >= 0) {
        if (pressed_[index(contact_of_[k])] ? z[i] < -zero : y[i] > zero) return false;
        continue;
      }
      if (!is_slip(k)) continue;
      const Rub& rub = rubs_[k];
      if (modes_[k] == SlipMode::sticks && std::abs(z[i]) > rub.sticking * z[rub.normal] + zero)
        return false;
      if (rub.way == 0 && sign_of(modes_[k]) * y[i] < -zero) return false;
    }
    return true;
  }

  // Whether two move the system alike.
  bool alike(const Found& a, const Found& b) const {
    const Vector d = a.scaled - b.scaled;
    const double size = size_ + (w_ * a.scaled).lpNorm<Eigen::Infinity>();
    return (w_ * d).lpNorm<Eigen::Infinity>() <= 1e-9 * size;
  }

  // What sticks goes on sticking while it can, where more is needed to break loose than to slip on.
  void stay(std::vector<Found>& found) const {
    const auto gives_way = [&](const Found& slips, const Found& sticks) {
      bool any = false;
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        if (slips.modes[k] == sticks.modes[k]) continue;
        if (sticks.modes[k] != SlipMode::sticks || sign_of(slips.modes[k]) == 0.0) return false;
        if (!(rubs_[k].sticking > rubs_[k].slipping)) return false;
        any = true;
      }
      return any;
    };
    for (std::size_t i = 0; i < found.size();)
      if (std::ranges::any_of(found, [&](const Found& one) { return gives_way(found[i], one); }))
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
  }

  // Modes where there are too many to try: those of a relaxation, row by row.
  void relax() {
    Vector z = Vector::Zero(free_.size());
    constexpr int sweeps = 2000;
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (std::size_t k = 0; k < rows_.size(); ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        const double wanted = z[i] + (free_[i] - w_.row(i).dot(z)) / w_(i, i);
        if (contact_of_[k] >= 0) {
          z[i] = std::max(0.0, wanted);
        } else if (is_slip(k)) {
          const Rub& rub = rubs_[k];
          const double most = rub.slipping * z[rub.normal];
          z[i] = rub.way != 0 ? rub.way * most : std::clamp(wanted, -most, most);
        } else {
          z[i] = wanted;
        }
      }
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      if (contact_of_[k] >= 0) pressed_[index(contact_of_[k])] = z[i] > 0.0;
      if (!is_slip(k)) continue;
      const double most = rubs_[k].slipping * z[rubs_[k].normal];
      modes_[k] = most <= 0.0                                  ? SlipMode::open
                  : rubs_[k].way == 0 && std::abs(z[i]) < most ? SlipMode::sticks
                  : z[i] > 0.0                                 ? SlipMode::forward
                                                               : SlipMode::backward;
    }
  }

  std::vector<int> rows_;
  Matrix w_;
  Vector free_, length_;
  std::vector<int> contact_of_;  // of each row, −1 if it is none
  std::vector<char> is_slip_;
  std::vector<Rub> rubs_;  // of each row that slips
  std::vector<Touching> contacts_;
  double size_ = 0.0;
  bool complete_ = true;
  std::vector<SlipMode> modes_;  // chosen
  std::vector<char> pressed_;
};

// Rows by groups that are coupled.
std::vector<std::vector<int>> groups_of(const PlanarProblem& problem) {
  const auto n = static_cast<int>(problem.free.size());
  std::vector<int> leader(index(n));
  std::iota(leader.begin(), leader.end(), 0);
  const auto root = [&](int i) {
    while (leader[index(i)] != i) i = leader[index(i)] = leader[index(leader[index(i)])];
    return i;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (problem.w(i, j) != 0.0) leader[index(root(i))] = root(j);
  const int first_rub = n - static_cast<int>(problem.rubs.size());
  for (std::size_t k = 0; k < problem.rubs.size(); ++k)
    leader[index(root(first_rub + static_cast<int>(k)))] = root(problem.rubs[k].normal);
  std::vector<std::vector<int>> groups;
  std::vector<int> number(index(n), -1);
  for (int i = 0; i < n; ++i) {
    int& group = number[index(root(i))];
    if (group < 0) {
      group = static_cast<int>(groups.size());
      groups.emplace_back();
    }
    groups[index(group)].push_back(i);
  }
  return groups;
}

PlanarAnswer solve_by_groups(const PlanarProblem& problem) {
  PlanarAnswer answer;
  PlanarSolution empty;
  empty.z = Vector::Zero(problem.free.size());
  empty.modes.assign(problem.rubs.size(), SlipMode::open);
  answer.all.push_back(empty);
  const int first_rub =
      static_cast<int>(problem.free.size()) - static_cast<int>(problem.rubs.size());
  for (std::vector<int>& rows : groups_of(problem)) {
    Group group(problem, std::move(rows));
    const auto found = group.solve();
    answer.complete = answer.complete && group.complete();
    std::vector<PlanarSolution> combined;
    for (const PlanarSolution& before : answer.all)
      for (const auto& one : found) {
        PlanarSolution both = before;
        for (std::size_t i = 0; i < group.rows().size(); ++i) {
          const int row = group.rows()[i];
          both.z[row] = one.z[static_cast<Eigen::Index>(i)];
          if (row >= first_rub) both.modes[index(row - first_rub)] = one.modes[i];
        }
        combined.push_back(std::move(both));
      }
    answer.all = std::move(combined);
  }
  return answer;
}

}  // namespace

PlanarAnswer solve_planar(const PlanarProblem& problem) {
  const Twins twins(problem);
  if (!twins.any()) return solve_by_groups(problem);
  PlanarAnswer answer = solve_by_groups(twins.reduced());
  for (PlanarSolution& one : answer.all) one = twins.whole(one);
  return answer;
}

}  // namespace zwang
