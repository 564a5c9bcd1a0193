// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Every instant of tests/reference, read from the JSON and compared to 1e-12.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/gauss/accelerations.hpp"
#include "zwang/gauss/impact.hpp"
#include "zwang/gauss/reduced.hpp"

namespace {

using namespace zwang;
using reference::accuracy;
using reference::Json;
using reference::off;
using reference::vector;

// Numbers by the names of constraints.
template <class Number>
double worst(const Model& model, const Json& expected, double size, Number&& number) {
  double most = 0.0;
  for (const auto& [constraint, value] : expected.items()) {
    const double wanted = value;
    most = std::max(most, std::abs(number(*model.find_constraint(constraint)) - wanted));
  }
  return most / std::max(1.0, size);
}

double largest(const Json& numbers) {
  double most = 0.0;
  for (const auto& [key, value] : numbers.items())
    most = std::max(most, std::abs(value.get<double>()));
  return most;
}

void check_accelerations(const Model& model, const Instant& instant, const Json& expect) {
  REQUIRE(instant.usable());
  CHECK(off(instant.accelerations, vector(expect["accelerations"])) < accuracy);
  CHECK(instant.certificate.holds(accuracy));
  const auto at = [&](int i) -> const ConstraintAt& {
    return instant.constraints[static_cast<std::size_t>(i)];
  };
  if (expect.contains("multipliers"))
    CHECK(worst(model, expect["multipliers"], largest(expect["multipliers"]),
                [&](int i) { return at(i).multiplier; }) < accuracy);
  if (expect.contains("zwang")) CHECK(off(instant.zwang, expect["zwang"].get<double>()) < accuracy);
  if (expect.contains("f2"))
    CHECK(worst(model, expect["f2"], 1.0, [&](int i) { return at(i).second; }) < accuracy);
  if (expect.contains("free_accelerations"))
    CHECK(off(instant.free, vector(expect["free_accelerations"])) < accuracy);
  if (expect.contains("active"))
    for (int i = 0; i < static_cast<int>(model.constraints().size()); ++i) {
      const auto& name = model.constraints()[static_cast<std::size_t>(i)].name;
      const auto& active = expect["active"];
      if (model.constraints()[static_cast<std::size_t>(i)].equation) continue;
      CHECK((at(i).status == ConstraintStatus::active) ==
            (std::find(active.begin(), active.end(), name) != active.end()));
    }
}

void check_impact(const Model& model, const Impact& impact, const Json& expect) {
  REQUIRE(impact.usable());
  CHECK(off(impact.after, vector(expect["velocities_after"])) < accuracy);
  CHECK(impact.certificate.holds(accuracy));
  if (expect.contains("impulses"))
    CHECK(worst(model, expect["impulses"], largest(expect["impulses"]),
                [&](int i) { return impact.impulses[i]; }) < accuracy);
  if (expect.contains("f1_after"))
    CHECK(worst(model, expect["f1_after"], 1.0, [&](int i) {
            return impact.constraints[static_cast<std::size_t>(i)].rate_after;
          }) < accuracy);
  if (expect.contains("T_free"))
    CHECK(off(impact.energy_free, expect["T_free"].get<double>()) < accuracy);
  if (expect.contains("T_before"))
    CHECK(off(impact.energy_before, expect["T_before"].get<double>()) < accuracy);
  if (expect.contains("T_after"))
    CHECK(off(impact.energy_after, expect["T_after"].get<double>()) < accuracy);
  if (expect.contains("T_of_lost_velocities"))
    CHECK(off(impact.energy_lost_velocities, expect["T_of_lost_velocities"].get<double>()) <
          accuracy);
  if (expect.contains("sum_l_times_df_dt"))
    CHECK(off(impact.supplied, expect["sum_l_times_df_dt"].get<double>()) < accuracy);
}

}  // namespace

// Theory 1-2, 3-1, 16-5.
TEST_CASE("p01, p02, p05: accelerations, multipliers and active constraints match the reference") {
  int instants = 0;
  for (const char* file : {"p01_mayer_accelerations", "p02_ostrogradsky", "p05_halfspace"})
    for (const Json& one : reference::cases(file)) {
      const auto name = one["name"].get<std::string>();
      CAPTURE(name);
      const auto model = reference::model(one["model"], one["state"], name);
      const System system(*model);
      const Instant instant =
          accelerations(system, reference::state(one["state"]), {.ostrogradsky = true});
      const Json& expect = one["expect"];
      CHECK_FALSE(instant.summary().empty());
      ++instants;
      if (name == "infeasible_farkas") {
        CHECK(instant.outcome == InstantOutcome::contradictory);
        REQUIRE(instant.proof.size() == 2);
        CHECK(off(instant.proof[0].second / instant.proof[1].second, 1.0) < accuracy);
      } else if (name == "singular_at_equilibrium") {
        CHECK(instant.outcome == InstantOutcome::singular);
        CHECK(instant.regularity.rank == expect["rank_of_gradients"].get<int>());
        REQUIRE(instant.regularity.weights.size() == 2);
        CHECK(off(instant.regularity.weights[0] / instant.regularity.weights[1], 1.0) < accuracy);
      } else {
        check_accelerations(*model, instant, expect);
      }
      if (name == "r3_dependent") {
        CHECK_FALSE(instant.unique);
        CHECK(instant.regularity.kind == PositionClass::weakly_regular);
        CHECK(instant.regularity.rank == 2);
        CHECK(worst(*model, expect["minimal_norm_multipliers"], 1.0, [&](int i) {
                return instant.constraints[static_cast<std::size_t>(i)].multiplier;
              }) < accuracy);
      }
      if (expect.contains("wrong_rule_accelerations"))
        CHECK(off(instant.ostrogradsky->accelerations, vector(expect["wrong_rule_accelerations"])) <
              accuracy);
    }
  CHECK(instants == 23);
}

// Theory 2.1-1.
TEST_CASE("p33: accelerations under constraints that are not linear in the velocities") {
  int instants = 0;
  for (const Json& one : reference::cases("p33_nonlinear_velocity")) {
    if (!one["expect"].contains("accelerations")) continue;
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const System system(*model);
    check_accelerations(*model, accelerations(system, reference::state(one["state"])),
                        one["expect"]);
    ++instants;
  }
  CHECK(instants == 11);
}

// Theory 7.1-1, 7.1-2, 7.2-1, 7.2-2, 16-5.
TEST_CASE("p03, p11, p15: impacts match the reference") {
  int impacts = 0;
  for (const char* file : {"p03_mayer_string_wall", "p11_impact_chains", "p15_transitions"})
    for (const Json& one : reference::cases(file)) {
      if (!one["expect"].contains("velocities_after")) continue;
      const auto name = one["name"].get<std::string>();
      CAPTURE(name);
      const auto model = reference::model(one["model"], one["state"], name);
      const System system(*model);
      ImpactOptions options;
      if (one.contains("external_impulse") && !one["external_impulse"].is_null())
        options.impulse = vector(one["external_impulse"]);
      check_impact(*model, impact(system, reference::state(one["state"]), options), one["expect"]);
      ++impacts;
    }
  CHECK(impacts == 18);
}

// Theory 7.3-2, 7.6-1.
TEST_CASE("p04: the impact of the ring and the motion right after it match the reference") {
  for (const Json& one : reference::cases("p04_mayer_ring")) {
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], name);
    const System system(*model);
    const Json& event = one["expect"]["events"][0];
    State state = reference::state(one["state"]);
    state.t = event["t"].get<double>();
    const Impact hit = impact(system, state);
    REQUIRE(hit.usable());
    CHECK(off(hit.after, vector(event["velocities_after"])) < accuracy);
    CHECK(off(hit.impulses[0], event["impulse"].get<double>()) < accuracy);
    CHECK(off(hit.supplied, one["expect"]["l_df_dt"].get<double>()) < accuracy);
    state.u = hit.after;
    const Instant after = accelerations(system, state);
    REQUIRE(after.usable());
    CHECK(off(after.constraints[0].multiplier, one["expect"]["multiplier_after"].get<double>()) <
          accuracy);
    const bool active = one["expect"]["active_after"].get<bool>();
    const bool degenerate = one["expect"]["degenerate_after"].get<bool>();
    CHECK(after.constraints[0].status == (active       ? ConstraintStatus::active
                                          : degenerate ? ConstraintStatus::closed
                                                       : ConstraintStatus::released));
  }
}

// Theory 5.4-1, 5.4-2.
TEST_CASE("p06: at rest in the vertex of a cone the minima match the reference") {
  for (const Json& one : reference::cases("p06_cone_vertex")) {
    const auto name = one["name"].get<std::string>();
    CAPTURE(name);
    Model model(name);
    model.mass("p", 1.0);
    const Vector force = vector(one["force"]);
    model.force("p", {force[0], force[1], force[2]});
    model.constraint("cone", "p.x^2 + p.y^2 = p.z^2");
    const System system(model);
    const Instant instant = accelerations(system, model.start());
    const Json& expect = one["expect"];
    CHECK(instant.outcome == InstantOutcome::singular);
    CHECK(instant.accelerations.size() == 0);
    CHECK(instant.regularity.rank == expect["rank_of_gradient"].get<int>());
    REQUIRE(instant.regularity.vertex.found);
    const auto& stationary = instant.regularity.vertex.stationary;
    if (expect.contains("continuum")) {
      REQUIRE(stationary.size() == 1);
      CHECK(stationary[0].family == 1);
      CHECK(off(stationary[0].zwang, expect["zwang"].get<double>()) < accuracy);
      const Vector& a = stationary[0].accelerations;
      CHECK(off(std::hypot(a[0], a[1]), expect["circle_radius"].get<double>()) < accuracy);
      CHECK(off(a[2], expect["circle_height"].get<double>()) < accuracy);
      continue;
    }
    CHECK(instant.regularity.vertex.minima() == expect["number_of_local_minima"].get<int>());
    for (const Json& point : expect["stationary_points"]) {
      if (point["kind"] == "vertex") continue;
      const Vector a = vector(point["accelerations"]);
      const auto found = std::find_if(stationary.begin(), stationary.end(), [&](const auto& s) {
        return off(s.accelerations, a) < accuracy;
      });
      REQUIRE(found != stationary.end());
      CHECK(off(found->zwang, point["zwang"].get<double>()) < accuracy);
      CHECK((found->kind == Stationary::Kind::minimum) == (point["kind"] == "local minimum"));
    }
  }
}

// Theory 3-2.
TEST_CASE("p12, p15, p16, p17: accelerations and multipliers match the reference") {
  int instants = 0;
  for (const char* file :
       {"p12_nonholonomic", "p15_transitions", "p16_maurer_problems", "p17_ivp_test_set"})
    for (const Json& one : reference::cases(file)) {
      const auto name = one["name"].get<std::string>();
      CAPTURE(name);
      const Json& expect = one["expect"];
      if (!one.contains("model") || !one.contains("state")) continue;
      const auto model = reference::model(one["model"], one["state"], name);
      const System system(*model);
      if (expect.contains("accelerations")) {
        check_accelerations(*model, accelerations(system, reference::state(one["state"])), expect);
        ++instants;
      }
      // samples carry a state and the multiplier there
      if (!expect.contains("samples")) continue;
      for (const Json& sample : expect["samples"]) {
        if (!sample.contains("multiplier") && !sample.contains("multipliers")) continue;
        const Instant instant = accelerations(system, reference::state(sample));
        CAPTURE(sample.dump());
        REQUIRE(instant.usable());
        if (sample.contains("multiplier"))
          CHECK(off(instant.constraints[0].multiplier, sample["multiplier"].get<double>()) <
                accuracy);
        else
          CHECK(worst(*model, sample["multipliers"], largest(sample["multipliers"]), [&](int i) {
                  return instant.constraints[static_cast<std::size_t>(i)].multiplier;
                }) < accuracy);
        ++instants;
      }
    }
  CHECK(instants > 30);
}

// Theory 10-6.
TEST_CASE("p16: problem B is the mechanical motion") {
  for (const Json& one : reference::cases("p16_maurer_problems")) {
    if (one["name"] != "problem_B") continue;
    Model model("rolling disc");
    for (std::size_t i = 0; i < 4; ++i)
      model.coordinate(one["coordinates"][i].get<std::string>(),
                       {.start = one["state"]["q"][i].get<double>(),
                        .rate = one["state"]["v"][i].get<double>()});
    model.kinetic("(2*(x'^2 + y'^2) + 0.3*th'^2 + 0.4*ps'^2)/2");
    model.constraint("one", "x' - 0.5*cos(th)*ps' = 0");
    model.constraint("two", "y' - 0.5*sin(th)*ps' = 0");
    const System system(model);
    const Instant instant = accelerations(system, model.start());
    REQUIRE(instant.usable());
    CHECK(off(instant.accelerations, vector(one["expect"]["accelerations_at_start"])) < accuracy);
    const Vector sigma = vector(one["expect"]["rho_dot_or_sigma_at_start"]);
    for (std::size_t i = 0; i < 2; ++i)
      CHECK(off(instant.constraints[i].multiplier, sigma[static_cast<Eigen::Index>(i)]) < accuracy);
    // without multipliers: the same
    const Reduced without = reduced(system, system.at(model.start()), {0, 1});
    CHECK(off(without.full(), instant.accelerations) < accuracy);
  }
}

// Theory 9-6.
TEST_CASE(
    "p16: conjugate velocity parameters, a sudden equation and reduced equations match the "
    "reference") {
  for (const Json& one : reference::cases("p16_maurer_problems")) {
    if (one["name"] != "conjugate_parameters") continue;
    const Json& expect = one["expect"];
    const Matrix mass = reference::matrix(one["mass_matrix"]);
    const Matrix rows = reference::matrix(one["constraint_rows"]);
    const Matrix basis = reference::matrix(one["kernel_basis_columns"]);
    const Conjugate parameters = conjugate(mass, rows, basis);
    const auto same = [](const Matrix& a, const Matrix& b) {
      return (a - b).cwiseAbs().maxCoeff() < accuracy;
    };
    CHECK(same(parameters.first, reference::matrix(expect["P1"])));
    CHECK(same(parameters.energy, reference::matrix(expect["B"])));
    const Vector free = vector(one["velocity_free"]);
    CHECK(off(parameters.first * free, vector(expect["u1"])) < accuracy);
    CHECK(off(parameters.second * free, vector(expect["u2_before"])) < accuracy);

    Model model("conjugate");
    std::string kinetic;
    const std::array<std::string, 4> q = {"a", "b", "c", "d"};
    for (std::size_t i = 0; i < 4; ++i) {
      model.coordinate(q[i], {.rate = free[static_cast<Eigen::Index>(i)]});
      model.force_along(q[i], one["force"][i].get<double>());
    }
    model.kinetic("(4*a'^2 + 3*b'^2 + 2*c'^2 + 5*d'^2)/2 + a'*b' + b'*c' + c'*d'");
    model.constraint("one", "a' + 2*b' - c' = 0");
    model.constraint("two", "b' + c' + d' = 0");
    const System system(model);
    State state = model.start();
    const Impact sudden = impact(system, state);
    REQUIRE(sudden.usable());
    CHECK(off(sudden.after, vector(expect["velocity_after"])) < accuracy);
    CHECK(off(sudden.impulses, vector(expect["impulses_l"])) < accuracy);
    // Maurer: u1 keeps its value
    CHECK(off(parameters.first * sudden.after, vector(expect["u1"])) < accuracy);
    state.u = sudden.after;
    const Instant instant = accelerations(system, state);
    CHECK(off(instant.accelerations, vector(expect["accelerations"])) < accuracy);
    const Reduced without = reduced(system, system.at(state), {0, 1}, basis);
    CHECK(off(without.accelerations, vector(expect["w_dot"])) < accuracy);
    CHECK(off(without.full(), instant.accelerations) < accuracy);
  }
}
