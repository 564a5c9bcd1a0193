// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/io/stored_audit.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "zwang/analysis/conserved.hpp"
#include "zwang/io/event_audit.hpp"
#include "zwang/io/stepped_audit.hpp"
#include "zwang/io/succession.hpp"
#include "zwang/io/table_audit.hpp"
#include "zwang/model/schedule.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool holds_on(std::uint8_t state) { return state >= 2; }

class Auditor {
 public:
  explicit Auditor(const StoredRun& run)
      : run_(run), system_(*run.system), snapshot_(system_.snapshot()) {
    if (!run.file.problem.is_mechanical()) variation_ = run.file.problem.variation(system_);
  }

  std::vector<AuditNumber> judge() {
    for (const StoredRow& row : run_.rows) {
      system_.look(row.state(), row.t, snapshot_);
      least_pull_ = std::max(least_pull_, 1e-3 * snapshot_.pull.cwiseAbs().sum());
    }
    for (const StoredRow& row : run_.rows) look(row);
    succession();
    energy();
    momenta();
    shocks();
    std::vector<AuditNumber> all = {violation_,  rate_,   multiplier_, complementarity_, equation_,
                                    succession_, energy_, momentum_,   shock_energy_};
    if (!keeps_energy()) std::erase_if(all, [](const auto& n) { return n.number == "energy"; });
    if (kept_.empty()) std::erase_if(all, [](const auto& n) { return n.number == "momentum"; });
    return all;
  }

 private:
  void look(const StoredRow& row) {
    // just before a jump the forces are those of the time before it
    const double phase = row.side < 0 ? std::nextafter(row.t, -1e300) : row.t;
    system_.look(row.state(), phase, snapshot_);
    for (int i = 0; i < system_.conditions(); ++i) system_.row(i, snapshot_);
    Vector accelerations = snapshot_.pull;
    if (variation_)
      accelerations += variation_->pull(
          row.state(), Eigen::Map<const Vector>(row.rho.data(), system_.conditions()));
    for (int i = 0; i < system_.conditions(); ++i) {
      const auto columns = system_.columns(i);
      const auto& a = snapshot_.rows[index(i)].a;
      for (std::size_t k = 0; k < columns.size(); ++k)
        accelerations[columns[k]] -= row.multipliers[index(i)] * a[k];
    }
    const double pull =
        std::max(accelerations.cwiseAbs().sum() + snapshot_.pull.cwiseAbs().sum(), least_pull_);
    const bool inertia = snapshot_.mass.factor();
    if (inertia) snapshot_.mass.solve(accelerations.data());
    for (int i = 0; i < system_.conditions(); ++i) {
      const Condition& condition = system_.condition(i);
      const Row& here = snapshot_.rows[index(i)];
      const bool holds = holds_on(row.states[index(i)]);
      const double z = row.multipliers[index(i)];
      if (!condition.of_velocities && condition.holds_at(row.t))
        violation_.note((holds ? std::abs(here.f) : std::max(0.0, here.f)) /
                            size_of_terms(system_, snapshot_, i, row.q, 0.0),
                        row.t, i);
      if (!condition.equation) multiplier_.note(-z / (pull + std::abs(z) + 1e-300), row.t, i);
      if (!holds) {
        complementarity_.note(std::abs(z) / (pull + std::abs(z) + 1e-300), row.t, i);
        continue;
      }
      rate_.note(std::abs(here.rate) / size_of_terms(system_, snapshot_, i, row.u, here.b1), row.t,
                 i);
      if (inertia)
        equation_.note(
            std::abs(system_.along(snapshot_, i, accelerations.data(), here.b2)) /
                (size_of_terms(system_, snapshot_, i, accelerations, here.b2) + std::abs(z)),
            row.t, i);
    }
  }

  void succession() {
    const double tolerance = run_.file.run.tolerance;
    succession_.allowed = 10.0 * tolerance;
    // as in the run, errors count against each number, or against the largest of its kind up to 1
    // (of velocities at least that of places)
    double q = 1e-3, u = 1e-3;
    for (const StoredRow& row : run_.rows) {
      q = std::max(q, row.q.lpNorm<Eigen::Infinity>());
      u = std::max(u, row.u.lpNorm<Eigen::Infinity>());
    }
    u = std::max(u, std::min(q, 1.0));
    HeldMotion mechanical(system_);
    const Rates rates = [&](double t, const Vector& y, Vector& out) {
      out.resize(y.size());
      return variation_ ? variation_->rates(t, y.data(), out.data()) : mechanical.rates(t, y, out);
    };
    for (std::size_t i = 0; i + 1 < run_.rows.size(); ++i) {
      const StoredRow& row = run_.rows[i];
      const StoredRow& next = run_.rows[i + 1];
      if (!(next.t > row.t)) continue;
      const Vector y = numbers(row), wanted = numbers(next);
      Vector sizes = y.cwiseAbs().cwiseMax(std::min(u, 1.0));
      sizes.head(row.q.size()) = row.q.cwiseAbs().cwiseMax(std::min(q, 1.0));
      mechanical.hold(held_at(row), row.t);
      const auto reached = follow(rates, y, row.t, next.t, 1e-2 * tolerance * sizes);
      if (!reached) return succession_.note(unset, next.t);
      succession_.note((*reached - wanted).cwiseQuotient(sizes).lpNorm<Eigen::Infinity>(), next.t,
                       -1);
    }
  }

  // q, u and, of a variational problem, rho.
  static Vector numbers(const StoredRow& row) {
    const auto extra = static_cast<Eigen::Index>(row.rho.size());
    Vector y(row.q.size() + row.u.size() + extra);
    y << row.q, row.u, Eigen::Map<const Vector>(row.rho.data(), extra);
    return y;
  }

  std::vector<int> held_at(const StoredRow& row) const {
    std::vector<int> held;
    for (int i = 0; i < system_.conditions(); ++i)
      if (holds_on(row.states[index(i)])) held.push_back(i);
    return held;
  }

  // Forces from a potential or gravity alone, nothing that moves by itself.
  bool keeps_energy() const {
    const Model& model = system_.model();
    if (!model.forces().empty() || !model.force_codes().empty() || !system_.energy_is_quadratic())
      return false;
    const auto mentions_time = [](const std::vector<int>& places) {
      return std::ranges::find(places, Model::time_place) != places.end();
    };
    for (const Condition& condition : model.conditions()) {
      if (mentions_time(condition.places)) return false;
      // b1 of a velocity condition works
      if (condition.of_velocities) {
        Snapshot at = system_.at(run_.rows.empty() ? model.start() : run_.rows[0].state());
        if (at.rows[static_cast<std::size_t>(&condition - model.conditions().data())].b1 != 0.0)
          return false;
      }
    }
    for (const Formula& formula : model.potential_formulas())
      if (mentions_time(model.places(formula))) return false;
    for (const Point& point : model.points())
      if (std::ranges::any_of(point.given, [](const auto& g) { return g && !g->inputs().empty(); }))
        return false;
    return true;
  }

  void energy() {
    double base = unset, largest = 0.0;
    // at rest it is measured against the work of the forces over a part of the size of the system
    for (const StoredRow& row : run_.rows)
      largest = std::max({largest, std::abs(system_.kinetic(row.state())),
                          1e-3 * least_pull_ * std::max(row.q.lpNorm<Eigen::Infinity>(), 1e-3)});
    for (const StoredRow& row : run_.rows) {
      const double now = system_.kinetic(row.state()) + system_.potential(row.state());
      if (row.side > 0 || std::isnan(base)) base = now;
      if (largest > 0.0) energy_.note(std::abs(now - base) / largest, row.t);
    }
  }

  // Momenta that symmetries keep, through shocks too.
  bool keeps_momenta() {
    if (variation_ || system_.coordinates() > quick_for_conserved ||
        !system_.model().impulses().empty())
      return false;
    kept_ = conserved(system_);
    std::erase_if(kept_, [](const Conserved& one) { return !one.through_shocks(); });
    return !kept_.empty();
  }

  void momenta() {
    if (!keeps_momenta()) return;
    double largest = 0.0;
    for (const Conserved& one : kept_)
      for (const StoredRow& row : run_.rows) largest = std::max(largest, one.size(row.state()));
    for (const Conserved& one : kept_)
      for (const StoredRow& row : run_.rows)
        momentum_.note(std::abs(one.value(row.state()) - one.value(run_.rows.front().state())) /
                           std::max(largest, 1e-300),
                       row.t);
  }

  void shocks() {
    for (std::size_t i = 0; i + 1 < run_.rows.size(); ++i) {
      const StoredRow& before = run_.rows[i];
      const StoredRow& after = run_.rows[i + 1];
      if (before.side >= 0 || after.side <= 0) continue;
      double supplied = 0.0;
      for (const StoredEvent& event : run_.reader.events())
        if (event.t == before.t && event.supplied) supplied = *event.supplied;
      const double one = system_.kinetic(before.state());
      const double two = system_.kinetic(after.state());
      // of an impulse from outside: along the mean of the velocities
      const Vector given = impulse_at(system_.model(), before.t);
      if (given.size() > 0) {
        system_.look(after.state(), after.t, snapshot_);
        supplied += 0.5 * system_.along_velocities(given, snapshot_).dot(before.u + after.u);
      }
      shock_energy_.note((two - one - std::max(0.0, supplied)) / std::max({one, two, 1e-300}),
                         before.t);
    }
  }

  const StoredRun& run_;
  const System& system_;
  Snapshot snapshot_;
  std::optional<Variation> variation_;  // of a variational problem
  std::vector<Conserved> kept_;         // momenta
  // where forces pass through zero, they count as a thousandth of the largest
  double least_pull_ = 0.0;
  AuditNumber violation_{"violation", "conditions hold", 0.0, 1e-10};
  AuditNumber rate_{"rate", "their rates too", 0.0, 1e-10};
  AuditNumber multiplier_{"multiplier", "inequalities only push", 0.0, 1e-10};
  AuditNumber complementarity_{"complementarity", "who is open does not push", 0.0, 1e-10};
  AuditNumber equation_{"equation", "forces and multipliers keep them", 0.0, 1e-8};
  AuditNumber succession_{"succession", "each row follows from the one before"};
  AuditNumber energy_{"energy", "energy is kept between events", 0.0, 1e-6};
  AuditNumber momentum_{"momentum", "momenta of symmetries are kept", 0.0, 1e-6};
  AuditNumber shock_energy_{"shock_energy", "no shock gains energy", 0.0, 1e-10};
};

}  // namespace

std::vector<AuditNumber> audit(const StoredRun& run) {
  std::vector<AuditNumber> numbers;
  if (run.file.run.method == RunOptions::Method::steps) {
    numbers = stepped_audit(run);
  } else {
    numbers = Auditor(run).judge();
    std::ranges::move(event_audit(run), std::back_inserter(numbers));
  }
  numbers.push_back(table_audit(run));
  return numbers;
}

}  // namespace zwang
