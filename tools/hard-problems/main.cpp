// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// hard-problems: asks the library questions whose answers are known, and counts.
//
//   hard-problems --count N --max-n K [--seed S] [--class NAME|all|more] [--jobs J] [--table]
//                [--precision 0|1|2|3]                  N problems; the lowest precision to use
//   hard-problems --digits N [--max-n K]           every digit against trying all sets of rows
//   hard-problems --hash N [--max-n K]             one hash over the bits of the answers
//   hard-problems --class NAME --number I --max-n K [--seed S]        one problem, in full
//
// Prints one count per line and exits 1 if a demand is not met.

#include <fmt/format.h>
#include <time.h>

#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tools/hard-problems/enumerate.hpp"
#include "tools/hard-problems/question.hpp"
#include "zwang/minimum/problem.hpp"

namespace {

using namespace zwang;
using namespace zwang::hard;

struct Order {
  std::uint64_t count = 10000;
  int max_n = 12;
  std::uint64_t seed = 1;
  std::string chosen = "standard";
  std::int64_t number = -1;
  int jobs = 1;
  bool table = false;
  std::uint64_t digits = 0;
  std::uint64_t hash = 0;
  int precision = 0;
};

struct Counts {
  std::uint64_t problems = 0;
  std::array<std::uint64_t, 6> judgements{};
  std::array<std::uint64_t, 4> precisions{};
  double seconds = 0.0;
  double slowest = 0.0;
  std::string slowest_name;
  double steps_per_n = 0.0;  // most steps / n, exponential cubes left out
  double steps_per_n_of_cubes = 0.0;
  double largest_bound = 0.0;

  void add(const Counts& other) {
    problems += other.problems;
    for (std::size_t i = 0; i < judgements.size(); ++i) judgements[i] += other.judgements[i];
    for (std::size_t i = 0; i < precisions.size(); ++i) precisions[i] += other.precisions[i];
    seconds += other.seconds;
    if (other.slowest > slowest) {
      slowest = other.slowest;
      slowest_name = other.slowest_name;
    }
    steps_per_n = std::max(steps_per_n, other.steps_per_n);
    steps_per_n_of_cubes = std::max(steps_per_n_of_cubes, other.steps_per_n_of_cubes);
    largest_bound = std::max(largest_bound, other.largest_bound);
  }
  std::uint64_t of(Judgement judgement) const {
    return judgements[static_cast<std::size_t>(judgement)];
  }
};

std::vector<std::string> chosen_classes(const Order& order) {
  std::vector<std::string> names;
  if (order.chosen == "standard" || order.chosen == "all")
    for (const auto name : classes()) names.emplace_back(name);
  if (order.chosen == "more" || order.chosen == "all")
    for (const auto name : more_classes()) names.emplace_back(name);
  if (names.empty()) names.push_back(order.chosen);
  return names;
}

minimum::Options options(const Order& order) {
  minimum::Options options;
  options.lowest = static_cast<minimum::Precision>(order.precision);
  options.max_steps = 100000;  // the cubes are counted, not cut off
  return options;
}

// Of this thread alone, so that a crowded machine does not count against the solver.
double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void ask(const std::string& name, std::uint64_t number, const Order& order, Counts& counts,
         std::mutex& printing) {
  const HardProblem problem = make(name, number, order.max_n, order.seed);
  if (!proved(problem)) {
    fmt::print(stderr, "the generator's own proof fails: {}\n", problem.name);
    std::exit(2);
  }
  const minimum::Problem asked = question(problem);
  const double start = processor_seconds();
  const minimum::Solution solution = solve(asked, options(order));
  const double seconds = processor_seconds() - start;
  const Judgement judgement = judge(problem, asked, solution);
  ++counts.problems;
  ++counts.judgements[static_cast<std::size_t>(judgement)];
  ++counts.precisions[static_cast<std::size_t>(solution.precision)];
  counts.seconds += seconds;
  if (seconds > counts.slowest) {
    counts.slowest = seconds;
    counts.slowest_name = problem.name;
  }
  const double steps = static_cast<double>(solution.steps) / problem.n;
  double& most = problem.exponential ? counts.steps_per_n_of_cubes : counts.steps_per_n;
  most = std::max(most, steps);
  if (!problem.exponential && steps >= 10.0) {
    const std::lock_guard lock(printing);
    fmt::print("{} steps for {} unknowns: {}\n", solution.steps, problem.n, problem.name);
  }
  if (solution.usable()) {
    double largest = 0.0;
    for (int i = 0; i < problem.n; ++i) largest = std::max(largest, std::abs(solution.x[i]));
    for (int i = 0; i < problem.n; ++i)
      counts.largest_bound = std::max(counts.largest_bound, solution.errors[i] / (1.0 + largest));
  }
  if (judgement != Judgement::right) {
    const std::lock_guard lock(printing);
    fmt::print("{}: {}\n", zwang::hard::name(judgement), problem.name);
  }
}

Counts run(const std::string& name, const Order& order, std::uint64_t count) {
  std::mutex printing;
  std::atomic<std::uint64_t> next = 0;
  std::vector<Counts> parts(static_cast<std::size_t>(order.jobs));
  std::vector<std::thread> threads;
  for (Counts& part : parts)
    threads.emplace_back([&] {
      constexpr std::uint64_t some = 64;
      for (std::uint64_t from = next.fetch_add(some); from < count; from = next.fetch_add(some))
        for (std::uint64_t i = from; i < std::min(count, from + some); ++i)
          ask(name, i, order, part, printing);
    });
  for (std::thread& thread : threads) thread.join();
  Counts counts;
  for (const Counts& part : parts) counts.add(part);
  return counts;
}

int show(const Order& order) {
  const HardProblem problem =
      make(order.chosen, static_cast<std::uint64_t>(order.number), order.max_n, order.seed);
  const minimum::Problem asked = question(problem);
  const minimum::Solution solution = solve(asked, options(order));
  fmt::print("{}\n{} unknowns, {} rows\n{}\n", problem.name, problem.n, problem.rows.size(),
             solution.summary());
  for (std::size_t i = 0; i < problem.answer.size(); ++i)
    fmt::print("x{} true {:.17g} found {:.17g}\n", i, problem.answer[i].number(),
               solution.usable() ? solution.x[static_cast<Eigen::Index>(i)] : unset);
  const Judgement judgement = judge(problem, asked, solution);
  fmt::print("{}\n", zwang::hard::name(judgement));
  return judgement == Judgement::right ? 0 : 1;
}

// The exact precision against the construction and against trying all sets: status and every digit.
int compare_digits(const Order& order) {
  std::uint64_t compared = 0;
  std::uint64_t different = 0;
  const auto names = chosen_classes(order);
  for (std::uint64_t i = 0; compared < order.digits; ++i)
    for (const std::string& name : names) {
      const HardProblem problem = make(name, i, order.max_n, order.seed);
      if (problem.rows.size() > 14) continue;
      const auto truth = enumerate(problem);
      minimum::Options exactly;
      exactly.lowest = minimum::Precision::exact;
      const minimum::Problem asked = question(problem);
      const minimum::Solution solution = solve(asked, exactly);
      bool same = truth.has_value() == (problem.expected == Expected::found) &&
                  solution.usable() == truth.has_value();
      for (int j = 0; same && truth && j < problem.n; ++j)
        same = (*truth)[static_cast<std::size_t>(j)] ==
                   fraction(problem.answer[static_cast<std::size_t>(j)]) &&
               Fraction(solution.x[j]) == (*truth)[static_cast<std::size_t>(j)];
      same = same && (truth || minimum::contradiction_holds(asked, solution.proof));
      ++compared;
      if (same) continue;
      ++different;
      fmt::print("different: {}\n", problem.name);
    }
  fmt::print("compared digit by digit {}\ndifferent {}\n", compared, different);
  return different == 0 ? 0 : 1;
}

// The same number on every compiler and at every level of optimisation.
int print_hash(Order order) {
  if (order.chosen == "standard") order.chosen = "all";
  const auto names = chosen_classes(order);
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto feed = [&](double number) {
    const auto bits = std::isnan(number) ? 0U : std::bit_cast<std::uint64_t>(number);
    for (unsigned i = 0; i < 64; i += 8) hash = (hash ^ ((bits >> i) & 0xFFU)) * 0x100000001B3U;
  };
  for (std::uint64_t i = 0; i < order.hash; ++i) {
    const HardProblem problem =
        make(names[i % names.size()], i / names.size(), order.max_n, order.seed);
    const minimum::Solution solution = solve(question(problem), options(order));
    feed(static_cast<double>(solution.outcome));
    feed(static_cast<double>(solution.precision));
    feed(solution.steps);
    feed(solution.bound);
    feed(solution.zwang);
    for (const Vector* vector :
         {&solution.x, &solution.multipliers, &solution.errors, &solution.proof})
      for (Eigen::Index j = 0; j < vector->size(); ++j) feed((*vector)[j]);
    const minimum::Certificate& c = solution.certificate;
    for (const double number :
         {c.stationarity, c.equations, c.inequalities, c.signs, c.complementarity, c.gap})
      feed(number);
  }
  fmt::print("hash {:016x} over {} answers\n", hash, order.hash);
  return 0;
}

void print_line(const std::string& name, const Counts& counts) {
  fmt::print(
      "{:22} {:>9} machine {:>9} quad {:>8} octuple {:>6} exact {:>6} us {:>9.1f} bound {:.1e} "
      "steps/n {:.1f}\n",
      name, counts.problems, counts.precisions[0], counts.precisions[1], counts.precisions[2],
      counts.precisions[3], 1e6 * counts.seconds / static_cast<double>(counts.problems),
      counts.largest_bound, std::max(counts.steps_per_n, counts.steps_per_n_of_cubes));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Order order;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string("0"); };
    if (word == "--count")
      order.count = std::stoull(value());
    else if (word == "--max-n")
      order.max_n = std::stoi(value());
    else if (word == "--seed")
      order.seed = std::stoull(value());
    else if (word == "--class")
      order.chosen = value();
    else if (word == "--number")
      order.number = std::stoll(value());
    else if (word == "--digits")
      order.digits = std::stoull(value());
    else if (word == "--hash")
      order.hash = std::stoull(value());
    else if (word == "--precision")
      order.precision = std::stoi(value());
    else if (word == "--jobs")
      order.jobs = std::max(1, std::stoi(value()));
    else if (word == "--table")
      order.table = true;
    else {
      fmt::print(stderr, "hard-problems: unknown word '{}'\n", word);
      return 2;
    }
  }
  if (order.hash > 0) return print_hash(order);
  if (order.digits > 0) return compare_digits(order);
  if (order.number >= 0) return show(order);

  const auto names = chosen_classes(order);
  const auto start = std::chrono::steady_clock::now();
  Counts all;
  double unanswered_of_mixed = 0.0;
  for (const std::string& name : names) {
    const Counts counts = run(name, order, (order.count + names.size() - 1) / names.size());
    if (order.table) print_line(name, counts);
    if (name == "mixed" || name == "infeasible_mixed")
      unanswered_of_mixed =
          std::max(unanswered_of_mixed, static_cast<double>(counts.of(Judgement::unanswered)) /
                                            static_cast<double>(counts.problems));
    all.add(counts);
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto share = [&](std::size_t i) {
    return 100.0 * static_cast<double>(all.precisions[i]) / static_cast<double>(all.problems);
  };
  fmt::print("problems {}\n", all.problems);
  fmt::print("wrong {}\n", all.of(Judgement::wrong));
  fmt::print("wrong status {}\n", all.of(Judgement::wrong_status));
  fmt::print("above bound {}\n", all.of(Judgement::above_bound));
  fmt::print("unanswered {}\n", all.of(Judgement::unanswered));
  fmt::print("proofs that fail {}\n", all.of(Judgement::unproved));
  fmt::print("machine {:.4f} %\nquad {:.4f} %\noctuple {:.4f} %\nexact {:.4f} %\n", share(0),
             share(1), share(2), share(3));
  fmt::print("most steps per unknown {:.2f}\n", all.steps_per_n);
  if (all.steps_per_n_of_cubes > 0.0)
    fmt::print("most steps per unknown, exponential cubes {:.2f}\n", all.steps_per_n_of_cubes);
  fmt::print("solve {:.1f} us on average, slowest {:.3f} s ({})\n",
             1e6 * all.seconds / static_cast<double>(all.problems), all.slowest, all.slowest_name);
  fmt::print("elapsed {:.1f} s\n", seconds);

  const bool small = order.max_n <= 12;
  const double unanswered =
      static_cast<double>(all.of(Judgement::unanswered)) / static_cast<double>(all.problems);
  const bool met =
      all.of(Judgement::wrong) == 0 && all.of(Judgement::wrong_status) == 0 &&
      all.of(Judgement::above_bound) == 0 && all.of(Judgement::unproved) == 0 &&
      (small ? unanswered == 0.0 : unanswered <= 1e-3 && unanswered_of_mixed <= 1e-2) &&
      all.steps_per_n < 10.0 && all.slowest <= 2.0;
  return met ? 0 : 1;
}
