// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/vertex.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/gauss/cone.hpp"
#include "zwang/gauss/plane_cone.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/linear/symmetric_eigen.hpp"
#include "zwang/minimum/problem.hpp"
#include "zwang/minimum/solve.hpp"

namespace zwang {
namespace {

// Below this part of its terms a number is zero.
constexpr double no_length = 1e-10;

// Orthonormal columns that span what the rows leave.
Matrix null_space(const Matrix& rows, Eigen::Index n) {
  if (rows.rows() == 0) return Matrix::Identity(n, n);
  const Svd axes = svd(rows, Directions::right);
  Eigen::Index rank = 0;
  while (rank < axes.values.size() && axes.values[rank] > 1e-8) ++rank;
  return axes.v.rightCols(n - rank);
}

void append(Matrix& rows, const Vector& row) {
  rows.conservativeResize(rows.rows() + 1, row.size());
  rows.row(rows.rows() - 1) = row.transpose();
}

enum class Sign { zero, positive, negative, semipositive, seminegative, indefinite };

Sign sign_of(const Vector& eigenvalues, double size) {
  const double zero = no_length * size;
  const auto n = eigenvalues.size();
  const auto above = (eigenvalues.array() > zero).count();
  const auto below = (eigenvalues.array() < -zero).count();
  if (above > 0 && below > 0) return Sign::indefinite;
  if (above > 0) return above == n ? Sign::positive : Sign::semipositive;
  if (below > 0) return below == n ? Sign::negative : Sign::seminegative;
  return Sign::zero;
}

// In y = Lᵀa, where M = LLᵀ: |y − y0|² → min.
class VertexSearch {
 public:
  VertexSearch(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints,
               const std::vector<int>& vanishing, Vertex& vertex)
      : system_(system),
        snapshot_(snapshot),
        mass_(snapshot.mass.dense()),
        n_(system.velocities()),
        y0_(mass_.matrixL().solve(snapshot.net_force)),
        vertex_(vertex) {
    for (const int i : constraints)
      if (std::ranges::find(vanishing, i) == vanishing.end()) rows_.push_back(i);
  }

  void run() {
    const auto& forms = vertex_.leading.forms;
    const bool linear = std::ranges::all_of(forms, [](const auto& f) { return f.degree == 1; });
    if (linear) return in_motion();
    bool rests =
        std::ranges::all_of(rows_, [&](int i) { return snapshot_.rows[index(i)].b2 == 0.0; });
    for (const LeadingForm& form : forms) rests = rests && (form.degree > 1 || form.offset == 0.0);
    if (!rests) return miss("part of the system moves");
    at_rest();
  }

 private:
  void miss(std::string why) {
    vertex_.missing = std::move(why);
    vertex_.stationary.clear();
  }

  Vector to_y(const Vector& row) const { return mass_.matrixL().solve(row); }
  Vector row_of(int constraint) const {
    Vector row;
    system_.write_row(snapshot_, constraint, row);
    return to_y(row);
  }

  void keep(const Vector& y, Stationary one) {
    one.accelerations = mass_.matrixL().transpose().solve(y);
    // rounding of what cancels
    const double zero = 4e-16 * std::max(1.0, y.norm());
    for (Eigen::Index i = 0; i < n_; ++i)
      if (std::abs(one.accelerations[i]) < zero) one.accelerations[i] = 0.0;
    one.reaction = snapshot_.mass.times(one.accelerations) - snapshot_.net_force;
    one.zwang = (y - y0_).squaredNorm();
    vertex_.stationary.push_back(std::move(one));
  }

  // g''' is linear in the accelerations: one convex problem.
  void in_motion() {
    minimum::Problem problem;
    problem.point(1.0, static_cast<int>(n_));
    problem.free(y0_);
    const auto add = [&](const Vector& row, double offset, bool equation) {
      const double length = row.norm();
      if (equation)
        problem.zero(Vector(row / length), offset / length);
      else
        problem.at_most_zero(Vector(row / length), offset / length);
    };
    for (const int i : rows_)
      add(row_of(i), snapshot_.rows[index(i)].b2, system_.constraint(i).equation);
    for (const LeadingForm& form : vertex_.leading.forms)
      add(to_y(form.row), form.offset, form.equation);
    const minimum::Solution solution = minimum::solve(problem);
    if (!solution.usable()) return miss("no acceleration satisfies the third derivatives");
    keep(solution.x, {});
    vertex_.found = true;
  }

  // What is left after all that is linear, and forms that leave a subspace only.
  struct Left {
    Matrix axes;   // y = axes z
    Matrix walls;  // walls z ≤ 0, unit rows
    std::vector<Matrix> forms;
    std::vector<bool> equations;
    std::vector<const LeadingForm*> cubic;
    bool in_doubt = false;
  };

  void at_rest() {
    Left left;
    if (!reduce(left)) return;
    const Vector z0 = left.axes.transpose() * y0_;
    const auto size = left.axes.cols();
    if (size > 0 && left.forms.empty() && left.cubic.empty()) {
      convex(left, z0);
    } else if (size == 2) {
      in_plane(left, z0);
    } else if (size > 2 && left.forms.size() == 1 && left.cubic.empty()) {
      if (!with_walls(left, z0)) return;
    } else if (size > 0) {
      return miss("several forms of second degree, or one of third, in more than two dimensions");
    }
    // the set is a cone: its vertex is a minimum only if nothing better exists
    if (vertex_.minima() == 0) keep(Vector::Zero(n_), {.in_doubt = left.in_doubt});
    std::ranges::stable_sort(vertex_.stationary, {}, &Stationary::zwang);
    vertex_.found = true;
  }

  bool reduce(Left& left) {
    // an inequality with a weight in a form is an equation: those that sum up to nothing and are
    // not positive are zero
    Matrix held(0, n_), walls(0, n_);
    std::vector<int> tight;
    for (const LeadingForm& form : vertex_.leading.forms)
      for (const auto& [i, w] : form.weights) tight.push_back(i);
    for (const int i : rows_) {
      const bool equal =
          system_.constraint(i).equation || std::ranges::find(tight, i) != tight.end();
      append(equal ? held : walls, row_of(i).normalized());
    }
    std::vector<std::pair<Matrix, bool>> second;
    for (const LeadingForm& form : vertex_.leading.forms) {
      if (form.degree == 1) {
        append(form.equation ? held : walls, to_y(form.row).normalized());
      } else if (form.degree == 2) {
        const Matrix half = mass_.matrixL().solve(form.second);
        const Matrix whole = mass_.matrixL().solve(Matrix(half.transpose()));
        second.emplace_back(0.5 * (whole + whole.transpose()), form.equation);
      } else {
        left.cubic.push_back(&form);
      }
    }
    left.axes = null_space(held, n_);
    for (bool again = true; again;) {
      again = false;
      for (std::size_t k = 0; k < second.size() && left.axes.cols() > 0; ++k) {
        const auto& [form, equation] = second[k];
        const SymmetricEigen on = symmetric_eigen(left.axes.transpose() * form * left.axes);
        const Sign sign = sign_of(on.values, form.norm());
        if (sign == Sign::zero) {
          miss("a form vanishes on all that the others allow");
          return false;
        }
        if (sign == Sign::indefinite) continue;
        const bool positive = sign == Sign::positive || sign == Sign::semipositive;
        if (equation || positive) {
          // where it is zero, to the second order
          const Vector values = on.values;
          Matrix zero(left.axes.cols(), 0);
          for (Eigen::Index i = 0; i < values.size(); ++i)
            if (std::abs(values[i]) <= no_length * form.norm()) {
              zero.conservativeResize(Eigen::NoChange, zero.cols() + 1);
              zero.col(zero.cols() - 1) = on.vectors.col(i);
            }
          left.in_doubt = left.in_doubt || zero.cols() > 0;
          left.axes = left.axes * zero;
        } else if (sign == Sign::seminegative) {
          left.in_doubt = true;
        }
        second.erase(second.begin() + static_cast<std::ptrdiff_t>(k));
        again = true;
        break;
      }
    }
    for (const auto& [form, equation] : second) {
      if (left.axes.cols() == 0) break;
      left.forms.push_back(left.axes.transpose() * form * left.axes);
      left.equations.push_back(equation);
    }
    left.walls.resize(0, left.axes.cols());
    for (Eigen::Index k = 0; k < walls.rows(); ++k) {
      const Vector row = left.axes.transpose() * walls.row(k).transpose();
      if (row.norm() > no_length) append(left.walls, row.normalized());
    }
    return true;
  }

  void convex(const Left& left, const Vector& z0) {
    minimum::Problem problem;
    problem.point(1.0, static_cast<int>(z0.size()));
    problem.free(z0);
    for (Eigen::Index k = 0; k < left.walls.rows(); ++k)
      problem.at_most_zero(Vector(left.walls.row(k).transpose()), 0.0);
    const minimum::Solution solution = minimum::solve(problem);
    if (solution.usable()) keep(left.axes * solution.x, {.in_doubt = left.in_doubt});
  }

  void in_plane(const Left& left, const Vector& z0) {
    PlaneCone cone;
    for (std::size_t k = 0; k < left.forms.size(); ++k)
      cone.quadratic(left.forms[k], left.equations[k]);
    for (const LeadingForm* form : left.cubic) {
      const auto value = [&](double c, double s) {
        const Vector y = left.axes * Vector{{c, s}};
        return third_along(system_, snapshot_, form->weights[0].first,
                           mass_.matrixL().transpose().solve(y));
      };
      cone.cubic(value, form->equation);
    }
    for (Eigen::Index k = 0; k < left.walls.rows(); ++k) cone.wall(left.walls.row(k).transpose());
    if (cone.in_doubt()) return miss("a form has a double direction");
    for (const Vector& z : cone.minima(z0)) keep(left.axes * z, {.in_doubt = left.in_doubt});
  }

  // One form of second degree and half-spaces: every set of walls as equations.
  bool with_walls(const Left& left, const Vector& z0) {
    constexpr Eigen::Index most = 10;
    if (left.walls.rows() > most) {
      miss("too many inequalities bind at once");
      return false;
    }
    for (unsigned set = 0; set < (1U << left.walls.rows()); ++set) {
      Matrix chosen(0, z0.size());
      for (Eigen::Index k = 0; k < left.walls.rows(); ++k)
        if (set >> k & 1U) append(chosen, left.walls.row(k).transpose());
      if (!on_walls(left, z0, chosen)) return false;
    }
    return true;
  }

  bool on_walls(const Left& left, const Vector& z0, const Matrix& chosen) {
    const Matrix& form = left.forms[0];
    const bool equation = left.equations[0];
    const Matrix axes = null_space(chosen, z0.size());
    if (axes.cols() == 0 || axes.cols() != z0.size() - chosen.rows()) return true;
    const SymmetricEigen on = symmetric_eigen(axes.transpose() * form * axes);
    const Vector there = on.vectors.transpose() * (axes.transpose() * z0);
    std::vector<ConePoint> points;
    switch (sign_of(on.values, form.norm())) {
      case Sign::indefinite: points = stationary_on_cone(on.values, there, equation); break;
      case Sign::positive: break;
      case Sign::negative:
        if (!equation) points.push_back({there, 0.0, 0});
        break;
      case Sign::zero:
      case Sign::semipositive:
      case Sign::seminegative: miss("a wall touches the cone along a generator"); return false;
    }
    for (const ConePoint& point : points) {
      const Vector z = axes * (on.vectors * point.y);
      judge(left, z0, chosen, z, point);
    }
    return true;
  }

  // Keeps a point that is admissible and on which the walls only push.
  void judge(const Left& left, const Vector& z0, const Matrix& chosen, const Vector& z,
             const ConePoint& point) {
    const Matrix& form = left.forms[0];
    const double zero = no_length * std::max(z0.norm(), z.norm());
    if (left.walls.rows() > 0 && (left.walls * z).maxCoeff() > zero) return;
    const Vector normal = form * z;
    const Vector lost = z0 - z - point.multiplier * normal;
    Matrix normals(0, z.size());
    const bool bound = left.equations[0] || point.multiplier > 0.0;
    if (bound && normal.norm() > 0.0) append(normals, normal.normalized());
    if (chosen.rows() > 0) {
      const Vector push = chosen.transpose().colPivHouseholderQr().solve(lost);
      if (push.minCoeff() < -zero) return;
      for (Eigen::Index k = 0; k < push.size(); ++k)
        if (push[k] > zero) append(normals, chosen.row(k).transpose());
    }
    const Vector y = left.axes * z;
    const Vector before = mass_.matrixL().transpose().solve(y);
    for (const Stationary& other : vertex_.stationary)
      if ((other.accelerations - before).norm() <= 1e-9 * (before.norm() + z0.norm())) return;
    // 1 + μD on the directions that stay on the cone and the walls: positive is a minimum
    const Matrix along = null_space(normals, z.size());
    Stationary one;
    one.family = point.family;
    one.in_doubt = left.in_doubt;
    if (along.cols() > 0) {
      const Matrix second = Matrix::Identity(z.size(), z.size()) + point.multiplier * form;
      if (symmetric_eigenvalues(along.transpose() * second * along)[0] < -1e-9)
        one.kind = Stationary::Kind::saddle;
    }
    keep(y, std::move(one));
  }

  const System& system_;
  const Snapshot& snapshot_;
  const Eigen::LLT<Matrix> mass_;
  Eigen::Index n_;
  Vector y0_;
  std::vector<int> rows_;  // that do not vanish
  Vertex& vertex_;
};

}  // namespace

int Vertex::minima() const {
  return static_cast<int>(std::ranges::count_if(
      stationary, [](const Stationary& s) { return s.kind == Stationary::Kind::minimum; }));
}

const Stationary* Vertex::minimum(int number) const {
  for (const Stationary& s : stationary)
    if (s.kind == Stationary::Kind::minimum && --number == 0) return &s;
  return nullptr;
}

Vertex vertex_of(const System& system, const Snapshot& snapshot,
                 const std::vector<int>& constraints, const std::vector<int>& vanishing) {
  Vertex vertex;
  vertex.leading = leading_forms(system, snapshot, constraints, vanishing);
  vertex.missing = vertex.leading.missing;
  if (vertex.missing.empty()) VertexSearch(system, snapshot, constraints, vanishing, vertex).run();
  return vertex;
}

}  // namespace zwang
