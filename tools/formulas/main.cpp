// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Random formulas against 113-bit arithmetic, in any number:
//
//   formulas --derivatives N   value, f', f'', f''' along a motion and gradient against the bound
//   formulas --intervals N     boxes of every width: the 113-bit value lies inside
//   formulas --round-trips N   the printed text reads back as the same node
//   formulas --hash N          one hash over N evaluations, to compare compilers
//   formulas --latex N         N formulas as LaTeX, one a line
//   formulas --seed S          another run of the same kind
//
// Counts are printed one a line; the exit code is 1 if one that must be 0 is not.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "tools/formulas/random_formula.hpp"
#include "tools/formulas/traced.hpp"
#include "zwang/calculus/derivative.hpp"
#include "zwang/calculus/formula.hpp"
#include "zwang/calculus/function.hpp"
#include "zwang/calculus/parse.hpp"

namespace zwang::formulas {
namespace {

using Motion = Taylor<double, 3>;

// A new garden for every few thousand formulas keeps the graph small.
constexpr long per_garden = 2000;

// ---- derivatives ------------------------------------------------------------------------------

struct Derivatives {
  long formulas = 0;
  long compared = 0;   // numbers with a finite bound
  long wrong = 0;      // beyond 1e-13 of the bound
  long unnamed = 0;    // not finite, and no domain_error
  long domain = 0;     // named domain errors
  long no_slope = 0;   // the value exists, a derivative does not
  long unbounded = 0;  // numbers whose bound is infinite
  double worst = 0.0;  // in units of the bound

  void compare(double got, const Traced& exact, const Formula& formula) {
    if (!std::isfinite(exact.error) || !(exact.v - exact.v == 0)) {
      ++unbounded;
      return;
    }
    ++compared;
    const double off = Traced::size(Quad(exact.v - got));
    const double bound = exact.error + Traced::underflow;
    worst = std::max(worst, off / bound);
    if (off > 1e-13 * bound && ++wrong <= 10)
      std::printf("# off by %g, bound %g: %s\n", off, bound, formula.text().c_str());
  }

  // The 113-bit run must have met an undefined part too, or one within its error.
  void not_finite(const Formula& formula, const std::vector<double>& x) {
    if (formula.domain_error(x))
      ++domain;
    else if (++unnamed <= 10)
      std::printf("# not finite without domain_error: %s\n", formula.text().c_str());
  }
};

void check_derivatives(const Formula& formula, Random& random, Derivatives& counts) {
  const std::size_t n = formula.inputs().size();
  std::vector<double> x(n);
  std::vector<Motion> motion(n);
  std::vector<Taylor<Traced, 3>> exact_motion(n);
  std::vector<Traced> exact_x(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = random.number();
    const double rate = random.number();
    motion[i] = Motion(x[i], rate);
    exact_motion[i] = Taylor<Traced, 3>(Traced(x[i]), Traced(rate));
    exact_x[i] = x[i];
  }
  ++counts.formulas;
  std::vector<double> gradient(n);
  const double value = formula.value_and_gradient<double, double>(x, gradient);
  if (!std::isfinite(value)) {
    counts.not_finite(formula, x);
    return;
  }
  Traced::undecided = false;
  std::vector<Traced> exact_gradient(n);
  const Traced exact = formula.value_and_gradient<Traced, Traced>(exact_x, exact_gradient);
  const auto course = formula.value<Motion>(motion);
  const auto exact_course = formula.value<Taylor<Traced, 3>>(exact_motion);
  if (Traced::undecided) {
    ++counts.unbounded;
    return;
  }
  counts.compare(value, exact, formula);
  for (int k = 0; k <= 3; ++k) {
    if (!std::isfinite(course[k]))
      ++counts.no_slope;
    else
      counts.compare(course[k], exact_course[k], formula);
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(gradient[i]))
      ++counts.no_slope;
    else
      counts.compare(gradient[i], exact_gradient[i], formula);
  }
}

bool derivatives(long count, std::uint64_t seed) {
  Derivatives counts;
  Random random(seed);
  for (long made = 0; made < count;) {
    Garden garden;
    for (long i = 0; i < per_garden && made < count; ++i, ++made) {
      const Formula formula(garden.graph, garden.grow(random, 2 + random.below(14)));
      check_derivatives(formula, random, counts);
    }
  }
  std::printf("formulas %ld\ncompared %ld\nwrong %ld\nunnamed %ld\n", counts.formulas,
              counts.compared, counts.wrong, counts.unnamed);
  std::printf("domain errors named %ld\nwithout a derivative %ld\nwithout a bound %ld\n",
              counts.domain, counts.no_slope, counts.unbounded);
  std::printf("worst %.3g of the bound (allowed 1e-13)\n", counts.worst);
  return counts.wrong == 0 && counts.unnamed == 0;
}

// ---- intervals --------------------------------------------------------------------------------

// A box around a random number: a point, a few roundings wide, or as wide as anything.
Interval box_around(double x, Random& random) {
  switch (random.below(6)) {
    case 0: return Interval(x);
    case 1: return {x, std::nextafter(x, 1e300)};
    case 2: return {x - std::abs(x) * 0x1p-50, x + std::abs(x) * 0x1p-48};
    case 3: {
      const double width = std::ldexp(random.unit(), -random.below(50));
      return {x, x + width};
    }
    case 4: return {x, x + random.unit()};
    default: return {x - 10.0 * random.unit(), x + 10.0 * random.unit()};
  }
}

double inside(const Interval& box, Random& random) {
  switch (random.below(4)) {
    case 0: return box.lo();
    case 1: return box.hi();
    default: {
      const double p = box.lo() + (box.hi() - box.lo()) * random.unit();
      return std::min(std::max(p, box.lo()), box.hi());
    }
  }
}

struct Containment {
  long trials = 0;
  long finite = 0;
  long outside = 0;
  long undefined_inside = 0;  // a finite interval, but a point of the box without value
};

// At a kink two one-sided derivatives exist and both lie in the bounds; there is no derivative.
bool has_kinks(const Formula& formula) {
  return std::ranges::any_of(formula.program().instructions(), [](const Instruction& i) {
    using enum Instruction::Kind;
    return i.kind == min || i.kind == max || i.kind == smooth;
  });
}

bool holds(const Interval& range, const Quad& exact) {
  return range.lo() <= exact && exact <= range.hi();
}

void check_box(const Formula& formula, Random& random, Containment& counts) {
  const std::size_t n = formula.inputs().size();
  std::vector<Interval> box(n);
  std::vector<Taylor<Interval, 2>> course(n);
  std::vector<Taylor<Traced, 2>> place(n);
  const bool with_course = random.below(8) == 0;
  for (std::size_t i = 0; i < n; ++i) {
    box[i] = box_around(random.number(), random);
    const Interval rate = box_around(random.number(), random);
    course[i] = Taylor<Interval, 2>(box[i], rate);
    const double at = inside(box[i], random);
    place[i] = Taylor<Traced, 2>(Traced(at), Traced(inside(rate, random)));
  }
  ++counts.trials;
  const Interval range = formula.value<Interval>(box);
  const bool finite = std::isfinite(range.lo()) && std::isfinite(range.hi());
  if (!finite) return;
  ++counts.finite;
  const auto report = [&](long& count, const char* what) {
    if (++count <= 10) std::printf("# %s: %s\n", what, formula.text().c_str());
  };
  if (!with_course) {
    std::vector<Traced> point(n);
    for (std::size_t i = 0; i < n; ++i) point[i] = place[i][0];
    const Traced exact = formula.value<Traced>(point);
    if (!(exact.v - exact.v == 0))
      report(counts.undefined_inside, "undefined inside");
    else if (!holds(range, exact.v))
      report(counts.outside, "outside");
    return;
  }
  const auto ranges = formula.value<Taylor<Interval, 2>>(course);
  const auto exact = formula.value<Taylor<Traced, 2>>(place);
  for (int k = 0; k <= 2; ++k) {
    const bool exists = exact[k].v - exact[k].v == 0;
    if (!exists && std::isfinite(ranges[k].lo()) && !(k > 0 && has_kinks(formula)))
      report(counts.undefined_inside, "undefined inside");
    else if (exists && !holds(ranges[k], exact[k].v))
      report(counts.outside, "outside");
  }
}

bool intervals(long count, std::uint64_t seed) {
  Containment counts;
  Random random(seed);
  for (long made = 0; made < count;) {
    Garden garden;
    for (long i = 0; i < per_garden && made < count; ++i) {
      const Formula formula(garden.graph, garden.grow(random, 1 + random.below(9)));
      for (int k = 0; k < 10 && made < count; ++k, ++made) check_box(formula, random, counts);
    }
  }
  std::printf("boxes %ld\nwith finite bounds %ld\noutside %ld\nundefined inside %ld\n",
              counts.trials, counts.finite, counts.outside, counts.undefined_inside);
  return counts.outside == 0 && counts.undefined_inside == 0;
}

// ---- text -------------------------------------------------------------------------------------

bool round_trips(long count, std::uint64_t seed) {
  long changed = 0;
  Random random(seed);
  for (long made = 0; made < count;) {
    Garden garden;
    for (long i = 0; i < per_garden && made < count; ++i, ++made) {
      const NodeId node = garden.grow(random, 1 + random.below(20));
      const std::string text = expression_of(garden.graph, node).text();
      if (text.size() > TextLimits::bytes) continue;
      if (Formula::read(text, garden.scope).node() != node && ++changed <= 10)
        std::printf("# changed: %s\n", text.c_str());
    }
  }
  std::printf("texts %ld\nchanged %ld\n", count, changed);
  return changed == 0;
}

bool latex(long count, std::uint64_t seed) {
  Random random(seed);
  Garden garden;
  for (long i = 0; i < count; ++i)
    std::printf("%s\n",
                Formula(garden.graph, garden.grow(random, 3 + random.below(6))).latex().c_str());
  return true;
}

// ---- same bits --------------------------------------------------------------------------------

class Hash {
 public:
  void add(double x) {
    if (!(x - x == 0.0)) x = 1e300;  // every NaN is the same
    value = (value ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001B3U;
    value ^= value >> 29U;
  }
  std::uint64_t value = 0xCBF29CE484222325U;
};

bool hash(long count, std::uint64_t seed) {
  Hash sum;
  Random random(seed);
  for (long made = 0; made < count;) {
    Garden garden;
    for (long i = 0; i < per_garden && made < count; ++i, ++made) {
      const Formula formula(garden.graph, garden.grow(random, 2 + random.below(14)));
      const std::size_t n = formula.inputs().size();
      std::vector<double> x(n), gradient(n);
      std::vector<Motion> motion(n);
      std::vector<Interval> box(n);
      std::vector<Taylor<Pack, 2>> packs(n);
      std::vector<Pack> pack_gradient(n);
      for (std::size_t j = 0; j < n; ++j) {
        x[j] = random.number();
        motion[j] = Motion(x[j], random.number());
        box[j] = Interval(x[j], x[j] + random.unit());
        packs[j] = Taylor<Pack, 2>(Pack(x[j]), Pack(random.number()));
      }
      sum.add(formula.value_and_gradient<double, double>(x, gradient));
      for (const double g : gradient) sum.add(g);
      const Motion course = formula.value<Motion>(motion);
      for (int k = 0; k <= 3; ++k) sum.add(course[k]);
      const Interval range = formula.value<Interval>(box);
      sum.add(range.lo());
      sum.add(range.hi());
      const auto many = formula.value_and_gradient<Taylor<Pack, 2>, Pack>(packs, pack_gradient);
      for (int k = 0; k <= 2; ++k) sum.add(many[k][7]);
      for (const Pack& g : pack_gradient) sum.add(g[3]);
    }
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(sum.value));
  return true;
}

}  // namespace
}  // namespace zwang::formulas

int main(int argc, char** argv) {
  using namespace zwang::formulas;
  std::uint64_t seed = 1;
  bool good = argc > 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string what = argv[i];
    const long count = std::atol(argv[i + 1]);
    if (what == "--seed")
      seed = static_cast<std::uint64_t>(count);
    else if (what == "--derivatives")
      good = derivatives(count, seed) && good;
    else if (what == "--intervals")
      good = intervals(count, seed) && good;
    else if (what == "--round-trips")
      good = round_trips(count, seed) && good;
    else if (what == "--hash")
      good = hash(count, seed) && good;
    else if (what == "--latex")
      good = latex(count, seed) && good;
    else
      good = false;
  }
  if (argc < 3)
    std::puts(
        "usage: formulas [--seed S] --derivatives N | --intervals N | --round-trips N | "
        "--hash N | --latex N");
  return good ? 0 : 1;
}
