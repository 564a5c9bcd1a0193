// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/minimum/certificate.hpp"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/minimum/problem.hpp"

namespace zwang::minimum {
namespace {

// The mass as a metric: block by block M = LLᵀ. A block that is not positive has no M⁻¹; it is
// measured by its diagonal instead, or by 1 where that is zero.
class Metric {
 public:
  explicit Metric(const Problem& problem) : problem_(problem) {
    for (int i = 0; i < problem.blocks(); ++i) {
      start_.push_back(factor_.size());
      const auto mass = problem.mass(i);
      const int size = problem.first(i + 1) - problem.first(i);
      factor_.insert(factor_.end(), mass.begin(), mass.end());
      if (positive(i, size)) continue;
      whole_ = false;
      double* const l = factor_.data() + start_.back();
      std::fill(l, l + index(size) * index(size), 0.0);
      for (int c = 0; c < size; ++c) {
        const double m = std::abs(mass[index(c * size + c)]);
        l[c * size + c] = m > 0.0 ? std::sqrt(m) : 1.0;
      }
    }
  }

  // Whether M itself is positive, so that there is a free point.
  bool whole() const { return whole_; }

  // v := L⁻¹v; |v|² is then the square of the length in M⁻¹. `touched` are the blocks that matter.
  void lower(std::vector<double>& v, const std::vector<int>& touched) const {
    for (const int i : touched) {
      const int first = problem_.first(i);
      const int size = problem_.first(i + 1) - first;
      const double* const l = factor_.data() + start_[index(i)];
      for (int r = 0; r < size; ++r) {
        double sum = v[index(first + r)];
        for (int c = 0; c < r; ++c) sum -= l[c * size + r] * v[index(first + c)];
        v[index(first + r)] = sum / l[r * size + r];
      }
    }
  }

  // v := L⁻ᵀv, all blocks
  void upper(std::vector<double>& v) const {
    for (int i = 0; i < problem_.blocks(); ++i) {
      const int first = problem_.first(i);
      const int size = problem_.first(i + 1) - first;
      const double* const l = factor_.data() + start_[index(i)];
      for (int r = size - 1; r >= 0; --r) {
        double sum = v[index(first + r)];
        for (int c = r + 1; c < size; ++c) sum -= l[r * size + c] * v[index(first + c)];
        v[index(first + r)] = sum / l[r * size + r];
      }
    }
  }

  // |Lᵀv|, the length of v in M
  double length(const std::vector<double>& v) const {
    double squares = 0.0;
    for (int i = 0; i < problem_.blocks(); ++i) {
      const int first = problem_.first(i);
      const int size = problem_.first(i + 1) - first;
      const double* const l = factor_.data() + start_[index(i)];
      for (int c = 0; c < size; ++c) {
        double sum = 0.0;
        for (int r = c; r < size; ++r) sum += l[c * size + r] * v[index(first + r)];
        squares += sum * sum;
      }
    }
    return std::sqrt(squares);
  }

 private:
  bool positive(int i, int size) {
    double* const l = factor_.data() + start_[index(i)];
    for (int c = 0; c < size; ++c) {
      const double whole = l[c * size + c];
      for (int k = 0; k < c; ++k) {
        const double factor = l[k * size + c];
        if (factor == 0.0) continue;
        for (int r = c; r < size; ++r) l[c * size + r] -= factor * l[k * size + r];
      }
      if (!(l[c * size + c] > 1e-14 * whole)) return false;
      const double pivot = std::sqrt(l[c * size + c]);
      for (int r = c; r < size; ++r) l[c * size + r] /= pivot;
    }
    return true;
  }

  const Problem& problem_;
  std::vector<double> factor_;  // the lower triangles, column by column
  std::vector<std::size_t> start_;
  bool whole_ = true;
};

std::vector<int> block_of_unknowns(const Problem& problem) {
  std::vector<int> block(index(problem.unknowns()));
  for (int i = 0; i < problem.blocks(); ++i)
    std::fill(block.begin() + problem.first(i), block.begin() + problem.first(i + 1), i);
  return block;
}

// M v
std::vector<double> times_mass(const Problem& problem, const std::vector<double>& v) {
  std::vector<double> result(v.size());
  for (int i = 0; i < problem.blocks(); ++i) {
    const int first = problem.first(i);
    const int size = problem.first(i + 1) - first;
    const auto mass = problem.mass(i);
    for (int c = 0; c < size; ++c)
      for (int r = 0; r < size; ++r)
        result[index(first + r)] += mass[index(c * size + r)] * v[index(first + c)];
  }
  return result;
}

double square(const std::vector<double>& v) {
  double sum = 0.0;
  for (const double number : v) sum += number * number;
  return sum;
}

}  // namespace

bool Certificate::holds(double tolerance) const {
  return stationarity <= tolerance && equations <= tolerance && inequalities <= tolerance &&
         signs <= tolerance && complementarity <= tolerance && gap <= tolerance;
}

double Certificate::worst() const {
  return std::max({stationarity, equations, inequalities, signs, complementarity, gap});
}

Certificate certify(const Problem& problem, const Vector& x, const Vector& multipliers) {
  const int n = problem.unknowns();
  const Metric metric(problem);
  std::vector<int> every(index(problem.blocks()));
  for (int i = 0; i < problem.blocks(); ++i) every[index(i)] = i;
  const auto block = block_of_unknowns(problem);

  // X + M x_free, what pulls; its length in M⁻¹ is that of the free point in M
  std::vector<double> point(x.data(), x.data() + n);
  std::vector<double> pull(index(n));
  if (problem.has_free())
    pull = times_mass(problem, {problem.free().data(), problem.free().data() + n});
  if (problem.has_force())
    for (int i = 0; i < n; ++i) pull[index(i)] += problem.force()[i];
  std::vector<double> free = pull;
  metric.lower(free, every);
  double size = std::max(std::sqrt(square(free)), metric.length(point));
  if (size == 0.0) size = 1.0;
  metric.upper(free);  // the free point, if there is one

  Certificate certificate;
  certificate.equations = certificate.inequalities = certificate.signs = 0.0;
  certificate.complementarity = 0.0;
  std::vector<double> rest = times_mass(problem, point);  // M x − X − M x_free + Σ z a
  for (int i = 0; i < n; ++i) rest[index(i)] -= pull[index(i)];
  double dual = 0.0;  // z · (a x_free + c)
  std::vector<double> work(index(n));
  std::vector<int> touched;
  for (int k = 0; k < problem.rows(); ++k) {
    const double z = multipliers[k];
    double value = problem.offset(k);
    double at_free = problem.offset(k);
    touched.clear();
    for (const Entry& entry : problem.entries(k)) {
      const std::size_t j = index(entry.column);
      value += entry.value * point[j];
      at_free += entry.value * free[j];
      rest[j] += z * entry.value;
      if (touched.empty() || touched.back() != block[j]) touched.push_back(block[j]);
    }
    dual += z * at_free;
    // |a|_{M⁻¹}, in the blocks that the row touches
    for (const int i : touched)
      std::fill(work.begin() + problem.first(i), work.begin() + problem.first(i + 1), 0.0);
    for (const Entry& entry : problem.entries(k)) work[index(entry.column)] = entry.value;
    metric.lower(work, touched);
    double squares = 0.0;
    for (const int i : touched)
      for (int j = problem.first(i); j < problem.first(i + 1); ++j)
        squares += work[index(j)] * work[index(j)];
    const double length = squares > 0.0 ? std::sqrt(squares) : 1.0;
    const double w = value / (length * size);
    if (problem.kind(k) == Kind::equation) {
      certificate.equations = std::max(certificate.equations, std::abs(w));
    } else {
      const double force = z * length / size;
      certificate.inequalities = std::max(certificate.inequalities, w);
      certificate.signs = std::max(certificate.signs, -force);
      certificate.complementarity = std::max(certificate.complementarity, std::abs(force * w));
    }
  }
  std::vector<double> turned = rest;
  metric.lower(turned, every);
  certificate.stationarity = std::sqrt(square(turned)) / size;
  // Z − z·Φ0 = y·rest − z·w with y = x − x_free; without a free point the same with y = x
  double zwang = 0.0;
  if (metric.whole()) {
    std::vector<double> y(index(n));
    for (int i = 0; i < n; ++i) y[index(i)] = point[index(i)] - free[index(i)];
    const double length = metric.length(y);
    zwang = length * length;
  } else {
    double work_of_rest = 0.0;
    for (int i = 0; i < n; ++i) work_of_rest += point[index(i)] * rest[index(i)];
    zwang = work_of_rest;
    dual = 0.0;
    for (int k = 0; k < problem.rows(); ++k) {
      double value = problem.offset(k);
      for (const Entry& entry : problem.entries(k))
        value += entry.value * point[index(entry.column)];
      dual += multipliers[k] * value;
    }
  }
  certificate.gap = std::abs(zwang - dual) / (size * size);
  return certificate;
}

namespace {

using Integer = boost::multiprecision::cpp_int;
using Line = std::vector<Integer>;

// Row k as integers: (a | c | unit vector), all of it times one power of two.
Line as_integers(const Problem& problem, int k, int place, int places) {
  const int n = problem.unknowns();
  std::vector<double> numbers(index(n + 1));
  for (const Entry& entry : problem.entries(k)) numbers[index(entry.column)] = entry.value;
  numbers[index(n)] = problem.offset(k);
  int low = 2000;
  for (const double number : numbers)
    if (number != 0.0) low = std::min(low, std::ilogb(number) - 52);
  Line line(index(n + 1 + places));
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    if (numbers[j] == 0.0) continue;
    int exponent = 0;
    line[j] = static_cast<std::int64_t>(std::ldexp(std::frexp(numbers[j], &exponent), 53));
    line[j] <<= exponent - 53 - low;
  }
  line[index(n + 1 + place)] = 1;
  return line;
}

// The only relation Σ w_i a_i = 0 between the rows, or nothing if there are none or several. Its
// integers are the weights of the rows of `as_integers`, and Σ w c stands in front of them.
Line only_relation(const Problem& problem, const std::vector<int>& rows) {
  const int n = problem.unknowns();
  const int places = static_cast<int>(rows.size());
  std::vector<Line> lines;
  std::vector<int> pivots;
  Line relation;
  for (int i = 0; i < places; ++i) {
    Line line = as_integers(problem, rows[index(i)], i, places);
    for (std::size_t s = 0; s < lines.size(); ++s) {  // Bareiss 1968: every division is exact
      const Integer pivot = lines[s][index(pivots[s])];
      const Integer factor = line[index(pivots[s])];
      for (std::size_t j = 0; j < line.size(); ++j) {
        line[j] = line[j] * pivot - factor * lines[s][j];
        if (s > 0) line[j] /= lines[s - 1][index(pivots[s - 1])];
      }
    }
    int pivot = 0;
    while (pivot < n && line[index(pivot)].is_zero()) ++pivot;
    if (pivot < n) {
      lines.push_back(std::move(line));
      pivots.push_back(pivot);
    } else if (relation.empty()) {
      relation.assign(line.begin() + n, line.end());
    } else {
      return {};
    }
  }
  return relation;
}

// Rounded rows: the sums vanish, and do not, up to the rounding of what was summed.
bool holds_rounded(const Problem& problem, const Vector& weights, double tau) {
  const double allowed = 256.0 * tau;
  std::vector<double> sum(index(problem.unknowns()));
  std::vector<double> size(index(problem.unknowns()));
  double right = 0.0;
  double right_size = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    for (const Entry& entry : problem.entries(k)) {
      sum[index(entry.column)] += weights[k] * entry.value;
      size[index(entry.column)] += std::abs(weights[k] * entry.value);
    }
    right += weights[k] * problem.offset(k);
    right_size += std::abs(weights[k] * problem.offset(k));
  }
  for (std::size_t j = 0; j < sum.size(); ++j)
    if (std::abs(sum[j]) > allowed * size[j]) return false;
  return right > tau * right_size;
}

}  // namespace

bool contradiction_holds(const Problem& problem, const Vector& weights) {
  if (weights.size() != problem.rows()) return false;
  std::vector<int> rows;
  double tau = 0.0;
  for (int k = 0; k < problem.rows(); ++k) {
    if (weights[k] == 0.0) continue;
    if (problem.kind(k) == Kind::inequality && !(weights[k] > 0.0)) return false;
    rows.push_back(k);
    tau = std::max(tau, problem.tau(k));
  }
  if (tau > 0.0) return holds_rounded(problem, weights, tau);
  const Line relation = only_relation(problem, rows);
  if (relation.empty() || relation[0].is_zero()) return false;
  const int turn = relation[0].sign();  // Σ w c must be positive
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (problem.kind(rows[i]) == Kind::inequality && turn * relation[i + 1].sign() < 0)
      return false;
  return true;
}

}  // namespace zwang::minimum
