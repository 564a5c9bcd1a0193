// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random planar problems of Coulomb friction, whose data are small whole numbers, against
// enumeration in whole numbers: how many solutions there are, their modes, and their loads.
//
//   planar-friction [--count N] [--first K] [--seed S] [--threads T]
//
// One to four contacts, at rest, slipping or mixed, coefficients from 1/16 to 24/16. Problems on
// the border between two modes are left out and counted. A million take half an hour on two cores.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "zwang/base/index.hpp"
#include "zwang/friction/planar.hpp"

namespace {

using namespace zwang;
using Whole = boost::multiprecision::int512_t;
using Line = std::vector<Whole>;

constexpr int parts = 16;  // of a coefficient

struct Problem {
  int contacts = 0;
  std::vector<std::vector<long>> w;  // normals first
  std::vector<long> free;
  std::vector<int> mu, ways;
};

Problem problem_of(std::uint64_t seed, std::uint64_t number) {
  std::seed_seq seeds{seed, number};
  std::mt19937_64 random(seeds);
  const auto whole = [&](int from, int to) {
    return std::uniform_int_distribution<int>(from, to)(random);
  };
  Problem out;
  out.contacts = 1 + static_cast<int>(number % 4);
  const std::size_t rows = 2 * static_cast<std::size_t>(out.contacts);
  const std::size_t n = rows + static_cast<std::size_t>(whole(0, 2));
  std::vector<std::vector<long>> g(rows, std::vector<long>(n));
  for (auto& row : g)
    for (long& one : row) one = whole(-9, 9);
  out.w.assign(rows, std::vector<long>(rows));
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < rows; ++j)
      for (std::size_t k = 0; k < n; ++k) out.w[i][j] += g[i][k] * g[j][k];
  std::vector<long> u(n);
  for (long& one : u) one = whole(-99, 99);
  for (std::size_t i = 0; i < rows; ++i) {
    out.free.push_back(0);
    for (std::size_t k = 0; k < n; ++k) out.free[i] += g[i][k] * u[k];
  }
  const int kind = whole(0, 2);  // at rest, slipping, mixed
  for (int c = 0; c < out.contacts; ++c) {
    out.mu.push_back(whole(1, 24));
    const bool rests = kind == 0 || (kind == 2 && whole(0, 1) == 0);
    out.ways.push_back(rests ? 0 : whole(0, 1) == 0 ? 1 : -1);
  }
  return out;
}

struct Solution {
  std::vector<SlipMode> modes;
  std::vector<double> z;
};

struct Enumeration {
  bool border = false;
  std::vector<Solution> all;
};

// All solutions, by elimination without fractions. Signs of 0 and singular modes are borders.
class Enumerator {
 public:
  explicit Enumerator(const Problem& problem) : p_(problem) {}

  Enumeration run() {
    modes_.assign(index(p_.contacts), SlipMode::open);
    for (;;) {
      attempt();
      if (out_.border) return out_;
      int c = 0;
      while (c < p_.contacts && !next(c)) modes_[index(c++)] = SlipMode::open;
      if (c == p_.contacts) return out_;
    }
  }

 private:
  // The next mode of a contact; false behind the last one.
  bool next(int c) {
    SlipMode& mode = modes_[index(c)];
    const int way = p_.ways[index(c)];
    if (way != 0) {
      if (mode != SlipMode::open) return false;
      mode = way > 0 ? SlipMode::forward : SlipMode::backward;
      return true;
    }
    if (mode == SlipMode::backward) return false;
    mode = mode == SlipMode::open     ? SlipMode::sticks
           : mode == SlipMode::sticks ? SlipMode::forward
                                      : SlipMode::backward;
    return true;
  }

  static int sign_of(SlipMode mode) {
    return mode == SlipMode::forward ? 1 : mode == SlipMode::backward ? -1 : 0;
  }

  void attempt() {
    const int c = p_.contacts;
    std::vector<int> unknown;  // rows whose z is one; all of them have y = 0
    for (int i = 0; i < c; ++i)
      if (modes_[index(i)] != SlipMode::open) unknown.push_back(i);
    for (int i = 0; i < c; ++i)
      if (modes_[index(i)] == SlipMode::sticks) unknown.push_back(c + i);
    const std::size_t m = unknown.size();
    // parts·(W z)_i = parts·free_i, with what slips put onto its normal
    std::vector<Line> a(m, Line(m + 1));
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) a[i][j] = column(unknown[i], unknown[j]);
      a[i][m] = Whole(parts) * p_.free[index(unknown[i])];
    }
    Whole before = 1;
    for (std::size_t k = 0; k < m; ++k) {
      std::size_t pivot = k;
      while (pivot < m && a[pivot][k] == 0) ++pivot;
      if (pivot == m) return void(out_.border = true);
      std::swap(a[k], a[pivot]);
      if (pivot != k)
        for (Whole& one : a[k]) one = -one;
      for (std::size_t i = 0; i < m; ++i) {
        if (i == k) continue;
        for (std::size_t j = k + 1; j <= m; ++j)
          a[i][j] = (a[k][k] * a[i][j] - a[i][k] * a[k][j]) / before;
        a[i][k] = 0;
      }
      before = a[k][k];
    }
    // z = top/bottom
    const Whole bottom = before < 0 ? Whole(-before) : before;
    const int turn = before < 0 ? -1 : 1;
    Line top(2 * index(c), 0);
    for (std::size_t i = 0; i < m; ++i) top[index(unknown[i])] = a[i][m] * turn;
    Line whole(2 * index(c));  // parts times top
    for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = top[i] * parts;
    for (int i = 0; i < c; ++i)
      if (const int sign = sign_of(modes_[index(i)]); sign != 0)
        whole[index(c + i)] = top[index(i)] * (sign * p_.mu[index(i)]);
    bool holds = true;
    const auto ask = [&](const Whole& positive) {
      if (positive == 0) touches_ = true;
      if (positive < 0) holds = false;
    };
    touches_ = false;
    for (int i = 0; i < c && holds; ++i) {
      const SlipMode mode = modes_[index(i)];
      if (mode == SlipMode::open) {
        ask(-left(i, whole, bottom));
        continue;
      }
      ask(top[index(i)]);
      const Whole friction = whole[index(c + i)];
      if (mode == SlipMode::sticks)
        ask(top[index(i)] * p_.mu[index(i)] - (friction < 0 ? Whole(-friction) : friction));
      else if (p_.ways[index(i)] == 0)
        ask(left(c + i, whole, bottom) * sign_of(mode));
    }
    if (!holds) return;
    if (touches_) return void(out_.border = true);
    Solution one;
    one.modes = modes_;
    for (const Whole& z : whole)
      one.z.push_back(static_cast<double>(boost::multiprecision::cpp_rational(z, bottom * parts)));
    out_.all.push_back(std::move(one));
  }

  // parts·bottom·y of a row
  Whole left(int row, const Line& whole, const Whole& bottom) const {
    Whole sum = bottom * parts * p_.free[index(row)];
    for (std::size_t j = 0; j < whole.size(); ++j) sum -= whole[j] * p_.w[index(row)][j];
    return sum;
  }

  Whole column(int row, int unknown) const {
    const int c = p_.contacts;
    long sum = parts * p_.w[index(row)][index(unknown)];
    if (unknown < c)
      sum += static_cast<long>(sign_of(modes_[index(unknown)])) * p_.mu[index(unknown)] *
             p_.w[index(row)][index(c + unknown)];
    return sum;
  }

  const Problem& p_;
  std::vector<SlipMode> modes_;
  bool touches_ = false;
  Enumeration out_;
};

PlanarProblem in_double(const Problem& problem) {
  const auto rows = static_cast<Eigen::Index>(problem.free.size());
  PlanarProblem out;
  out.w.resize(rows, rows);
  out.free.resize(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto k = static_cast<std::size_t>(i);
    out.free[i] = static_cast<double>(problem.free[k]);
    for (Eigen::Index j = 0; j < rows; ++j)
      out.w(i, j) = static_cast<double>(problem.w[k][static_cast<std::size_t>(j)]);
  }
  for (int c = 0; c < problem.contacts; ++c) {
    const double mu = static_cast<double>(problem.mu[index(c)]) / parts;
    out.rubs.push_back({c, mu, mu, problem.ways[index(c)]});
  }
  return out;
}

struct Counts {
  std::uint64_t borders = 0, none = 0, several = 0, wrong = 0;
  double worst = 0.0, seconds = 0.0;
};

// Empty if all is right.
std::string compare(const Problem& problem, const Enumeration& exact, const PlanarAnswer& found,
                    double& worst) {
  if (found.all.size() != exact.all.size())
    return fmt::format("{} solutions, by enumeration {}", found.all.size(), exact.all.size());
  const bool rests = std::ranges::all_of(problem.ways, [](int way) { return way == 0; });
  if (rests && exact.all.size() % 2 == 0) return "an even number of solutions at rest";
  for (const Solution& one : exact.all) {
    const auto same = std::ranges::find(found.all, one.modes, &PlanarSolution::modes);
    if (same == found.all.end()) return "modes differ";
    double size = 1e-300, off = 0.0;
    for (std::size_t i = 0; i < one.z.size(); ++i) {
      size = std::max(size, std::abs(one.z[i]));
      off = std::max(off, std::abs(one.z[i] - same->z[static_cast<Eigen::Index>(i)]));
    }
    worst = std::max(worst, off / size);
  }
  return {};
}

std::uint64_t number_of(std::string_view text) { return std::strtoull(text.data(), nullptr, 10); }

}  // namespace

int main(int count, char** given) {
  std::uint64_t problems = 1000, first = 0, seed = 1, threads = 2;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view key = given[i];
    (key == "--first"     ? first
     : key == "--seed"    ? seed
     : key == "--threads" ? threads
                          : problems) = number_of(given[i + 1]);
  }
  std::atomic<std::uint64_t> next = first;
  std::mutex mutex;
  Counts all;
  const auto work = [&] {
    Counts own;
    for (std::uint64_t k = next++; k < first + problems; k = next++) {
      const Problem problem = problem_of(seed, k);
      const Enumeration exact = Enumerator(problem).run();
      if (exact.border) {
        ++own.borders;
        continue;
      }
      own.none += exact.all.empty();
      own.several += exact.all.size() > 1;
      const PlanarProblem asked = in_double(problem);
      const auto begin = std::chrono::steady_clock::now();
      const PlanarAnswer found = solve_planar(asked);
      own.seconds +=
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const std::string fault = compare(problem, exact, found, own.worst);
      if (fault.empty()) continue;
      ++own.wrong;
      const std::lock_guard lock(mutex);
      fmt::print("{}: {} contacts: {}\n", k, problem.contacts, fault);
    }
    const std::lock_guard lock(mutex);
    all.borders += own.borders;
    all.none += own.none;
    all.several += own.several;
    all.wrong += own.wrong;
    all.worst = std::max(all.worst, own.worst);
    all.seconds += own.seconds;
  };
  std::vector<std::jthread> pool;
  for (std::uint64_t i = 0; i < threads; ++i) pool.emplace_back(work);
  pool.clear();
  fmt::print(
      "{} problems, {} on a border: {} without solution, {} with several; {} wrong, loads "
      "within {:.1e}, {:.1f} microseconds each\n",
      problems, all.borders, all.none, all.several, all.wrong, all.worst,
      1e6 * all.seconds / static_cast<double>(std::max<std::uint64_t>(problems, 1)));
  return all.wrong == 0 ? 0 : 1;
}
