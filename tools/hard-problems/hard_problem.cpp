// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/hard-problems/hard_problem.hpp"

#include <array>
#include <functional>
#include <stdexcept>

#include "tools/hard-problems/build.hpp"
#include "tools/hard-problems/nasty.hpp"

namespace zwang::hard {
namespace {

using Recipe = HardProblem (*)(Random&, int);

template <typename... Mutators>
HardProblem with(Random& random, int max_n, const Shape& shape, Mutators... mutators) {
  HardProblem problem = build(random, max_n, shape);
  const auto several = [&](auto mutator) {
    for (int k = random.between(1, 3); k > 0; --k) mutator(problem, random);
  };
  (several(mutators), ...);
  return problem;
}

// Eleven mutators in a row.
HardProblem mixed(Random& random, int max_n) {
  HardProblem problem =
      build(random, max_n, {.mass = random.chance(0.3) ? Mass::ill : Mass::full, .weak = 0.3});
  redundant_equation(problem, random);
  duplicate_inequality(problem, random);
  implied_inequality(problem, random);
  equation_as_two_inequalities(problem, random);
  active_as_equation(problem, random);
  near_parallel_row(problem, random);
  tiny_margin(problem, random);
  scale_rows(problem, random);
  shear(problem, random);
  shift_frame(problem, random);
  permute(problem, random);
  return problem;
}

struct Class {
  std::string_view name;
  Recipe make;
};

// clang-format off
constexpr std::array<Class, 17> standard = {{
    {"regular", [](Random& r, int n) { return build(r, n, {}); }},
    {"weakly_active", [](Random& r, int n) { return build(r, n, {.weak = 0.6, .least_active = 1}); }},
    {"redundant_eq", [](Random& r, int n) { return with(r, n, {.least_equations = 1}, redundant_equation); }},
    {"duplicate_ineq", [](Random& r, int n) { return with(r, n, {.least_active = 1}, duplicate_inequality); }},
    {"implied_ineq", [](Random& r, int n) { return with(r, n, {.least_active = 1}, implied_inequality); }},
    {"bad_row_scale", [](Random& r, int n) { return with(r, n, {}, scale_rows); }},
    {"thin_slab", [](Random& r, int n) { return with(r, n, {.least_active = 1}, thin_slab); }},
    {"massless_fixed", [](Random& r, int n) { return build(r, n, {.mass = Mass::massless}); }},
    {"zero_rows", [](Random& r, int n) { return with(r, n, {}, zero_row); }},
    {"eq_as_two_ineq", [](Random& r, int n) { return with(r, n, {.least_equations = 1}, equation_as_two_inequalities); }},
    {"overdetermined_vertex", [](Random& r, int n) { return with(r, n, {.weak = 0.3}, overdetermine); }},
    {"tiny_margin", [](Random& r, int n) { return with(r, n, {.least_active = 1}, tiny_margin); }},
    {"ill_mass", [](Random& r, int n) { return build(r, n, {.mass = Mass::ill}); }},
    {"near_dependent", [](Random& r, int n) { return with(r, n, {.least_active = 1}, near_parallel_row); }},
    {"mixed", mixed},
    {"infeasible", [](Random& r, int n) {
       HardProblem problem = build(r, n, {.least_active = 1});
       contradict(problem, r);
       permute(problem, r);
       return problem;
     }},
    {"infeasible_mixed", [](Random& r, int n) {
       HardProblem problem = mixed(r, n);
       contradict(problem, r);
       permute(problem, r);
       return problem;
     }},
}};

constexpr std::array<Class, 11> additions = {{
    {"massless_free", [](Random& r, int n) { return untied(r, n, Expected::undetermined); }},
    {"massless_forced", [](Random& r, int n) { return untied(r, n, Expected::unbounded); }},
    {"indefinite_free", [](Random& r, int n) { return untied(r, n, Expected::indefinite); }},
    {"indefinite_fixed", [](Random& r, int n) { return build(r, n, {.mass = Mass::indefinite}); }},
    {"corners", corners},
    {"klee_minty", klee_minty},
    {"murty", murty},
    {"isolated_vertex", isolated_vertex},
    {"many_multipliers", many_multipliers},
    {"many_rows", many_rows},
    {"magnitudes", magnitudes},
}};
// clang-format on

constexpr auto names = [] {
  std::array<std::string_view, standard.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = standard[i].name;
  return all;
}();
constexpr auto more_names = [] {
  std::array<std::string_view, additions.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = additions[i].name;
  return all;
}();

std::uint64_t mixed_seed(std::string_view name, std::uint64_t number, int max_n,
                         std::uint64_t seed) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  const auto feed = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3U; };
  for (const char letter : name) feed(static_cast<unsigned char>(letter));
  feed(static_cast<std::uint64_t>(max_n));
  feed(seed);
  feed(number);
  return Random(hash).bits() ^ number;
}

void refuse_inexact(const HardProblem& problem) {
  for (const Dyadic& entry : problem.mass) (void)entry.number();
  for (const Dyadic& entry : problem.force) (void)entry.number();
  for (const Dyadic& entry : problem.answer) (void)entry.number();
  for (const HardRow& row : problem.rows) {
    for (const Dyadic& entry : row.a) (void)entry.number();
    (void)row.b.number();
  }
}

}  // namespace

std::span<const std::string_view> classes() { return names; }
std::span<const std::string_view> more_classes() { return more_names; }

HardProblem make(std::string_view name, std::uint64_t number, int max_n, std::uint64_t seed) {
  Recipe recipe = nullptr;
  for (const Class& entry : standard)
    if (entry.name == name) recipe = entry.make;
  for (const Class& entry : additions)
    if (entry.name == name) recipe = entry.make;
  if (recipe == nullptr) throw std::out_of_range("no class of this name: " + std::string(name));
  Random random(mixed_seed(name, number, max_n, seed));
  for (;;) {
    try {
      HardProblem problem = recipe(random, max_n);
      refuse_inexact(problem);
      problem.name = "--class " + std::string(name) + " --number " + std::to_string(number) +
                     " --max-n " + std::to_string(max_n) + " --seed " + std::to_string(seed);
      return problem;
    } catch (const Overflow&) {  // not equal to its doubles: draw again
    }
  }
}

bool proved(const HardProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.n);
  std::vector<Dyadic> sum(n);
  if (problem.expected == Expected::contradictory) {
    Dyadic right;
    for (const HardRow& row : problem.rows) {
      if (!row.equation && row.weight.sign() < 0) return false;
      for (std::size_t j = 0; j < n; ++j) sum[j] += row.weight * row.a[j];
      right += row.weight * row.b;
    }
    for (const Dyadic& entry : sum)
      if (!entry.zero()) return false;
    return right.sign() < 0;
  }
  if (problem.expected != Expected::found) return true;
  // M x − X + Σ z a = 0, z ≥ 0 and z (b − a x) = 0 on the inequalities, a x ≤ b
  for (std::size_t i = 0; i < n; ++i) {
    sum[i] -= problem.force[i];
    for (std::size_t j = 0; j < n; ++j) sum[i] += problem.mass[i * n + j] * problem.answer[j];
  }
  for (const HardRow& row : problem.rows) {
    for (std::size_t j = 0; j < n; ++j) sum[j] += row.multiplier * row.a[j];
    const int slack = (row.b - along(row.a, problem.answer)).sign();
    if (row.equation ? slack != 0 : slack < 0) return false;
    if (!row.equation && (row.multiplier.sign() < 0 || (slack > 0 && row.multiplier.sign() > 0)))
      return false;
  }
  for (const Dyadic& entry : sum)
    if (!entry.zero()) return false;
  return true;
}

}  // namespace zwang::hard
