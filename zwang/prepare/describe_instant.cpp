// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/describe_instant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/gauss/describe_position.hpp"
#include "zwang/gauss/reason.hpp"
#include "zwang/laws/euler_lagrange.hpp"
#include "zwang/motion/descriptions.hpp"
#include "zwang/prepare/describe_event.hpp"
#include "zwang/prepare/followed.hpp"
#include "zwang/prepare/row_accelerations.hpp"
#include "zwang/system/integrand.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

// Of many masses or constraints so many are listed.
constexpr int most_listed = 12;

// Stored states are on their constraints up to this.
constexpr InstantOptions stored_instant = {
    .nearness = {.length = 1e-8}, .ostrogradsky = true, .most_binding = 60};

const StoredEvent* event_near(const StoredRun& run, double t, double near) {
  const StoredEvent* nearest = nullptr;
  for (const StoredEvent& event : run.reader.events())
    if (std::abs(event.t - t) <= near && event.kind != EventKind::end &&
        (!nearest || std::abs(event.t - t) < std::abs(nearest->t - t)))
      nearest = &event;
  return nearest;
}

class InstantDescription {
 public:
  InstantDescription(const StoredRun& run, double near)
      : run_(run), system_(*run.system), descriptions_(system_), near_(near) {}

  std::string text(double t) {
    const StoredEvent* const event = event_near(run_, t, near_);
    if (event)
      at_event(*event);
    else
      between(t);
    energy();
    constraints();
    masses();
    return out_;
  }

 private:
  void at_event(const StoredEvent& stored) {
    const Event event = recalled(run_, stored);
    after_ = {event.q, event.after, event.t};
    before_ = {event.q, event.before, event.t};
    for (const StoredRow& row : run_.rows)
      if (row.t == event.t && row.side >= 0) row_ = row;
    out_ += fmt::format("At {:.9g} s {}.\n", event.t, describe(run_, event));
    const auto causes = std::ranges::count_if(event.parts, &Part::cause);
    for (const Part& part : event.parts) answered(part, part.cause && causes == 1);
    const double change = event.energy_after - event.energy_before;
    if (std::isfinite(change))
      out_ += fmt::format(
          "The kinetic energy went from {:.4g} J to {:.4g} J{}.\n", event.energy_before,
          event.energy_after,
          change < 0.0 ? fmt::format(": {:.4g} J were lost in the impact", -change) : "");
    if (event.located > 0.0) precision(event);
  }

  // Two errors: of the root on the computed motion, and of that motion.
  void precision(const Event& event) {
    if (run_.file.run.method == RunOptions::Method::time_stepping) {
      out_ += fmt::format("The time is the end of a time step of {:.1g} s.\n", event.located);
      return;
    }
    out_ += fmt::format("The time was located to within {:.1g} s on the computed motion; ",
                        event.located);
    if (std::isfinite(event.uncertainty))
      out_ +=
          fmt::format("including the error of that motion, it is uncertain by about {:.1g} s.\n",
                      event.uncertainty);
    else
      out_ += "the error of that motion was not estimated (zwang run --uncertainty).\n";
  }

  // "It was reached at 2.047 m/s, responded with an impulse of 1.024 N s and is now taut."
  void answered(const Part& part, bool alone) {
    if (!(part.rate_before > 0.0) && part.impulse == 0.0) return;
    const Constraint& constraint = system_.constraint(part.constraint);
    const bool length = shape_of(system_.model(), constraint).shape != Shape::other;
    out_ += alone ? "It" : constraint.name;
    if (part.rate_before > 0.0)
      out_ +=
          fmt::format(" was reached at {:.4g}{}", part.rate_before, length ? " m/s" : " (its f')");
    if (part.impulse != 0.0)
      out_ += fmt::format("{} an impulse of {:.4g}{}",
                          part.rate_before > 0.0 ? ", responded with" : " took", part.impulse,
                          length ? " N s" : "");
    out_ += fmt::format(" and is now {}.\n", descriptions_.state(part.constraint, part.after));
  }

  void between(double t) {
    row_ = row_at(run_, t);
    before_ = after_ = row_->state();
    out_ += fmt::format("At {:.9g} s nothing happens: ", t);
    const StoredEvent* last = nullptr;
    const StoredEvent* next = nullptr;
    for (const StoredEvent& event : run_.reader.events()) {
      if (event.t <= t) last = &event;
      if (event.t > t && !next) next = &event;
    }
    if (last)
      out_ += fmt::format("since {:.9g} s ({}) the motion has been smooth", last->t, brief(*last));
    if (next) out_ += fmt::format("; next, at {:.9g} s, {}", next->t, brief(*next));
    out_ += ".\n";
  }

  std::string brief(const StoredEvent& event) const {
    return event.kind == EventKind::end ? "the motion ends" : describe(run_, recalled(run_, event));
  }

  void energy() {
    if (has_general_integrand(system_.model()) && row_) {
      const EulerLagrange equations(run_.file.problem.variation(system_));
      out_ +=
          fmt::format("q' L_q' - L = {:.6g}{}, where L is the integrand and what rho adds to it.\n",
                      equations.energy(after_, constants()).value,
                      equations.keeps_energy() ? ", which is conserved" : "");
      return;
    }
    const double kinetic = system_.kinetic(after_), potential = system_.potential(after_);
    out_ += fmt::format("Energy: {:.6g} J kinetic, {:.6g} J potential.\n", kinetic, potential);
  }

  void constraints() {
    if (system_.constraints() == 0) return;
    if (!run_.file.problem.is_mechanical()) return on_the_curve();
    const Instant instant = accelerations(system_, after_, stored_instant);
    if (instant.constraints.empty()) return;
    out_ += "\nConstraints:\n";
    const bool classified = instant.usable() || instant.outcome == InstantOutcome::singular;
    if (classified && instant.regularity.rows > 0)
      out_ += fmt::format("  a {}\n", describe_position(system_, instant.regularity));
    int listed = 0;
    for (int i = 0; i < system_.constraints() && listed < most_listed; ++i, ++listed) {
      const ConstraintAt& at = instant.constraints[index(i)];
      out_ += fmt::format("  {:<12} {:<9} {}\n", system_.constraint(i).name,
                          descriptions_.state(i, at.status),
                          reason_in_full(at, system_.constraint(i).equation));
    }
    if (listed < system_.constraints())
      out_ += fmt::format("  and {} more\n", system_.constraints() - listed);
    if (instant.ostrogradsky && !instant.ostrogradsky->right())
      out_ += rule_of_ostrogradsky(system_, *instant.ostrogradsky);
  }

  Vector constants() const {
    return Eigen::Map<const Vector>(row_->rho.data(), static_cast<Eigen::Index>(row_->rho.size()));
  }

  // Multipliers of a variational problem.
  void on_the_curve() {
    if (!row_) return;
    const Variation variation = run_.file.problem.variation(system_);
    out_ += "\nConstraints:\n";
    for (int i = 0; i < std::min(most_listed, system_.constraints()); ++i) {
      const bool geodesic = variation.treatment(i) == Treatment::geodesic;
      const bool constant = geodesic && system_.constraint(i).of_velocities;
      out_ += fmt::format("  {:<12} {:<11} {}{:.6g}\n", system_.constraint(i).name,
                          geodesic ? "geodesic" : "straightest",
                          constant ? fmt::format("rho = {:.6g}, rho' = ", row_->rho[index(i)])
                                   : std::string("sigma = "),
                          row_->multipliers[index(i)]);
    }
    if (system_.constraints() > most_listed)
      out_ += fmt::format("  and {} more\n", system_.constraints() - most_listed);
  }

  void masses() {
    const std::vector<std::string> names = system_.model().coordinate_names();
    const Vector from = system_.rates(before_), to = system_.rates(after_);
    const Vector second = row_ ? row_accelerations(run_.file, system_, *row_) : Vector();
    const std::vector<std::string> velocities = system_.model().velocity_names();
    const bool known = second.size() > 0;
    out_ += fmt::format("\nPositions, rates{}:\n", known ? ", accelerations" : "");
    const int most = 3 * most_listed;
    for (int i = 0; i < std::min(most, system_.coordinates()); ++i) {
      const bool jumped = std::abs(from[i] - to[i]) > 1e-12 * (1.0 + std::abs(from[i]));
      // a quaternion with the angular velocity in body axes beside it
      if (system_.turns(i)) {
        out_ += fmt::format("  {:<12} {:>12.6g}", names[index(i)], after_.q[i]);
        if (!velocities[index(i)].ends_with(".stretch"))
          out_ += fmt::format(
              "    {} = {:.6g}{}", velocities[index(i)], before_.u[i],
              before_.u[i] == after_.u[i] ? "" : fmt::format(" -> {:.6g}", after_.u[i]));
        out_ += "\n";
        continue;
      }
      const std::string rate =
          jumped ? fmt::format("{:.6g} -> {:.6g}", from[i], to[i]) : fmt::format("{:.6g}", to[i]);
      out_ += fmt::format("  {:<12} {:>12.6g}    {:>12}", names[index(i)], after_.q[i], rate);
      if (known) out_ += fmt::format("    {:>12}", short_number(second[i]));
      out_ += "\n";
    }
    if (system_.coordinates() > most)
      out_ += fmt::format("  and {} more\n", system_.coordinates() - most);
  }

  const StoredRun& run_;
  const System& system_;
  Descriptions descriptions_;
  double near_;
  State before_, after_;
  std::optional<StoredRow> row_;  // the row there, after a jump
  std::string out_;
};

}  // namespace

std::string describe_instant(const StoredRun& run, double t, double near) {
  return InstantDescription(run, near).text(t);
}

Principles principles_at(const StoredRun& run, double t, double near) {
  if (!run.file.problem.is_mechanical())
    throw Error(Code::E120, fmt::format("{}: Mayer's trials lead to the true motion; this curve "
                                        "solves another problem of variation",
                                        run.path));
  const StoredEvent* const stored = event_near(run, t, near);
  if (!stored) return principles(*run.system, row_at(run, t).state(), stored_instant);
  const Event event = recalled(run, *stored);
  return principles(*run.system, {event.q, event.after, event.t}, stored_instant);
}

}  // namespace zwang
