// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/mutated-models/slow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t most_bytes = 60'000;

class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  std::string text() {
    constexpr std::array kinds = {
        &Writer::parameters, &Writer::nesting,      &Writer::powers,    &Writer::long_sum,
        &Writer::coupled,    &Writer::equal,        &Writer::dependent, &Writer::net,
        &Writer::lattice,    &Writer::cloud,        &Writer::chain,     &Writer::ring,
        &Writer::pairs,      &Writer::families,     &Writer::names,     &Writer::blows,
        &Writer::hours,      &Writer::forms,        &Writer::rest,      &Writer::toml,
        &Writer::includes,   &Writer::expectations, &Writer::fixed,     &Writer::masses};
    out_ = "zwang = 1\n";
    (this->*kinds[below(kinds.size())])();
    // sometimes two at once
    if (below(4) == 0) {
      const std::string first = std::exchange(out_, "zwang = 1\n");
      (this->*kinds[below(kinds.size())])();
      if (first.size() + out_.size() < most_bytes) out_ = first + out_.substr(10);
    }
    if (out_.find("[run]") == std::string::npos) out_ += "[run]\nuntil = 1\n";
    return out_;
  }

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  // Of any size up to `most`, small ones as often as large ones.
  std::size_t some(std::size_t most) {
    std::size_t n = most;
    for (std::size_t k = below(4); k > 0; --k) n = n / 7 + 1;
    return 1 + below(n);
  }
  template <class T>
  T one_of(std::initializer_list<T> list) {
    return *(list.begin() + static_cast<std::ptrdiff_t>(below(list.size())));
  }
  static double time(std::size_t i) { return 1e-4 * static_cast<double>(i); }
  bool full() const { return out_.size() > most_bytes; }
  template <class... Parts>
  void add(fmt::format_string<Parts...> form, Parts&&... parts) {
    out_ += fmt::format(form, std::forward<Parts>(parts)...);
  }
  void gravity() { out_ += "[forces]\ngravity = [0, 0, -9.81]\n"; }
  std::string number() {
    return one_of<std::string>({"0", "1", "2", "1e-300", "1e300", "0.1", "1e9", "3.7", "1e-12"});
  }

  // Each made of the next, of the one before, or of any: perhaps of itself.
  void parameters() {
    const std::size_t n = some(5000);
    const std::size_t way = below(4);
    const std::string form = one_of<std::string>({"{}*1", "{0} + {0}", "sin({})", "2*{}", "{}"});
    out_ += "[parameters]\n";
    for (std::size_t i = 0; i < n && !full(); ++i) {
      const std::size_t of = way == 0 ? i + 1 : way == 1 ? i - 1 : way == 2 ? below(n) : n - 1 - i;
      if ((way == 1 && i == 0) || (way == 0 && i + 1 == n))
        add("p{} = 1\n", i);
      else
        add("p{} = \"{}\"\n", i, fmt::format(fmt::runtime(form), fmt::format("p{}", of)));
    }
    out_ += "[masses.a]\nmass = \"p0\"\n";
  }

  void nesting() {
    const std::size_t n = some(4000);
    const auto [left, right] = one_of<std::pair<const char*, const char*>>({{"(", ")"},
                                                                            {"sin(", ")"},
                                                                            {"|", "|"},
                                                                            {"-(", ")"},
                                                                            {"sqrt(1 + ", "^2)"},
                                                                            {"2^(", ")"},
                                                                            {"max(a.x, ", ")"},
                                                                            {"[", "]"},
                                                                            {"1/(1 + ", ")"},
                                                                            {"exp(", ")"}});
    std::string text = "a.x";
    for (std::size_t i = 0; i < n && text.size() < most_bytes - 500; ++i)
      text = left + text + right;
    out_ += "[masses.a]\nmass = 1\nat = [0.1, 0.2, 0.3]\n";
    switch (below(3)) {
      case 0: add("[constraints.c]\nholds = \"{} <= 1\"\n", text); break;
      case 1: add("[[force]]\non = \"a\"\nvector = [\"{}\", 0, 0]\n", text); break;
      default: add("[energy]\npotential = \"{}\"\n", text);
    }
  }

  void powers() {
    const std::string base =
        one_of<std::string>({"a.x", "(1 + a.x)", "(a.x*a.y + a.z)", "|a|", "t"});
    const std::string power = one_of<std::string>(
        {"1000000", "1e9", "0.5", "-7.3", "2^2^2^2", "9999999999999999", "a.y", "t", "1e-300"});
    std::string text = fmt::format("{}^{}", base, power);
    for (std::size_t k = below(100); k > 0; --k)
      text = fmt::format("({})^{}", text, one_of<std::string>({"2", "3", "0.5", "17", "1e3"}));
    out_ += "[masses.a]\nmass = 1\nat = [0.1, 0.2, 0.3]\n";
    add("[constraints.c]\nholds = \"{} {} {}\"\n", text, one_of<std::string>({"<=", ">=", "="}),
        number());
    if (below(2) == 0) add("[[force]]\non = \"a\"\nvector = [\"{}\", 0, 0]\n", text);
  }

  std::string term(std::size_t k) {
    switch (below(5)) {
      case 0: return fmt::format("sin({}*a.x)", k);
      case 1: return fmt::format("a.x^{}*a.y", k);
      case 2: return fmt::format("|a - [{}, 0, 0]|", k);
      case 3: return fmt::format("exp(-{}*a.z)", k);
      default: return fmt::format("{}*a.y", k);
    }
  }
  void long_sum() {
    const std::string sign = one_of<std::string>({" + ", "*", " - ", "/", "^"});
    std::string text = term(1);
    for (std::size_t k = 2; k < some(4000) + 2 && text.size() < most_bytes / 2; ++k)
      text += sign + term(k);
    out_ += "[masses.a]\nmass = 1\nat = [0.1, 0.2, 0.3]\n";
    add("[constraints.c]\nholds = \"{} <= 1e9\"\n", text);
    if (below(2) == 0) add("[energy]\npotential = \"{}\"\n", text);
  }

  // A kinetic energy that joins many coordinates.
  void coupled() {
    const std::size_t n = some(1500);
    out_ += "[coordinates]\n";
    for (std::size_t i = 0; i < n; ++i) add("x{} = {{ start = {} }}\n", i, i % 7);
    std::string text = "x0'^2";
    const std::size_t way = below(4);
    for (std::size_t i = 1; i < n && text.size() + out_.size() < most_bytes - 200; ++i) {
      if (way == 0) text += fmt::format(" + x{}'^2", i);
      if (way == 1) text += fmt::format(" + (x{}' - x{}')^2", i, i - 1);
      if (way == 2) text += fmt::format(" + x{}'*x{}'*sin(x{})", i, i - 1, i);
      if (way == 3) text += fmt::format(" + x{}'", i);
    }
    if (way == 3) text = fmt::format("({})^2", text);
    add("[energy]\nkinetic = \"{}\"\n", text);
    if (below(2) == 0) add("potential = \"{}\"\n", one_of<std::string>({"x0^2", "sin(x0)*cos(t)"}));
  }

  // Constraints that say the same, open or closed, exactly or nearly.
  void equal() {
    const std::size_t n = some(2000);
    const std::string height = one_of<std::string>({"1", "0", "1e-13"});
    const bool nearly = below(3) == 0;
    const std::string relation = one_of<std::string>({">=", ">=", "="});
    add("[masses.a]\nmass = 1\nat = [0, 0, {}]\n", height);
    if (below(3) == 0) out_ += "velocity = [0, 0, -1]\n";
    gravity();
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("[constraints.c{}]\nholds = \"a.z {} {}\"\n{}", i, relation,
          nearly ? fmt::format("{}e-15", i) : std::string("0"),
          below(2) == 0 ? "restitution = 0.5\n" : "");
    if (below(3) == 0) out_ += "[run]\nuntil = 1\nstart = \"impact\"\n";
  }

  // Planes through one point: many rows of few unknowns.
  void dependent() {
    const std::size_t n = some(1500);
    out_ += "[masses.a]\nmass = 1\n";
    gravity();
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("[constraints.c{}]\nholds = \"{}*a.x + {}*a.y + {}*a.z {} 0\"\n", i, below(9), below(9),
          1 + below(9), one_of<std::string>({">=", ">=", ">=", "="}));
  }

  void generator(const std::string& kind) {
    add("[[generate]]\nkind = \"{}\"\nname = \"n\"\n", kind);
  }
  void more_of_it() {
    add("mass = {}\nslack = {}\n", one_of<std::string>({"1", "0", "1e-300"}),
        one_of<std::string>({"0", "0.01", "-0.5", "1e9"}));
    if (below(3) == 0) add("links = \"{}\"\n", one_of<std::string>({"rods", "none"}));
    if (below(2) == 0) gravity();
    if (below(3) == 0)
      add("[[force]]\non = \"{}\"\nvector = \"{}\"\n", one_of<std::string>({"n", "all"}),
          one_of<std::string>({"-v", "-|v|*v", "-r/|r|^3", "m*[0, 0, 1]"}));
    if (below(3) == 0)
      add("[constraints.f]\nfor = \"{}\"\nholds = \"{}\"\n",
          one_of<std::string>({"p in n", "p in all", "p < q in n", "p in n, q in n"}),
          one_of<std::string>({"p.z >= -1", "|p| >= 0.4", "|p - q| >= 1e-3"}));
  }
  std::size_t count() {
    return one_of<std::size_t>(
        {2, 30, 300, 1000, 29'000, 100'000, 999'999, 1'000'000, 1'000'001, 2'147'483'647});
  }
  void net() {
    generator("net");
    add("size = [{}, {}]\ncorner = [0, 0, 0]\nspan = [1, 1]\n", count(), count());
    if (below(3) == 0) add("pinned = \"{}\"\n", one_of<std::string>({"corners", "border"}));
    if (below(4) == 0) {
      out_ += "pinned = [";
      for (std::size_t i = 0; i < some(4000) && !full(); ++i)
        add("[{}, {}], ", below(40), below(40));
      out_ += "]\n";
    }
    if (below(3) == 0) out_ += "diagonals = true\n";
    more_of_it();
  }
  void lattice() {
    generator("lattice");
    add("size = [{}, {}, {}]\ncorner = [0, 0, 0]\nspan = [1, 1, 1]\n", count(), 2 + below(60),
        2 + below(60));
    more_of_it();
  }
  void cloud() {
    generator("cloud");
    add("n = {}\nbox = [[0, 0, 0], [1, {}, {}]]\napart = {}\n", count(),
        one_of<std::string>({"1", "0"}), one_of<std::string>({"1", "0", "1000"}),
        one_of<std::string>({"0", "0.5", "0.1", "0.03", "0.02", "0.017", "0.01", "1e-9", "1e-17"}));
    more_of_it();
  }
  void chain() {
    generator("chain");
    add("from = [0, 0, 0]\nto = {}\nsegments = {}\n",
        one_of<std::string>({"[1, 0, 0]", "{ free = [0, 0, -1] }", "[0, 0, 0]"}), count());
    more_of_it();
    if (below(3) == 0) out_ += "[run]\nuntil = 1\nstart = \"equilibrium\"\n";
  }
  void ring() {
    generator("ring");
    add("center = [0, 0, 0]\nradius = 1\nsegments = {}\n", count());
    more_of_it();
  }

  void pairs() {
    const std::size_t n = some(3000);
    add("[[generate]]\nkind = \"cloud\"\nname = \"n\"\nn = {}\nbox = [[0, 0, 0], [1, 1, 1]]\nmass "
        "= 1\n",
        n);
    add("[constraints.c]\nfor = \"{}\"\nholds = \"{}\"\n",
        one_of<std::string>(
            {"p < q in n", "p in n, q in n", "p in n, q in n, s in n", "p < q in n, s < u in n"}),
        one_of<std::string>(
            {"|p - q| >= 1e-9", "|p - q| <= 100", "p.x <= q.x + 9", "dot(p, q) <= 9"}));
  }

  // Many families over one group.
  void families() {
    const std::size_t n = some(2000);
    add("[[generate]]\nkind = \"ring\"\nname = \"n\"\ncenter = [0, 0, 0]\nradius = 1\nsegments = "
        "{}\nmass = 1\n",
        3 + some(3000));
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("[constraints.c{}]\nfor = \"p in n[{}..{}]\"\nholds = \"p.z >= -{}\"\n", i, i,
          i + below(40), 1 + i);
  }

  // Names that are nearly others, again and again.
  void names() {
    const std::size_t n = some(1500);
    const std::string stem(below(4) == 0 ? 300 : 1 + below(60), 'n');
    out_ += "[masses]\n";
    for (std::size_t i = 0; i < n && out_.size() < most_bytes / 2; ++i)
      add("{}{} = {{ mass = 1 }}\n", stem, i);
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("[constraints.c{}]\nholds = \"|{}x{}| <= 1\"\n", i, stem, i);
  }

  void blows() {
    out_ += "[masses.a]\nmass = 1\n[constraints.c]\nholds = \"a.z >= -1\"\n";
    for (std::size_t i = 0; i < some(3000) && !full(); ++i) switch (below(3)) {
        case 0: add("[[impulse]]\nat = {}\non = \"a\"\nvector = [1, 0, 0]\n", time(i)); break;
        case 1:
          add("[[force]]\non = \"a\"\nvector = [\"sin(t)\", 0, 0]\nfrom = {}\nuntil = {}\n",
              time(i), time(i + 1));
          break;
        default: add("[constraints.d{}]\nholds = \"a.x <= {}\"\nfrom = {}\n", i, 100 + i, time(i));
      }
  }

  void hours() {
    out_ +=
        "[masses.a]\nmass = 1\nat = [0, 0, 1]\n[constraints.c]\nholds = \"a.z >= 0\"\nrestitution "
        "= "
        "1\n";
    gravity();
    add("[run]\nuntil = {}\ntolerance = {}\nmax_events = {}\n",
        one_of<std::string>({"1e300", "1e-300", "1", "1e15"}),
        one_of<std::string>({"1e-14", "1e-2", "1e-15", "0", "1"}),
        one_of<std::string>({"1", "1000000000", "9223372036854775807"}));
    add("[output]\nevery = {}\n", one_of<std::string>({"1e-300", "1e300", "1e-9", "1"}));
  }

  // Equations in velocities, among which integrals are sought.
  void forms() {
    const std::size_t n = 2 + some(60);
    out_ += "[coordinates]\n";
    for (std::size_t i = 0; i < n; ++i) add("x{} = {{ start = 0.{} }}\n", i, 1 + i);
    std::string kinetic = "x0'^2";
    for (std::size_t i = 1; i < n; ++i) kinetic += fmt::format(" + x{}'^2", i);
    add("[energy]\nkinetic = \"{}\"\n", kinetic);
    for (std::size_t i = 0; i + 1 < n && i < some(40); ++i) {
      std::string text = fmt::format("x{}'", i);
      for (std::size_t k = 0; k < 1 + below(6); ++k)
        text += fmt::format(" + {}*x{}'",
                            one_of<std::string>({"x0", "sin(x1)", "x0*x1^3", "exp(x0)", "t", "1",
                                                 "atan2(x0, x1)", "1/(1 + x0^2)"}),
                            below(n));
      add("[constraints.c{}]\nholds = \"{} = 0\"\n", i, text);
    }
  }

  void rest() {
    generator(one_of<std::string>({"chain", "chain", "net"}));
    const std::size_t n = one_of<std::size_t>({5, 20, 60, 110, 320, 340, 5000});
    if (out_.find("chain") != std::string::npos)
      add("from = [0, 0, 0]\nto = [{}, 0, 0]\nsegments = {}\nlength = {}\n",
          one_of<std::string>({"1", "0.001", "0"}), n, one_of<std::string>({"2", "1", "100"}));
    else
      add("size = [{}, {}]\ncorner = [0, 0, 0]\nspan = [1, 1]\npinned = \"corners\"\nslack = 0.1\n",
          2 + n / 20, 2 + n / 20);
    add("mass = {}\n", one_of<std::string>({"1", "1e-300", "1e9"}));
    gravity();
    if (below(2) == 0)
      add("[constraints.f]\nfor = \"p in n\"\nholds = \"p.z >= -{}\"\n",
          one_of<std::string>({"0.3", "0", "5"}));
    if (below(3) == 0) out_ += "[[force]]\non = \"n\"\nvector = \"-r*1e6\"\n";
    out_ += "[run]\nuntil = 1\nstart = \"equilibrium\"\n";
  }

  void toml() {
    const std::size_t n = some(8000);
    switch (below(6)) {
      case 0:
        out_ += "notes = [";
        for (std::size_t i = 0; i < n && !full(); ++i) out_ += "[";
        return;
      case 1:
        for (std::size_t i = 0; i < n && !full(); ++i) add("masses.a{}.mass = 1\n", i);
        return;
      case 2:
        for (std::size_t i = 0; i < n && !full(); ++i) add("[unknown{}]\nx = {}\n", i, i);
        return;
      case 3:
        for (std::size_t i = 0; i < n && !full(); ++i) out_ += "[[force]]\n";
        return;
      case 4:
        out_ += "title = \"\"\"";
        for (std::size_t i = 0; i < n && !full(); ++i) out_ += "\\u00e9\n";
        out_ += "\"\"\"\n";
        return;
      default:
        out_ += "a";
        for (std::size_t i = 0; i < n && !full(); ++i) out_ += ".b";
        out_ += " = 1\n";
    }
  }

  void includes() {
    out_ += "include = [";
    for (std::size_t i = 0; i < some(3000) && !full(); ++i)
      add("\"{}\", ", one_of<std::string>({"slow.toml", "./././slow.toml", "nobody.toml",
                                           "/dev/zero", "a/b/c/d/e/f/g.toml"}));
    out_ += "]\n[masses.a]\nmass = 1\n";
  }

  void expectations() {
    out_ += "[masses.a]\nmass = 1\n[constraints.c]\nholds = \"a.z >= -1\"\n[run]\nuntil = 1\n";
    for (std::size_t i = 0; i < some(2000) && !full(); ++i)
      add("[[expect]]\nvalue = \"{}\"\nat = {}\nis = 0\n",
          one_of<std::string>({"a.x", "energy", "c.multiplier", "|a|^2*sin(t)", "c.nothing"}),
          time(i));
  }

  // Points of the world, and masses tied to all of them.
  void fixed() {
    const std::size_t n = some(1000);
    out_ += "[masses]\n";
    for (std::size_t i = 0; i < n && out_.size() < most_bytes / 2; ++i)
      add("w{} = {{ fixed = true, at = [{}, 1, 2] }}\n", i, i);
    out_ += "a = { mass = 1 }\n";
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("[constraints.c{}]\nholds = \"|a - w{}| <= {}\"\n", i, below(n), 10 + i);
  }

  void masses() {
    const std::size_t n = some(3000);
    out_ += "[masses]\n";
    for (std::size_t i = 0; i < n && !full(); ++i)
      add("m{} = {{ mass = {}, at = [{}, 0, {}] }}\n", i, number(), i, below(2));
    gravity();
    add("[constraints.c]\nfor = \"p in all\"\nholds = \"{}\"\n",
        one_of<std::string>(
            {"p.z >= 0", "p.z = 0", "p.z >= 0.5", "p.x' >= -1", "p.x' = 0", "|p| >= 1"}));
  }

  std::mt19937 random_;
  std::string out_;
};

}  // namespace

std::string slow_model(unsigned seed) { return Writer(seed).text(); }
