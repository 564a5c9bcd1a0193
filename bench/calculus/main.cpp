// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a constraint costs: by hand, as C++ code on our scalars, and as text.
//
//   bench_calculus            one line for each figure
//   bench_calculus --check    exit code 1 if a bar is missed
//
// The work is f, f', f'' along a motion and the gradient; of a velocity constraint g1, its rate and
// the gradient. All figures of an example are taken in turn, many times over, and the least counts:
// on a busy machine the times wander, their ratios stay.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zwang/calculus/function.hpp"
#include "zwang/calculus/statement.hpp"

namespace zwang::bench {
namespace {

// ---- timing -----------------------------------------------------------------------------------

// The compiler must assume that x is looked at.
template <class T>
void keep(const T& x) {
  asm volatile("" : : "r"(&x) : "memory");
}

struct Figure {
  std::string name;
  int count = 1;                                        // evaluations in one run
  std::function<void()> run;                            // what is timed
  std::function<void()> prepare = [] {};                // before each run, not timed
  double ns = std::numeric_limits<double>::infinity();  // of one evaluation
};

void measure(std::span<Figure> figures) {
  using Clock = std::chrono::steady_clock;
  constexpr int repeats = 400;
  for (int i = 0; i < repeats; ++i)
    for (Figure& figure : figures) {
      figure.prepare();
      const auto start = Clock::now();
      figure.run();
      const std::chrono::duration<double, std::nano> time = Clock::now() - start;
      figure.ns = std::min(figure.ns, time.count() / figure.count);
    }
}

// ---- places -----------------------------------------------------------------------------------

constexpr std::size_t places = 64;
constexpr std::size_t lanes = Pack::lanes;
constexpr int rounds = 10;

// The same places in every scalar: x(s) = q + v s, eight in a pack, or in a small box.
template <std::size_t N, int K>
struct Places {
  // `still`: inputs with this bit are velocities and do not change along the motion.
  explicit Places(unsigned still) {
    std::mt19937 random(7);
    const auto number = [&] { return static_cast<double>(random()) * 0x1p-31 - 1.0; };
    for (std::size_t p = 0; p < places; ++p)
      for (std::size_t i = 0; i < N; ++i) {
        const double q = number();
        const double v = still >> i & 1U ? 0.0 : number();
        plain[p][i] = q;
        motion[p][i] = Taylor<double, K>(q, v);
        box[p][i] = Interval(q, q + 0.125);
        moving_box[p][i] = Taylor<Interval, K>(box[p][i], v);
        Taylor<Pack, K>& pack = packs[p / lanes][i];
        for (int k = 0; k <= K; ++k) pack[k][static_cast<int>(p % lanes)] = motion[p][i][k];
      }
  }

  std::array<std::array<double, N>, places> plain;
  std::array<std::array<Taylor<double, K>, N>, places> motion;
  std::array<std::array<Interval, N>, places> box;
  std::array<std::array<Taylor<Interval, K>, N>, places> moving_box;
  std::array<std::array<Taylor<Pack, K>, N>, places / lanes> packs;
};

// ---- the examples -----------------------------------------------------------------------------

// The constraint as C++ code, as a person would write it, and everything by hand.
struct Sphere {
  static constexpr std::string_view name = "a mass and a sphere";
  static constexpr std::string_view text = "m{0}.x^2 + m{0}.y^2 + (m{0}.z - 2)^2 <= 4";
  static constexpr std::size_t inputs = 3;
  static constexpr int order = 2;
  static constexpr unsigned still = 0;
  static void declare(Scope& scope, int i) { scope.point(fmt::format("m{}", i)); }

  template <class S>
  S operator()(const std::array<S, 3>& x) const {
    const S z = x[2] - 2.0;
    return x[0] * x[0] + x[1] * x[1] + z * z - 4.0;
  }

  using Motion = Taylor<double, 2>;
  static Motion by_hand(const std::array<Motion, 3>& x, std::array<double, 3>& g) {
    const double z = x[2][0] - 2.0;
    g = {2.0 * x[0][0], 2.0 * x[1][0], 2.0 * z};
    Motion f;
    f[0] = x[0][0] * x[0][0] + x[1][0] * x[1][0] + z * z - 4.0;
    f[1] = g[0] * x[0][1] + g[1] * x[1][1] + g[2] * x[2][1];
    f[2] = x[0][1] * x[0][1] + x[1][1] * x[1][1] + x[2][1] * x[2][1];
    return f;
  }
};

struct Distance {
  static constexpr std::string_view name = "distance of two masses";
  static constexpr std::string_view text =
      "(m{0}.x - m{1}.x)^2 + (m{0}.y - m{1}.y)^2 + (m{0}.z - m{1}.z)^2 = 4";
  static constexpr std::size_t inputs = 6;
  static constexpr int order = 2;
  static constexpr unsigned still = 0;
  static void declare(Scope& scope, int i) { scope.point(fmt::format("m{}", i)); }

  template <class S>
  S operator()(const std::array<S, 6>& x) const {
    const S dx = x[0] - x[3], dy = x[1] - x[4], dz = x[2] - x[5];
    return dx * dx + dy * dy + dz * dz - 4.0;
  }

  using Motion = Taylor<double, 2>;
  static Motion by_hand(const std::array<Motion, 6>& x, std::array<double, 6>& g) {
    const double dx = x[0][0] - x[3][0], dy = x[1][0] - x[4][0], dz = x[2][0] - x[5][0];
    const double vx = x[0][1] - x[3][1], vy = x[1][1] - x[4][1], vz = x[2][1] - x[5][1];
    g = {2.0 * dx, 2.0 * dy, 2.0 * dz, -2.0 * dx, -2.0 * dy, -2.0 * dz};
    Motion f;
    f[0] = dx * dx + dy * dy + dz * dz - 4.0;
    f[1] = 2.0 * (dx * vx + dy * vy + dz * vz);
    f[2] = vx * vx + vy * vy + vz * vz;
    return f;
  }
};

struct String {
  static constexpr std::string_view name = "a string between two masses";
  static constexpr std::string_view text = "|m{0} - m{1}| <= 2";
  static constexpr std::size_t inputs = 6;
  static constexpr int order = 2;
  static constexpr unsigned still = 0;
  static void declare(Scope& scope, int i) { scope.point(fmt::format("m{}", i)); }

  template <class S>
  S operator()(const std::array<S, 6>& x) const {
    using std::sqrt;
    const S dx = x[0] - x[3], dy = x[1] - x[4], dz = x[2] - x[5];
    return sqrt(dx * dx + dy * dy + dz * dz) - 2.0;
  }

  using Motion = Taylor<double, 2>;
  static Motion by_hand(const std::array<Motion, 6>& x, std::array<double, 6>& g) {
    const double dx = x[0][0] - x[3][0], dy = x[1][0] - x[4][0], dz = x[2][0] - x[5][0];
    const double vx = x[0][1] - x[3][1], vy = x[1][1] - x[4][1], vz = x[2][1] - x[5][1];
    const double r = std::sqrt(dx * dx + dy * dy + dz * dz);
    const double over = 1.0 / r;
    g = {dx * over, dy * over, dz * over, -dx * over, -dy * over, -dz * over};
    Motion f;
    f[0] = r - 2.0;
    f[1] = g[0] * vx + g[1] * vy + g[2] * vz;
    f[2] = 0.5 * (vx * vx + vy * vy + vz * vz - f[1] * f[1]) * over;
    return f;
  }
};

// Inputs x', y', w. The velocities are variables of their own; along the motion only w moves.
struct Blade {
  static constexpr std::string_view name = "a blade";
  static constexpr std::string_view text = "cos(w{0})*y{0}' - sin(w{0})*x{0}' = 0";
  static constexpr std::size_t inputs = 3;
  static constexpr int order = 1;
  static constexpr unsigned still = 0b011;
  static void declare(Scope& scope, int i) {
    for (const char* axis : {"x", "y", "w"}) scope.coordinate(fmt::format("{}{}", axis, i));
  }

  template <class S>
  S operator()(const std::array<S, 3>& x) const {
    using std::cos;
    using std::sin;
    return cos(x[2]) * x[1] - sin(x[2]) * x[0];
  }

  using Motion = Taylor<double, 1>;
  static Motion by_hand(const std::array<Motion, 3>& x, std::array<double, 3>& g) {
    const double s = std::sin(x[2][0]), c = std::cos(x[2][0]);
    const double turned = -s * x[1][0] - c * x[0][0];
    g = {-s, c, turned};
    Motion f;
    f[0] = c * x[1][0] - s * x[0][0];
    f[1] = turned * x[2][1];
    return f;
  }
};

// ---- what is timed ----------------------------------------------------------------------------

template <class Example, class Motion = typename Example::Motion>
[[gnu::noinline]] Motion by_hand(const std::array<Motion, Example::inputs>& x,
                                 std::array<double, Example::inputs>& g) {
  return Example::by_hand(x, g);
}

// As Function::of() does it: once with Taylor, once with Dual. Without the pragmas g++ keeps the
// partials in memory, and text would look good beside that.
template <class Example, class Motion = typename Example::Motion>
[[gnu::noinline]] Motion compiled(const std::array<Motion, Example::inputs>& x,
                                  std::array<double, Example::inputs>& g) {
  using Gradient = Dual<double, static_cast<int>(Example::inputs)>;
  std::array<Gradient, Example::inputs> variables;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Example::inputs; ++i)
    variables[i] = Gradient::variable(x[i][0], static_cast<int>(i));
  const Gradient gradient = Example{}(variables);
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Example::inputs; ++i) g[i] = gradient.partial[i];
  return Example{}(x);
}

// Many constraints of one kind, each between names of its own, so that no text is met twice.
class Texts {
 public:
  static constexpr int count = 32;

  template <class Example>
  void prepare() {
    graph_ = Graph();
    scope_ = std::make_unique<Scope>(graph_);
    texts_.clear();
    for (int i = 0; i < 2 * count; ++i) Example::declare(*scope_, i);
    for (int i = 0; i < count; ++i)
      texts_.push_back(fmt::format(fmt::runtime(Example::text), 2 * i, 2 * i + 1));
  }
  void read() const {
    for (const std::string& text : texts_) keep(read_constraint(text, *scope_));
  }
  void read_and_assemble() const {
    for (const std::string& text : texts_) {
      const auto statements = read_constraint(text, *scope_);
      keep(Formula(graph_, statements[0].f));
    }
  }
  Formula first() const { return {graph_, read_constraint(texts_[0], *scope_)[0].f}; }

 private:
  Graph graph_;
  std::unique_ptr<Scope> scope_;
  std::vector<std::string> texts_;
};

struct Bars {
  int missed = 0;
  std::string judge(double figure, double bar) {
    const bool met = figure <= bar;
    if (!met) ++missed;
    return fmt::format("(at most {:g}: {})", bar, met ? "met" : "MISSED");
  }
};

template <class Example>
void report(Bars& bars) {
  constexpr std::size_t n = Example::inputs;
  constexpr int order = Example::order;
  using Motion = Taylor<double, order>;
  using Motions = Taylor<Pack, order>;
  using Bounds = Taylor<Interval, order>;

  const auto at = std::make_unique<Places<n, order>>(Example::still);
  Texts texts;
  texts.prepare<Example>();
  const Formula formula = texts.first();
  const Function function = Function::of<static_cast<int>(n)>(Example{});

  const auto everywhere = [](auto f) {
    return [f] {
      for (int round = 0; round < rounds; ++round)
        for (std::size_t p = 0; p < places; ++p) f(p);
    };
  };
  constexpr int count = static_cast<int>(places) * rounds;
  std::array<double, n> g;
  std::array<Pack, n> gs;
  std::vector<Figure> figures = {
      {"by hand", count, everywhere([&](std::size_t p) {
         keep(by_hand<Example>(at->motion[p], g));
         keep(g);
       })},
      {"compiled C++", count, everywhere([&](std::size_t p) {
         keep(compiled<Example>(at->motion[p], g));
         keep(g);
       })},
      {"text", count, everywhere([&](std::size_t p) {
         keep(formula.value_and_gradient<Motion, double>(at->motion[p], g));
         keep(g);
       })},
      {"text, eight at a time", count, everywhere([&](std::size_t p) {
         if (p % lanes != 0) return;
         keep(formula.value_and_gradient<Motions, Pack>(at->packs[p / lanes], gs));
         keep(gs);
       })},
      {"value of the code", count,
       everywhere([&](std::size_t p) { keep(function.value(at->plain[p])); })},
      {"value of the text", count,
       everywhere([&](std::size_t p) { keep(formula.value<double>(at->plain[p])); })},
      {"interval of the code", count,
       everywhere([&](std::size_t p) { keep(function.over(at->box[p])); })},
      {"interval of the text", count,
       everywhere([&](std::size_t p) { keep(formula.value<Interval>(at->box[p])); })},
      {"interval with derivatives", count,
       everywhere([&](std::size_t p) { keep(formula.value<Bounds>(at->moving_box[p])); })},
      {"reading the text", Texts::count, [&] { texts.read(); }, [&] { texts.prepare<Example>(); }},
      {"reading, and the program", Texts::count, [&] { texts.read_and_assemble(); },
       [&] { texts.prepare<Example>(); }},
  };
  measure(figures);

  const auto ns = [&](std::string_view name) {
    return std::ranges::find(figures, name, &Figure::name)->ns;
  };
  fmt::print("{}: {}\n", Example::name, fmt::format(fmt::runtime(Example::text), 1, 2));
  const auto line = [&](std::string_view name, std::string_view unit, double bar) {
    const double ratio = ns(name) / ns(unit);
    fmt::print("  {:<26}{:9.1f} ns {:6.2f} of {}  {}\n", name, ns(name), ratio, unit,
               bar > 0.0 ? bars.judge(ratio, bar) : std::string());
  };
  const auto time = [&](std::string_view name, double bar) {
    const double us = ns(name) / 1000.0;
    fmt::print("  {:<26}{:9.2f} us   {}\n", name, us,
               bar > 0.0 ? bars.judge(us, bar) : std::string());
  };
  line("by hand", "compiled C++", 0.0);
  line("compiled C++", "compiled C++", 0.0);
  line("text", "compiled C++", 8.0);
  line("text, eight at a time", "compiled C++", 2.5);
  line("value of the code", "value of the text", 0.0);
  line("value of the text", "value of the text", 0.0);
  line("interval of the code", "value of the text", 0.0);
  line("interval of the text", "value of the text", 6.0);
  line("interval with derivatives", "value of the text", 0.0);
  time("reading the text", 5.0);
  time("reading, and the program", 0.0);
}

}  // namespace
}  // namespace zwang::bench

int main(int argc, char** argv) {
  using namespace zwang::bench;
  const bool check = argc > 1 && std::string_view(argv[1]) == "--check";
  Bars bars;
  report<Sphere>(bars);
  report<Distance>(bars);
  report<String>(bars);
  report<Blade>(bars);
  fmt::print("bars missed: {}\n", bars.missed);
  return check && bars.missed > 0 ? 1 : 0;
}
