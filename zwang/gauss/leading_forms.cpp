// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/leading_forms.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "zwang/base/index.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

// Unit rows whose combination is shorter than this are dependent but for rounding.
constexpr double rounding = 1e-12;
constexpr std::size_t most_inequalities = 12;

using Weights = std::vector<std::pair<int, double>>;

// The vanishing combinations of rows: all of the equations, and the extreme rays of those that take
// in inequalities with positive weights.
class Combinations {
 public:
  Combinations(const System& system, const Snapshot& snapshot, const std::vector<int>& constraints,
               const std::vector<int>& vanishing) {
    const Eigen::LLT<Matrix> mass(snapshot.mass.dense());
    for (const int i : constraints) {
      Vector row;
      system.write_row(snapshot, i, row);
      row = mass.matrixL().solve(row);
      const bool zero = std::ranges::find(vanishing, i) != vanishing.end();
      const double length = zero ? 1.0 : row.norm();
      if (zero) row.setZero();
      (system.constraint(i).equation ? equations_ : inequalities_)
          .push_back({i, Vector(row / length), length});
    }
  }

  bool too_many() const { return inequalities_.size() > most_inequalities; }

  // Dependent but for more than rounding: their forms would be too.
  bool in_doubt() const { return in_doubt_; }

  std::vector<Weights> of_equations() {
    std::vector<Weights> found;
    std::vector<const One*> rest;
    for (const One& one : equations_) {
      if (one.row.isZero(0.0))
        found.push_back({{one.constraint, 1.0}});
      else
        rest.push_back(&one);
    }
    if (rest.empty()) return found;
    const Svd axes = svd(stack(rest), Directions::left);
    for (Eigen::Index k = 0; k < axes.u.cols(); ++k)
      if (k >= axes.values.size() || is_zero(axes.values[k]))
        found.push_back(weights_of(rest, axes.u.col(k)));
    return found;
  }

  std::vector<Weights> with_inequalities() {
    std::vector<Weights> found;
    std::vector<unsigned> supports;
    const auto count = inequalities_.size();
    std::vector<unsigned> sets;
    for (unsigned set = 1; set < (1U << count); ++set) sets.push_back(set);
    std::ranges::stable_sort(sets, {}, [](unsigned set) { return std::popcount(set); });
    for (const unsigned set : sets) {
      // a ray with a smaller support makes this one no extreme ray
      if (std::ranges::any_of(supports, [&](unsigned s) { return (s & set) == s; })) continue;
      if (auto weights = ray(set)) {
        supports.push_back(set);
        found.push_back(std::move(*weights));
      }
    }
    return found;
  }

 private:
  struct One {
    int constraint = 0;
    Vector row;  // unit, in the kinetic metric
    double length = 1.0;
  };

  static Matrix stack(const std::vector<const One*>& all) {
    Matrix rows(static_cast<Eigen::Index>(all.size()), all[0]->row.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      rows.row(static_cast<Eigen::Index>(i)) = all[i]->row.transpose();
    return rows;
  }

  bool is_zero(double value) {
    in_doubt_ = in_doubt_ || (value > rounding && value < 1e-8);
    return value < 1e-8;
  }

  static Weights weights_of(const std::vector<const One*>& all, const Vector& w) {
    Weights weights;
    double largest = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i)
      largest = std::max(largest, std::abs(w[static_cast<Eigen::Index>(i)]) / all[i]->length);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double one = w[static_cast<Eigen::Index>(i)];
      if (std::abs(one) > rounding)
        weights.emplace_back(all[i]->constraint, one / all[i]->length / largest);
    }
    return weights;
  }

  // Positive weights of exactly these inequalities, with any of the equations; nothing if there are
  // none, or they are not unique.
  std::optional<Weights> ray(unsigned set) {
    std::vector<const One*> all, equations;
    for (std::size_t k = 0; k < inequalities_.size(); ++k)
      if (set >> k & 1U) all.push_back(&inequalities_[k]);
    for (const One& one : equations_)
      if (!one.row.isZero(0.0)) equations.push_back(&one);
    const Matrix rows = stack(all);
    Matrix left = rows;  // beside the equations
    Svd beside;
    if (!equations.empty()) beside = svd(stack(equations), Directions::thin);
    for (Eigen::Index k = 0; k < beside.values.size(); ++k)
      if (!is_zero(beside.values[k]))
        left -= (left * beside.v.col(k)) * beside.v.col(k).transpose();
    const Svd axes = svd(left, Directions::left);
    int null = 0;
    for (Eigen::Index k = 0; k < axes.u.cols(); ++k)
      if (k >= axes.values.size() || is_zero(axes.values[k])) ++null;
    if (null != 1) return std::nullopt;
    Vector w = axes.u.col(axes.u.cols() - 1);
    if (w.sum() < 0.0) w = -w;
    if (!(w.minCoeff() > 1e-9)) return std::nullopt;
    if (equations.empty()) return weights_of(all, w);
    // what the equations add, of least norm
    Vector part = beside.v.transpose() * (rows.transpose() * w);
    for (Eigen::Index k = 0; k < part.size(); ++k)
      part[k] = is_zero(beside.values[k]) ? 0.0 : -part[k] / beside.values[k];
    const Vector added = beside.u * part;
    Vector whole(w.size() + added.size());
    whole << w, added;
    all.insert(all.end(), equations.begin(), equations.end());
    return weights_of(all, whole);
  }

  std::vector<One> equations_, inequalities_;
  bool in_doubt_ = false;
};

// 6 f₃ along q + v s + a s²/2 with the time running: f''' but for the gradient times the jerk.
double third_level(const System& system, const Snapshot& snapshot, int constraint,
                   const Vector& accelerations) {
  using Course = Taylor<double, 3>;
  const Constraint& asked = system.constraint(constraint);
  std::vector<Course> x(asked.places.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int place = asked.places[i];
    const auto& motion = snapshot.motion[index(place)];
    x[i] = Course(motion[0], motion[1]);
    if (place != Model::time_place) x[i][2] = 0.5 * accelerations[Model::coordinate_at(place)];
  }
  return asked.function.along(x).derivative(3);
}

class Forms {
 public:
  Forms(const System& system, const Snapshot& snapshot) : system_(system), snapshot_(snapshot) {}

  // The form of one combination; what is missing if there is none.
  std::string add(const Weights& weights, bool equation, std::vector<LeadingForm>& forms) const {
    LeadingForm form;
    form.weights = weights;
    form.equation = equation;
    for (const auto& [i, w] : weights)
      if (system_.constraint(i).of_velocities) return "it takes in a constraint on velocities";
    if (!vanishes_in_coordinates(weights)) return "it takes in turning bodies";
    if (is_moving(weights)) {
      if (!equation && leaves(weights)) return {};
      if (!system_.rates_are_parameters()) return "it takes in turning bodies";
      form.degree = 1;
      write_third_level(form);
      const double size = sizes(weights, snapshot_.state.u);
      if (!(form.row.norm() > 1e-9 * size))
        return "its third derivative does not depend on the accelerations";
    } else {
      form.second = Matrix::Zero(system_.velocities(), system_.velocities());
      double size = 0.0;
      for (const auto& [i, w] : weights) {
        const Matrix one = w * hessian(system_, snapshot_, i);
        form.second += one;
        size = std::max(size, one.norm());
      }
      if (!(form.second.norm() > 1e-12 * size)) {
        // terms of third order are those of the accelerations alone only if nothing else is there
        if (weights.size() != 1 || !system_.rates_are_parameters())
          return "its second derivatives vanish";
        form.degree = 3;
      }
    }
    forms.push_back(std::move(form));
    return {};
  }

 private:
  // In velocity parameters other than the rates a sum of rows can vanish and the gradient not.
  bool vanishes_in_coordinates(const Weights& weights) const {
    if (system_.rates_are_parameters()) return true;
    const auto is_turned = [&](const auto& weight) {
      return std::ranges::any_of(system_.columns(weight.first),
                                 [&](int j) { return system_.turns(j); });
    };
    if (weights.size() == 1) return !is_turned(*weights.begin());
    return std::ranges::all_of(weights, [&](const auto& weight) {
      return std::ranges::all_of(system_.columns(weight.first),
                                 [&](int j) { return system_.is_rate_parameter(j); });
    });
  }

  bool is_moving(const Weights& weights) const {
    return std::ranges::any_of(weights, [&](const auto& weight) {
      const Constraint& constraint = system_.constraint(weight.first);
      return std::ranges::any_of(constraint.places, [&](int place) {
        return place == Model::time_place || snapshot_.motion[index(place)][1] != 0.0;
      });
    });
  }

  // g'' < 0 already: nothing more is demanded of an inequality.
  bool leaves(const Weights& weights) const {
    double second = 0.0, size = 0.0;
    for (const auto& [i, w] : weights) {
      const double terms = hessian(system_, snapshot_, i).norm() * snapshot_.state.u.squaredNorm();
      second += w * snapshot_.rows[index(i)].b2;
      size += std::abs(w) * (terms + std::abs(snapshot_.rows[index(i)].b2));
    }
    return second < -1e-9 * size;
  }

  double sizes(const Weights& weights, const Vector& direction) const {
    double size = 0.0;
    for (const auto& [i, w] : weights)
      size += std::abs(w) * hessian(system_, snapshot_, i).norm() * direction.norm();
    return size;
  }

  void write_third_level(LeadingForm& form) const {
    const int n = system_.velocities();
    form.row = Vector::Zero(n);
    const Vector zero = Vector::Zero(n);
    for (const auto& [i, w] : form.weights) {
      const double rest = third_level(system_, snapshot_, i, zero);
      form.offset += w * rest;
      for (const int j : system_.columns(i))
        form.row[j] += w * (third_level(system_, snapshot_, i, Vector::Unit(n, j)) - rest);
    }
  }

  const System& system_;
  const Snapshot& snapshot_;
};

std::string named(const System& system, const Weights& weights) {
  std::string names;
  for (const auto& [i, w] : weights)
    names += (names.empty() ? "" : ", ") + system.constraint(i).name;
  return names;
}

}  // namespace

// Column by column: the rate of the gradient along each direction.
Matrix hessian(const System& system, const Snapshot& snapshot, int number) {
  using Course = Taylor<double, 1>;
  const Constraint& constraint = system.constraint(number);
  const std::size_t size = constraint.places.size();
  const int n = system.velocities();
  std::vector<Course> x(size), g(size);
  Matrix h = Matrix::Zero(n, n);
  for (std::size_t j = 0; j < size; ++j) {
    if (constraint.places[j] == Model::time_place) continue;
    for (std::size_t i = 0; i < size; ++i)
      x[i] = Course(snapshot.motion[index(constraint.places[i])][0], i == j ? 1.0 : 0.0);
    constraint.function.along(x, g);
    for (std::size_t i = 0; i < size; ++i)
      if (constraint.places[i] != Model::time_place)
        h(Model::coordinate_at(constraint.places[i]), Model::coordinate_at(constraint.places[j])) =
            g[i][1];
  }
  if (snapshot.rate_map.size() == 0) return h;
  // where rates are replaced: q' = G u
  Matrix turn = Matrix::Identity(n, n);
  const auto replaced = system.model().replaced_rates();
  for (std::size_t r = 0; r < replaced.size(); ++r)
    for (std::size_t c = 0; c < replaced.size(); ++c)
      turn(replaced[r], replaced[c]) =
          snapshot.rate_map(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  return turn.transpose() * h * turn;
}

double third_along(const System& system, const Snapshot& snapshot, int constraint,
                   const Vector& direction) {
  using Course = Taylor<double, 3>;
  const Constraint& asked = system.constraint(constraint);
  std::vector<Course> x(asked.places.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int place = asked.places[i];
    const double way = place == Model::time_place ? 0.0 : direction[Model::coordinate_at(place)];
    x[i] = Course(snapshot.motion[index(place)][0], way);
  }
  return asked.function.along(x).derivative(3);
}

LeadingForms leading_forms(const System& system, const Snapshot& snapshot,
                           const std::vector<int>& constraints, const std::vector<int>& vanishing) {
  LeadingForms result;
  if (Eigen::LLT<Matrix>(snapshot.mass.dense()).info() != Eigen::Success) {
    result.missing = "a mass is zero";
    return result;
  }
  Combinations combinations(system, snapshot, constraints, vanishing);
  if (combinations.too_many()) {
    result.missing = "too many inequalities bind at once";
    return result;
  }
  const Forms forms(system, snapshot);
  const auto add = [&](const std::vector<Weights>& all, bool equation) {
    for (const Weights& weights : all) {
      const std::string missing = forms.add(weights, equation, result.forms);
      if (!missing.empty() && result.missing.empty())
        result.missing = named(system, weights) + ": " + missing;
    }
  };
  add(combinations.of_equations(), true);
  add(combinations.with_inequalities(), false);
  if (combinations.in_doubt()) result.missing = "rows are dependent only up to their last digits";
  return result;
}

bool strictly_inside(const System& system, const Snapshot& snapshot, const LeadingForms& forms,
                     const Vector& accelerations) {
  constexpr double least = 1e-9;  // of the size of the terms
  if (!forms.missing.empty()) return false;
  return std::ranges::all_of(forms.forms, [&](const LeadingForm& form) {
    if (form.equation) return false;
    const double length = accelerations.norm();
    if (form.degree == 1)
      return form.row.dot(accelerations) + form.offset <
             -least * (form.row.norm() * length + std::abs(form.offset));
    if (form.degree == 2)
      return accelerations.dot(form.second * accelerations) <
             -least * form.second.norm() * length * length;
    return third_along(system, snapshot, form.weights[0].first, accelerations) <
           -least * std::pow(length, 3);
  });
}

}  // namespace zwang
