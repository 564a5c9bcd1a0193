// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cassert>
#include <cmath>

#include "zwang/analysis/conserved.hpp"
#include "zwang/io/stored_audit.hpp"
#include "zwang/io/succession.hpp"

namespace zwang {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

class ArcAuditor {
 public:
  explicit ArcAuditor(const StoredRun& run) : run_(run), system_(*run.system) {
    if (!run.file.problem.is_mechanical()) variation_ = run.file.problem.variation(system_);
    for (const StoredRow& row : run.rows) {
      q_ = std::max(q_, row.q.lpNorm<Eigen::Infinity>());
      u_ = std::max(u_, row.u.lpNorm<Eigen::Infinity>());
      kinetic_ = std::max(kinetic_, std::abs(system_.kinetic(row.state())));
      least_pull_ = std::max(least_pull_, 1e-3 * system_.at(row.state()).pull.lpNorm<1>());
    }
  }

  std::vector<AuditNumber> judge() {
    for (const StoredRow& row : run_.rows) look(row);
    succession();
    std::vector<AuditNumber> all = {violation_,       rate_,     multiplier_,
                                    complementarity_, equation_, succession_};
    if (keeps_energy()) all.push_back(energy());
    momentum(all);
    return all;
  }

 private:
  void look(const StoredRow& row) {
    Snapshot at = system_.snapshot();
    // just before a jump the forces are those of the time before it
    system_.look(row.state(), row.side < 0 ? std::nextafter(row.t, -always) : row.t, at);
    Remainder force(at.pull);
    if (variation_)
      force.add(variation_->pull(row.state(), row.numbers().tail(system_.conditions())));
    for (int i = 0; i < system_.conditions(); ++i) {
      system_.row(i, at);
      force.push(system_, at, i, -row.multipliers[index(i)]);
    }
    const double pull = std::max(force.left.lpNorm<1>() + at.pull.lpNorm<1>(), least_pull_);
    const bool inertia = at.mass.factor();
    if (inertia) at.mass.solve(force.left.data());
    for (int i = 0; i < system_.conditions(); ++i) {
      const Row& here = at.rows[index(i)];
      const bool held = row.holds(i);
      const double z = row.multipliers[index(i)];
      const double size = pull + std::abs(z) + 1e-300;
      const Terms rate(system_, at, i, row.u, here.b1), bend(system_, at, i, force.left, here.b2);
      violation_.note(breach(system_, at, i, held) / Terms(system_, at, i, row.q).size, row.t, i);
      if (!system_.condition(i).equation) multiplier_.note(-z / size, row.t, i);
      complementarity_.note(held ? 0.0 : std::abs(z) / size, row.t, i);
      rate_.note(held ? std::abs(rate.sum) / rate.size : 0.0, row.t, i);
      if (held && inertia) equation_.note(std::abs(bend.sum) / (bend.size + std::abs(z)), row.t, i);
    }
  }

  void succession() {
    // as in the run, errors count against each number, or against the largest of its kind up to 1
    // (of velocities at least that of places)
    const double q = std::min(q_, 1.0), u = std::min(std::max(u_, q), 1.0);
    const Rates varied = [&](double t, const Vector& y) {
      Vector out = Vector::Constant(y.size(), unset);
      variation_->rates(t, y.data(), out.data());
      return out;
    };
    for (std::size_t i = 0; i + 1 < run_.rows.size(); ++i) {
      const StoredRow& row = run_.rows[i];
      const StoredRow& next = run_.rows[i + 1];
      if (!(next.t > row.t)) continue;
      const Vector y = row.numbers();
      Vector sizes = y.cwiseAbs().cwiseMax(u);
      sizes.head(row.q.size()) = row.q.cwiseAbs().cwiseMax(q);
      const Rates rates = variation_ ? varied : held_motion(system_, row);
      const auto reached = follow(rates, y, row.t, next.t, 1e-3 * succession_.allowed * sizes);
      if (!reached) return succession_.note(unset, next.t);
      succession_.note((*reached - next.numbers()).cwiseQuotient(sizes).lpNorm<Eigen::Infinity>(),
                       next.t);
    }
  }

  // Forces from a potential or gravity alone, nothing that moves by itself, and no b1 of a velocity
  // condition, which works.
  bool keeps_energy() const {
    const Model& model = system_.model();
    assert(model.force_codes().empty());  // a file has none
    const auto steady = [](const std::vector<int>& places) {
      return std::ranges::find(places, Model::time_place) == places.end();
    };
    const Snapshot first = system_.at(run_.rows[0].state());
    bool keeps = model.forces().empty() && system_.energy_is_quadratic();
    for (int i = 0; i < system_.conditions(); ++i)
      keeps = keeps && steady(system_.condition(i).places) &&
              (!system_.condition(i).of_velocities || first.rows[index(i)].b1 == 0.0);
    for (const Formula& formula : model.potential_formulas())
      keeps = keeps && steady(model.places(formula));
    for (const Point& point : model.points())
      keeps = keeps && std::ranges::none_of(point.given, [](const auto& given) {
                return given && !given->inputs().empty();
              });
    return keeps;
  }

  AuditNumber energy() const {
    AuditNumber number{"energy", "energy is kept between events", 0.0, 1e-6};
    // at rest it is measured against the work of the forces over a part of the size of the system
    const double largest = std::max({kinetic_, 1e-3 * least_pull_ * q_, 1e-300});
    double base = 0.0;
    for (const StoredRow& row : run_.rows) {
      const double now = system_.kinetic(row.state()) + system_.potential(row.state());
      if (row.side > 0 || &row == run_.rows.data()) base = now;
      number.note(std::abs(now - base) / largest, row.t);
    }
    return number;
  }

  // Momenta that symmetries keep, through shocks too.
  void momentum(std::vector<AuditNumber>& all) const {
    if (variation_ || system_.coordinates() > quick_for_conserved ||
        !system_.model().impulses().empty())
      return;
    AuditNumber number{"momentum", "momenta of symmetries are kept", 0.0, 1e-6};
    std::vector<Conserved> kept = conserved(system_);
    std::erase_if(kept, [](const Conserved& one) { return !one.through_shocks(); });
    double largest = 1e-300;
    for (const Conserved& one : kept)
      for (const StoredRow& row : run_.rows) largest = std::max(largest, one.size(row.state()));
    for (const Conserved& one : kept)
      for (const StoredRow& row : run_.rows)
        number.note(std::abs(one.value(row.state()) - one.value(run_.rows[0].state())) / largest,
                    row.t);
    if (!kept.empty()) all.push_back(number);
  }

  const StoredRun& run_;
  const System& system_;
  std::optional<Variation> variation_;  // of a variational problem
  // the largest of the motion; where forces pass through zero, they count as a thousandth of it
  double q_ = 1e-3, u_ = 1e-3, kinetic_ = 0.0, least_pull_ = 0.0;
  AuditNumber violation_{"violation", "conditions hold", 0.0, 1e-10};
  AuditNumber rate_{"rate", "their rates too", 0.0, 1e-10};
  AuditNumber multiplier_{"multiplier", "inequalities only push", 0.0, 1e-10};
  AuditNumber complementarity_{"complementarity", "who is open does not push", 0.0, 1e-10};
  AuditNumber equation_{"equation", "forces and multipliers keep them", 0.0, 1e-8};
  AuditNumber succession_{"succession", "each row follows from the one before", 0.0,
                          10.0 * run_.file.run.tolerance};
};

}  // namespace

std::vector<AuditNumber> arc_audit(const StoredRun& run) { return ArcAuditor(run).judge(); }

}  // namespace zwang
