// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Forks, dead points, redundant rods and walls, cones: no finite wrong acceleration anywhere. What
// is found is compared with the same instant in a hundred digits.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/dice.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/linear/svd.hpp"

namespace {

using namespace zwang;
using reference::off;
using testing::Dice;
using Wide = boost::multiprecision::cpp_bin_float_100;
using WideVector = std::vector<Wide>;
using WideMatrix = std::vector<WideVector>;

// Gauss's elimination with row exchanges.
WideVector solved(WideMatrix m, WideVector right) {
  const std::size_t n = right.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r)
      if (abs(m[r][c]) > abs(m[pivot][c])) pivot = r;
    std::swap(m[c], m[pivot]);
    std::swap(right[c], right[pivot]);
    for (std::size_t r = c + 1; r < n; ++r) {
      const Wide factor = m[r][c] / m[c][c];
      if (factor == 0) continue;
      for (std::size_t j = c; j < n; ++j) m[r][j] -= factor * m[c][j];
      right[r] -= factor * right[c];
    }
  }
  for (std::size_t c = n; c-- > 0;) {
    for (std::size_t j = c + 1; j < n; ++j) right[c] -= m[c][j] * right[j];
    right[c] /= m[c][c];
  }
  return right;
}

// One instant in wide numbers: M u' = pull − Aᵀz, A u' + b2 = 0.
struct WideInstant {
  WideMatrix mass, rows;
  WideVector pull, b2;

  WideVector accelerations() const {
    const std::size_t n = pull.size();
    const std::size_t k = rows.size();
    WideMatrix m(n + k, WideVector(n + k, Wide(0)));
    WideVector right(n + k);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) m[i][j] = mass[i][j];
      for (std::size_t l = 0; l < k; ++l) m[i][n + l] = m[n + l][i] = rows[l][i];
      right[i] = pull[i];
    }
    for (std::size_t l = 0; l < k; ++l) right[n + l] = -b2[l];
    WideVector all = solved(m, right);
    all.resize(n);
    return all;
  }

  // The velocities that the rows allow: of one freedom, with a given sum Σ mix·u.
  WideVector velocities(const std::vector<double>& mix, double sum) const {
    WideMatrix m = rows;
    m.emplace_back(mix.begin(), mix.end());
    WideVector right(m.size(), Wide(0));
    right.back() = sum;
    return solved(m, right);
  }

  double norm(const WideVector& x) const {  // in the metric of the mass
    Wide sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      for (std::size_t j = 0; j < x.size(); ++j) sum += x[i] * mass[i][j] * x[j];
    return static_cast<double>(sqrt(sum));
  }

  // Singular values of the unit rows, and the largest b2 of a unit row.
  Vector singular_values(double& most) const {
    const auto n = static_cast<Eigen::Index>(pull.size());
    const auto k = static_cast<Eigen::Index>(rows.size());
    Matrix m(n, n), a(k, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j)
        m(i, j) =
            static_cast<double>(mass[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
      for (Eigen::Index l = 0; l < k; ++l)
        a(l, i) =
            static_cast<double>(rows[static_cast<std::size_t>(l)][static_cast<std::size_t>(i)]);
    }
    const Eigen::LLT<Matrix> llt(m);
    Matrix unit = llt.matrixL().solve(a.transpose());
    most = 0.0;
    for (Eigen::Index l = 0; l < k; ++l) {
      const double length = unit.col(l).norm();
      unit.col(l) /= length;
      most =
          std::max(most, std::abs(static_cast<double>(b2[static_cast<std::size_t>(l)])) / length);
    }
    return svd(unit).values;
  }
};

// What happened to many questions.
struct Tally {
  int found = 0, singular = 0, violated = 0, undecided = 0, other = 0;
  int wrong = 0;          // found, but off by more than the bound
  int shy = 0;            // refused far from the fork
  int bold = 0;           // found where rounding decides
  int unreported = 0;     // singular without rank and singular values
  double worst = 0.0;     // error relative to the bound
  double steepest = 0.0;  // error relative to 1e-14 / sigma alone

  void print(const char* name) const {
    MESSAGE(fmt::format(
        "{}: found {}, singular {}, violated {}, undecided {}, other {}; worst error {:.2g} of the "
        "bound, {:.2g} of 1e-14/sigma",
        name, found, singular, violated, undecided, other, worst, steepest));
  }
};

constexpr double dependent = RegularityOptions{}.dependent;

// `given`: the instant at the state in double; `meant`: at the state before it was rounded. `sigma`
// is the smallest singular value, or how near a row is to vanishing.
void judge(const Instant& instant, const WideInstant& given, const WideInstant& meant, double sigma,
           double largest_b2, Tally& tally) {
  switch (instant.outcome) {
    case InstantOutcome::found: ++tally.found; break;
    case InstantOutcome::singular: ++tally.singular; break;
    case InstantOutcome::violated: ++tally.violated; break;
    case InstantOutcome::undecided: ++tally.undecided; break;
    default: ++tally.other;
  }
  if (instant.usable() && sigma < 0.1 * dependent) ++tally.bold;
  const double far = instant.outcome == InstantOutcome::violated ? 1e-6 : 10.0 * dependent;
  if (!instant.usable() && sigma > far) ++tally.shy;
  if (instant.outcome == InstantOutcome::singular) {
    const Regularity& r = instant.regularity;
    const bool told = r.kind == PositionClass::singular && r.rank == r.rows - 1 &&
                      !r.dependent.empty() && r.zero <= dependent && r.zero <= 4.0 * sigma + 1e-15;
    if (!told || (r.rank > 0 && !(r.least > dependent))) ++tally.unreported;
  }
  if (!instant.usable()) return;
  WideVector free = given.pull;
  free = solved(given.mass, given.pull);
  for (const WideInstant* reference : {&given, &meant}) {
    const WideVector a = reference->accelerations();
    WideVector off = a;
    for (std::size_t i = 0; i < a.size(); ++i)
      off[i] -= instant.accelerations[static_cast<Eigen::Index>(i)];
    // rounding of the rows, and what the answer itself allows
    const double size = reference->norm(a) + reference->norm(free) + largest_b2;
    const double bound = 1e-14 / sigma * size + instant.bound;
    if (!(instant.bound <= 1e-9 * size)) ++tally.wrong;
    const double ratio = reference->norm(off) / bound;
    tally.worst = std::max(tally.worst, ratio);
    tally.steepest = std::max(tally.steepest, reference->norm(off) / (1e-14 / sigma * size));
    if (!(ratio <= 1.0)) ++tally.wrong;
  }
}

// Where a row vanishes so do the tolerances of the constraint, and rounding may break it.
enum class Breaks { never, near_fork };

void check(const char* name, const Tally& tally, Breaks breaks = Breaks::never) {
  tally.print(name);
  CHECK(tally.wrong == 0);
  CHECK(tally.shy == 0);
  CHECK(tally.bold == 0);
  CHECK(tally.unreported == 0);
  CHECK(tally.other == 0);
  if (breaks == Breaks::never) CHECK(tally.violated == 0);
}

// --- points and rods ----------------------------------------------------------------------------

using Place = std::array<Wide, 2>;

// Points in the plane; a slider keeps its y, a fixed point all it has.
struct Pivot {
  enum class Kind { free, slider, fixed };
  std::string name;
  Kind kind = Kind::free;
  double mass = 1.0;
  std::array<double, 2> force{};
  Place at{}, velocity{};
  int freedoms() const { return kind == Kind::free ? 2 : kind == Kind::slider ? 1 : 0; }
};

struct Rod {
  int from = 0;
  int to = 0;
  double length = 1.0;
  bool squared = false;
};

struct Linkage {
  std::vector<Pivot> joints;
  std::vector<Rod> rods;

  int unknowns() const {
    int n = 0;
    for (const Pivot& joint : joints) n += joint.freedoms();
    return n;
  }

  // |a − b| − L: row n, b2 = (|v|² − (n·v)²)/|d|;  |a − b|² − L²: row 2d, b2 = 2|v|².
  WideInstant instant() const {
    const auto n = index(unknowns());
    WideInstant result{WideMatrix(n, WideVector(n, Wide(0))), {}, WideVector(n), {}};
    std::vector<std::size_t> first;
    std::size_t next = 0;
    for (const Pivot& joint : joints) {
      first.push_back(next);
      for (std::size_t i = 0; i < index(joint.freedoms()); ++i, ++next) {
        result.mass[next][next] = joint.mass;
        result.pull[next] = joint.force[i];
      }
    }
    for (const Rod& rod : rods) {
      const Pivot& a = joints[index(rod.from)];
      const Pivot& b = joints[index(rod.to)];
      Wide dd = 0, dv = 0, vv = 0;
      Place d;
      for (std::size_t i = 0; i < 2; ++i) {
        d[i] = a.at[i] - b.at[i];
        const Wide v = a.velocity[i] - b.velocity[i];
        dd += d[i] * d[i];
        dv += d[i] * v;
        vv += v * v;
      }
      const Wide length = sqrt(dd);
      const Wide factor = rod.squared ? Wide(2) : Wide(1 / length);
      WideVector row(n, Wide(0));
      for (std::size_t i = 0; i < index(a.freedoms()); ++i)
        row[first[index(rod.from)] + i] += factor * d[i];
      for (std::size_t i = 0; i < index(b.freedoms()); ++i)
        row[first[index(rod.to)] + i] -= factor * d[i];
      result.rows.push_back(row);
      result.b2.push_back(rod.squared ? Wide(2 * vv) : Wide((vv - dv * dv / dd) / length));
    }
    return result;
  }

  void set_velocities(const WideVector& u) {
    std::size_t next = 0;
    for (Pivot& joint : joints) {
      joint.velocity = {};
      for (std::size_t i = 0; i < index(joint.freedoms()); ++i) joint.velocity[i] = u[next++];
    }
  }

  Linkage rounded() const {
    Linkage result = *this;
    for (Pivot& joint : result.joints)
      for (std::size_t i = 0; i < 2; ++i) {
        joint.at[i] = static_cast<double>(joint.at[i]);
        joint.velocity[i] = static_cast<double>(joint.velocity[i]);
      }
    return result;
  }

  State state() const {
    State state{Vector(unknowns()), Vector(unknowns()), 0.0};
    Eigen::Index next = 0;
    for (const Pivot& joint : joints)
      for (std::size_t i = 0; i < index(joint.freedoms()); ++i, ++next) {
        state.q[next] = static_cast<double>(joint.at[i]);
        state.u[next] = static_cast<double>(joint.velocity[i]);
      }
    return state;
  }

  void describe(Model& model) const {
    for (const Pivot& joint : joints) {
      const double x = static_cast<double>(joint.at[0]);
      const double y = static_cast<double>(joint.at[1]);
      if (joint.kind == Pivot::Kind::fixed) {
        model.fixed(joint.name, {x, y, 0});
        continue;
      }
      const bool slides = joint.kind == Pivot::Kind::slider;
      model.mass(joint.name, joint.mass, {.at = {x, y, 0}, .axes = slides ? "x" : "xy"});
      if (slides)
        model.force_along(joint.name + ".x", joint.force[0]);
      else
        model.force(joint.name, {joint.force[0], joint.force[1], 0});
    }
    for (std::size_t i = 0; i < rods.size(); ++i) {
      const Rod& rod = rods[i];
      const std::string length = fmt::format("L{}", i);
      model.parameter(length, rod.length);
      const std::string distance =
          fmt::format("|{} - {}|", joints[index(rod.from)].name, joints[index(rod.to)].name);
      model.constraint(fmt::format("rod{}", i), rod.squared
                                                    ? fmt::format("{}^2 = {}^2", distance, length)
                                                    : fmt::format("{} = {}", distance, length));
    }
  }
};

Pivot moving(const char* name, Dice& dice) {
  return {.name = name,
          .mass = dice.uniform(0.3, 3.0),
          .force = {dice.uniform(-9.0, 9.0), dice.uniform(-9.0, 9.0)}};
}

// A linkage near its fork: `epsilon` away along one of two branches.
class Fork {
 public:
  virtual ~Fork() = default;
  virtual void place(const Wide& epsilon, bool other_branch) = 0;
  Linkage linkage;

 protected:
  Fork() = default;
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;
};

// Crank and rod of one length: the pin above the bearing, the slider on it. The slider may stay
// there while both rods turn as one, or move.
class EqualSliderCrank final : public Fork {
 public:
  explicit EqualSliderCrank(Dice& dice) : length_(dice.uniform(0.3, 2.0)), up_(dice.coin()) {
    linkage.joints = {{.name = "bearing", .kind = Pivot::Kind::fixed},
                      moving("pin", dice),
                      moving("slider", dice)};
    linkage.joints[2].kind = Pivot::Kind::slider;
    linkage.rods = {{1, 0, length_, dice.coin()}, {1, 2, length_, dice.coin()}};
  }
  void place(const Wide& epsilon, bool other_branch) override {
    const Wide x = length_ * sin(epsilon);
    linkage.joints[1].at = {x, (up_ ? 1 : -1) * length_ * cos(epsilon)};
    linkage.joints[2].at = {other_branch ? Wide(2 * x) : Wide(0), Wide(0)};
  }

 private:
  double length_;
  bool up_;
};

// Four bars, flat: a parallelogram folds into an antiparallelogram, the two halves of a kite lie on
// each other. For each place of the crank pin there are two of the other, mirrored in the line from
// the crank pin to the far bearing; the fork is where they meet.
class FourBar final : public Fork {
 public:
  FourBar(Dice& dice, bool kite)
      : kite_(kite), crank_(dice.uniform(0.3, 2.0)), base_(crank_ * dice.uniform(1.2, 2.5)) {
    const double turn = dice.coin() ? 0.0 : dice.uniform(-3.0, 3.0);
    cos_ = cos(Wide(turn));
    sin_ = sin(Wide(turn));
    linkage.joints = {{.name = "near", .kind = Pivot::Kind::fixed},
                      {.name = "far", .kind = Pivot::Kind::fixed},
                      moving("p", dice),
                      moving("q", dice)};
    linkage.joints[1].at = turned({Wide(base_), Wide(0)});
    const double coupler = kite ? crank_ : base_;
    const double rocker = kite ? base_ : crank_;
    linkage.rods = {
        {2, 0, crank_, dice.coin()}, {3, 1, rocker, dice.coin()}, {3, 2, coupler, dice.coin()}};
  }
  void place(const Wide& epsilon, bool other_branch) override {
    const Place p = {crank_ * cos(epsilon), crank_ * sin(epsilon)};
    Place q = {kite_ ? Wide(0) : Wide(p[0] + base_), kite_ ? Wide(0) : p[1]};
    if (other_branch) {
      // mirrored in the line from p to the far bearing
      const Place along = {base_ - p[0], -p[1]};
      const Wide cross = along[0] * (q[1] - p[1]) - along[1] * (q[0] - p[0]);
      const Wide factor = 2 * cross / (along[0] * along[0] + along[1] * along[1]);
      q = {q[0] + factor * along[1], q[1] - factor * along[0]};
    }
    linkage.joints[2].at = turned(p);
    linkage.joints[3].at = turned(q);
  }

 private:
  Place turned(const Place& p) const {
    return {cos_ * p[0] - sin_ * p[1], sin_ * p[0] + cos_ * p[1]};
  }

  bool kite_;
  double crank_, base_;
  Wide cos_, sin_;
};

// 10^-1 to 10^-14 away, and at the fork itself.
void approach(Fork& fork, Dice& dice, Tally& near, Tally& at_fork) {
  fork.place(Wide("0.1"), false);
  Model model("linkage");
  fork.linkage.describe(model);
  const System system(model);
  const bool branch = dice.coin();
  const int side = dice.coin() ? 1 : -1;
  std::vector<double> mix;
  for (int i = 0; i < fork.linkage.unknowns(); ++i) mix.push_back(dice.uniform(-1.0, 1.0));
  const double speed = dice.upto(4) == 0 ? 0.0 : dice.uniform(-2.0, 2.0);
  const auto move = [&] {
    WideVector u = fork.linkage.instant().velocities(mix, 1.0);
    Wide most = 0;
    for (const Wide& v : u) most = std::max(most, Wide(abs(v)));
    for (Wide& v : u) v *= speed / most;
    fork.linkage.set_velocities(u);
  };
  for (int decade = 1; decade <= 14; ++decade) {
    const Wide epsilon = side * Wide(dice.uniform(0.3, 1.0)) * pow(Wide(10), -decade);
    fork.place(epsilon, branch);
    move();
    const Linkage given = fork.linkage.rounded();
    const WideInstant here = given.instant();
    double largest = 0.0;
    const Vector values = here.singular_values(largest);
    judge(accelerations(system, given.state()), here, fork.linkage.instant(), values.minCoeff(),
          largest, near);
  }
  fork.place(Wide("1e-40"), branch);  // for the velocities
  move();
  fork.place(Wide(0), branch);
  const Linkage given = fork.linkage.rounded();
  const WideInstant here = given.instant();
  judge(accelerations(system, given.state()), here, here, 1e-16, 1.0, at_fork);
}

}  // namespace

// Theory 5.2-5.
TEST_CASE(
    "a slider-crank of equal lengths is singular at its bifurcation and correct just before it") {
  Dice dice(1);
  Tally near, at_fork;
  for (int i = 0; i < 400; ++i) {
    EqualSliderCrank fork(dice);
    approach(fork, dice, near, at_fork);
  }
  check("slider-crank", near);
  check("slider-crank at the fork", at_fork);
  CHECK(near.found > 2500);
  CHECK(at_fork.singular == 400);
}

// Theory 5.2-4.
TEST_CASE("a parallelogram is singular where it is flat and correct just before it") {
  Dice dice(2);
  Tally near, at_fork;
  for (int i = 0; i < 300; ++i) {
    FourBar fork(dice, false);
    approach(fork, dice, near, at_fork);
  }
  check("parallelogram", near);
  check("parallelogram at the fork", at_fork);
  CHECK(near.found > 1800);
  CHECK(at_fork.singular == 300);
}

TEST_CASE("a kite is singular where it is flat and correct just before it") {
  Dice dice(3);
  Tally near, at_fork;
  for (int i = 0; i < 300; ++i) {
    FourBar fork(dice, true);
    approach(fork, dice, near, at_fork);
  }
  check("kite", near);
  check("kite at the fork", at_fork);
  CHECK(near.found > 1800);
  CHECK(at_fork.singular == 300);
}

// Theory 5.2-1, 5.2-2.
TEST_CASE("a dead centre of a slider-crank with unequal lengths is regular") {
  Dice dice(4);
  Tally tally;
  for (int i = 0; i < 300; ++i) {
    Linkage linkage;
    const double crank = dice.uniform(0.3, 2.0);
    const double rod = crank * dice.uniform(1.1, 3.0);
    linkage.joints = {{.name = "bearing", .kind = Pivot::Kind::fixed},
                      moving("pin", dice),
                      moving("slider", dice)};
    linkage.joints[2].kind = Pivot::Kind::slider;
    const double reach = dice.coin() ? 1.0 : -1.0;  // stretched, folded
    linkage.joints[1].at = {Wide(reach * crank), Wide(0)};
    linkage.joints[2].at = {Wide(reach * crank) + Wide(rod), Wide(0)};
    linkage.rods = {{1, 0, crank, dice.coin()}, {1, 2, rod, dice.coin()}};
    // the pin moves across, the slider stands
    linkage.joints[1].velocity = {Wide(0), Wide(dice.uniform(-3.0, 3.0))};
    Model model("dead centre");
    linkage.describe(model);
    const System system(model);
    const Linkage given = linkage.rounded();
    double largest = 0.0;
    const Vector values = given.instant().singular_values(largest);
    judge(accelerations(system, given.state()), given.instant(), linkage.instant(),
          values.minCoeff(), largest, tally);
  }
  check("dead centre", tally);
  CHECK(tally.found == 300);
}

// --- angles -------------------------------------------------------------------------------------

namespace {

// One constraint between two angles whose row vanishes at the fork.
class AngleFork {
 public:
  virtual ~AngleFork() = default;
  virtual void describe(Model& model) const = 0;
  // The angles at `epsilon` from the fork.
  virtual Place place(const Wide& epsilon, bool other_branch) const = 0;
  virtual WideInstant instant(const Place& q, const Place& u) const = 0;
  virtual double size() const = 0;  // of the terms of the row

 protected:
  explicit AngleFork(Dice& dice)
      : first_(dice.uniform(0.3, 3.0)),
        second_(dice.uniform(0.3, 3.0)),
        force_{dice.uniform(-9.0, 9.0), dice.uniform(-9.0, 9.0)} {}
  AngleFork(const AngleFork&) = delete;
  AngleFork& operator=(const AngleFork&) = delete;
  double first_, second_;  // masses
  std::array<double, 2> force_;
};

// r sin φ = r sin ψ, fork at φ = ψ = π/2; slider at r (cos φ + cos ψ).
class AngleSliderCrank final : public AngleFork {
 public:
  explicit AngleSliderCrank(Dice& dice)
      : AngleFork(dice), r_(dice.uniform(0.3, 2.0)), rod_(dice.uniform(0.3, 2.0)) {}
  void describe(Model& model) const override {
    model.parameter("r", r_).parameter("m", first_).parameter("s", second_).parameter("J", rod_);
    model.coordinate("phi", {.start = 1.0}).coordinate("psi", {.start = 1.0});
    model.kinetic("(m*r^2*phi'^2 + J*psi'^2 + s*r^2*(sin(phi)*phi' + sin(psi)*psi')^2)/2");
    model.force_along("phi", force_[0]).force_along("psi", force_[1]);
    model.constraint("height", "r*sin(phi) = r*sin(psi)");
  }
  Place place(const Wide& epsilon, bool other_branch) const override {
    const Wide up = acos(Wide(0));
    return {up - epsilon, other_branch ? Wide(up + epsilon) : Wide(up - epsilon)};
  }
  WideInstant instant(const Place& q, const Place& u) const override {
    const Place s = {sin(q[0]), sin(q[1])};
    const Place c = {cos(q[0]), cos(q[1])};
    const Wide slide = Wide(second_) * r_ * r_;
    const Wide drift = c[0] * u[0] * u[0] + c[1] * u[1] * u[1];
    WideInstant result;
    result.mass = {{Wide(first_) * r_ * r_ + slide * s[0] * s[0], slide * s[0] * s[1]},
                   {slide * s[0] * s[1], Wide(rod_) + slide * s[1] * s[1]}};
    result.pull = {force_[0] - slide * drift * s[0], force_[1] - slide * drift * s[1]};
    result.rows = {{r_ * c[0], -r_ * c[1]}};
    result.b2 = {r_ * (s[1] * u[1] * u[1] - s[0] * u[0] * u[0])};
    return result;
  }
  double size() const override { return r_; }

 private:
  double r_, rod_;
};

// A parallelogram in the angles of its cranks, fork at α = β = 0.
class AngleParallelogram final : public AngleFork {
 public:
  explicit AngleParallelogram(Dice& dice)
      : AngleFork(dice), a_(dice.uniform(0.3, 2.0)), d_(a_ * dice.uniform(1.2, 2.5)) {}
  void describe(Model& model) const override {
    model.parameter("a", a_).parameter("d", d_).parameter("m", first_).parameter("k", second_);
    model.coordinate("al", {.start = 0.5}).coordinate("be", {.start = 0.5});
    model.kinetic("(m*a^2*al'^2 + k*a^2*be'^2)/2");
    model.force_along("al", force_[0]).force_along("be", force_[1]);
    model.constraint("coupler", "(d + a*cos(be) - a*cos(al))^2 + (a*sin(be) - a*sin(al))^2 = d^2");
  }
  Place place(const Wide& epsilon, bool other_branch) const override {
    if (!other_branch) return {epsilon, epsilon};
    // q mirrored in the line from p to the far bearing
    const Wide x = a_ * cos(epsilon);
    const Wide y = a_ * sin(epsilon);
    const Wide ex = d_ - x;
    const Wide factor = 2 * (y * d_) / (ex * ex + y * y);
    return {epsilon, atan2(y - factor * ex, x - factor * y)};
  }
  WideInstant instant(const Place& q, const Place& u) const override {
    const Place s = {sin(q[0]), sin(q[1])};
    const Place c = {cos(q[0]), cos(q[1])};
    const Place e = {d_ + a_ * (c[1] - c[0]), a_ * (s[1] - s[0])};
    const Place rate = {a_ * (s[0] * u[0] - s[1] * u[1]), a_ * (c[1] * u[1] - c[0] * u[0])};
    const Place drift = {a_ * (c[0] * u[0] * u[0] - c[1] * u[1] * u[1]),
                         a_ * (s[0] * u[0] * u[0] - s[1] * u[1] * u[1])};
    WideInstant result;
    result.mass = {{Wide(first_) * a_ * a_, Wide(0)}, {Wide(0), Wide(second_) * a_ * a_}};
    result.pull = {Wide(force_[0]), Wide(force_[1])};
    result.rows = {{2 * a_ * (e[0] * s[0] - e[1] * c[0]), 2 * a_ * (e[1] * c[1] - e[0] * s[1])}};
    result.b2 = {2 * (rate[0] * rate[0] + rate[1] * rate[1] + e[0] * drift[0] + e[1] * drift[1])};
    return result;
  }
  double size() const override { return 2.0 * a_ * d_; }

 private:
  double a_, d_;
};

void approach(const AngleFork& fork, Dice& dice, Tally& near, Tally& at_fork) {
  Model model("linkage");
  fork.describe(model);
  const System system(model);
  const bool branch = dice.coin();
  const int side = dice.coin() ? 1 : -1;
  const double speed = dice.upto(4) == 0 ? 0.0 : dice.uniform(-2.0, 2.0);
  const auto ask = [&](const Wide& epsilon, const Wide& for_velocity, double distance,
                       Tally& tally) {
    const Place q = fork.place(epsilon, branch);
    const WideVector along =
        fork.instant(fork.place(for_velocity, branch), {}).velocities({1.0, 0.0}, speed);
    const Place u = {along[0], along[1]};
    const State state{Vector{{static_cast<double>(q[0]), static_cast<double>(q[1])}},
                      Vector{{static_cast<double>(u[0]), static_cast<double>(u[1])}}, 0.0};
    const WideInstant given =
        fork.instant({Wide(state.q[0]), Wide(state.q[1])}, {Wide(state.u[0]), Wide(state.u[1])});
    // a row is as near to nothing as it is short; its rounding and that of b2 are those of terms
    const double sigma = distance > 0.0 ? std::hypot(static_cast<double>(given.rows[0][0]),
                                                     static_cast<double>(given.rows[0][1])) /
                                              fork.size()
                                        : 1e-16;
    const double square = state.u.squaredNorm();
    judge(accelerations(system, state), given, fork.instant(q, u), std::min(1.0, sigma),
          fork.size() * square, tally);
  };
  for (int decade = 1; decade <= 14; ++decade) {
    const Wide epsilon = side * Wide(dice.uniform(0.3, 1.0)) * pow(Wide(10), -decade);
    ask(epsilon, epsilon, 1.0, near);
  }
  ask(Wide(0), Wide("1e-40"), 0.0, at_fork);
}

}  // namespace

// Theory 5.2-5.
TEST_CASE("in angles the row itself vanishes at a bifurcation and is not trusted near it") {
  Dice dice(5);
  Tally near, at_fork;
  for (int i = 0; i < 200; ++i) approach(AngleSliderCrank(dice), dice, near, at_fork);
  check("slider-crank in angles", near, Breaks::near_fork);
  check("slider-crank in angles at the fork", at_fork, Breaks::near_fork);
  CHECK(near.found > 1000);
  CHECK(at_fork.singular + at_fork.violated == 200);
  Tally near_flat, at_flat;
  for (int i = 0; i < 200; ++i) approach(AngleParallelogram(dice), dice, near_flat, at_flat);
  check("parallelogram in angles", near_flat, Breaks::near_fork);
  check("parallelogram in angles at the fork", at_flat, Breaks::near_fork);
  CHECK(near_flat.found > 1000);
  CHECK(at_flat.singular + at_flat.violated == 200);
}

// --- redundant but harmless ---------------------------------------------------------------------

namespace {

// A parallelogram on two or three cranks at angle `alpha`, turning at `rate`.
void cranks(Model& model, double d, double a, double alpha, double rate, bool third) {
  const double x = a * std::cos(alpha);
  const double y = a * std::sin(alpha);
  const Triple velocity(-rate * y, rate * x, 0);
  model.fixed("far", {d, 0, 0}).fixed("middle", {0.5 * d, 0, 0});
  model.mass("p", 1.3, {.at = {x, y, 0}, .velocity = velocity, .axes = "xy"});
  model.mass("q", 0.7, {.at = {d + x, y, 0}, .velocity = velocity, .axes = "xy"});
  model.force("p", {1.0, -9.81, 0}).force("q", {0.5, -4.0, 0});
  model.parameter("a", a).parameter("d", d);
  model.constraint("crank", "|p| = a");
  model.constraint("coupler", "|p - q| = d");
  model.constraint("rocker", "|q - far| = a");
  if (third) model.constraint("third", "|0.5*p + 0.5*q - middle| = a");
}

}  // namespace

TEST_CASE("a third crank parallel to two others changes multipliers but no acceleration") {
  Dice dice(6);
  for (int i = 0; i < 30; ++i) {
    const double d = dice.uniform(0.8, 3.0);
    const double a = dice.uniform(0.3, 0.7);
    const double alpha = dice.uniform(0.3, 2.8);
    const double rate = dice.uniform(-3.0, 3.0);
    Model two("two cranks"), three("three cranks");
    cranks(two, d, a, alpha, rate, false);
    cranks(three, d, a, alpha, rate, true);
    const System with_two(two), with_three(three);
    const Instant plain = accelerations(with_two, two.start());
    const Instant redundant = accelerations(with_three, three.start());
    REQUIRE(plain.usable());
    REQUIRE(redundant.usable());
    CHECK(plain.regularity.kind == PositionClass::regular);
    CHECK(redundant.regularity.kind == PositionClass::weakly_regular);
    CHECK(redundant.regularity.rank == 3);
    CHECK(redundant.regularity.zero < 1e-14);
    CHECK_FALSE(redundant.unique);
    CHECK(off(redundant.accelerations, plain.accelerations) < 1e-10);
  }
}

// Theory 5.2-3.
TEST_CASE("a wall written three times acts as one") {
  const auto fall = [](int walls) {
    Model model("walls");
    model.mass("p", 2.0, {.at = {0.3, -0.2, 0.0}, .velocity = {1.0, 0.5, 0.0}});
    model.force("p", {1.0, 2.0, -3.0});
    model.constraint("one", "p.z >= 0");
    if (walls > 1) model.constraint("two", "-3*p.z <= 0");
    if (walls > 2) model.constraint("three", "p.z^3 + p.z >= 0");
    const System system(model);
    return accelerations(system, model.start());
  };
  const Instant one = fall(1);
  CHECK(one.accelerations.isApprox(Vector{{0.5, 1.0, 0.0}}));
  for (const int walls : {2, 3}) {
    const Instant several = fall(walls);
    REQUIRE(several.usable());
    CHECK(several.regularity.kind == PositionClass::weakly_regular);
    CHECK(several.regularity.rank == 1);
    CHECK_FALSE(several.unique);
    CHECK(off(several.accelerations, one.accelerations) < 1e-10);
  }
}

//   Four feet and a top, joined by nine rods: rigid. A horizontal push through the centre of mass
//   moves all parts alike; the forces of the four feet have one degree of freedom.
// Theory 5.2-3.
TEST_CASE("a box on four feet is weakly regular, with and without one more diagonal") {
  const double h = 1.5;
  const auto pushed = [&](bool second_diagonal) {
    Model model("box");
    const std::array<std::string, 4> feet = {"a", "b", "c", "d"};
    const std::array<std::array<double, 2>, 4> at = {
        {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}};
    model.gravity({0, 0, -9.81});
    model.mass("top", 2.0, {.at = {0, 0, h}}).force("top", {0.2, 0.1, 0});
    for (std::size_t i = 0; i < 4; ++i) {
      model.mass(feet[i], 1.0, {.at = {at[i][0], at[i][1], 0}}).force(feet[i], {0.1, 0.05, 0});
      model.constraint("floor_" + feet[i], feet[i] + ".z >= 0");
    }
    const double up = std::sqrt(2.0 + h * h);
    model.parameter("up", up);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string& next = feet[(i + 1) % 4];
      model.constraint("side_" + feet[i], "|" + feet[i] + " - " + next + "| = 2");
      model.constraint("leg_" + feet[i], "|" + feet[i] + " - top| = up");
    }
    model.constraint("diagonal", "|a - c|^2 = 8");
    if (second_diagonal) model.constraint("other", "|b - d|^2 = 8");
    const System system(model);
    return accelerations(system, model.start());
  };
  for (const bool second : {false, true}) {
    const Instant instant = pushed(second);
    CAPTURE(second);
    REQUIRE(instant.usable());
    CHECK(instant.regularity.kind == PositionClass::weakly_regular);
    CHECK(instant.regularity.rank == 12);
    CHECK_FALSE(instant.unique);
    Vector expected(15);
    for (int i = 0; i < 5; ++i) expected.segment<3>(3 * i) = Eigen::Vector3d(0.1, 0.05, 0.0);
    CHECK(off(instant.accelerations, expected) < 1e-10);
  }
}

// Theory 5.2-4.
TEST_CASE("a point between lid and floor is singular at rest and contradictory in motion") {
  for (const double speed : {0.0, 1e-3, 1.0, 50.0}) {
    CAPTURE(speed);
    Model model("lid and floor");
    model.mass("p", 1.0, {.velocity = {speed, 0, 0}, .axes = "xy"}).force("p", {1.0, -2.0, 0});
    model.constraint("lid", "p.y + p.x^2 <= 0");
    model.constraint("floor", "-p.y <= 0");
    const System system(model);
    const Instant instant = accelerations(system, model.start());
    CHECK(instant.accelerations.size() == 0);
    CHECK(instant.regularity.kind == PositionClass::singular);
    CHECK(instant.regularity.rank == 1);
    if (speed == 0.0) {
      CHECK(instant.outcome == InstantOutcome::singular);
      REQUIRE(instant.regularity.weights.size() == 2);
      CHECK(std::abs(instant.regularity.weights[0] / instant.regularity.weights[1] - 1.0) < 1e-12);
    } else {
      CHECK(instant.outcome == InstantOutcome::contradictory);
      CHECK(instant.proof.size() == 2);
    }
  }
}

// --- cones --------------------------------------------------------------------------------------

namespace {

// Masses along the three coordinates, the axes of the cone turned against them.
struct TurnedCone {
  Eigen::Matrix3d axes;
  Eigen::Vector3d mass, force, widths;

  explicit TurnedCone(Dice& dice) {
    const Eigen::Vector3d axis(dice.uniform(-1.0, 1.0), dice.uniform(-1.0, 1.0),
                               dice.uniform(-1.0, 1.0));
    axes = Eigen::AngleAxisd(dice.uniform(0.1, 3.0), axis.normalized()).toRotationMatrix();
    for (int i = 0; i < 3; ++i) {
      mass[i] = dice.uniform(0.3, 3.0);
      force[i] = dice.uniform(-5.0, 5.0);
      widths[i] = i < 2 ? dice.uniform(0.5, 2.0) : 1.0;
    }
  }

  Eigen::Vector3d free() const { return force.cwiseQuotient(mass); }

  // w0 X² + w1 Y² − Z², or ≤, in the turned coordinates X, Y, Z.
  Instant instant(bool equation) const {
    Model model("cone");
    std::string kinetic, squares;
    const std::array<std::string, 3> q = {"x", "y", "z"};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      model.coordinate(q[i]).force_along(q[i], force[k]);
      kinetic += fmt::format("{}{:.17g}*{}'^2/2", i > 0 ? " + " : "", mass[k], q[i]);
      squares += fmt::format("{}{:.17g}*({:.17g}*x + {:.17g}*y + {:.17g}*z)^2",
                             i == 0   ? ""
                             : i == 1 ? " + "
                                      : " - ",
                             widths[k], axes(k, 0), axes(k, 1), axes(k, 2));
    }
    model.kinetic(kinetic);
    model.constraint("cone", squares + (equation ? " = 0" : " <= 0"));
    const System system(model);
    return accelerations(system, model.start());
  }

  Eigen::Vector3d generator(double theta) const {
    return axes.transpose() * Eigen::Vector3d(std::cos(theta) / std::sqrt(widths[0]),
                                              std::sin(theta) / std::sqrt(widths[1]), 1.0);
  }
  double form(const Eigen::Vector3d& a) const {
    const Eigen::Vector3d turned = axes * a;
    return widths[0] * turned[0] * turned[0] + widths[1] * turned[1] * turned[1] -
           turned[2] * turned[2];
  }
  double zwang(const Eigen::Vector3d& a) const { return mass.dot((a - free()).cwiseAbs2()); }
  // The best of one generator; `nappe` ±1 allows one half of it, 0 both.
  Eigen::Vector3d best(double theta, int nappe) const {
    const Eigen::Vector3d w = generator(theta);
    const double along = w.dot(force) / mass.dot(w.cwiseAbs2());
    return nappe * along < 0.0 ? Eigen::Vector3d::Zero().eval() : Eigen::Vector3d(along * w);
  }

  // Minima of Z along the generators, by looking at all of them.
  std::vector<Eigen::Vector3d> minima(int nappe) const {
    constexpr int count = 4000;
    constexpr double step = 2.0 * 3.14159265358979323846 / count;
    const auto z = [&](double theta) { return zwang(best(theta, nappe)); };
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(z(i * step));
    std::vector<Eigen::Vector3d> found;
    for (int i = 0; i < count; ++i) {
      const double here = values[index(i)];
      if (!(here < values[index((i + 1) % count)] &&
            here <= values[index((i + count - 1) % count)]))
        continue;
      double low = (i - 1) * step;
      double high = (i + 1) * step;
      for (int turn = 0; turn < 80; ++turn) {  // golden section
        const double left = high - 0.6180339887498949 * (high - low);
        const double right = low + 0.6180339887498949 * (high - low);
        (z(left) < z(right) ? high : low) = z(left) < z(right) ? right : left;
      }
      const Eigen::Vector3d a = best(0.5 * (low + high), nappe);
      if (a.norm() > 1e-9) found.push_back(a);
    }
    return found;
  }
};

// Whether the listed minima are those found by looking.
bool same_minima(const Vertex& vertex, const std::vector<Eigen::Vector3d>& expected) {
  if (!vertex.found || vertex.minima() != static_cast<int>(expected.size())) return false;
  return std::all_of(expected.begin(), expected.end(), [&](const Eigen::Vector3d& a) {
    return std::any_of(
        vertex.stationary.begin(), vertex.stationary.end(), [&](const Stationary& s) {
          // golden section finds a place to the root of rounding only
          return s.kind == Stationary::Kind::minimum && (s.accelerations - a).norm() < 1e-6;
        });
  });
}

}  // namespace

// Theory 5.3-3.
TEST_CASE("at the vertex of any cone the minima are those found by trying all generators") {
  Dice dice(7);
  int wrong = 0, one = 0, two = 0;
  for (int i = 0; i < 300; ++i) {
    const TurnedCone cone(dice);
    const Instant instant = cone.instant(true);
    const auto expected = cone.minima(0);
    (expected.size() == 1 ? one : two) += 1;
    if (instant.outcome != InstantOutcome::singular || instant.regularity.rank != 0 ||
        !same_minima(instant.regularity.vertex, expected))
      ++wrong;
  }
  MESSAGE(fmt::format("cones: one minimum {}, two {}", one, two));
  CHECK(wrong == 0);
  CHECK(one > 20);
  CHECK(two > 20);
}

//   Each nappe is convex, so it has one nearest point: the free acceleration itself, a point of its
//   surface, or the vertex, which is no minimum of both together.
// Theory 5.3-3.
TEST_CASE("inside a cone of two nappes there is one minimum, or one in each nappe") {
  Dice dice(8);
  int wrong = 0, inside = 0, two = 0;
  for (int i = 0; i < 300; ++i) {
    const TurnedCone cone(dice);
    const Instant instant = cone.instant(false);
    std::vector<Eigen::Vector3d> expected;
    const Eigen::Vector3d free = cone.free();
    const double height = (cone.axes * free)[2];
    for (const int nappe : {1, -1}) {
      if (cone.form(free) <= 0.0 && height * nappe > 0.0) {
        expected.push_back(free);
        ++inside;
        continue;
      }
      const auto on_surface = cone.minima(nappe);
      expected.insert(expected.end(), on_surface.begin(), on_surface.end());
    }
    if (expected.size() == 2) ++two;
    // inside of it the free motion goes on
    const bool goes_on = cone.form(free) < 0.0;
    if (instant.outcome != (goes_on ? InstantOutcome::found : InstantOutcome::singular) ||
        (goes_on && !(instant.accelerations - free).isZero(1e-12 * free.norm())) ||
        !same_minima(instant.regularity.vertex, expected))
      ++wrong;
  }
  MESSAGE(fmt::format("solid cones: free inside {}, two minima {}", inside, two));
  CHECK(wrong == 0);
  CHECK(inside > 20);
  CHECK(two > 20);
}
