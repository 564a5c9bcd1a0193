// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/oscillation.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"
#include "zwang/linear/symmetric_eigen.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

// What counts in ranks.
constexpr double independent = 1e-10;

class Linearisation {
 public:
  Linearisation(const System& system, const Vector& place, const Vector& z,
                const std::vector<int>& held, double t)
      : system_(system),
        rest_{place, Vector::Zero(system.velocities()), t},
        snapshot_(system.at(rest_)),
        z_(z),
        held_(held) {}

  Matrix mass() const { return snapshot_.mass.dense(); }

  Matrix rows() const {
    Matrix all(static_cast<Eigen::Index>(held_.size()), system_.velocities());
    Vector row;
    for (std::size_t k = 0; k < held_.size(); ++k) {
      system_.write_row(snapshot_, held_[k], row);
      all.row(static_cast<Eigen::Index>(k)) = row;
    }
    return all;
  }

  Matrix alpha() {
    Matrix all = differences([](State& state, int i, double by) { state.q[i] += by; }, rest_.q);
    for (const int i : held_)
      if (z_[i] != 0.0) add_bending(i, -z_[i], all);
    return all;
  }

  // Loads that carry each other may be added to z at will: their bending must not matter on W.
  bool is_free_of_self_stress(const Matrix& w, double size) const {
    const Matrix a = rows();
    if (a.rows() == 0) return true;
    Eigen::FullPivLU<Matrix> lu(a.transpose());
    lu.setThreshold(independent);
    if (lu.rank() == a.rows()) return true;
    const Matrix loads = lu.kernel();
    for (Eigen::Index k = 0; k < loads.cols(); ++k) {
      Matrix bent = Matrix::Zero(system_.velocities(), system_.velocities());
      for (std::size_t i = 0; i < held_.size(); ++i)
        add_bending(held_[i], loads(static_cast<Eigen::Index>(i), k), bent);
      if ((w.transpose() * bent * w).norm() > 1e-9 * std::max(size, bent.norm())) return false;
    }
    return true;
  }

  Matrix beta() {
    return differences([](State& state, int i, double by) { state.u[i] += by; }, rest_.u);
  }

 private:
  // load dp_j/dq_k: the gradient of a constraint along one coordinate after the other, exactly.
  void add_bending(int number, double load, Matrix& all) const {
    const Constraint& constraint = system_.constraint(number);
    const std::size_t size = constraint.places.size();
    std::vector<Taylor<double, 1>> x(size), gradient(size);
    for (std::size_t k = 0; k < size; ++k) {
      const int along = constraint.places[k];
      if (along == Model::time_place || Model::is_rate(along)) continue;
      for (std::size_t j = 0; j < size; ++j) {
        const int place = constraint.places[j];
        const int c = Model::coordinate_at(place);
        x[j] = place == Model::time_place ? Taylor<double, 1>(rest_.t, 0.0)
               : Model::is_rate(place)    ? Taylor<double, 1>(0.0, 0.0)
                                          : Taylor<double, 1>(rest_.q[c], j == k ? 1.0 : 0.0);
      }
      constraint.function.along(x, gradient);
      for (std::size_t j = 0; j < size; ++j) {
        const int place = constraint.places[j];
        if (place == Model::time_place || Model::is_rate(place) != constraint.of_velocities)
          continue;
        all(Model::coordinate_at(place), Model::coordinate_at(along)) += load * gradient[j][1];
      }
    }
  }

  // Derivatives of Q - c by central differences of the eighth order, whose error is rounding for
  // all but the wildest forces.
  template <class Shift>
  Matrix differences(Shift&& shift, const Vector& about) {
    constexpr std::array<double, 4> weights = {4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
    const int n = system_.velocities();
    Matrix out = Matrix::Zero(n, about.size());
    const double size = std::clamp(about.size() ? about.cwiseAbs().maxCoeff() : 1.0, 0.1, 10.0);
    const double h = std::exp2(std::round(std::log2(2e-3 * size)));
    Snapshot there = snapshot_;
    for (int i = 0; i < about.size(); ++i)
      for (int k = 1; k <= 4; ++k)
        for (const double side : {1.0, -1.0}) {
          State state = rest_;
          shift(state, i, side * k * h);
          system_.evaluate(state, state.t, there);
          out.col(i) += (side * weights[index(k - 1)] / h) * there.net_force;
        }
    // what is rounding of the largest is nothing
    const double least = 1e-12 * std::max(out.cwiseAbs().maxCoeff(), 1e-300);
    return out.unaryExpr([&](double x) { return std::abs(x) < least ? 0.0 : x; });
  }

  const System& system_;
  State rest_;
  Snapshot snapshot_;
  const Vector& z_;
  const std::vector<int>& held_;
};

// The directions that the rows leave, orthonormal in the metric of the mass.
Matrix kernel(const Matrix& rows, const Matrix& mass) {
  const Eigen::Index n = mass.rows();
  Matrix w = Matrix::Identity(n, n);
  if (rows.rows() > 0) {
    const PivotedQr qr = pivoted_qr(rows.transpose(), independent);
    w = qr.q.rightCols(n - qr.rank);
  }
  const Matrix reduced = w.transpose() * mass * w;
  const Eigen::LLT<Matrix> factor(reduced);
  if (factor.info() != Eigen::Success)
    throw Error(Code::E303, "there is a direction without inertia");
  return factor.matrixU().solve<Eigen::OnTheRight>(w);
}

// Whether every root of the matrix near `root` has its own direction.
bool is_semisimple(const ComplexMatrix& matrix, Complex root, int multiplicity, double near) {
  const ComplexMatrix shifted =
      matrix - root * ComplexMatrix::Identity(matrix.rows(), matrix.cols());
  return (singular_values(shifted).array() <= near).count() >= multiplicity;
}

class RootsJudge {
 public:
  RootsJudge(Oscillation& found, const Matrix& matrix) : found_(found), matrix_(matrix) {}

  // Without velocities in the forces: all s must be real, negative and semisimple.
  void of_squares() {
    const auto& s = found_.squares;
    double size = 1e-300;
    for (const Complex& one : s) size = std::max(size, std::abs(one));
    // a double root is known to the square root of rounding only
    const double near = 1e-6 * size;
    for (const Complex& one : s) {
      if (one.real() > near)
        return says(Stability::unstable,
                    fmt::format("it moves away with e^({:.6g} t)", std::sqrt(one).real()));
      if (std::abs(one.imag()) > near)
        return says(Stability::unstable,
                    fmt::format("an oscillation of {:.6g} rad/s grows with e^({:.6g} t)",
                                std::abs(std::sqrt(one).imag()), std::abs(std::sqrt(one).real())));
    }
    for (const Complex& one : s)
      if (std::abs(one) <= near)
        return says(Stability::undecided, "a displacement meets no restoring force to first order");
    for (const Complex& one : s) {
      const auto many = static_cast<int>(std::ranges::count_if(
          s, [&](const Complex& other) { return std::abs(one - other) <= 10.0 * near; }));
      if (!found_.symmetric && many > 1 &&
          !is_semisimple(matrix_.cast<Complex>(), one.real(), many, 10.0 * near))
        return says(
            Stability::unstable,
            "two frequencies coincide without two independent oscillations: one grows with t");
    }
    says(Stability::stable,
         "every displacement oscillates: the squares of the roots are real, negative and "
         "semisimple");
  }

  void of_roots() {
    double size = 1e-300, most = -1e300;
    for (const Complex& one : found_.roots) size = std::max(size, std::abs(one));
    for (const Complex& one : found_.roots) most = std::max(most, one.real());
    const double near = 1e-7 * size;
    if (most > near)
      return says(Stability::unstable, fmt::format("it grows with e^({:.6g} t)", most));
    if (most < -near)
      return says(Stability::stable, fmt::format("it dies away with e^({:.6g} t)", most));
    says(Stability::undecided, "a root has no real part: higher-order terms decide");
  }

 private:
  void says(Stability stability, std::string reason) {
    found_.stability = stability;
    found_.reason = std::move(reason);
  }

  Oscillation& found_;
  const Matrix& matrix_;
};

struct Spectrum {
  Eigen::VectorXcd values;
  ComplexMatrix vectors;
};

// The search for roots may stop at nothing where many are zero: moved away from there it ends.
std::optional<Spectrum> spectrum(const Matrix& matrix) {
  for (const double move : {0.0, 0.37, 1.73, -0.91}) {
    const double shift = move * matrix.norm();
    const Eigen::EigenSolver<Matrix> solver(matrix +
                                            shift * Matrix::Identity(matrix.rows(), matrix.cols()));
    if (solver.info() == Eigen::Success)
      return Spectrum{solver.eigenvalues().array() - shift, solver.eigenvectors()};
  }
  return std::nullopt;
}

Mode mode_of(Complex root, const Eigen::VectorXcd& course) {
  Mode mode{.root = root, .course = {}};
  Eigen::Index largest = 0;
  course.cwiseAbs().maxCoeff(&largest);
  for (const Complex& one : course) mode.course.push_back(one / course[largest]);
  return mode;
}

Oscillation without_roots(Oscillation found) {
  found.stability = Stability::undecided;
  found.reason = "the roots could not be computed";
  return found;
}

}  // namespace

std::string_view name(Stability stability) {
  switch (stability) {
    case Stability::stable: return "stable";
    case Stability::unstable: return "unstable";
    case Stability::undecided: return "undecided";
  }
  return "";
}

std::string Mode::text() const {
  const double growth = root.real(), rate = std::abs(root.imag()), size = std::abs(root);
  const double near = 1e-6 * size;
  if (size < 1e-9) return "no restoring force";
  std::string swings =
      fmt::format("{:.6g} Hz ({:.6g} rad/s)", rate / (2.0 * std::numbers::pi), rate);
  if (std::abs(growth) <= near) return swings;
  // without velocities in the forces the opposite root belongs to it too
  const std::string grows =
      fmt::format("{} with e^({:.6g} t)", growth > 0.0 ? "grows" : "dies away", growth);
  return rate <= near ? grows : fmt::format("{}, {}", swings, grows);
}

double Oscillation::largest_growth() const {
  double most = 0.0;
  for (const Complex& one : roots) most = std::max(most, one.real());
  return most;
}

Oscillation oscillation(const System& system, const Vector& place, const Vector& z,
                        const std::vector<int>& held, double t) {
  demand_energy(system.model());
  if (system.model().replaces_rates())
    throw Error(Code::E120, "small oscillations need coordinates without velocity parameters");
  for (const int i : held)
    if (system.constraint(i).nonlinear)
      throw Error(Code::E106, fmt::format("small oscillations need constraints that are linear in "
                                          "the velocities; '{}' is not",
                                          system.constraint(i).name));
  Linearisation linear(system, place, z, held, t);
  Oscillation found;
  found.alpha = linear.alpha();
  found.beta = linear.beta();
  found.basis = kernel(linear.rows(), linear.mass());
  const Matrix& w = found.basis;
  if (!linear.is_free_of_self_stress(w, found.alpha.norm()))
    throw Error(Code::E301, "the constraints that hold in equilibrium are dependent");
  const Matrix a = w.transpose() * found.alpha * w, b = w.transpose() * found.beta * w;
  const Eigen::Index m = a.rows();
  found.definite = m == 0 || symmetric_eigen(0.5 * (a + a.transpose())).values.maxCoeff() < 0.0;
  for (const int i : held) found.zero_roots += 2 * (system.constraint(i).of_velocities ? 1 : 0);
  if (m == 0) {
    found.stability = Stability::stable;
    found.reason = "nothing can move";
    return found;
  }
  if (b.isZero(0.0)) {
    found.symmetric = (a - a.transpose()).norm() <= 1e-12 * a.norm();
    const auto add = [&](Complex s, const Eigen::VectorXcd& direction) {
      const Complex root = std::sqrt(s);
      found.squares.push_back(s);
      found.roots.push_back(root);
      found.roots.push_back(-root);
      found.modes.push_back(mode_of(root, w * direction));
    };
    if (found.symmetric) {
      const auto [values, vectors] = symmetric_eigen(0.5 * (a + a.transpose()));
      const double rounding = 1e-15 * static_cast<double>(m) * values.cwiseAbs().maxCoeff();
      for (Eigen::Index k = 0; k < m; ++k)
        add(std::abs(values[k]) <= rounding ? 0.0 : values[k], vectors.col(k).cast<Complex>());
    } else {
      const auto found_roots = spectrum(a);
      if (!found_roots) return without_roots(std::move(found));
      for (Eigen::Index k = 0; k < m; ++k) add(found_roots->values[k], found_roots->vectors.col(k));
    }
    RootsJudge(found, a).of_squares();
  } else {
    Matrix companion = Matrix::Zero(2 * m, 2 * m);
    companion.topRightCorner(m, m).setIdentity();
    companion.bottomLeftCorner(m, m) = a;
    companion.bottomRightCorner(m, m) = b;
    const auto found_roots = spectrum(companion);
    if (!found_roots) return without_roots(std::move(found));
    for (Eigen::Index k = 0; k < 2 * m; ++k) {
      const Complex root = found_roots->values[k];
      found.roots.push_back(root);
      if (root.imag() >= 0.0)
        found.modes.push_back(mode_of(root, w * found_roots->vectors.col(k).head(m)));
    }
    RootsJudge(found, companion).of_roots();
  }
  std::ranges::stable_sort(found.modes, {}, [](const Mode& one) { return std::abs(one.root); });
  return found;
}

}  // namespace zwang
