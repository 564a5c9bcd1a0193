// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Impacts at random: energies by hand, every order of constraints, restitution and its repair
// (theory 7); rows of balls against pooling; a corner and a sudden rod by hand.

#include "zwang/gauss/impact.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tools/hard-problems/random.hpp"
#include "zwang/base/index.hpp"

namespace {

using namespace zwang;
using hard::Random;
using Three = std::array<double, 3>;

int count() {
  const char* const text = std::getenv("ZWANG_COUNT");
  return text == nullptr ? 100000 : 10 * std::atoi(text);
}

// --- random systems of points, all constraints between positions closed ---

struct Said {
  std::string name, text;
  double restitution = 0.0;
};

struct Setup {
  std::vector<double> masses;
  std::vector<Three> at;
  std::vector<std::pair<std::string, double>> numbers;
  std::vector<Said> constraints;
  double t = 0.0;

  std::string number(double value) {
    numbers.emplace_back("n" + std::to_string(numbers.size()), value);
    return numbers.back().first;
  }
};

std::string name_of(int i) { return "P" + std::to_string(i); }

Three random_three(Random& random, double size) {
  const double x = random.uniform(-size, size);
  const double y = random.uniform(-size, size);
  const double z = random.uniform(-size, size);
  return {x, y, z};
}

double length(const Three& x) { return std::hypot(x[0], x[1], x[2]); }

Three minus(const Three& a, const Three& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Three unit(Random& random) {
  for (;;) {
    const Three n = random_three(random, 1.0);
    const double size = length(n);
    if (size > 0.3 && size < 1.0) return {n[0] / size, n[1] / size, n[2] / size};
  }
}

std::string triple(Setup& s, const Three& x) {
  const std::string a = s.number(x[0]);
  const std::string b = s.number(x[1]);
  const std::string c = s.number(x[2]);
  return "[" + a + ", " + b + ", " + c + "]";
}

double dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// How the restitution of a system is chosen.
enum class Bounce { none, equal, unequal };

// The k-th constraint of a system: closed, so that its restitution counts.
Said random_constraint(Setup& s, Random& random, bool moving) {
  const int bodies = static_cast<int>(s.masses.size());
  const int i = random.between(0, bodies - 1);
  const int j = bodies > 1 ? (i + random.between(1, bodies - 1)) % bodies : i;
  const Three& here = s.at[index(i)];
  const std::string body = name_of(i);
  const int kind = random.between(0, 9);
  Said said;
  if (kind <= 2 && i != j) {  // string, contact or rod
    const std::string size = s.number(length(minus(here, s.at[index(j)])));
    static constexpr std::array relations = {" <= ", " >= ", " = "};
    said.text = "|" + body + " - " + name_of(j) + "|" + relations[index(kind)] + size;
  } else if (kind <= 4) {  // inside or outside of a sphere, which may move
    const Three centre = random_three(random, 3.0);
    const Three velocity = moving ? random_three(random, 1.0) : Three{0.0, 0.0, 0.0};
    Three now = centre;
    for (std::size_t k = 0; k < 3; ++k) now[k] += s.t * velocity[k];
    const std::string where = "(" + triple(s, centre) + " + t*" + triple(s, velocity) + ")";
    said.text = "|" + body + " - " + where + "|" + (kind == 3 ? " <= " : " >= ") +
                s.number(length(minus(here, now)));
  } else if (kind <= 7) {  // a wall, which may move
    const Three n = unit(random);
    const double speed = moving ? random.uniform(-1.0, 1.0) : 0.0;
    const std::string normal = triple(s, n);
    said.text = "dot(" + normal + ", " + body + ") <= " + s.number(dot(n, here) - speed * s.t) +
                " + t*" + s.number(speed);
  } else {  // of velocities
    const std::string p = triple(s, unit(random));
    const std::string c = s.number(moving ? random.uniform(-1.0, 1.0) : 0.0);
    said.text = "dot(" + p + ", " + body + "'" + (i != j ? " - " + name_of(j) + "'" : "") + ")" +
                (kind == 8 && random.chance(0.5) ? " = " : " <= ") + c;
  }
  return said;
}

bool throws_back(const Said& said) {
  return said.text.find('\'') == std::string::npos && said.text.find(" = ") == std::string::npos;
}

Setup make(int seed, bool moving, Bounce bounce) {
  static constexpr std::array names = {"yard", "cord", "beam", "gate", "edge", "arm", "hook"};
  Random random(static_cast<std::uint64_t>(seed) + 1899U);
  Setup s;
  const int bodies = random.between(1, 4);
  s.t = moving ? random.uniform(-1.0, 1.0) : 0.0;
  for (int i = 0; i < bodies; ++i) {
    s.masses.push_back(random.uniform(0.3, 4.0));
    s.at.push_back(random_three(random, 2.0));
  }
  const double e = random.chance(0.2) ? 1.0 : random.uniform(0.05, 1.0);
  const int constraints = random.between(1, std::min(6, 3 * bodies - 1));
  for (int k = 0; k < constraints; ++k) {
    Said said = random_constraint(s, random, moving);
    said.name = names[index((3 * k + seed) % 7)];
    const double own = random.chance(0.3) ? 0.0 : random.uniform(0.0, 1.0);
    if (throws_back(said) && bounce != Bounce::none)
      said.restitution = bounce == Bounce::equal ? e : own;
    s.constraints.push_back(std::move(said));
  }
  return s;
}

std::unique_ptr<Model> build(const Setup& s) {
  auto model = std::make_unique<Model>("impact");
  for (const auto& [name, value] : s.numbers) model->parameter(name, value);
  for (std::size_t i = 0; i < s.masses.size(); ++i)
    model->mass(name_of(static_cast<int>(i)), s.masses[i],
                {.at = {s.at[i][0], s.at[i][1], s.at[i][2]}});
  for (const Said& said : s.constraints)
    model->constraint(said.name, said.text, {.restitution = said.restitution});
  return model;
}

// --- energies by hand ---

struct Balance {
  double size = 0.0;          // of the energies involved
  double lost = 0.0;          // T(α) − T(u⁺)
  double of_lost = 0.0;       // T(α − u⁺)
  double supplied = 0.0;      // Σ l b1
  double most_rate = -1e300;  // largest g1 after, relative to the velocities
};

class Hand {
 public:
  Hand(const Setup& s, const System& system) : setup_(s), system_(system) {}

  double energy(const Vector& u) const {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < u.size(); ++i)
      sum += 0.5 * setup_.masses[static_cast<std::size_t>(i / 3)] * u[i] * u[i];
    return sum;
  }

  double rate(const Snapshot& snapshot, int i, const Vector& u) const {
    const auto columns = system_.columns(i);
    double sum = snapshot.rows[index(i)].b1;
    for (std::size_t k = 0; k < columns.size(); ++k)
      sum += snapshot.rows[index(i)].a[k] * u[columns[k]];
    return sum;
  }

  Balance balance(const Snapshot& snapshot, const Vector& alpha, const Vector& after,
                  const Vector& impulses) const {
    Balance result;
    result.lost = energy(alpha) - energy(after);
    result.of_lost = energy(alpha - after);
    result.size = energy(alpha) + energy(after) + result.of_lost;
    const double scale = 1.0 + alpha.cwiseAbs().maxCoeff() + after.cwiseAbs().maxCoeff();
    for (int i = 0; i < system_.constraints(); ++i) {
      const double part = impulses[i] * snapshot.rows[index(i)].b1;
      result.supplied += part;
      result.size += std::abs(part);
      const double g1 = rate(snapshot, i, after);
      const bool equation = system_.constraint(i).equation;
      result.most_rate = std::max(result.most_rate, (equation ? std::abs(g1) : g1) / scale);
    }
    return result;
  }

  // Theory 4.5, one level down: w with wA = 0, w ≥ 0 of inequalities, and Σ w b1 > 0 proves that no
  // velocity obeys the constraints. Σ w b1 relative to its terms; not a number if wA is not 0.
  double proved(const Snapshot& snapshot, const std::vector<Weighted>& proof) const {
    Vector sum = Vector::Zero(system_.velocities());
    double size = 0.0;
    double offset = 0.0;
    double offset_size = 1e-300;
    for (const auto& [i, w] : proof) {
      if (!system_.constraint(i).equation && w < 0.0) return unset;
      const Row& row = snapshot.rows[index(i)];
      const auto columns = system_.columns(i);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        sum[columns[k]] += w * row.a[k];
        size = std::max(size, std::abs(w * row.a[k]));
      }
      offset += w * row.b1;
      offset_size += std::abs(w * row.b1);
    }
    if (!(size > 0.0 && sum.cwiseAbs().maxCoeff() <= 1e-12 * size)) return unset;
    return std::abs(offset) <= 1e-12 * offset_size ? 0.0 : offset / offset_size;
  }

 private:
  const Setup& setup_;
  const System& system_;
};

bool same_bits(const Vector& a, const Vector& b) {
  for (Eigen::Index i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return a.size() == b.size();
}

Vector random_vector(Random& random, Eigen::Index size, double most) {
  Vector result(size);
  for (Eigen::Index i = 0; i < size; ++i) result[i] = random.uniform(-most, most);
  return result;
}

struct Counts {
  int impacts = 0, refused = 0, contradictory = 0, contradictory_restitution = 0, repaired = 0,
      gained = 0, supplied = 0, sudden = 0;
  int failed = 0, first = -1;
  double worst_balance = 0.0, worst_rate = -1e300, worst_gain = 0.0;

  void fail(int seed) {
    if (failed++ == 0) first = seed;
  }
};

std::string said(const Counts& c) {
  return std::to_string(c.impacts) + " impacts, " + std::to_string(c.repaired) + " repaired, " +
         std::to_string(c.gained) + " gained energy, " + std::to_string(c.supplied) +
         " supplied, " + std::to_string(c.sudden) + " sudden equations, " +
         std::to_string(c.refused) + " nearly dependent, " + std::to_string(c.contradictory) +
         " contradictory, " + std::to_string(c.contradictory_restitution) + " by restitution alone";
}

constexpr int impacts_of_each = 10;

// `check` judges one impact: setup, system, snapshot, options, impact, balance.
template <class Check>
Counts strike(int impacts, bool moving, Bounce bounce, int base, Check&& check) {
  Counts counts;
  for (int seed = base; counts.impacts < impacts; ++seed) {
    const Setup s = make(seed, moving, bounce);
    const auto model = build(s);
    const System system(*model);
    Setup turned = s;
    std::ranges::reverse(turned.constraints);
    std::ranges::rotate(turned.constraints, turned.constraints.begin() + seed % 2);
    const auto model_turned = build(turned);
    const System system_turned(*model_turned);
    const Hand hand(s, system);
    Random random(static_cast<std::uint64_t>(seed) * 31U + 5U);
    for (int k = 0; k < impacts_of_each; ++k) {
      State state = model->start(s.t);
      state.u = random_vector(random, state.q.size(), 3.0);
      ImpactOptions options;
      if (random.chance(0.3)) options.impulse = random_vector(random, state.q.size(), 4.0);
      const Impact hit = impact(system, state, options);
      // rows that are almost dependent cannot be compared to twelve digits
      if (hit.outcome == InstantOutcome::singular || hit.regularity.nearly_singular) {
        ++counts.refused;
        break;
      }
      // moving walls may close in on a body, and constraints that depend on each other may ask for
      // different restitutions; the proof says which
      if (hit.outcome == InstantOutcome::contradictory) {
        const double proved = hand.proved(system.at(state), hit.proof);
        if (proved > 0.0)
          ++counts.contradictory;
        else
          ++counts.contradictory_restitution;
        if (std::isnan(proved) || (proved > 0.0 && !moving) ||
            (proved <= 0.0 && bounce == Bounce::none))
          counts.fail(seed);
        break;
      }
      ++counts.impacts;
      if (!hit.usable()) {
        counts.fail(seed);
        continue;
      }
      const Impact other = impact(system_turned, state, options);
      bool good = other.usable() && same_bits(hit.after, other.after);
      for (int i = 0; i < system.constraints(); ++i)
        good =
            good && hit.impulses[i] ==
                        other.impulses[*model_turned->find_constraint(system.constraint(i).name)];

      // α by hand
      Vector alpha = state.u;
      if (options.impulse.size() > 0)
        for (Eigen::Index i = 0; i < alpha.size(); ++i)
          alpha[i] += options.impulse[i] / s.masses[static_cast<std::size_t>(i / 3)];
      good = good && (alpha - hit.free).cwiseAbs().maxCoeff() <= 1e-14 * 10.0;

      const Snapshot snapshot = system.at(state);
      const Balance balance = hand.balance(snapshot, alpha, hit.after, hit.impulses);
      counts.worst_rate = std::max(counts.worst_rate, balance.most_rate);
      good = good && balance.most_rate <= 1e-9;
      good = good && std::abs(balance.supplied - hit.supplied) <= 1e-12 * balance.size &&
             std::abs(balance.lost + balance.supplied - hit.dissipated) <= 1e-12 * balance.size;
      for (int i = 0; i < system.constraints(); ++i) {
        if (!system.constraint(i).equation) good = good && hit.impulses[i] >= -1e-12;
        if (system.constraint(i).equation && std::abs(hit.constraints[index(i)].rate) > 1e-6)
          ++counts.sudden;
      }
      counts.repaired += hit.repaired ? 1 : 0;
      counts.gained += hit.gained_energy ? 1 : 0;
      counts.supplied += balance.supplied > 1e-9 * balance.size ? 1 : 0;
      good = check(hand, snapshot, options, state, hit, balance, counts) && good;
      if (!good) counts.fail(seed);
    }
  }
  return counts;
}

}  // namespace

// Theory 7.3-1.
TEST_CASE("(7.3): an inelastic impact loses the energy of the lost velocities") {
  for (const bool moving : {false, true}) {
    const Counts counts =
        strike(count() * 3 / 10, moving, Bounce::none, 0,
               [&](const Hand&, const Snapshot&, const ImpactOptions&, const State&,
                   const Impact& hit, const Balance& b, Counts& c) {
                 const double off = std::abs(b.lost - b.of_lost + b.supplied) / b.size;
                 c.worst_balance = std::max(c.worst_balance, off);
                 return off <= 1e-12 && !hit.repaired && !hit.gained_energy &&
                        hit.dissipated >= -1e-12 * b.size && (moving || b.supplied == 0.0);
               });
    MESSAGE(std::string(moving ? "moving: " : "at rest: ")
            << said(counts) << "; balance " << counts.worst_balance << ", rate "
            << counts.worst_rate);
    CHECK_MESSAGE(counts.failed == 0, counts.failed << " times, first for seed " << counts.first);
    CHECK((counts.supplied > 0) == moving);
    CHECK(counts.sudden > 0);
    CHECK(counts.gained == 0);
  }
}

//   u_p and l_p are those of the same system without restitution, after the equations are obeyed.
// Theory 7.4-1.
TEST_CASE(
    "(7.4), (7.5): equal restitution returns e times the lost velocities and loses 1 - e^2 of "
    "their energy") {
  for (const bool moving : {false, true}) {
    int compared = 0;
    int repaired = 0;
    double worst_velocity = 0.0;
    const Counts counts =
        strike(count() / 5, moving, Bounce::equal, 1000000,
               [&](const Hand& hand, const Snapshot& snapshot, const ImpactOptions& options,
                   const State& state, const Impact& hit, const Balance& b, Counts& c) {
                 const System& system = *hit.system;
                 double e = 0.0;
                 bool one_for_all = true;  // an inequality of velocities has e = 0
                 bool equations = false;
                 for (int i = 0; i < system.constraints(); ++i) {
                   const Constraint& constraint = system.constraint(i);
                   e = std::max(e, constraint.options.restitution);
                   equations = equations || constraint.equation;
                   one_for_all = one_for_all && (constraint.equation || !constraint.of_velocities);
                 }
                 bool good = hit.gained_energy == (b.lost + b.supplied < 0.0) ||
                             std::abs(b.lost + b.supplied) <= 1e-11 * b.size;
                 if (!one_for_all) return good;
                 c.worst_gain = std::max(c.worst_gain, -hit.dissipated / b.size);
                 good = good && !hit.gained_energy && hit.dissipated >= -1e-12 * b.size;
                 if (equations) return good;
                 ImpactOptions inelastic = options;
                 for (int i = 0; i < system.constraints(); ++i) inelastic.settled.push_back(i);
                 const Impact plain = impact(system, state, inelastic);
                 if (!plain.usable() || plain.repaired) return false;
                 const Vector thrown = plain.after + e * (plain.after - plain.free);
                 if (hit.repaired) {
                   ++repaired;
                   if (moving) return good;
                   const double raised = hand.energy(hit.after) - hand.energy(thrown);
                   return good && raised <= 1e-12 * b.size;
                 }
                 ++compared;
                 const double away = (hit.after - thrown).cwiseAbs().maxCoeff() /
                                     std::max(1.0, thrown.cwiseAbs().maxCoeff());
                 worst_velocity = std::max(worst_velocity, away);
                 double supplied = 0.0;
                 for (int i = 0; i < system.constraints(); ++i)
                   supplied += plain.impulses[i] * snapshot.rows[index(i)].b1;
                 const double off =
                     std::abs(b.lost - (1.0 - e * e) * hand.energy(plain.free - plain.after) +
                              (1.0 + e) * supplied) /
                     b.size;
                 c.worst_balance = std::max(c.worst_balance, off);
                 good = good && off <= 1e-12 && away <= 1e-11;
                 return good;
               });
    MESSAGE(std::string(moving ? "moving: " : "at rest: ")
            << said(counts) << "; " << compared << " and " << repaired
            << " repairs compared, velocities " << worst_velocity << ", balance "
            << counts.worst_balance << ", gain " << counts.worst_gain);
    CHECK_MESSAGE(counts.failed == 0, counts.failed << " times, first for seed " << counts.first);
    CHECK(compared > 0);
    CHECK(repaired > 0);
  }
}

// Theory 7.4-2.
TEST_CASE("unequal restitution may gain energy, and the gain is reported") {
  int gained = 0;
  for (const bool moving : {false, true}) {
    const Counts counts = strike(count() / 10, moving, Bounce::unequal, 2000000,
                                 [&](const Hand&, const Snapshot&, const ImpactOptions&,
                                     const State&, const Impact& hit, const Balance& b, Counts& c) {
                                   const double gain = -(b.lost + b.supplied) / b.size;
                                   c.worst_gain = std::max(c.worst_gain, gain);
                                   return hit.gained_energy ? gain > 0.0 : gain <= 1e-11;
                                 });
    MESSAGE(std::string(moving ? "moving: " : "at rest: ")
            << said(counts) << "; the largest gain " << counts.worst_gain);
    CHECK_MESSAGE(counts.failed == 0, counts.failed << " times, first for seed " << counts.first);
    CHECK(counts.repaired > 0);
    gained += counts.gained;
  }
  CHECK(gained > 0);
}

namespace {

// The nearest ascending numbers: neighbours in the wrong order are pooled into their mean.
std::vector<double> pooled(const std::vector<double>& masses, const std::vector<double>& u) {
  struct Pool {
    double mass, momentum;
    std::size_t size;
    double mean() const { return momentum / mass; }
  };
  std::vector<Pool> pools;
  for (std::size_t i = 0; i < u.size(); ++i) {
    pools.push_back({masses[i], masses[i] * u[i], 1});
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back().mass += last.mass;
      pools.back().momentum += last.momentum;
      pools.back().size += last.size;
    }
  }
  std::vector<double> result;
  for (const Pool& pool : pools) result.insert(result.end(), pool.size, pool.mean());
  return result;
}

std::unique_ptr<Model> cradle(const std::vector<double>& masses, double e) {
  auto model = std::make_unique<Model>("cradle");
  for (std::size_t i = 0; i < masses.size(); ++i)
    model->mass("ball" + std::to_string(i), masses[i],
                {.at = {static_cast<double>(i), 0, 0}, .axes = "x"});
  for (std::size_t i = 1; i < masses.size(); ++i)
    model->constraint("gap" + std::to_string(i),
                      "ball" + std::to_string(i) + ".x - ball" + std::to_string(i - 1) + ".x >= 1",
                      {.restitution = e});
  return model;
}

}  // namespace

// Theory 7.2-5.
TEST_CASE("a row of touching balls is weighted isotonic regression: pool adjacent violators") {
  int failed = 0;
  int first = -1;
  int repaired = 0;
  double worst = 0.0;
  for (int seed = 0; seed < count() / 50; ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 3U);
    std::vector<double> masses, u;
    const int balls = random.between(3, 10);
    for (int i = 0; i < balls; ++i) {
      masses.push_back(seed % 3 == 0 ? 1.0 : random.uniform(0.3, 4.0));
      u.push_back(seed % 5 == 0 ? (i == 0 ? 1.0 : 0.0) : random.uniform(-2.0, 2.0));
    }
    const double e = seed % 2 == 0 ? 0.0 : random.uniform(0.1, 1.0);
    const auto model = cradle(masses, e);
    const System system(*model);
    State state = model->start();
    for (int i = 0; i < balls; ++i) state.u[i] = u[index(i)];
    const Impact hit = impact(system, state);
    std::vector<double> expected = pooled(masses, u);
    for (std::size_t i = 0; i < u.size(); ++i) expected[i] += e * (expected[i] - u[i]);
    // balls thrown back may meet those that had been leaving: once more, without restitution
    bool again = false;
    for (std::size_t i = 1; i < u.size(); ++i)
      again = again || expected[i - 1] > expected[i] + 1e-11;
    if (again) expected = pooled(masses, expected);
    repaired += hit.repaired ? 1 : 0;
    double found = hit.usable() && (hit.repaired || !again) ? 0.0 : 1.0;
    for (std::size_t i = 0; found < 1.0 && i < u.size(); ++i)
      found = std::max(found, std::abs(hit.after[static_cast<Eigen::Index>(i)] - expected[i]));
    worst = std::max(worst, found);
    if (!(found <= 1e-12) && failed++ == 0) first = seed;
  }
  MESSAGE("cradles: at most " << worst << " off, " << repaired << " repaired");
  CHECK_MESSAGE(failed == 0, failed << " times, first for seed " << first);
}

// Theory 7.4-2.
TEST_CASE("three equal elastic balls in contact give (-1/3, 2/3, 2/3), not Newton's cradle") {
  const auto model = cradle({1.0, 1.0, 1.0}, 1.0);
  const System system(*model);
  State state = model->start();
  state.u[0] = 1.0;
  const Impact hit = impact(system, state);
  REQUIRE(hit.usable());
  CHECK((hit.after - Vector{{-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0}}).norm() < 1e-15);
  CHECK(std::abs(hit.energy_after - 0.5) < 1e-15);
}

//   x ≤ 0,  −3x/5 + 4y/5 ≤ 0,  u = (2, 1): both stop it. One after the other would leave
//   (12/25, 9/25), through the first wall.
//   x ≤ 0,   4x/5 + 3y/5 ≤ 0,  u = (1, 2): the second alone, and the first is left by it.
// Theory 7.2-5.
TEST_CASE("a corner is one impact, not two") {
  const auto corner = [](const std::string& second, double x, double y, double e) {
    auto model = std::make_unique<Model>("corner");
    model->mass("p", 1.0, {.velocity = {x, y, 0}, .axes = "xy"});
    model->constraint("one", "p.x <= 0", {.restitution = e});
    model->constraint("two", second, {.restitution = e});
    return model;
  };
  const auto obtuse = corner("4*p.x/5 + 3*p.y/5 <= 0", 1.0, 2.0, 0.0);
  const System second(*obtuse);
  const Impact turned = impact(second, obtuse->start());
  REQUIRE(turned.usable());
  CHECK((turned.after - Vector{{-0.6, 0.8}}).norm() < 1e-15);
  CHECK((turned.impulses - Vector{{0.0, 2.0}}).norm() < 1e-15);
  CHECK(std::abs(turned.dissipated - 2.0) < 1e-15);
  for (const double e : {0.0, 0.5, 1.0}) {
    const auto acute = corner("-3*p.x/5 + 4*p.y/5 <= 0", 2.0, 1.0, e);
    const System first(*acute);
    const Impact stopped = impact(first, acute->start());
    REQUIRE(stopped.usable());
    // thrown back to −e (2, 1) it would enter the second wall for e > 0: (7.4) is repaired, along
    // (4/5, 3/5)
    const Vector thrown = -e * Vector{{2.0, 1.0}};
    CHECK(stopped.repaired == (e > 0.0));
    CHECK((stopped.after - thrown.dot(Vector{{0.8, 0.6}}) * Vector{{0.8, 0.6}}).norm() < 1e-15);
  }
}

//   |p| = 1 + s(t − 2) begins at t = 2: the velocity along the rod becomes s, μ = m (u_r − s), and
//   the rod supplies −μs.
// Theory 7.2-3.
TEST_CASE("a sudden equation removes the velocity against it, in both senses") {
  int failed = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const double m = random.uniform(0.3, 4.0);
    const double s = seed % 3 == 0 ? 0.0 : random.uniform(-1.0, 1.0);
    const double angle = random.uniform(-3.0, 3.0);
    const Three u = random_three(random, 3.0);
    const Vector r{{std::cos(angle), std::sin(angle), 0.0}};
    const Vector before{{u[0], u[1], u[2]}};
    Model model("caught by a rod");
    model.parameter("s", s);
    model.mass("p", m, {.at = {r[0], r[1], 0}, .velocity = {u[0], u[1], u[2]}});
    model.constraint("rod", "|p| = 1 + s*(t - 2)", {.from = 2.0});
    const System system(model);
    const Impact early = impact(system, model.start(1.5));
    const Impact caught = impact(system, model.start(2.0));
    const double along = r.dot(before);
    const double mu = m * (along - s);
    const Vector after = before - (along - s) * r;
    if (!early.usable() || (early.after - before).norm() > 1e-14 || early.impulses[0] != 0.0 ||
        !caught.usable() || (caught.after - after).norm() > 1e-14 ||
        std::abs(caught.impulses[0] - mu) > 1e-13 || std::abs(caught.supplied + mu * s) > 1e-13 ||
        std::abs(caught.dissipated - 0.5 * mu * (along - s)) > 1e-13)
      ++failed;
  }
  CHECK(failed == 0);
}
