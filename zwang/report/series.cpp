// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/report/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "zwang/analysis/curve.hpp"
#include "zwang/base/error.hpp"
#include "zwang/base/index.hpp"
#include "zwang/laws/conserved.hpp"
#include "zwang/laws/euler_lagrange.hpp"
#include "zwang/prepare/row_accelerations.hpp"
#include "zwang/system/integrand.hpp"

namespace zwang {
namespace {

std::set<int> crowd_of(const std::vector<Family>& families) {
  std::set<int> out;
  for (const Family& family : families)
    if (family.crowded()) out.insert(family.members.begin(), family.members.end());
  return out;
}

bool belongs_to_no_mass(const Model& model, int coordinate) {
  return std::ranges::none_of(model.points(), [&](const Point& point) {
    return std::ranges::find(point.coordinates, coordinate) != point.coordinates.end();
  });
}

class Collector {
 public:
  Collector(const StoredRun& run, const std::vector<StoredRow>& samples)
      : run_(run), system_(*run.system), samples_(samples) {}

  std::vector<PageSeries> out;

  void multipliers(const std::vector<Family>& families) {
    const std::set<int> crowd = crowd_of(families);
    for (int c = 0; c < system_.constraints(); ++c) {
      if (crowd.contains(c)) continue;
      const std::string& name = system_.constraint(c).name;
      add({name + ".multiplier", "multiplier", name, multiplier_unit(run_, c)},
          [&](const StoredRow& r) {
            return r.states[index(c)] == 0 ? unset : r.multipliers[index(c)];
          });
    }
    for (const Family& family : families) {
      if (!family.crowded()) continue;
      add({family.name + ".greatest", "multiplier", family.name,
           multiplier_unit(run_, family.members.front())},
          [&](const StoredRow& r) {
            double most = unset;
            for (const int i : family.members)
              if (r.states[index(i)] != 0) most = std::fmax(most, r.multipliers[index(i)]);
            return most;
          });
      add({family.name + ".share", "state", family.name, ""}, [&](const StoredRow& r) {
        const auto active =
            std::ranges::count_if(family.members, [&](int i) { return r.states[index(i)] >= 2; });
        return static_cast<double>(active) / static_cast<double>(family.members.size());
      });
    }
  }

  void constants() {
    if (run_.file.problem.is_mechanical()) return;
    const Variation variation = run_.file.problem.variation(system_);
    for (int c = 0; c < system_.constraints(); ++c) {
      if (variation.treatment(c) != Treatment::geodesic) continue;
      const std::string& name = system_.constraint(c).name;
      add({name + ".rho", "multiplier", name + ".rho", ""},
          [&](const StoredRow& r) { return r.rho[index(c)]; });
    }
  }

  void coordinates() {
    const Model& model = system_.model();
    std::vector<int> alone;
    for (int i = 0; i < system_.coordinates(); ++i)
      if (belongs_to_no_mass(model, i) && !system_.turns(i)) alone.push_back(i);
    spins();
    for (const int i : alone) {
      const std::string& name = model.coordinate_names()[index(i)];
      add({name, "coordinate", name, ""}, [&](const StoredRow& r) { return r.q[i]; });
    }
    if (alone.empty()) return;
    std::vector<Vector> rates;
    for (const StoredRow& row : samples_) rates.push_back(system_.rates(row.state()));
    for (const int i : alone) {
      const std::string& name = model.coordinate_names()[index(i)];
      PageSeries series{{name + "'", "rate", name + "'", ""}, {}};
      for (const Vector& rate : rates) series.values.push_back(rate[i]);
      out.push_back(std::move(series));
    }
    has_free_ = true;
  }

  // Of bodies in space: what a quaternion's numbers would not say.
  void spins() {
    for (const Body& body : system_.model().bodies()) {
      if (body.in_plane) continue;
      for (int k = 0; k < 3; ++k) {
        const std::string name = fmt::format("{}.spin.{}", body.name, "xyz"[k]);
        add({name, "rate", name, "rad/s"}, [&](const StoredRow& r) { return r.u[body.first + k]; });
      }
      has_free_ = true;
    }
  }

  // Of a mass its length, of other coordinates each.
  void accelerations() {
    constexpr int most = 60;
    const Model& model = system_.model();
    if (system_.coordinates() > most) return;
    std::vector<Vector> second;
    for (const StoredRow& row : samples_)
      second.push_back(row_accelerations(run_.file, system_, row));
    const auto push = [&](const std::string& name, const std::string& unit,
                          const std::vector<int>& coordinates) {
      PageSeries series{{name + "''", "acceleration", name, unit}, {}};
      for (const Vector& a : second) series.values.push_back(a(coordinates).norm());
      out.push_back(std::move(series));
    };
    for (const Point& point : model.points()) {
      std::vector<int> own;
      for (const int c : point.coordinates)
        if (c >= 0) own.push_back(c);
      if (!own.empty()) push(point.name, "m/s\u00b2", own);
    }
    for (int i = 0; i < system_.coordinates(); ++i) {
      if (!belongs_to_no_mass(model, i) || system_.turns(i)) continue;
      const std::string& name = model.coordinate_names()[index(i)];
      PageSeries series{{name + "''", "acceleration", name + "''", ""}, {}};
      for (const Vector& a : second) series.values.push_back(a[i]);
      out.push_back(std::move(series));
    }
  }

  // Momenta that the motion keeps.
  void symmetries() {
    if (!run_.file.problem.is_mechanical() || system_.coordinates() > quick_for_conserved) return;
    for (const Conserved& one : conserved(system_))
      if (one.through_impacts())
        add({one.name(), "momentum", one.name(), ""},
            [&](const StoredRow& r) { return one.value(r.state()); });
  }

  // Of a point bound by one form: how its path bends.
  void bends() {
    if (system_.coordinates() != 3 || system_.constraints() != 1) return;
    std::optional<BoundPoint> point;
    try {
      point.emplace(system_);
    } catch (const Error&) {
      return;  // it is none
    }
    std::vector<double> curvature, torsion;
    for (const StoredRow& row : samples_) {
      const Bend bent = bend(row.rho.empty() ? point->straightest(row.state())
                                             : point->geodesic(row.state(), row.rho[0]));
      curvature.push_back(bent.curvature);
      torsion.push_back(bent.torsion);
    }
    out.push_back({{"curvature", "bend", "curvature", "1/m"}, std::move(curvature)});
    out.push_back({{"torsion", "bend", "torsion", "1/m"}, std::move(torsion)});
  }

  void energies() {
    if (has_general_integrand(system_.model())) return constant_of_energy();
    std::vector<double> kinetic, potential, total;
    for (const StoredRow& row : samples_) {
      kinetic.push_back(system_.kinetic(row.state()));
      potential.push_back(system_.potential(row.state()));
      total.push_back(kinetic.back() + potential.back());
    }
    const bool conserved = std::ranges::any_of(potential, [](double v) { return v != 0.0; });
    if (conserved) out.push_back({{"energy", "energy", "", "J"}, std::move(total)});
    out.push_back({{"energy.kinetic", "energy", "", "J"}, std::move(kinetic)});
    if (conserved) out.push_back({{"energy.potential", "energy", "", "J"}, std::move(potential)});
  }

  // Of an integrand that is no energy.
  void constant_of_energy() {
    if (run_.file.problem.is_mechanical()) return;
    const EulerLagrange equations(run_.file.problem.variation(system_));
    std::vector<double> values;
    for (const StoredRow& row : samples_) {
      const Eigen::Map<const Vector> rho(row.rho.data(), static_cast<Eigen::Index>(row.rho.size()));
      values.push_back(equations.energy(row.state(), rho).value);
    }
    out.push_back({{"q' L_q' \u2212 L", "energy", "", ""}, std::move(values)});
  }

  // Z is the reaction measured by the inverse of the masses.
  void zwang_and_violation() {
    std::vector<double> violation, zwang;
    const bool mechanical = run_.file.problem.is_mechanical();
    Snapshot snapshot = system_.snapshot();
    for (const StoredRow& row : samples_) {
      system_.evaluate(row.state(), row.t, snapshot);
      const bool inertia = mechanical && snapshot.mass.factor();
      Vector reaction = Vector::Zero(system_.velocities());
      double worst = 0.0;
      for (int c = 0; c < system_.constraints(); ++c) {
        system_.row(c, snapshot);
        const Row& here = snapshot.rows[index(c)];
        const bool holds = row.states[index(c)] >= 2;
        if (!system_.constraint(c).of_velocities)
          worst = std::max(worst, holds ? std::abs(here.f) : std::max(0.0, here.f));
        const auto columns = system_.columns(c);
        for (std::size_t k = 0; k < columns.size(); ++k)
          reaction[columns[k]] += row.multipliers[index(c)] * here.a[k];
      }
      violation.push_back(worst);
      Vector turned = reaction;
      if (inertia) snapshot.mass.solve(turned.data());
      zwang.push_back(inertia ? reaction.dot(turned) : unset);
    }
    const std::string unit = has_free_ ? "" : "kg m\u00b2 s\u207b\u2074";
    // what nature makes least; a geodesic makes something else least
    if (mechanical) out.push_back({{"zwang", "zwang", "", unit}, std::move(zwang)});
    out.push_back({{"violation", "violation", "", ""}, std::move(violation)});
  }

 private:
  template <class Value>
  void add(ReportBuffer::Name name, Value&& value) {
    PageSeries series{std::move(name), {}};
    series.values.reserve(samples_.size());
    for (const StoredRow& row : samples_) series.values.push_back(value(row));
    out.push_back(std::move(series));
  }

  const StoredRun& run_;
  const System& system_;
  const std::vector<StoredRow>& samples_;
  bool has_free_ = false;  // coordinates that belong to no mass
};

}  // namespace

std::string multiplier_unit(const StoredRun& run, int constraint) {
  const bool of_contact = std::ranges::any_of(
      run.file.model->contacts(),
      [&](const Contact& contact) { return std::ranges::count(contact.rows, constraint) > 0; });
  return of_contact || run.reader.constraints()[index(constraint)].shape != "other" ? "N" : "";
}

std::vector<PageSeries> series_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                  const std::vector<Family>& families) {
  Collector collector(run, samples);
  collector.multipliers(families);
  collector.constants();
  collector.coordinates();
  collector.energies();
  collector.symmetries();
  collector.bends();
  collector.accelerations();
  collector.zwang_and_violation();
  return std::move(collector.out);
}

std::vector<PageSeries> reasons_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                   const std::vector<Family>& families) {
  constexpr std::size_t most = 8;
  const System& system = *run.system;
  const std::set<int> crowd = crowd_of(families);
  std::vector<int> chosen;
  for (int c = 0; c < system.constraints(); ++c)
    if (!crowd.contains(c)) chosen.push_back(c);
  std::vector<PageSeries> out;
  // why a constraint acts is a question to the principle
  if (chosen.size() > most || !run.file.problem.is_mechanical()) return out;
  for (const int c : chosen) {
    const std::string& name = system.constraint(c).name;
    for (const char* const what : {".f", ".rate", ".free"})
      out.push_back({{name + what, "gap", name, ""}, {}});
  }
  Snapshot snapshot = system.snapshot();
  for (const StoredRow& row : samples) {
    system.evaluate(row.state(), row.t, snapshot);
    Vector free = snapshot.net_force;
    const bool inertia = snapshot.mass.factor();
    if (inertia) snapshot.mass.solve(free.data());
    for (std::size_t n = 0; n < chosen.size(); ++n) {
      const int c = chosen[n];
      system.row(c, snapshot);
      const Row& here = snapshot.rows[index(c)];
      const auto columns = system.columns(c);
      double second = here.b2;
      for (std::size_t k = 0; k < columns.size(); ++k) second += here.a[k] * free[columns[k]];
      out[3 * n].values.push_back(system.constraint(c).of_velocities ? unset : here.f);
      out[3 * n + 1].values.push_back(here.rate);
      out[3 * n + 2].values.push_back(inertia && row.states[index(c)] != 0 ? second : unset);
    }
  }
  return out;
}

}  // namespace zwang
