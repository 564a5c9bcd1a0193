// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Jacobi's multiplier (Voss 1884; theory 14): p14 whole, numbers by hand, and derivatives against
// differences of another module's accelerations.

#include "zwang/analysis/volume.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <random>

#include "tests/gauss/deviation.hpp"
#include "tests/gauss/reference_model.hpp"
#include "zwang/analysis/last_multiplier.hpp"
#include "zwang/arc/flow.hpp"
#include "zwang/base/error.hpp"
#include "zwang/gauss/accelerations.hpp"

namespace {

using namespace zwang;
using doctest::Approx;
using reference::Json;
using reference::off;
using Kind = LastMultiplier::Kind;

Json p14(const std::string& name) {
  for (const Json& one : reference::cases("p14_jacobi_multiplier"))
    if (one["name"] == name) return one;
  return {};
}

// Coordinates at the given places and rates, all masses as given.
std::unique_ptr<Model> bodies(const std::vector<std::string>& names, const Vector& at,
                              const Vector& rate, const std::string& kinetic) {
  auto model = std::make_unique<Model>("bodies");
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    model->coordinate(names[i], {.start = at[k], .rate = rate[k]});
  }
  model->kinetic(kinetic);
  return model;
}

std::unique_ptr<Model> point_under(const std::string& constraint, const Vector& at,
                                   const Vector& rate) {
  auto model = bodies({"x", "y", "z"}, at, rate, "(x'^2 + y'^2 + z'^2)/2");
  model->constraint("form", constraint);
  return model;
}

// (q', u') by (q, u), by central differences of the flow of motion/, which knows no derivatives.
Matrix differences(const System& system, const std::vector<int>& held, const State& state) {
  Flow flow(system);
  flow.bind(held, state.t);
  const int n = system.coordinates();
  Vector y(2 * n);
  y << state.q, state.u;
  const auto rates = [&](int k, double h) {
    Vector x = y, dx(2 * n);
    x[k] += h;
    REQUIRE(flow.rates(state.t, x.data(), dx.data()));
    return dx;
  };
  Matrix jacobian(2 * n, 2 * n);
  for (int k = 0; k < 2 * n; ++k) {
    const auto one = [&](double h) { return Vector((rates(k, h) - rates(k, -h)) / (2.0 * h)); };
    jacobian.col(k) = (4.0 * one(2e-4) - one(4e-4)) / 3.0;
  }
  return jacobian;
}

}  // namespace

// Theory 14-1.
TEST_CASE("p14: divergence, Delta and A/Delta match the reference at the samples") {
  double worst = 0.0;
  for (const Json& one : reference::cases("p14_jacobi_multiplier")) {
    const auto model = reference::model(one["model"], one["state"], "p14");
    const System system(*model);
    const PhaseFlow flow(system);
    for (const Json& sample : one["expect"]["samples"]) {
      const State state{reference::vector(sample["q"]), reference::vector(sample["v"]),
                        sample["t"]};
      const auto div = divergence(flow, state);
      REQUIRE(div);
      CAPTURE(one["name"].get<std::string>());
      worst = std::max({worst, off(div->value, sample["divergence"]),
                        off(div->by_voss(), sample["divergence"]),
                        off(div->log_delta_rate, sample["dlogDelta_dt"]),
                        off(div->a_over_delta, sample["A_over_Delta"]),
                        off(std::exp(div->log_delta), sample["Delta"])});
      CHECK(div->log_mass_rate == 0.0);
      CHECK(div->forces == 0.0);
    }
  }
  MESSAGE("p14 at the samples: off by " << worst);
  CHECK(worst < 1e-12);
}

// Theory 14-1.
TEST_CASE("p14: log det of the flow's Jacobian is the integral of the divergence") {
  double worst = 0.0, states = 0.0;
  int steps = 0;
  for (const Json& one : reference::cases("p14_jacobi_multiplier")) {
    const auto model = reference::model(one["model"], one["state"], "p14");
    const System system(*model);
    const PhaseFlow flow(system);
    for (const Json& sample : one["expect"]["samples"]) {
      const KeptVolume kept = kept_volume(flow, model->start(), sample["t"], 1e-12);
      REQUIRE(kept.usable());
      steps += kept.steps;
      worst = std::max({worst, off(kept.integral, sample["integral_of_divergence"]),
                        off(kept.log_determinant, sample["integral_of_divergence"]),
                        kept.difference()});
      for (Eigen::Index i = 0; i < kept.end.q.size(); ++i)
        states = std::max({states, off(kept.end.q[i], reference::vector(sample["q"])[i]),
                           off(kept.end.u[i], reference::vector(sample["v"])[i])});
    }
  }
  MESSAGE("p14 along the motions: volumes off by " << worst << ", states by " << states << ", "
                                                   << steps << " steps");
  CHECK(worst < 1e-9);
  CHECK(states < 1e-9);
}

// Theory 14-4, 14-5.
TEST_CASE("p14: the multiplier is found, and it conserves M det") {
  struct Expected {
    Kind kind;
    std::string text;
    bool exact;
    bool excluded;
  };
  const std::map<std::string, Expected> expected = {
      {"linear_complex", {Kind::one, "1", true, false}},
      {"integrable_with_factor", {Kind::delta_lambda, "Delta*exp(x^2 + y^2)", true, false}},
      {"sphere_velocity_form", {Kind::delta, "Delta", true, false}},
      {"sleigh", {Kind::none, "", false, true}},
      {"generic_nonholonomic", {Kind::none, "", false, true}},
      {"two_constraints", {Kind::none, "", false, true}}};
  double worst = 0.0;
  for (const Json& one : reference::cases("p14_jacobi_multiplier")) {
    const std::string name = one["name"];
    CAPTURE(name);
    const auto model = reference::model(one["model"], one["state"], "p14");
    const System system(*model);
    const PhaseFlow flow(system);
    const LastMultiplier found = last_multiplier(flow, model->start());
    MESSAGE(fmt::format("{}: '{}', {}; residual {:.1e}", name, found.text, found.reason,
                        found.residual));
    const Expected& what = expected.at(name);
    CHECK(found.kind == what.kind);
    CHECK(found.text == what.text);
    CHECK(found.exact == what.exact);
    CHECK(found.excluded == what.excluded);
    CHECK(found.usable() == !one["multiplier_formula"].is_null());
    const Json& samples = one["expect"]["samples"];
    for (const Json& sample : samples) {
      const State state{reference::vector(sample["q"]), reference::vector(sample["v"]),
                        sample["t"]};
      if (!found.usable()) {
        CHECK(std::isnan(log_multiplier(found, flow, state)));
        continue;
      }
      const double change =
          log_multiplier(found, flow, state) - log_multiplier(found, flow, model->start());
      const double given =
          std::log(sample["multiplier"].get<double>() / samples[0]["multiplier"].get<double>());
      worst = std::max({worst, off(change, given),
                        off(change, -sample["integral_of_divergence"].get<double>())});
    }
  }
  MESSAGE("log M: off by " << worst);
  CHECK(worst < 1e-12);
}

// By hand: N d(x y + z^2) with N = 1 + x^2 has Lambda = 1/N; d phi1 + z d phi2 and d phi2 + x d
// phi1 have the matrix (1, z; x, 1), Lambda = 1/(1 - x z); (x^2 + y^2) d(z + angle) has 1/(x^2 +
// y^2).
// Theory 14-4.
TEST_CASE("multipliers of integrable forms are in lowest terms") {
  const auto text = [](const std::vector<std::string>& names, const Vector& q, const Vector& v,
                       const std::vector<std::string>& forms) {
    std::string kinetic;
    for (const std::string& name : names)
      kinetic += fmt::format("{}{}'^2/2", kinetic.empty() ? "" : " + ", name);
    const auto model = bodies(names, q, v, kinetic);
    for (std::size_t k = 0; k < forms.size(); ++k)
      model->constraint(fmt::format("c{}", k), forms[k]);
    const System system(*model);
    const PhaseFlow flow(system);
    const LastMultiplier found = last_multiplier(flow, model->start());
    CHECK(found.exact);
    const KeptVolume kept = kept_volume(flow, model->start(), 0.5, 1e-12);
    CHECK(log_multiplier(found, flow, kept.end) - log_multiplier(found, flow, model->start()) ==
          Approx(-kept.log_determinant).epsilon(1e-9));
    return found.text;
  };
  CHECK(text({"x", "y", "z"}, Vector{{0.3, -0.4, 0.5}}, Vector{{0.5, 0.4, -0.01 / 0.5 + 0.1}},
             {"(1 + x^2)*(y*x' + x*y' + 2*z*z') = 0"}) == "Delta/(x^2 + 1)");
  CHECK(text({"x", "y", "z", "w"}, Vector{{0.3, -0.4, 0.5, 0.1}}, Vector{{0.5, 0.05, 1.0, -0.3}},
             {"(2*x*x' + w') + z*(y' + z*w' + w*z') = 0",
              "(y' + z*w' + w*z') + x*(2*x*x' + w') = 0"}) == "Delta/(x*z - 1)");
  CHECK(text({"x", "y", "z"}, Vector{{0.8, 0.6, 0.0}}, Vector{{-0.6, 0.8, -1.0}},
             {"x*y' - y*x' + (x^2 + y^2)*z' = 0"}) == "Delta/(x^2 + y^2)");
}

// One form (1 + x^2) d(x y + z^2) = 0, and its integral x y + z^2 = 1. z and z' are eliminated: the
// multiplier is divided by the determinant of the two integrals used, p.x' = 0 or f' = 0, and f =
// 1, by z' and z. What is left is one multiplier of one motion in (x, y, x', y').
// Theory 14-4.
TEST_CASE("Voss (17), (23): both multipliers reduce to the same one") {
  const auto lifted = [](const Vector& r) {
    const double z = std::sqrt(1.0 - r[0] * r[1]);
    const double rate = -(r[1] * r[2] + r[0] * r[3]) / (2.0 * z);
    return State{Vector{{r[0], r[1], z}}, Vector{{r[2], r[3], rate}}, 0.0};
  };
  const Vector first{{0.3, -0.4, 0.5, 0.7}};
  const State start = lifted(first);
  const auto by_form = point_under("(1 + x^2)*(y*x' + x*y' + 2*z*z') = 0", start.q, start.u);
  const auto by_surface = point_under("x*y + z^2 = 1", start.q, start.u);
  const System form(*by_form), surface(*by_surface);
  const PhaseFlow form_flow(form), surface_flow(surface);
  const LastMultiplier form_found = last_multiplier(form_flow, start);
  const LastMultiplier surface_found = last_multiplier(surface_flow, start);
  const auto reduced_form = [&](const Vector& r) {
    const State at = lifted(r);
    return log_multiplier(form_found, form_flow, at) -
           std::log((1.0 + r[0] * r[0]) * 2.0 * at.q[2] * 2.0 * at.q[2]);
  };
  const auto reduced_surface = [&](const Vector& r) {
    const State at = lifted(r);
    return log_multiplier(surface_found, surface_flow, at) -
           std::log(2.0 * at.q[2] * 2.0 * at.q[2]);
  };
  const auto field = [&](const System& system, const Vector& r) {
    const Instant instant = accelerations(system, lifted(r));
    REQUIRE(instant.usable());
    return Vector{{r[2], r[3], instant.accelerations[0], instant.accelerations[1]}};
  };
  const double apart = reduced_form(first) - reduced_surface(first);
  for (const Vector& r : {first, Vector{{-0.6, 0.5, 1.1, 0.2}}, Vector{{1.2, 0.4, -0.3, 0.9}},
                          Vector{{0.1, -2.0, 0.4, -0.6}}}) {
    CHECK(reduced_form(r) - reduced_surface(r) == Approx(apart).epsilon(1e-12));
    CHECK((field(form, r) - field(surface, r)).norm() <= 1e-12);
    // and it is a multiplier: its logarithm changes by minus the divergence
    double divergence = 0.0, change = 0.0;
    for (int k = 0; k < 4; ++k) {
      const auto slopes = [&](double h) {
        Vector more = r, less = r;
        more[k] += h;
        less[k] -= h;
        return Vector{{(field(form, more)[k] - field(form, less)[k]) / (2.0 * h),
                       (reduced_form(more) - reduced_form(less)) / (2.0 * h)}};
      };
      const Vector slope = (4.0 * slopes(2e-4) - slopes(4e-4)) / 3.0;
      divergence += slope[0];
      change += slope[1] * field(form, r)[k];
    }
    CHECK(std::abs(divergence + change) <= 1e-8);
  }
}

// Theory 14-6.
TEST_CASE("drag in the plane has div = -2c/m, and no function of position is conserved") {
  Model model("drag");
  model.parameter("c", 0.3);
  model.mass("a", 2.0, {.at = {1, 2, 0}, .velocity = {3, 4, 0}, .axes = "xy"});
  model.force("a", {"-c*a.x'", "-c*a.y'", 0});
  const System system(model);
  const PhaseFlow flow(system);
  const auto div = divergence(flow, model.start());
  REQUIRE(div);
  CHECK(div->value == Approx(-0.3).epsilon(1e-15));
  CHECK(div->forces == Approx(-0.3).epsilon(1e-15));
  const KeptVolume kept = kept_volume(flow, model.start(), 5.0, 1e-12);
  CHECK(kept.integral == Approx(-1.5).epsilon(1e-13));
  CHECK(kept.log_determinant == Approx(-1.5).epsilon(1e-11));
  CHECK(kept.end.u[0] == Approx(3.0 * std::exp(-0.75)).epsilon(1e-11));
  CHECK(kept.brief().starts_with("volume multiplied by 0.22313 until 5 s"));
  const LastMultiplier found = last_multiplier(flow, model.start());
  CHECK(found.kind == Kind::none);
  CHECK(found.reason == "velocity-dependent forces change volumes");
}

TEST_CASE("a force across the velocity, like a magnetic one, conserves volume") {
  Model model("magnet");
  model.mass("a", 2.0, {.at = {1, 2, 0}, .velocity = {3, 4, 0}});
  model.force("a", {"(1 + a.x^2)*a.y'", "-(1 + a.x^2)*a.x'", 0});
  const System system(model);
  const PhaseFlow flow(system);
  const LastMultiplier found = last_multiplier(flow, model.start());
  CHECK(found.kind == Kind::one);
  CHECK(found.exact);
}

// x' = v, v' = -v for 1 s, then nothing, then v' = -2 v for 1 s: div = -1, 0, -2
TEST_CASE("the volume follows scheduled forces piece by piece") {
  Model model("pieces");
  model.mass("a", 1.0, {.at = {0, 0, 0}, .velocity = {1, 0, 0}, .axes = "x"});
  model.force("a", {"-a.x'", 0, 0}, {.until = 1.0});
  model.force("a", {"-2*a.x'", 0, 0}, {.from = 2.0, .until = 3.0});
  const System system(model);
  const KeptVolume kept = kept_volume(PhaseFlow(system), model.start(), 4.0, 1e-12);
  REQUIRE(kept.usable());
  CHECK(kept.integral == Approx(-3.0).epsilon(1e-13));
  CHECK(kept.log_determinant == Approx(-3.0).epsilon(1e-11));
}

// T = (r'^2 + r^2 w'^2)/2: w'' = -2 r'w'/r, div = -2 r'/r, det M = r^2
// Theory 14-6.
TEST_CASE("in polar coordinates det M is the multiplier") {
  const auto model =
      bodies({"r", "w"}, Vector{{2.0, 0.3}}, Vector{{0.5, 0.7}}, "(r'^2 + r^2*w'^2)/2");
  const System system(*model);
  const PhaseFlow flow(system);
  const auto div = divergence(flow, model->start());
  CHECK(div->value == Approx(-0.5).epsilon(1e-15));
  CHECK(div->by_voss() == Approx(-0.5).epsilon(1e-15));
  CHECK(div->log_mass == Approx(std::log(4.0)));
  const LastMultiplier found = last_multiplier(flow, model->start());
  CHECK(found.kind == Kind::delta);
  CHECK(found.text == "det(M)");
  CHECK(found.exact);
}

// p = (-y, 0, 1), unit masses: Delta = 1 + y^2, W = -y dy/(1 + y^2) = -d log(Delta)/2, so
// div = -y y'/(1 + y^2) and M = Delta^(1/2).
TEST_CASE("for dz = y dx neither 1 nor Delta is a multiplier, but the root of Delta is") {
  const auto model = point_under("z' - y*x' = 0", Vector{{0.1, 0.5, 0.2}}, Vector{{0.4, 0.6, 0.2}});
  const System system(*model);
  const PhaseFlow flow(system);
  CHECK(divergence(flow, model->start())->value == Approx(-0.5 * 0.6 / 1.25).epsilon(1e-14));
  const LastMultiplier found = last_multiplier(flow, model->start());
  MESSAGE(fmt::format("{}: {}", found.text, found.reason));
  CHECK(found.kind == Kind::other);
  CHECK(found.text == "Delta^0.5");
  CHECK(found.exact);
  const KeptVolume kept = kept_volume(flow, model->start(), 2.0, 1e-12);
  CHECK(log_multiplier(found, flow, kept.end) - log_multiplier(found, flow, model->start()) ==
        Approx(-kept.log_determinant).epsilon(1e-10));
}

// p = (1, -t, 0), unit masses: Delta = 1 + t^2, A/Delta = -t/(1 + t^2), div = -t/(1 + t^2).
TEST_CASE("for a moving form time is one of Voss's coordinates") {
  const auto model = point_under("x' - t*y' = 0", Vector{{0.1, 0.5, 0.2}}, Vector{{0.0, 0.6, 0.2}});
  const System system(*model);
  const PhaseFlow flow(system);
  State state = model->start();
  state.t = 2.0;
  const auto div = divergence(flow, state);
  CHECK(div->a_over_delta == Approx(-0.4).epsilon(1e-14));
  CHECK(div->value == Approx(-0.4).epsilon(1e-14));
  CHECK(div->by_voss() == Approx(-0.4).epsilon(1e-14));
  const LastMultiplier found = last_multiplier(flow, model->start());
  CHECK(found.text == "Delta^0.5");
  CHECK(found.exact);
}

// f dx and (dy + 2 z dz)/f, f = 1 + x^2 + y, unit masses: Delta = 1 + 4 z^2, Lambda = 1, and by
// hand h = (f_x/f^2, -f_y/(1 + 4 z^2)).
// Theory 14-3.
TEST_CASE("Voss's criterion for M = Delta holds for two forms with nonzero h") {
  const auto model = point_under("(1 + x^2 + y)*x' = 0", Vector{{0.5, 0.25, 0.5}}, Vector::Zero(3));
  model->constraint("other", "(y' + 2*z*z')/(1 + x^2 + y) = 0");
  const System system(*model);
  const LastMultiplier found = last_multiplier(PhaseFlow(system), model->start());
  MESSAGE(fmt::format("'{}', {}", found.text, found.reason));
  CHECK(found.kind == Kind::delta);
  CHECK(found.exact);
  REQUIRE(found.h.size() == 2);
  CHECK(found.h[0] == Approx(4.0 / 9.0).epsilon(1e-14));
  CHECK(found.h[1] == Approx(-0.5).epsilon(1e-14));
}

// Unit masses.
// Theory 14-3.
TEST_CASE("Voss's criterion for M = Delta decides single forms by p x curl p = 0") {
  const Vector at{{0.7, 0.4, 0.9}}, rate{{0.0, 0.0, 0.0}};
  struct Case {
    const char* form;
    Kind kind;
  };
  for (const Case& one :
       {Case{"x*x' + 4*y*y' + 9*z*z' = 0", Kind::delta},  // exact
        Case{"y*x' + x*y' + z' = 0", Kind::delta},        // exact
        Case{"x*x' + y*y' + z*z' = 0", Kind::one},        // Delta is constant: 1 serves too
        Case{"cos(z)*x' + sin(z)*y' = 0", Kind::one},     // curl p = -p
        Case{"z*(x*x' + y*y' + z*z') = 0", Kind::delta_lambda}}) {
    const auto model = point_under(one.form, at, rate);
    const System system(*model);
    const LastMultiplier found = last_multiplier(PhaseFlow(system), model->start());
    CAPTURE(std::string(one.form));
    MESSAGE(fmt::format("{}: '{}', {}", one.form, found.text, found.reason));
    CHECK(found.kind == one.kind);
    CHECK(found.exact);
  }
}

// A rod of length 5 from the origin in the plane, masses 1 and 4: f = x^2 + y^2 - 25 gives
// Delta = 4 x^2 + y^2, and div = -d log Delta/dt.
// Theory 14-4.
TEST_CASE("for a position constraint Jacobi's multiplier is Delta") {
  const auto model =
      bodies({"x", "y"}, Vector{{3.0, 4.0}}, Vector{{4.0, -3.0}}, "(x'^2 + 4*y'^2)/2");
  model->potential("y").constraint("rod", "x^2 + y^2 = 25");
  const System system(*model);
  const PhaseFlow flow(system);
  const auto div = divergence(flow, model->start());
  CHECK(std::exp(div->log_delta) == Approx(52.0));
  CHECK(div->value == Approx(-(8.0 * 3.0 * 4.0 - 2.0 * 4.0 * 3.0) / 52.0).epsilon(1e-14));
  const LastMultiplier found = last_multiplier(flow, model->start());
  CHECK(found.kind == Kind::delta);
  CHECK(found.exact);
  CHECK(found.reason == "all constraints are holonomic");
  const KeptVolume kept = kept_volume(flow, model->start(), 1.0, 1e-12);
  CHECK(log_multiplier(found, flow, kept.end) - std::log(52.0) - std::log(4.0) ==
        Approx(-kept.log_determinant).epsilon(1e-10));
}

// Theory 14-2.
TEST_CASE("random systems: the derivatives of the flow agree with central differences") {
  std::mt19937_64 random(1884);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto k = [&] { return fmt::format("({:.3f})", number(random)); };
  double jacobians = 0.0, traces = 0.0, voss = 0.0, largest = 0.0;
  for (int trial = 0; trial < 40; ++trial) {
    const bool variable = trial % 2 == 1, moving = trial % 4 >= 2;
    const std::vector<std::string> names = {"a", "b", "c", "d"};
    Vector q(4), u(4);
    for (Eigen::Index i = 0; i < 4; ++i) {
      q[i] = number(random);
      u[i] = number(random);
    }
    std::string kinetic = "a'^2 + 2*b'^2 + 1.5*c'^2 + d'^2 + 0.3*a'*c'";
    if (variable)
      kinetic += fmt::format(" + (1 + {0}*sin(b))*d'^2 + {1}*cos(a + c)*b'*d'/2 + {2}*a*b'", k(),
                             k(), k());
    if (variable && moving) kinetic += fmt::format(" + {}*sin(t)*c'^2/3 + a*t*d'", k());
    const auto model = bodies(names, q, u, kinetic);
    model->potential(fmt::format("{}*a*b*c + {}*sin(d)", k(), k()));
    model->force_along("a", fmt::format("{}*b'*c' + {}*a'^2 + {}*d", k(), k(), k()));
    model->force_along("c", fmt::format("{}*c'*sqrt(1 + c'^2) + {}*a*b'", k(), k()));
    std::string form;
    for (const std::string& name : names)
      form +=
          fmt::format("({0} + {1}*a*b + {2}*sin(c)*d + {3}*b^2)*{4}' + ", k(), k(), k(), k(), name);
    form += moving ? fmt::format("{}*t*a + {}*b*c*t^2", k(), k()) : "0";
    model->constraint("form", fmt::format("{} = 0", form));
    model->constraint("place", fmt::format("a*b + {}*c^2 + {}*sin(d)*a {} = 0", k(), k(),
                                           moving ? "+ a*c*t" : ""));
    const System system(*model);
    State state = model->start();
    state.t = 0.4;
    const PhaseFlow flow(system);
    const auto now = flow.at(state);
    REQUIRE(now);
    const Matrix numbers = differences(system, {0, 1}, state);
    const double size = std::max(1.0, numbers.cwiseAbs().maxCoeff());
    jacobians = std::max(jacobians, (numbers - now->jacobian()).cwiseAbs().maxCoeff() / size);
    const Divergence div = divergence(*now);
    traces = std::max(traces, std::abs(div.value - numbers.trace()) / size);
    voss = std::max(voss, std::abs(div.value - div.by_voss()) / std::max(1.0, div.size));
    largest = std::max(largest, std::abs(div.value));
    Vector y(8), dy(8);
    y << state.q, state.u;
    Flow motion(system);
    motion.bind({0, 1}, state.t);
    REQUIRE(motion.rates(state.t, y.data(), dy.data()));
    CHECK((dy.tail(4) - now->accelerations).norm() < 1e-11 * size);
  }
  MESSAGE("jacobian off by " << jacobians << ", trace " << traces << ", Voss " << voss
                             << ", largest div " << largest);
  CHECK(jacobians < 1e-7);
  CHECK(traces < 1e-7);
  CHECK(voss < 1e-11);
  CHECK(largest > 1.0);
}

TEST_CASE("the determinant is that of the run itself: ends of neighbouring starts") {
  const Json one = p14("generic_nonholonomic");
  const auto model = reference::model(one["model"], one["state"], "p14");
  const System system(*model);
  const PhaseFlow flow(system);
  const State start = model->start();
  Matrix ends(6, 6);
  for (int k = 0; k < 6; ++k) {
    const auto end = [&](double h) {
      State moved = start;
      (k < 3 ? moved.q[k] : moved.u[k - 3]) += h;
      const KeptVolume kept = kept_volume(flow, moved, 1.0, 1e-13);
      Vector y(6);
      y << kept.end.q, kept.end.u;
      return y;
    };
    const auto slope = [&](double h) { return Vector((end(h) - end(-h)) / (2.0 * h)); };
    ends.col(k) = (4.0 * slope(1e-3) - slope(2e-3)) / 3.0;
  }
  CHECK(std::log(ends.determinant()) ==
        Approx(one["expect"]["samples"].back()["integral_of_divergence"].get<double>())
            .epsilon(1e-8));
}

// u = P q' + p: the volume of (q, u) has the divergence d log det P/dt more.
TEST_CASE("with quasi-velocities the volume is that of (q, q')") {
  const auto model =
      bodies({"x", "y"}, Vector{{0.7, 0.4}}, Vector{{0.3, -0.5}}, "(x'^2 + 2*y'^2)/2");
  model->quasi_velocity("s", "(1 + x^2)*x' + y*y'").quasi_velocity("w", "x*y' + 0.2*x");
  model->force_along("x", "-0.3*x'*y'");
  const System system(*model);
  const State state = model->start();
  const PhaseFlow flow(system);
  const double x = 0.7, rate = 0.3;  // det P = (1 + x^2) x
  const double more = (1.0 / x + 2.0 * x / (1.0 + x * x)) * rate;
  CHECK(divergence(flow, state)->value == Approx(0.15).epsilon(1e-13));
  CHECK(differences(system, {}, state).trace() == Approx(0.15 + more).epsilon(1e-8));
}

TEST_CASE("inequalities count only if they are held, and singular positions are reported") {
  Model model("hemisphere");
  model.mass("a", 1.0, {.at = {0.6, 0, 0.8}, .velocity = {0.8, 0, -0.6}});
  model.gravity({0, 0, -9.81});
  model.constraint("ball", "|a|^2 >= 1");
  const System system(model);
  CHECK(divergence(PhaseFlow(system), model.start())->value == 0.0);
  const PhaseFlow held(system, {0});
  CHECK(divergence(held, model.start())->log_delta == Approx(std::log(4.0)));
  State singular = model.start();
  singular.q.setZero();
  CHECK(!divergence(held, singular));
  singular.u.setZero();
  const KeptVolume kept = kept_volume(held, singular, 1.0);
  CHECK(kept.outcome == KeptVolume::Outcome::singular);
  CHECK(kept.brief() == "singular at 0 s");
}

TEST_CASE("what the volume cannot follow is rejected") {
  Model code("code");
  code.mass("a", 1.0);
  code.force([](double, const Vector&, const Vector&, Vector&) {});
  CHECK_THROWS_AS(PhaseFlow{System(code)}, Error);

  Model blow("blow");
  blow.mass("a", 1.0);
  blow.impulse("a", {1, 0, 0}, 0.5);
  blow.constraint("late", "a.x = 0", {.from = 2.0});
  const System system(blow);
  const PhaseFlow flow(system);
  CHECK(kept_volume(flow, blow.start(), 0.4).usable());
  CHECK_THROWS_AS(kept_volume(flow, blow.start(), 1.0), Error);
  CHECK_THROWS_AS(kept_volume(flow, blow.start(), -1.0), Error);
  CHECK_THROWS_AS(kept_volume(PhaseFlow::of_equations(system, 3.0), blow.start(), 0.1), Error);
  CHECK_THROWS_AS(PhaseFlow(system, {7}), Error);
}
