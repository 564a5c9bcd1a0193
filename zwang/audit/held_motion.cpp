// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/audit/held_motion.hpp"

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/linear/pivoted_qr.hpp"

namespace zwang {
namespace {

// With more rows than this a sparse factor is faster.
constexpr std::size_t few = 32;
// A row that has less than this left beside those before it depends on them.
constexpr double nothing = 1e-13;

using SparseMatrix = Eigen::SparseMatrix<double>;

bool finite(const double* x, Eigen::Index n) { return Eigen::Map<const Vector>(x, n).allFinite(); }

}  // namespace

// A M⁻¹Aᵀ of unit rows, which keeps its pattern while the same constraints hold.
struct HeldMotion::Sparse {
  SparseMatrix matrix;                   // its lower half
  std::vector<std::vector<int>> others;  // of each row: those up to it that share a mass with it
  std::vector<Eigen::Index> places;      // of these in the matrix, row by row
  std::vector<double> values;            // likewise, before rows are made unit
  Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> factors;
};

HeldMotion::HeldMotion(const System& system)
    : system_(&system),
      at_(system.snapshot()),
      light_(at_.mass.blocks() == at_.mass.size()),
      turned_(index(system.velocities()), 0.0),
      force_(system.velocities()) {
  at_.state.q.resize(system.coordinates());
  at_.state.u.resize(system.velocities());
}
HeldMotion::~HeldMotion() = default;
HeldMotion::HeldMotion(HeldMotion&&) noexcept = default;

void HeldMotion::hold(const std::vector<int>& constraints, std::vector<Slip> slipping) {
  slipping_ = std::move(slipping);
  if (constraints == asked_) return;
  asked_ = held_ = constraints;
  const std::size_t k = held_.size();
  z_.assign(k, 0.0);
  unit_.assign(k, 0.0);
  part_.assign(k, 0.0);
  order_.resize(k);
  fresh_ = true;
  batches_.reset();
  sparse_.reset();
  if (k > few)
    prepare();
  else
    lower_.assign(k * k, 0.0);
}

// Of each held constraint those up to it that bind something of a block of the mass that it binds.
std::vector<std::vector<int>> HeldMotion::neighbours() const {
  std::vector<int> block(index(system_->velocities()));
  for (int b = 0; b < at_.mass.blocks(); ++b)
    for (int j = at_.mass.first(b); j < at_.mass.first(b + 1); ++j) block[index(j)] = b;
  std::vector<std::vector<int>> binding(index(at_.mass.blocks())), all;
  for (int i = 0; i < static_cast<int>(held_.size()); ++i) {
    std::vector<int> others;
    for (const int j : system_->columns(held_[index(i)])) {
      auto& here = binding[index(block[index(j)])];
      if (here.empty() || here.back() != i) here.push_back(i);
      others.insert(others.end(), here.begin(), here.end());
    }
    std::ranges::sort(others);
    const auto twice = std::ranges::unique(others);
    others.erase(twice.begin(), twice.end());
    all.push_back(std::move(others));
  }
  return all;
}

void HeldMotion::prepare() {
  sparse_ = std::make_unique<Sparse>();
  const auto k = static_cast<Eigen::Index>(held_.size());
  const auto fill = [&] {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; const auto& others : sparse_->others) {
      for (const int other : others) entries.emplace_back(i, other, 1.0);
      ++i;
    }
    sparse_->matrix.resize(k, k);
    sparse_->matrix.setFromTriplets(entries.begin(), entries.end());
  };
  // in an order that keeps the factors sparse
  sparse_->others = neighbours();
  fill();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(sparse_->matrix.selfadjointView<Eigen::Lower>(), order);
  for (Eigen::Index i = 0; i < k; ++i)
    held_[index(static_cast<int>(i))] = asked_[index(order.indices()[i])];
  sparse_->others = neighbours();
  fill();
  for (int i = 0; const auto& others : sparse_->others) {
    for (const int other : others)
      sparse_->places.push_back(&sparse_->matrix.coeffRef(i, other) - sparse_->matrix.valuePtr());
    ++i;
  }
  sparse_->factors.analyzePattern(sparse_->matrix);
}

void HeldMotion::evaluate(double t, const double* q, const double* u, double phase) {
  move(t, q, u, phase);
  if (held_.size() > few) {
    if (!batches_) batches_ = std::make_unique<RowBatches>(*system_, held_);
    return batches_->fill(at_);
  }
  for (const int i : held_) system_->row(i, at_);
  for (const Slip& slip : slipping_) system_->row(slip.row, at_);
}

void HeldMotion::look_at_all(double t, const double* q, const double* u, double phase) {
  move(t, q, u, phase);
  if (index(system_->constraints()) > few) {
    if (!all_) {
      std::vector<int> all(index(system_->constraints()));
      std::iota(all.begin(), all.end(), 0);
      all_ = std::make_unique<RowBatches>(*system_, all);
    }
    return all_->fill(at_);
  }
  for (int i = 0; i < system_->constraints(); ++i) system_->row(i, at_);
}

void HeldMotion::take(const Snapshot& at) {
  at_ = at;
  fresh_ = true;
  mass_known_ = false;
}

void HeldMotion::move(double t, const double* q, const double* u, double phase) {
  State& state = at_.state;
  std::copy_n(q, state.q.size(), state.q.data());
  std::copy_n(u, state.u.size(), state.u.data());
  state.t = t;
  system_->evaluate(state, phase, at_);
  fresh_ = true;
  mass_known_ = mass_known_ && system_->has_constant_mass();
}

bool HeldMotion::has_inertia() {
  if (!std::exchange(mass_known_, true)) inertia_ = at_.mass.factor();
  return inertia_;
}

bool HeldMotion::divide(double* y) {
  if (has_inertia()) at_.mass.solve(y);
  return inertia_;
}

// M⁻¹Aᵀ of a constraint; forget() takes back what it wrote.
void HeldMotion::turn(int constraint) {
  const auto columns = system_->columns(constraint);
  const auto& a = at_.rows[index(constraint)].a;
  for (std::size_t k = 0; k < columns.size(); ++k)
    turned_[index(columns[k])] = light_ ? a[k] / *at_.mass.block(columns[k]) : a[k];
  if (light_) return;
  for (int last = -1; const int j : columns)  // in ascending order
    if (const int block = at_.mass.block_of(j); block != last)
      at_.mass.solve_block(last = block, turned_.data());
}

// Zeros where turn() left something.
void HeldMotion::forget(int constraint) {
  for (const int j : system_->columns(constraint)) {
    const int block = light_ ? j : at_.mass.block_of(j);
    for (int i = at_.mass.first(block); i < at_.mass.first(block + 1); ++i) turned_[index(i)] = 0.0;
  }
}

bool HeldMotion::factor() {
  if (!has_inertia()) return false;
  const auto along = [&](int i) {
    return system_->along(at_, held_[index(i)], turned_.data(), 0.0);
  };
  const auto k = static_cast<int>(held_.size());
  if (sparse_) {
    sparse_->values.clear();
    for (int i = 0; i < k; ++i) {
      turn(held_[index(i)]);
      for (const int other : sparse_->others[index(i)]) sparse_->values.push_back(along(other));
      unit_[index(i)] = 1.0 / std::sqrt(sparse_->values.back());
      forget(held_[index(i)]);
    }
    double* const entries = sparse_->matrix.valuePtr();
    std::size_t next = 0;
    for (int i = 0; i < k; ++i)
      for (const int other : sparse_->others[index(i)]) {
        entries[sparse_->places[next]] =
            sparse_->values[next] * unit_[index(i)] * unit_[index(other)];
        ++next;
      }
    sparse_->factors.factorize(sparse_->matrix);
    return sparse_->factors.info() == Eigen::Success &&
           sparse_->factors.vectorD().minCoeff() > nothing;
  }
  for (int i = 0; i < k; ++i) {
    turn(held_[index(i)]);
    for (int j = 0; j <= i; ++j) lower_[index(j * k + i)] = along(j);
    const double own = lower_[index(i * k + i)];
    if (!std::isfinite(own)) return false;
    unit_[index(i)] = own > 0.0 ? 1.0 / std::sqrt(own) : 0.0;
    forget(held_[index(i)]);
  }
  for (int i = 0; i < k; ++i)
    for (int j = 0; j <= i; ++j) lower_[index(j * k + i)] *= unit_[index(i)] * unit_[index(j)];
  return factor_few();
}

// Cholesky with pivots on unit rows, column by column: the row with most left comes next, and who
// has nothing left is left out.
bool HeldMotion::factor_few() {
  const auto k = static_cast<int>(held_.size());
  const auto entry = [&](int row, int column) -> double& {
    return lower_[index(std::min(row, column) * k + std::max(row, column))];
  };
  std::iota(order_.begin(), order_.end(), 0);
  for (rank_ = 0; rank_ < k; ++rank_) {
    int best = rank_;
    for (int i = rank_ + 1; i < k; ++i)
      if (entry(i, i) > entry(best, best)) best = i;
    if (!(entry(best, best) > nothing)) break;
    if (best != rank_) {
      for (int j = 0; j < k; ++j)
        if (j != best && j != rank_) std::swap(entry(best, j), entry(rank_, j));
      std::swap(entry(best, best), entry(rank_, rank_));
      std::swap(order_[index(best)], order_[index(rank_)]);
    }
    const double root = std::sqrt(entry(rank_, rank_));
    entry(rank_, rank_) = root;
    for (int i = rank_ + 1; i < k; ++i) entry(i, rank_) /= root;
    for (int j = rank_ + 1; j < k; ++j)
      for (int i = j; i < k; ++i) entry(i, j) -= entry(i, rank_) * entry(j, rank_);
  }
  return true;
}

// r becomes z with A M⁻¹Aᵀz = r.
void HeldMotion::shrink(double* r) {
  const auto k = static_cast<int>(held_.size());
  if (sparse_) {
    Eigen::Map<Vector> z(r, k);
    const Eigen::Map<const Vector> unit(unit_.data(), k);
    z.array() *= unit.array();
    z = sparse_->factors.solve(z).eval();
    z.array() *= unit.array();
    return;
  }
  const auto entry = [&](int row, int column) { return lower_[index(column * k + row)]; };
  std::vector<double>& x = part_;
  for (int i = 0; i < rank_; ++i) {
    const int from = order_[index(i)];
    double sum = r[from] * unit_[index(from)];
    for (int j = 0; j < i; ++j) sum -= entry(i, j) * x[index(j)];
    x[index(i)] = sum / entry(i, i);
  }
  for (int i = rank_ - 1; i >= 0; --i) {
    for (int j = i + 1; j < rank_; ++j) x[index(i)] -= entry(j, i) * x[index(j)];
    x[index(i)] /= entry(i, i);
  }
  std::fill_n(r, k, 0.0);
  for (int i = 0; i < rank_; ++i) {
    const int to = order_[index(i)];
    r[to] = x[index(i)] * unit_[index(to)];
  }
}

bool HeldMotion::solve(double* y, double Row::* right, double part) {
  if (fresh_) usable_ = factor();
  fresh_ = false;
  const auto owed = [&](std::size_t i) { return part * (at_.rows[index(held_[i])].*right); };
  if (!usable_) {
    for (std::size_t i = 0; i < held_.size(); ++i) z_[i] = owed(i);
    return solve_softly(y, z_.data());
  }
  const auto n = system_->velocities();
  std::copy_n(y, n, force_.data());
  at_.mass.solve(y);
  if (held_.empty()) return finite(y, n);
  // x = M⁻¹(y − Aᵀz) with A M⁻¹Aᵀz = A M⁻¹y + right
  for (std::size_t i = 0; i < held_.size(); ++i) z_[i] = system_->along(at_, held_[i], y, owed(i));
  shrink(z_.data());
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const auto columns = system_->columns(held_[i]);
    const auto& a = at_.rows[index(held_[i])].a;
    for (std::size_t k = 0; k < columns.size(); ++k) force_[columns[k]] -= z_[i] * a[k];
  }
  std::copy_n(force_.data(), n, y);
  at_.mass.solve(y);
  return finite(y, n);
}

// With a little more of M, and a little less than the zeros of the border, there are factors even
// if a mass is zero or rows depend on each other; some turns of improvement undo it.
bool HeldMotion::solve_softly(double* y, const double* given) {
  const auto n = static_cast<int>(system_->velocities()), m = static_cast<int>(held_.size());
  std::vector<Eigen::Triplet<double>> entries;
  Vector right(n + m), more(n + m), light(n + m), x = Vector::Zero(n + m);
  for (int b = 0; b < at_.mass.blocks(); ++b) {
    const int first = at_.mass.first(b), width = at_.mass.first(b + 1) - first;
    for (int k = 0; k < width * width; ++k)
      entries.emplace_back(first + k % width, first + k / width, at_.mass.block(b)[k]);
  }
  right.head(n) = Eigen::Map<const Vector>(y, n);
  for (int i = 0; i < m; ++i) {
    const auto columns = system_->columns(held_[index(i)]);
    for (std::size_t k = 0; k < columns.size(); ++k)
      entries.emplace_back(n + i, columns[k], at_.rows[index(held_[index(i)])].a[k]);
    right[n + i] = -given[i];
  }
  SparseMatrix whole(n + m, n + m), softer(n + m, n + m);
  whole.setFromTriplets(entries.begin(), entries.end());
  const Vector inertia = whole.diagonal().head(n);
  more.head(n) = 1e-6 * (inertia.array() > 0.0).select(inertia, inertia.maxCoeff());
  light << (inertia + more.head(n)).cwiseInverse(), Vector::Zero(m);
  more.tail(m) = -1e-9 * (whole.cwiseAbs2() * light).tail(m).array() - 1e-300;
  softer = more.asDiagonal();
  softer += whole;
  const auto improve = [&](const auto& factors) {
    for (int turn = 0; turn < 12; ++turn) {
      const Vector rest = right - whole.selfadjointView<Eigen::Lower>() * x;
      const Vector change = factors.solve(rest);
      x += change;
      if (!(change.lpNorm<Eigen::Infinity>() > 1e-17 * x.lpNorm<Eigen::Infinity>())) break;
    }
  };
  if (n + m <= 40) {
    const SparseMatrix both = softer.selfadjointView<Eigen::Lower>();
    improve(Eigen::PartialPivLU<Matrix>(Matrix(both)));
  } else {
    const Eigen::SimplicialLDLT<SparseMatrix> factors(softer);
    if (factors.info() != Eigen::Success) return false;
    improve(factors);
  }
  std::copy_n(x.data(), n, y);
  return finite(y, n);
}

bool HeldMotion::accelerate(double* y) {
  if (stands()) {
    std::fill_n(y, system_->velocities(), 0.0);
    return true;
  }
  return slipping_.empty() ? solve(y, &Row::b2) : accelerate_rubbing(y);
}

// Whether what sticks is held in all directions: it does not creep by rounding.
bool HeldMotion::stands() const {
  const auto n = static_cast<Eigen::Index>(system_->velocities());
  const auto m = static_cast<Eigen::Index>(held_.size());
  const auto sticks = [&](int i) { return system_->constraint(i).friction.has_value(); };
  const auto moves = [&](int i) { return at_.rows[index(i)].b2 != 0.0; };
  if (m < n || std::ranges::none_of(held_, sticks) || std::ranges::any_of(held_, moves))
    return false;
  constexpr double dependent = 1e-10;
  Matrix rows(n, m);
  Vector row;
  for (Eigen::Index i = 0; i < m; ++i) {
    system_->write_row(at_, held_[static_cast<std::size_t>(i)], row);
    rows.col(i) = row;
  }
  return rows.allFinite() && pivoted_qr(rows, dependent).rank == n;
}

// The whole bordered system: what slips pulls with a part of its own multiplier, so that it is not
// symmetric; rows may depend on each other.
bool HeldMotion::accelerate_rubbing(double* y) const {
  const auto n = static_cast<Eigen::Index>(system_->velocities());
  const auto m = static_cast<Eigen::Index>(held_.size());
  Matrix whole = Matrix::Zero(n + m, n + m);
  Vector right(n + m), row;
  whole.topLeftCorner(n, n) = at_.mass.dense();
  right.head(n) = Eigen::Map<const Vector>(y, n);
  for (const Slip& slip : slipping_) {
    if (!system_->constraint(slip.row).friction->is_given()) continue;
    system_->write_row(at_, slip.row, row);
    right.head(n) -= slip.way * slipping_bound(*system_, at_, slip.row) * row;
  }
  for (Eigen::Index i = 0; i < m; ++i) {
    const int constraint = held_[static_cast<std::size_t>(i)];
    system_->write_row(at_, constraint, row);
    whole.block(n + i, 0, 1, n) = row.transpose();
    whole.block(0, n + i, n, 1) = row;
    right[n + i] = -at_.rows[index(constraint)].b2;
    for (const Slip& slip : slipping_) {
      if (system_->constraint(slip.row).friction->of != constraint) continue;
      system_->write_row(at_, slip.row, row);
      whole.block(0, n + i, n, 1) += slip.way * slipping_bound(*system_, at_, slip.row) * row;
    }
  }
  if (!whole.allFinite()) return false;
  const Vector x = shortest_solution(whole, right);
  std::copy_n(x.data(), n, y);
  return x.allFinite();
}

bool HeldMotion::rates(double t, double phase, const double* y, double* dy) {
  const int n = system_->coordinates(), m = system_->velocities();
  try {
    evaluate(t, y, y + n, phase);
  } catch (const std::exception&) {  // a function of the model does not go on there
    return false;
  }
  std::copy_n(at_.rates.data(), n, dy);
  std::copy_n(at_.net_force.data(), m, dy + n);
  return accelerate(dy + n) && finite(dy, n);
}

}  // namespace zwang
