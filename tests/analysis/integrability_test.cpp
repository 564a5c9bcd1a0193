// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Verdicts on systems of forms: those of tests/reference/p12, and random ones built backwards.

#include "zwang/analysis/integrability.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

#include "tests/count.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/calculus/formula.hpp"

namespace {

using namespace zwang;
using reference::Json;

// Forms from text.
struct Forms {
  std::shared_ptr<Graph> owned = std::make_shared<Graph>();
  Graph& graph = *owned;
  Scope scope{graph};
  std::vector<SymbolId> coordinates;

  explicit Forms(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (name == "t") {
        coordinates.push_back(graph[scope.time()].a);
        continue;
      }
      scope.coordinate(name);
      coordinates.push_back(graph[scope.find(name)->levels[0][0]].a);
    }
  }
  PfaffianSystem system(const std::vector<std::vector<std::string>>& rows) {
    PfaffianSystem made(owned, coordinates);
    for (const auto& row : rows) {
      std::vector<NodeId> nodes;
      for (const std::string& text : row) nodes.push_back(Formula::read(text, scope).node());
      made.add(fmt::format("form {}", made.forms()), std::move(nodes));
    }
    return made;
  }
};

// A polynomial with small whole factors.
struct Polynomial {
  struct Term {
    int factor = 0;
    std::vector<int> powers;  // of each coordinate
  };
  std::vector<Term> terms;

  std::string text(const std::vector<std::string>& names) const {
    std::string out;
    for (const Term& term : terms) {
      out += fmt::format("{}({})", out.empty() ? "" : " + ", term.factor);
      for (std::size_t i = 0; i < names.size(); ++i)
        if (term.powers[i] > 0) out += fmt::format("*{}^{}", names[i], term.powers[i]);
    }
    return out.empty() ? "0" : out;
  }
  Polynomial derivative(std::size_t i) const {
    Polynomial slope;
    for (Term term : terms) {
      term.factor *= term.powers[i];
      if (term.factor == 0) continue;
      --term.powers[i];
      slope.terms.push_back(term);
    }
    return slope;
  }
};

// Forms whose verdict is known, in coordinates that hide it.
struct Hidden {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
  std::vector<int> growth;

  explicit Hidden(std::mt19937& random) {
    const auto roll = [&](int from, int to) {
      return std::uniform_int_distribution<int>(from, to)(random);
    };
    // Side by side: dz - y1 dx1 - ... - yk dxk; a chain dx2 - x3 dx1, dx3 - x4 dx1, ...; dx.
    int n = 0;
    std::vector<std::vector<std::pair<int, std::string>>> forms;
    growth = {0};
    const auto joined = [&](const std::vector<int>& more) {
      const int before = growth.back();
      const std::size_t length = std::max(growth.size(), more.size());
      growth.resize(length, before);
      for (std::size_t k = 0; k < length; ++k) growth[k] += more[std::min(k, more.size() - 1)];
    };
    const auto y = [](int i) { return fmt::format("(Y{})", i); };
    if (const int kind = roll(0, 2); kind == 0) {
      const int k = roll(1, 2);
      std::vector<std::pair<int, std::string>> form = {{n, "1"}};
      for (int i = 0; i < k; ++i)
        form.push_back({n + 1 + 2 * i, fmt::format("-{}", y(n + 2 + 2 * i))});
      forms.push_back(form);
      joined({2 * k, 2 * k + 1});
      n += 2 * k + 1;
    } else if (kind == 1) {
      const int length = roll(3, 5);  // coordinates: x1 ... x_length
      std::vector<int> steps = {2};
      for (int i = 1; i + 1 < length; ++i) {
        forms.push_back({{n + i, "1"}, {n, fmt::format("-{}", y(n + i + 1))}});
        steps.push_back(2 + i);
      }
      joined(steps);
      n += length;
    } else {
      joined({2});
      n += 2;
    }
    for (int i = roll(forms.empty() ? 1 : 0, 2); i > 0; --i) forms.push_back({{n++, "1"}});
    for (int i = 0; i < n; ++i) names.push_back(fmt::format("x{}", i));
    // y_i = x_i + a polynomial of coordinates with higher numbers in a random order
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::ranges::shuffle(order, random);
    std::vector<Polynomial> y_of(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
      Polynomial::Term self{1, std::vector<int>(static_cast<std::size_t>(n), 0)};
      self.powers[at] = 1;
      y_of[at].terms.push_back(self);
      for (int terms = roll(0, 2); i + 1 < n && terms > 0; --terms) {
        Polynomial::Term term{roll(1, 3) * (roll(0, 1) ? 1 : -1),
                              std::vector<int>(static_cast<std::size_t>(n), 0)};
        for (int factors = roll(1, 2); factors > 0; --factors)
          ++term.powers[static_cast<std::size_t>(
              order[static_cast<std::size_t>(roll(i + 1, n - 1))])];
        y_of[at].terms.push_back(term);
      }
    }
    const auto with_y = [&](std::string text) {
      for (int i = 0; i < n; ++i) {
        const std::string word = fmt::format("Y{})", i);
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word))
          text.replace(at, word.size() - 1, y_of[static_cast<std::size_t>(i)].text(names));
      }
      return text;
    };
    std::vector<std::vector<std::string>> made;
    for (const auto& form : forms) {
      made.emplace_back();
      for (int k = 0; k < n; ++k) {
        std::string sum;
        for (const auto& [i, p] : form) {
          const Polynomial slope =
              y_of[static_cast<std::size_t>(i)].derivative(static_cast<std::size_t>(k));
          if (!slope.terms.empty())
            sum +=
                fmt::format("{}({})*({})", sum.empty() ? "" : " + ", with_y(p), slope.text(names));
        }
        made.back().push_back(sum.empty() ? "0" : sum);
      }
    }
    // each plus multiples of those before it, times a function that does not vanish
    for (std::size_t s = 0; s < made.size(); ++s) {
      rows.emplace_back();
      const std::string factor = roll(0, 1) ? "1" : fmt::format("(1 + {}^2)", names[0]);
      const int other = s > 0 ? roll(-2, 2) : 0;
      for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k)
        rows.back().push_back(other == 0 ? fmt::format("{}*({})", factor, made[s][k])
                                         : fmt::format("{}*({}) + {}*{}*({})", factor, made[s][k],
                                                       other, names[1], made[s - 1][k]));
    }
  }
};

}  // namespace

// Theory 11-2, 11-3.
TEST_CASE("forms with known growth vectors are classified correctly") {
  const int count = asked_count(200, 10);
  std::mt19937 random(1884);
  int wrong = 0, inexact = 0;
  for (int i = 0; i < count; ++i) {
    const Hidden hidden(random);
    Forms forms(hidden.names);
    const PfaffianSystem system = forms.system(hidden.rows);
    std::vector<double> start;
    for (int k = 0; k < system.coordinates(); ++k)
      start.push_back(std::uniform_int_distribution<int>(-8, 8)(random) / 8.0);
    const Integrability found = integrability(system, start);
    inexact += !found.exact;
    if (found.decided() && found.growth.dimensions == hidden.growth &&
        found.forms == system.forms())
      continue;
    if (++wrong <= 3)
      for (int s = 0; s < system.forms(); ++s) MESSAGE(system.text(s));
  }
  MESSAGE(count << " systems, " << wrong << " wrong, " << inexact << " by gaps only");
  CHECK(wrong == 0);
}

// Theory 11-2, 11-8, 11-9, 11-11, 11-12.
TEST_CASE("the eleven verdicts are correct") {
  int seen = 0;
  for (const Json& one : reference::cases("p12_nonholonomic")) {
    const std::string name = one["name"];
    if (!name.starts_with("integrability")) continue;
    CAPTURE(name);
    ++seen;
    Forms forms(one["coordinates"].get<std::vector<std::string>>());
    const PfaffianSystem system =
        forms.system(one["pfaffian_forms"].get<std::vector<std::vector<std::string>>>());
    const Json& expect = one["expect"];
    for (const Json& at : expect["at_points"]) {
      const Integrability found = integrability(system, at["point"].get<std::vector<double>>());
      CHECK(found.decided());
      CHECK(found.complete() == expect["complete_system"].get<bool>());
      CHECK(found.explicit_equations() == expect["explicit_equations"].get<int>());
      CHECK(found.here.dimensions == at["growth_vector"].get<std::vector<int>>());
    }
  }
  CHECK(seen == 11);
}

// Theory 11-3.
TEST_CASE("a hundred forms in two hundred coordinates are decided") {
  if (std::getenv("ZWANG_SLOW")) return;
  std::mt19937 random(1905);
  const auto roll = [&](int from, int to) {
    return std::uniform_int_distribution<int>(from, to)(random);
  };
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) names.push_back(fmt::format("x{}", i));
  // d(x_s + sum x_i x_j), or as many products x_i dx_j that are no differential
  for (const bool integrable : {true, false}) {
    Forms forms(names);
    std::vector<std::vector<std::string>> rows(100, std::vector<std::string>(200, "0"));
    for (std::size_t s = 0; s < rows.size(); ++s) {
      rows[s][s] = "1";
      for (int k = 0; k < 6; ++k) {
        const int i = roll(0, 199), j = roll(0, 199);
        const auto put = [&](int column, int factor) {
          rows[s][static_cast<std::size_t>(column)] +=
              fmt::format(" + {}*{}", 0.1, names[static_cast<std::size_t>(factor)]);
        };
        put(i, j);
        if (integrable) put(j, i);
      }
    }
    const PfaffianSystem system = forms.system(rows);
    std::vector<double> start;
    for (int i = 0; i < 200; ++i) start.push_back(roll(-8, 8) / 8.0);
    const Integrability found = integrability(system, start);
    CHECK(found.exact);
    CHECK(found.complete() == integrable);
    CHECK(found.growth.dimensions ==
          (integrable ? std::vector<int>{100} : std::vector<int>{100, 200}));
  }
}
