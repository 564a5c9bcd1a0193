// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/arc/flow.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "zwang/base/index.hpp"
#include "zwang/friction/sharing.hpp"
#include "zwang/gauss/regularity.hpp"
#include "zwang/linear/pivoted_qr.hpp"
#include "zwang/linear/svd.hpp"

namespace zwang {
namespace {

// With more constraints than this a sparse factor is faster.
constexpr std::size_t most_dense = 48;
// With fewer constraints it takes longer to find families than to do without.
constexpr std::size_t enough_for_batches = 24;

Dependence by_singular_values(const Matrix& unit) {
  const Svd axes = svd(unit, Directions::left);
  Dependence found;
  while (found.rank < axes.values.size() && axes.values[found.rank] > RegularityOptions{}.dependent)
    ++found.rank;
  found.root =
      axes.u.leftCols(found.rank) * axes.values.head(found.rank).cwiseInverse().asDiagonal();
  found.idle = axes.u.rightCols(unit.rows() - found.rank);
  if (found.rank > 0) found.least = axes.values[found.rank - 1];
  return found;
}

}  // namespace

Flow::Flow(const System& system, int threads)
    : system_(&system), threads_(threads), snapshot_(system.snapshot()) {
  snapshot_.state.q.resize(system.coordinates());
  snapshot_.state.u.resize(system.velocities());
}

void Flow::bind(std::vector<int> constraints, double phase, std::vector<Slip> slipping) {
  bound_ = std::move(constraints);
  slipping_ = std::move(slipping);
  friction_.assign(slipping_.size(), 0.0);
  sticking_ = std::ranges::any_of(
      bound_, [&](int i) { return system_->constraint(i).friction.has_value(); });
  phase_ = phase;
  multipliers_open_ = false;
  factored_ = unset;
  z_.assign(bound_.size(), 0.0);
  right_.assign(bound_.size(), 0.0);
  change_.resize(system_->velocities());
  nonlinear_ = std::ranges::any_of(bound_, [&](int i) { return system_->constraint(i).nonlinear; });
  kept_.clear();
  batches_.reset();
  if (bound_.size() >= enough_for_batches) batches_.emplace(*system_, bound_, threads_);
  sparse_.reset();
  if (bound_.size() > most_dense && slipping_.empty() && !sticking_)
    sparse_.emplace(*system_, bound_, snapshot_.mass);
  else
    make_dense();
}

void Flow::make_dense() {
  sparse_.reset();
  const auto k = static_cast<Eigen::Index>(bound_.size());
  turned_.resize(system_->velocities(), k);
  phi_.resize(k, k);
  lower_.resize(k, k);
  factored_rows_.resize(bound_.size());
  std::iota(factored_rows_.begin(), factored_rows_.end(), std::size_t{0});
}

void Flow::fill_rows() {
  for (const Slip& slip : slipping_) system_->row(slip.row, snapshot_);
  if (batches_) return batches_->fill(snapshot_);
  for (const int i : bound_) system_->row(i, snapshot_);
}

// False if a row depends on those before it, or so nearly that rounding could have made what is
// left of it.
bool Flow::cholesky() {
  // rows that are nearly dependent pass their rounding on, magnified
  double least = 1.0;
  const auto rows = static_cast<Eigen::Index>(factored_rows_.size());
  for (Eigen::Index i = 0; i < rows; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      double sum = phi_(i, j);
      for (Eigen::Index l = 0; l < j; ++l) sum -= lower_(i, l) * lower_(j, l);
      if (j < i) {
        lower_(i, j) = sum / lower_(j, j);
      } else {
        if (!(sum > std::max(1e-10, 1e-14 / (least * least)) * phi_(i, i))) return false;
        least = std::min(least, sum / phi_(i, i));
        lower_(i, i) = std::sqrt(sum);
      }
    }
  return true;
}

// A mass without inertia somewhere: M + Σ s aaᵀ stands in for M. With forces X − Σ s a b2 the
// accelerations and multipliers are the same, since A x + b2 = 0. False if the bound constraints
// leave a direction without inertia free.
bool Flow::stiffen() {
  Matrix mass = snapshot_.mass.dense();
  const double size = mass.diagonal().maxCoeff();
  stiffness_.resize(static_cast<Eigen::Index>(bound_.size()));
  Vector row;
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    system_->write_row(snapshot_, bound_[k], row);
    const double s = (size > 0.0 ? size : 1.0) / row.squaredNorm();
    if (!std::isfinite(s)) return false;
    stiffness_[static_cast<Eigen::Index>(k)] = s;
    mass += s * row * row.transpose();
  }
  const Eigen::LLT<Matrix> factored(mass);
  stiff_ = factored.matrixL();
  const double least = stiff_.diagonal().minCoeff();
  return factored.info() == Eigen::Success && least * least > 1e-13 * mass.diagonal().maxCoeff();
}

void Flow::pull_back(double* force) const {
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    const Row& row = snapshot_.rows[index(bound_[k])];
    const auto columns = system_->columns(bound_[k]);
    for (std::size_t l = 0; l < columns.size(); ++l)
      force[columns[l]] -= stiffness_[static_cast<Eigen::Index>(k)] * row.a[l] * row.b2;
  }
}

// M⁻¹ times a vector.
void Flow::divide(double* x) const {
  if (!light_) return snapshot_.mass.solve(x);
  Eigen::Map<Vector> y(x, system_->velocities());
  stiff_.triangularView<Eigen::Lower>().solveInPlace(y);
  stiff_.triangularView<Eigen::Lower>().adjoint().solveInPlace(y);
}

bool Flow::may_spend(double products) {
  work_left_ -= products;
  return work_left_ >= 0.0;
}

// Φ = A M⁻¹ Aᵀ and its Cholesky factor, if allowed of independent rows alone. Rows that depend on
// each other get the least-norm solution.
bool Flow::factor(bool independent_ones) {
  const double rows = static_cast<double>(bound_.size());
  const double unknowns = system_->velocities();
  if (!inertia_known_) {
    if (!may_spend(snapshot_.mass.work())) return false;
    light_ = !snapshot_.mass.factor();
    inertia_known_ = !light_ && system_->has_constant_mass();
    if (light_ && !may_spend(unknowns * unknowns * (unknowns / 3.0 + rows))) return false;
    if (light_ && !stiffen()) return false;
  }
  if (sparse_) {
    dependent_ = false;
    if (!may_spend(rows * (rows * rows / 6.0 + snapshot_.mass.work()))) return false;
    if (!light_ && sparse_->factor(snapshot_)) return true;
    // what depends on each other, or has no inertia, needs more than this
    make_dense();
  }
  const bool diagonal = snapshot_.mass.blocks() == system_->velocities();
  const double along_one = light_ || !diagonal ? unknowns * unknowns : unknowns;
  if (!may_spend(rows * (rows * rows / 6.0 + rows + along_one))) return false;
  if (independent_ones && multipliers_open_ && !kept_.empty()) {
    factored_rows_ = kept_;
    fill_dense();
    dependent_ = false;
    if (cholesky()) return true;
  }
  const auto k = static_cast<Eigen::Index>(bound_.size());
  make_dense();
  fill_dense();
  kept_.clear();
  dependent_ = !cholesky();
  rank_ = static_cast<int>(k);
  if (!dependent_) return true;
  if (!phi_.triangularView<Eigen::Lower>().toDenseMatrix().allFinite()) return false;
  // Rows as unit vectors of the metric, so that neither masses nor the size of a constraint's text
  // decide about rank: Φ = D B Bᵀ D.
  const double shorter = std::min(rows, unknowns);
  const double axes_work = shorter * (60.0 * shorter * shorter + 2.0 * rows * unknowns);
  if (!may_spend(axes_work + (light_ || diagonal ? 0.0 : unknowns * unknowns * unknowns / 6.0)))
    return false;
  const bool plain = !light_ && diagonal;
  Matrix lower;
  if (!plain) lower = light_ ? stiff_ : root_of_mass();
  Matrix unit(k, system_->velocities());
  Vector size(k), row;
  for (Eigen::Index i = 0; i < k; ++i) {
    system_->write_row(snapshot_, bound_[static_cast<std::size_t>(i)], row);
    if (plain)
      for (int j = 0; j < snapshot_.mass.size(); ++j)
        row[j] /= std::sqrt(snapshot_.mass.block(j)[0]);
    else
      lower.triangularView<Eigen::Lower>().solveInPlace(row);
    size[i] = row.norm();
    unit.row(i) = row.transpose() / size[i];
  }
  if (!unit.allFinite()) return false;
  constexpr double doubtful = 3.0;
  auto clear = dependence(unit, RegularityOptions{}.dependent / doubtful,
                          RegularityOptions{}.dependent * doubtful);
  // nearly singular positions are approached by the singular values themselves
  const Dependence rows_of =
      clear && clear->rank < k ? std::move(*clear) : by_singular_values(unit);
  rank_ = static_cast<int>(rows_of.rank);
  if (rank_ < k) choose_kept();
  const Matrix holding = size.cwiseInverse().asDiagonal() * rows_of.root;
  inverse_ = holding * holding.transpose();
  // of all multipliers those of least norm: without what does nothing on the rows as they are
  least_ = rows_of.rank == k ? rows_of.least : 0.0;
  if (rows_of.rank == k) return true;
  const Matrix idle = orthonormal(size.cwiseInverse().asDiagonal() * rows_of.idle);
  inverse_ -= idle * (idle.transpose() * inverse_).eval();
  return true;
}

// M⁻¹Aᵀ and Φ of the rows that are to be factored.
void Flow::fill_dense() {
  for (std::size_t k = 0; k < factored_rows_.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const int c = bound_[factored_rows_[k]];
    const auto columns = system_->columns(c);
    const auto& a = snapshot_.rows[index(c)].a;
    auto column = turned_.col(i);
    column.setZero();
    for (std::size_t j = 0; j < columns.size(); ++j) column[columns[j]] = a[j];
    divide(column.data());
    for (Eigen::Index j = 0; j <= i; ++j) {
      const int other = bound_[factored_rows_[static_cast<std::size_t>(j)]];
      const auto& b = snapshot_.rows[index(other)].a;
      const auto places = system_->columns(other);
      double sum = 0.0;
      for (std::size_t l = 0; l < places.size(); ++l) sum += b[l] * column[places[l]];
      phi_(i, j) = sum;
    }
  }
}

// As many rows of Φ as it has rank, each time the one with most left beside those before; none if
// that is not clear.
void Flow::choose_kept() {
  constexpr double clear = 1e-10;
  kept_.clear();
  const auto k = static_cast<Eigen::Index>(bound_.size());
  const Vector unit = phi_.diagonal().cwiseSqrt().cwiseInverse();
  Matrix left = phi_.selfadjointView<Eigen::Lower>();
  left = unit.asDiagonal() * left * unit.asDiagonal();
  for (int rank = 0; rank < rank_; ++rank) {
    Eigen::Index best = 0;
    if (!(left.diagonal().maxCoeff(&best) > clear)) return kept_.clear();
    kept_.push_back(static_cast<std::size_t>(best));
    const Vector column = left.col(best) / std::sqrt(left(best, best));
    for (Eigen::Index j = 0; j < k; ++j) left.col(j) -= column[j] * column;
    left.row(best).setZero();
    left.col(best).setZero();
  }
  std::ranges::sort(kept_);
}

// The lower factor, block by block.
Matrix Flow::root_of_mass() const {
  const MassMatrix& mass = snapshot_.mass;
  Matrix lower = Matrix::Zero(mass.size(), mass.size());
  for (int b = 0; b < mass.blocks(); ++b) {
    const int first = mass.first(b), width = mass.first(b + 1) - first;
    const Eigen::Map<const Matrix> block(mass.block(b), width, width);
    lower.block(first, first, width, width) = block.llt().matrixL();
  }
  return lower;
}

double Flow::own(std::size_t i) const {
  const auto k = static_cast<Eigen::Index>(i);
  return sparse_ ? sparse_->diagonal(i) : phi_(k, k);
}

void Flow::solve(std::vector<double>& x) const {
  if (sparse_) return sparse_->solve(x);
  if (dependent_) {
    Eigen::Map<Vector> y(x.data(), static_cast<Eigen::Index>(x.size()));
    const Vector right = y;
    y = inverse_ * right;
    return;
  }
  if (factored_rows_.size() < x.size()) {
    std::vector<double> part;
    for (const std::size_t i : factored_rows_) part.push_back(x[i]);
    solve_triangles(part);
    std::ranges::fill(x, 0.0);
    for (std::size_t i = 0; i < part.size(); ++i) x[factored_rows_[i]] = part[i];
    return;
  }
  solve_triangles(x);
}

void Flow::solve_triangles(std::vector<double>& x) const {
  const auto k = static_cast<Eigen::Index>(x.size());
  Eigen::Map<Vector> y(x.data(), k);
  for (Eigen::Index i = 0; i < k; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) y[i] -= lower_(i, j) * y[j];
    y[i] /= lower_(i, i);
  }
  for (Eigen::Index i = k - 1; i >= 0; --i) {
    for (Eigen::Index j = i + 1; j < k; ++j) y[i] -= lower_(j, i) * y[j];
    y[i] /= lower_(i, i);
  }
}

void Flow::push_back(const std::vector<double>& x, double* change) const {
  if (sparse_) return sparse_->push_back(x, change);
  for (std::size_t k = 0; k < factored_rows_.size(); ++k)
    for (Eigen::Index i = 0; i < turned_.rows(); ++i)
      change[i] += turned_(i, static_cast<Eigen::Index>(k)) * x[factored_rows_[k]];
}

bool Flow::rates(double t, const double* y, double* dy) {
  const int n = system_->coordinates();
  const int m = system_->velocities();
  State& state = snapshot_.state;
  std::copy_n(y, n, state.q.data());
  std::copy_n(y + n, m, state.u.data());
  state.t = t;
  system_->evaluate(state, phase_, snapshot_);
  fill_rows();
  if (!factor()) return false;
  factored_ = t;
  double* const a = dy + n;
  for (int i = 0; i < n; ++i) dy[i] = snapshot_.rates[i];
  for (int i = 0; i < m; ++i) a[i] = snapshot_.net_force[i];
  if (light_) pull_back(a);
  divide(a);
  if (sparse_) {
    for (std::size_t k = 0; k < bound_.size(); ++k) z_[k] = snapshot_.rows[index(bound_[k])].b2;
    sparse_->along(a, z_);
  } else {
    for (std::size_t k = 0; k < bound_.size(); ++k) {
      const int i = bound_[k];
      z_[k] = system_->along(snapshot_, i, a, snapshot_.rows[index(i)].b2);
    }
  }
  if (slipping_.empty())
    solve(z_);
  else if (!solve_slipping(z_))
    return false;
  for (double& z : z_) z = -z;
  push_back(z_, a);
  for (double& z : z_) z = -z;
  for (std::size_t k = 0; k < slipping_.size(); ++k)
    for (int i = 0; i < m; ++i) a[i] -= friction_[k] * rubbed_(i, static_cast<Eigen::Index>(k));
  if (sticking_ && dependent_) share_sticking();
  if (all_stands(&Row::b2)) std::fill_n(a, m, 0.0);
  int strange = 0;
  for (int i = 0; i < n + m; ++i) strange += std::isfinite(dy[i]) ? 0 : 1;
  return strange == 0;
}

double Flow::load(int slip_row) const {
  const Friction& friction = *system_->constraint(slip_row).friction;
  return friction.is_given() ? 1.0 : z_[place_of(friction.of)];
}

std::size_t Flow::place_of(int constraint) const {
  return static_cast<std::size_t>(std::ranges::find(bound_, constraint) - bound_.begin());
}

// Φ z with what slips: the friction of a surface goes with its own multiplier. A row that no longer
// determines it leaves the shortest solution.
bool Flow::solve_slipping(std::vector<double>& x) {
  if (light_) return false;
  const auto k = static_cast<Eigen::Index>(bound_.size());
  Matrix whole = phi_.selfadjointView<Eigen::Lower>();
  rubbed_.resize(system_->velocities(), static_cast<Eigen::Index>(slipping_.size()));
  std::vector<double> part(slipping_.size());
  Vector row;
  for (std::size_t s = 0; s < slipping_.size(); ++s) {
    const Slip& slip = slipping_[s];
    system_->write_row(snapshot_, slip.row, row);
    divide(row.data());
    rubbed_.col(static_cast<Eigen::Index>(s)) = row;
    part[s] = slip.way * slipping_bound(*system_, snapshot_, slip.row);
    const Friction& friction = *system_->constraint(slip.row).friction;
    for (Eigen::Index i = 0; i < k; ++i) {
      const auto place = static_cast<std::size_t>(i);
      const double change = part[s] * system_->along(snapshot_, bound_[place], row.data(), 0.0);
      if (friction.is_given())
        x[place] -= change;
      else
        whole(i, static_cast<Eigen::Index>(place_of(friction.of))) += change;
    }
  }
  if (!whole.allFinite()) return false;
  Eigen::Map<Vector> z(x.data(), k);
  const Vector right = z;
  if (k > 0 && dependent_) {
    z = shortest_solution(whole, right);
  } else if (k > 0) {
    const Eigen::PartialPivLU<Matrix> factors(whole);
    z = factors.solve(right);
    z += factors.solve(right - whole * z);
  }
  for (std::size_t s = 0; s < slipping_.size(); ++s)
    friction_[s] =
        part[s] * (system_->constraint(slipping_[s].row).friction->is_given()
                       ? 1.0
                       : x[place_of(system_->constraint(slipping_[s].row).friction->of)]);
  return z.allFinite();
}

// Loads that what sticks can share in several ways: friction goes by the bound of each, and what
// comes near its bound is relieved as far as others can take it over.
void Flow::share_sticking() {
  std::vector<StickingRow> rows;
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    const auto& friction = system_->constraint(bound_[i]).friction;
    if (!friction) continue;
    const double bound = sticking_bound(*system_, snapshot_, bound_[i]);
    if (friction->is_given())
      rows.push_back({i, {}, bound});
    else if (const std::size_t normal = place_of(friction->of); normal < bound_.size())
      rows.push_back({i, normal, bound});
  }
  if (rows.empty()) return;
  SharedLoads loads;
  loads.rows.resize(static_cast<Eigen::Index>(bound_.size()), system_->velocities());
  loads.pushes.assign(bound_.size(), 0);
  Vector row;
  for (std::size_t i = 0; i < bound_.size(); ++i) {
    const Constraint& one = system_->constraint(bound_[i]);
    loads.pushes[i] = !one.equation && !one.friction;
    system_->write_row(snapshot_, bound_[i], row);
    Vector force = row;
    for (const Slip& slip : slipping_) {
      if (system_->constraint(slip.row).friction->of != bound_[i]) continue;
      system_->write_row(snapshot_, slip.row, row);
      force += slip.way * slipping_bound(*system_, snapshot_, slip.row) * row;
    }
    loads.rows.row(static_cast<Eigen::Index>(i)) = force.transpose();
  }
  loads.sticking = std::move(rows);
  share(loads, z_);
}

// Whether the bound rows leave no direction free, and ask for 0: what friction holds does not creep
// by rounding.
bool Flow::all_stands(double Row::* term) const {
  return sticking_ && rank_ == system_->velocities() &&
         std::ranges::all_of(bound_, [&](int i) { return snapshot_.rows[index(i)].*term == 0.0; });
}

double Flow::zwang() const {
  if (sparse_) return sparse_->square(z_);
  double sum = 0.0;
  for (std::size_t i = 0; i < z_.size(); ++i)
    for (std::size_t j = 0; j < z_.size(); ++j) {
      const auto r = static_cast<Eigen::Index>(std::max(i, j));
      const auto c = static_cast<Eigen::Index>(std::min(i, j));
      sum += z_[i] * phi_(r, c) * z_[j];
    }
  return sum;
}

double Flow::independence(std::vector<double>& longest) const {
  if (dependent_) return least_;
  if (sparse_) return sparse_->independence(longest);
  double least = 1.0;
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const double length = std::sqrt(own(k));
    longest[k] = std::max(longest[k], length);
    least = std::min({least, lower_(i, i) / length, length / longest[k]});
  }
  return least;
}

double Flow::largest_free() const {
  Vector free = snapshot_.net_force;
  divide(free.data());
  return free.lpNorm<Eigen::Infinity>();
}

double Flow::drift_of_accelerations(const double* accelerations) const {
  double worst = 0.0;
  for (std::size_t k = 0; k < bound_.size(); ++k) {
    const Row& row = snapshot_.rows[index(bound_[k])];
    const auto columns = system_->columns(bound_[k]);
    double sum = row.b2;
    // what its own multiplier does counts: at rest all other terms are rounding
    double size = std::abs(row.b2) + std::abs(z_[k]) * own(k);
    for (std::size_t l = 0; l < columns.size(); ++l) {
      const double term = row.a[l] * accelerations[columns[l]];
      sum += term;
      size += std::abs(term);
    }
    if (size > 0.0) worst = std::max(worst, std::abs(sum) / size);
  }
  return worst;
}

}  // namespace zwang
