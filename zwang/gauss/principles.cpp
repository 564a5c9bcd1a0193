// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/gauss/principles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "zwang/gauss/reason.hpp"
#include "zwang/system/short_text.hpp"

namespace zwang {
namespace {

// Longer vectors are not written out.
constexpr Eigen::Index most_written = 6;

// Columns as wide as their widest entry, two spaces apart.
class Table {
 public:
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
    }
    std::string out;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t c = 0; c < row.size(); ++c)
        line += fmt::format("  {:<{}}", row[c], widths[c]);
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

class Words {
 public:
  explicit Words(const Principles& all) : all_(all), system_(*all.instant.system) {}

  std::string text() {
    trials(*all_.trials);
    if (all_.instant.ostrogradsky)
      out_ += "\n" + rule_of_ostrogradsky(system_, *all_.instant.ostrogradsky);
    if (all_.allowed) allowed(*all_.allowed);
    if (all_.cones) cones(*all_.cones);
    return out_;
  }

 private:
  void trials(const Trials& trials) {
    const std::size_t r = trials.candidates.size();
    if (r == 0) {
      out_ += "Mayer's trials: no inequality has f = f' = 0, so there is nothing to try.\n";
      return;
    }
    out_ += fmt::format(
        "Mayer's trials: {} f = f' = 0, so {:.0f} sets can be tried as equations{}.\n"
        "(19) rejects a set if the motion would violate a constraint left out (f'' > 0),\n"
        "(20) if a constraint in it would have to pull (multiplier < 0).\n",
        r == 1 ? "1 inequality has" : fmt::format("{} inequalities have", r), trials.possible(),
        trials.all ? "" : fmt::format(";\nthese {} lead to the true motion", trials.tried.size()));
    const bool short_enough = system_.velocities() <= most_written;
    Table table;
    std::vector<std::string> head = {"set", "Z", "multipliers"};
    if (short_enough) head.emplace_back("accelerations");
    head.emplace_back("verdict");
    table.row(head);
    for (const Trial& trial : trials.tried) {
      std::vector<std::string> row = {trial.set.empty() ? "nothing" : names_of(system_, trial.set),
                                      trial.dependent ? "" : short_number(trial.zwang),
                                      trial.dependent ? "" : short_list(trial.multipliers)};
      if (short_enough) row.push_back(trial.dependent ? "" : short_vector(trial.accelerations));
      row.push_back(verdict_in_words(system_, trial));
      table.row(row);
    }
    out_ += table.text();
    accepted(trials);
  }

  // Why there is more than one, or none.
  void accepted(const Trials& trials) {
    const auto found = trials.accepted();
    if (found.empty()) {
      out_ += all_.instant.outcome == InstantOutcome::contradictory
                  ? fmt::format("No set is accepted: {}.\n", all_.instant.brief())
                  : std::string("No set was accepted among those tried.\n");
      return;
    }
    if (found.size() == 1) return;
    std::vector<int> idle;
    for (const Trial* const trial : found)
      for (std::size_t k = 0; k < trial->set.size(); ++k)
        if (trial->multipliers[static_cast<Eigen::Index>(k)] == 0.0 &&
            std::ranges::find(idle, trial->set[k]) == idle.end())
          idle.push_back(trial->set[k]);
    std::ranges::sort(idle);
    out_ += fmt::format("{} sets are accepted and give the same accelerations: {}.\n", found.size(),
                        idle.empty()
                            ? "their rows are dependent"
                            : fmt::format("{} can hold without force", names_of(system_, idle)));
  }

  void allowed(const Allowed& allowed) {
    out_ += "\nD'Alembert-Fourier's principle alone ";
    if (!allowed.enumerated) {
      out_ += "allows more; the set is not computed for so many inequalities.\n";
      return;
    }
    if (allowed.determined()) {
      out_ += fmt::format("determines the accelerations as well{}.\n",
                          beside(allowed.vertices[0].accelerations));
      return;
    }
    out_ += fmt::format(
        "allows a polyhedron of accelerations, with {}\n"
        "and {}{}: by it a constraint may push though the motion leaves it. Gauss's\n"
        "principle takes the point of least Z.\n",
        counted(allowed.vertices.size(), "vertex", "vertices"),
        counted(allowed.rays.size(), "ray", "rays"),
        allowed.in_doubt ? " (rounding could change these counts)" : "");
    Table table;
    for (const AllowedVertex& vertex : allowed.vertices)
      table.row({"vertex", fmt::format("Z {}", short_number(vertex.zwang)),
                 at(vertex.accelerations), vertex.gauss ? "Gauss's point" : pushing(vertex)});
    if (system_.velocities() <= most_written)
      for (const Vector& ray : allowed.rays) table.row({"ray", "", short_vector(ray)});
    out_ += table.text();
  }

  // Who pushes without being held: what complementarity forbids.
  std::string pushing(const AllowedVertex& vertex) const {
    const auto& candidates = all_.trials->candidates;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      if (vertex.multipliers.size() > 0 && vertex.multipliers[k] > 0.0 && vertex.second[k] < 0.0)
        parts.push_back(
            fmt::format("{} pushes with {} though f'' = {}", system_.constraint(candidates[i]).name,
                        short_number(vertex.multipliers[k]), short_number(vertex.second[k])));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
  }

  void cones(const Cones& cones) {
    const auto& all = cones.displacements.of;
    if (all.empty()) return;
    out_ += fmt::format(
        "\nThe two cones: virtual displacements d must not increase f of {} (35),\n"
        "changes u of the true acceleration {} (34).\n",
        names_of(system_, all),
        cones.changes.of.empty()
            ? "are free, for no f'' is 0"
            : fmt::format("must not increase f'' of {}", names_of(system_, cones.changes.of)));
    if (!cones.only_change) {
      out_ += cones.changes.of.size() == all.size()
                  ? "All have f'' = 0: the cones are the same.\n"
                  : "The cones are the same all the same: the others follow from these.\n";
      return;
    }
    out_ += fmt::format("Every d is a u, not conversely: {} would increase {}.\n",
                        system_.velocities() <= most_written
                            ? fmt::format("u = {}", short_vector(*cones.only_change))
                            : std::string("some u"),
                        system_.constraint(cones.excluded_by).name);
  }

  std::string at(const Vector& accelerations) const {
    return accelerations.size() <= most_written ? short_vector(accelerations) : "";
  }
  std::string beside(const Vector& accelerations) const {
    return accelerations.size() <= most_written ? ": " + short_vector(accelerations) : "";
  }
  const Principles& all_;
  const System& system_;
  std::string out_;
};

}  // namespace

std::string verdict_in_words(const System& system, const Trial& trial) {
  std::string text(name(trial.verdict()));
  if (!trial.broken.empty())
    text += fmt::format(": would violate {}", names_of(system, trial.broken));
  if (!trial.negative.empty())
    text += fmt::format("{} {} would have to pull", trial.broken.empty() ? ":" : ";",
                        names_of(system, trial.negative));
  return text;
}

Principles principles(const System& system, const State& state, InstantOptions options) {
  Principles result;
  options.ostrogradsky = true;
  result.instant = accelerations(system, state, options);
  const Instant& instant = result.instant;
  const bool judged = instant.usable() || instant.outcome == InstantOutcome::contradictory;
  if (!judged || instant.free.size() == 0 || instant.regularity.kind == PositionClass::singular)
    return result;
  const KineticFrame& frame =
      result.frame.emplace(kinetic_frame(system, instant, options.nearness));
  result.trials = trials(frame);
  const auto accepted = result.trials->accepted();
  if (!instant.usable() || accepted.empty()) return result;
  result.allowed = allowed(frame, instant.accelerations);
  result.cones = cones(system, state, frame, *accepted[0]);
  return result;
}

std::string Principles::summary() const {
  if (trials) return Words(*this).text();
  if (!instant.system) return "not run\n";
  if (instant.usable())
    return "Mayer's trials begin with the free motion; a mass is zero, so there is none.\n";
  if (instant.outcome == InstantOutcome::not_run)
    return "So many constraints bind at once that Mayer's trials are not shown.\n";
  return fmt::format("Mayer's trials need a linear problem, which is not there: {}\n",
                     instant.brief());
}

}  // namespace zwang
