// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The last precision: the dual active set in rational numbers. It begins with the rows the
// precision below ended with, so that usually one linear system and the signs of its solution are
// all.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "zwang/base/index.hpp"
#include "zwang/minimum/attempt.hpp"
#include "zwang/minimum/exact.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

using Row = std::vector<Integer>;

// Solves the square system whose rows are (matrix | right sides), fraction-free. Empty if singular.
// The answers are numerators over one denominator.
struct Fractions {
  std::vector<Row> numerators;  // one Row per right side
  Integer denominator;
};

std::optional<Fractions> eliminate(std::vector<Row> rows, int right_sides) {
  const int n = static_cast<int>(rows.size());
  Integer previous = 1;
  Integer t;
  for (int i = 0; i < n; ++i) {
    int best = -1;
    for (int r = i; r < n; ++r)
      if (!rows[index(r)][index(i)].is_zero() &&
          (best < 0 || abs(rows[index(r)][index(i)]) < abs(rows[index(best)][index(i)])))
        best = r;
    if (best < 0) return std::nullopt;
    std::swap(rows[index(i)], rows[index(best)]);
    const Row& pivot_row = rows[index(i)];
    const Integer& pivot = pivot_row[index(i)];
    for (int r = i + 1; r < n; ++r) {
      Row& row = rows[index(r)];
      const Integer factor = row[index(i)];
      for (int j = i; j < n + right_sides; ++j) {
        Integer& entry = row[index(j)];
        if (!entry.is_zero()) entry *= pivot;
        if (!factor.is_zero() && !pivot_row[index(j)].is_zero()) {
          t = factor * pivot_row[index(j)];
          entry -= t;
        }
        if (i > 0 && !entry.is_zero()) entry /= previous;
      }
    }
    previous = pivot;
  }
  Fractions result;
  result.denominator = n > 0 ? rows[index(n - 1)][index(n - 1)] : Integer(1);
  for (int s = 0; s < right_sides; ++s) {
    Row x(index(n));
    for (int i = n - 1; i >= 0; --i) {
      Integer sum = result.denominator * rows[index(i)][index(n + s)];
      for (int j = i + 1; j < n; ++j)
        if (!rows[index(i)][index(j)].is_zero() && !x[index(j)].is_zero()) {
          t = rows[index(i)][index(j)] * x[index(j)];
          sum -= t;
        }
      x[index(i)] = sum / rows[index(i)][index(i)];
    }
    result.numerators.push_back(std::move(x));
  }
  // boost's rational wants a positive denominator
  if (result.denominator < 0) {
    result.denominator = -result.denominator;
    for (Row& row : result.numerators)
      for (Integer& entry : row) entry = -entry;
  }
  return result;
}

Rational scaled(double value, int exponent) {
  Row integers;
  const int e = to_integers({value}, {exponent}, integers);
  return e >= 0 ? Rational(integers[0] << e) : Rational(integers[0], Integer(1) << -e);
}

class ExactSearch {
 public:
  ExactSearch(const Problem& problem, const Scaling& scaling);

  void begin(const std::vector<int>& guess);
  // x and z of the held rows as equations; false if the system is singular.
  bool settle();
  int most_violated() const;
  bool take_hold(int row);
  Rational slack(int k) const;
  void write_down(Attempt& result) const;

  std::vector<int> held_;
  std::vector<Rational> x_, z_;
  bool singular_ = false;
  bool too_long_ = false;

 private:
  // M dx + A_Sᵀ dz = top, A_S dx = bottom.
  bool kkt(const std::vector<Rational>& top, const std::vector<Rational>& bottom,
           std::vector<Rational>& dx, std::vector<Rational>& dz);
  bool equation(int k) const { return problem_.kind(k) == Kind::equation; }

  const Problem& problem_;
  const Scaling& scaling_;
  int n_;
  std::vector<Rational> mass_;  // n × n
  std::vector<Rational> pull_;
  std::vector<std::vector<Rational>> rows_;
  std::vector<Rational> right_;
  double work_ = 0.0;
};

// About two seconds, counted and not timed: the same answer on every machine.
constexpr double most_work = 2e9;

ExactSearch::ExactSearch(const Problem& problem, const Scaling& scaling)
    : problem_(problem), scaling_(scaling), n_(problem.unknowns()) {
  const auto& d = scaling.column;
  mass_.resize(index(n_) * index(n_));
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r)
        mass_[index(first + c) * index(n_) + index(first + r)] =
            scaled(problem.mass(i)[index(c * size + r)],
                   -scaling.mass - d[index(first + r)] - d[index(first + c)]);
  }
  pull_.resize(index(n_));
  for (int i = 0; i < n_; ++i) {
    if (problem.has_force())
      pull_[index(i)] = scaled(problem.force()[i], -scaling.mass - scaling.size - d[index(i)]);
    if (problem.has_free())
      for (int j = 0; j < n_; ++j)
        if (!mass_[index(i) * index(n_) + index(j)].is_zero())
          pull_[index(i)] += mass_[index(i) * index(n_) + index(j)] *
                             scaled(problem.free()[j], -scaling.unknown(j));
  }
  rows_.resize(index(problem.rows()));
  right_.resize(index(problem.rows()));
  for (int k = 0; k < problem.rows(); ++k) {
    rows_[index(k)].resize(index(n_));
    for (const Entry& entry : problem.entries(k))
      rows_[index(k)][index(entry.column)] =
          scaled(entry.value, scaling.row[index(k)] - d[index(entry.column)]);
    right_[index(k)] = scaled(-problem.offset(k), scaling.row[index(k)] - scaling.size);
  }
}

bool ExactSearch::kkt(const std::vector<Rational>& top, const std::vector<Rational>& bottom,
                      std::vector<Rational>& dx, std::vector<Rational>& dz) {
  const int q = static_cast<int>(held_.size());
  const int size = n_ + q;
  // each row of the system is multiplied by its common denominator
  const auto whole = [size](const std::vector<Rational>& row) {
    Integer common = 1;
    for (const Rational& entry : row) common = lcm(common, denominator(entry));
    Row result(index(size + 1));
    for (std::size_t j = 0; j < row.size(); ++j)
      result[j] = numerator(row[j]) * (common / denominator(row[j]));
    return result;
  };
  std::vector<Row> system;
  std::vector<Rational> row(index(size + 1));
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) row[index(j)] = mass_[index(i) * index(n_) + index(j)];
    for (int l = 0; l < q; ++l) row[index(n_ + l)] = rows_[index(held_[index(l)])][index(i)];
    row[index(size)] = top[index(i)];
    system.push_back(whole(row));
  }
  for (int l = 0; l < q; ++l) {
    std::fill(row.begin(), row.end(), Rational());
    for (int j = 0; j < n_; ++j) row[index(j)] = rows_[index(held_[index(l)])][index(j)];
    row[index(size)] = bottom[index(l)];
    system.push_back(whole(row));
  }
  // Entries grow to as many times the bits of the data as the system has rows.
  std::size_t bits = 1;
  for (const Row& line : system)
    for (const Integer& entry : line)
      if (!entry.is_zero()) bits = std::max<std::size_t>(bits, msb(abs(entry)));
  work_ += std::pow(size, 4.0) * (1.0 + static_cast<double>(bits) / 40.0);
  if (work_ > most_work) {
    too_long_ = true;
    return false;
  }
  const auto solved = eliminate(std::move(system), 1);
  if (!solved) return false;
  dx.resize(index(n_));
  dz.resize(index(q));
  for (int i = 0; i < n_; ++i)
    dx[index(i)] = Rational(solved->numerators[0][index(i)], solved->denominator);
  for (int l = 0; l < q; ++l)
    dz[index(l)] = Rational(solved->numerators[0][index(n_ + l)], solved->denominator);
  return true;
}

bool ExactSearch::settle() {
  std::vector<Rational> bottom;
  for (const int k : held_) bottom.push_back(right_[index(k)]);
  return kkt(pull_, bottom, x_, z_);
}

void ExactSearch::begin(const std::vector<int>& guess) {
  Echelon echelon(n_);
  Row integers;
  const auto hold = [&](int k) {
    integer_row(problem_, scaling_, k, integers);
    if (echelon.rank() < n_ && echelon.add(integers)) held_.push_back(k);
  };
  for (int k = 0; k < problem_.rows(); ++k)
    if (equation(k)) hold(k);
  for (const int k : guess)
    if (!equation(k)) hold(k);
  for (;;) {
    if (!settle()) {
      singular_ = true;
      return;
    }
    int worst = -1;
    for (int l = 0; l < static_cast<int>(held_.size()); ++l)
      if (!equation(held_[index(l)]) && z_[index(l)] < 0 &&
          (worst < 0 || z_[index(l)] < z_[index(worst)]))
        worst = l;
    if (worst < 0) return;
    held_.erase(held_.begin() + worst);
  }
}

Rational ExactSearch::slack(int k) const {
  Rational sum = right_[index(k)];
  for (int j = 0; j < n_; ++j)
    if (!rows_[index(k)][index(j)].is_zero()) sum -= rows_[index(k)][index(j)] * x_[index(j)];
  return sum;
}

// An equation that depends on the others counts if it is violated on either side.
int ExactSearch::most_violated() const {
  int worst = -1;
  Rational most;
  for (int k = 0; k < problem_.rows(); ++k) {
    Rational s = slack(k);
    if (equation(k)) s = -abs(s);
    if (s < most) {
      most = s;
      worst = k;
    }
  }
  return worst;
}

bool ExactSearch::take_hold(int row) {
  Rational multiplier;
  Rational violation = -slack(row);
  for (;;) {
    std::vector<Rational> dx, r;
    const std::vector<Rational> bottom(held_.size());
    if (!kkt(rows_[index(row)], bottom, dx, r)) {
      singular_ = true;
      return false;
    }
    Rational squares;
    for (int j = 0; j < n_; ++j) squares += rows_[index(row)][index(j)] * dx[index(j)];
    const bool stays = squares.is_zero();
    int first = -1;
    Rational limit;
    for (int l = 0; l < static_cast<int>(held_.size()); ++l) {
      if (equation(held_[index(l)]) || !(r[index(l)] > 0)) continue;
      const Rational t = z_[index(l)] / r[index(l)];
      if (first < 0 || t < limit) {
        first = l;
        limit = t;
      }
    }
    if (stays && first < 0) return false;
    bool full = false;
    Rational step = limit;
    if (!stays) {
      const Rational whole = violation / squares;
      full = first < 0 || whole <= limit;
      if (full) step = whole;
      for (int j = 0; j < n_; ++j) x_[index(j)] -= step * dx[index(j)];
      violation -= step * squares;
    }
    for (std::size_t l = 0; l < held_.size(); ++l) z_[l] -= step * r[l];
    multiplier += step;
    if (full) break;
    held_.erase(held_.begin() + first);
    z_.erase(z_.begin() + first);
  }
  held_.push_back(row);
  z_.push_back(multiplier);
  return true;
}

// Rounded to the nearest double; the bound is what that costs.
void ExactSearch::write_down(Attempt& result) const {
  const auto up = [](double x) { return x * (1.0 + 0x1p-20); };
  result.held = held_;
  result.bound = 0.0;
  for (int i = 0; i < n_; ++i) {
    const auto value = x_[index(i)].convert_to<double>();
    double error = unset;  // an answer that no double can hold
    if (std::isfinite(value)) {
      const Rational off = abs(x_[index(i)] - Rational(value));
      error = off.is_zero() ? 0.0 : up(off.convert_to<double>());
    }
    result.x.push_back(value);
    result.component.push_back(error);
    const auto mass = abs(mass_[index(i) * index(n_) + index(i)]).convert_to<double>();
    result.bound += up(std::sqrt(mass)) * error;
  }
  result.bound = up(result.bound);
  Rational squares, zwang;
  for (int i = 0; i < n_; ++i) {
    Rational sum;
    for (int j = 0; j < n_; ++j) sum += mass_[index(i) * index(n_) + index(j)] * x_[index(j)];
    squares += x_[index(i)] * sum;
  }
  result.size = std::sqrt(std::abs(squares.convert_to<double>()));
  for (const Rational& z : z_) result.z.push_back(z.convert_to<double>());
  std::vector<Rational> inverse, none;
  // Z = (Aᵀz)ᵀ M⁻¹ (Aᵀz); without M⁻¹ there is no free point and no Z
  std::vector<Rational> reaction(index(n_));
  for (std::size_t l = 0; l < held_.size(); ++l)
    for (int j = 0; j < n_; ++j) reaction[index(j)] += rows_[index(held_[l])][index(j)] * z_[l];
  ExactSearch alone(*this);
  alone.held_.clear();
  if (alone.kkt(reaction, {}, inverse, none)) {
    for (int j = 0; j < n_; ++j) zwang += reaction[index(j)] * inverse[index(j)];
    result.zwang = zwang.convert_to<double>();
  }
  for (int k = 0; k < problem_.rows(); ++k)
    if (slack(k).is_zero() && std::find(held_.begin(), held_.end(), k) == held_.end())
      result.spare.push_back(k);
}

}  // namespace

Attempt attempt_exactly(const Problem& problem, const Scaling& scaling,
                        const std::vector<int>& guess, int max_steps) {
  Attempt result;
  result.held = guess;
  ExactSearch search(problem, scaling);
  search.begin(guess);
  while (!search.singular_ && !search.too_long_) {
    const int row = search.most_violated();
    if (row < 0) {
      result.ending = Attempt::Termination::found;
      search.write_down(result);
      return result;
    }
    if (result.steps >= max_steps) {
      result.ending = Attempt::Termination::gave_up;
      return result;
    }
    ++result.steps;
    if (search.take_hold(row)) continue;
    if (search.singular_ || search.too_long_) break;
    if (auto proof = contradiction(problem, scaling, search.held_, row)) {
      result.ending = Attempt::Termination::contradictory;
      result.proof = *proof;
      result.held = search.held_;
    }
    return result;
  }
  if (!search.too_long_) result.ending = Attempt::Termination::no_inertia;
  return result;
}

}  // namespace zwang::minimum
