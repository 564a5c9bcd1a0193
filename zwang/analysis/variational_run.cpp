// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/analysis/variational_run.hpp"

#include <algorithm>
#include <cmath>

#include "zwang/analysis/variation_path.hpp"
#include "zwang/analysis/way_back.hpp"
#include "zwang/base/error.hpp"
#include "zwang/laws/laws.hpp"
#include "zwang/motion/witness.hpp"

namespace zwang {
namespace {

RunOutcome outcome_of(Code code) {
  switch (code) {
    case Code::E301: return RunOutcome::singular;
    case Code::E320: return RunOutcome::step_too_small;
    default: return RunOutcome::outside_domain;
  }
}

class VariationalRun {
 public:
  VariationalRun(const Variation& variation, const RunOptions& options)
      : variation_(variation), system_(variation.system()), options_(options), back_(system_) {
    motion_.tolerance = options.tolerance;
    motion_.system = &system_;
    motion_.law = [variation](Frame& frame) { complete(variation, frame); };
    motion_.arcs = 1;
  }

  Trajectory go(const State& start, const Vector& rho) {
    motion_.t = start.t;
    motion_.outcome = RunOutcome::finished;
    try {
      const Frame first = row(start, rho);
      keep(first);
      event(EventKind::start, first);
      // rows between steps are less exact than their ends
      follow(variation_, start, rho, options_.until, 0.1 * options_.tolerance,
             [&](const DenseStep& step, const State& end, const Vector& constants) {
               return advance(step, end, constants);
             });
      const State& end = motion_.last.state;
      event(EventKind::end, {.t = end.t, .q = end.q, .u = end.u});
    } catch (const Error& error) {
      motion_.outcome = outcome_of(error.code());
      motion_.message = error.message();
    }
    return std::move(motion_);
  }

 private:
  static void complete(const Variation& variation, Frame& frame) {
    const Eigen::Map<const Vector> rho(frame.rho.data(),
                                       static_cast<Eigen::Index>(frame.rho.size()));
    const Variation::Instant instant = variation.at({frame.q, frame.u, frame.t}, rho);
    frame.accelerations = instant.accelerations;
    frame.multipliers.assign(instant.multipliers.begin(), instant.multipliers.end());
    frame.statuses.assign(frame.multipliers.size(), ConstraintStatus::held);
  }

  Frame row(const State& state, const Vector& rho) const {
    Frame frame;
    frame.t = state.t;
    frame.q = state.q;
    frame.u = state.u;
    frame.rho.assign(rho.begin(), rho.end());
    complete(variation_, frame);
    return frame;
  }

  bool advance(const DenseStep& step, const State& end, const Vector& rho) {
    ++motion_.steps;
    if (options_.keep_course) motion_.course.push_back(step);
    const Frame last = row(end, rho);
    evaluate(last);
    if (options_.every > 0.0) spaced_rows(step);
    if (!(options_.every > 0.0) || end.t >= options_.until) keep(last);
    motion_.t = end.t;
    motion_.last.state = end;
    motion_.last.steps = motion_.steps;
    if (!options_.recorder) return true;
    options_.recorder->checkpoint(motion_.last);
    if (!options_.recorder->stop()) return true;
    motion_.outcome = RunOutcome::stopped;
    return false;
  }

  void spaced_rows(const DenseStep& step) {
    const double end = step.t + step.h;
    const int n = system_.coordinates();
    for (double k = std::floor((step.t - options_.from) / options_.every);; k += 1.0) {
      const double t = options_.from + k * options_.every;
      if (t <= step.t) continue;
      if (t >= std::min(end, options_.until)) return;
      const auto part = [&](int first, int count) {
        return Vector(Vector::NullaryExpr(count, [&](Eigen::Index i) {
          return step.value(first + static_cast<int>(i), (t - step.t) / step.h);
        }));
      };
      State state{part(0, n), part(n, n), t};
      if (back_.project(state)) keep(row(state, part(2 * n, system_.constraints())));
    }
  }

  void keep(Frame frame) {
    if (options_.recorder) options_.recorder->row(frame);
    if (options_.keep_frames) motion_.frames.push_back(std::move(frame));
  }

  void event(EventKind kind, const Frame& frame) {
    Event event;
    event.kind = kind;
    event.t = frame.t;
    event.q = frame.q;
    event.before = event.after = frame.u;
    for (std::size_t i = 0; i < frame.multipliers.size(); ++i)
      event.parts.push_back({.constraint = static_cast<int>(i),
                             .before = ConstraintStatus::held,
                             .after = ConstraintStatus::held,
                             .multiplier = frame.multipliers[i]});
    if (options_.recorder) options_.recorder->event(event);
    motion_.events.push_back(std::move(event));
  }

  // What is left of f, g1 and g2, each relative to its terms.
  void evaluate(const Frame& frame) {
    const Snapshot here = system_.at({frame.q, frame.u, frame.t});
    const auto relative = [&](int i, double value, const Vector& x, double own) {
      Vector a;
      system_.write_row(here, i, a);
      return std::abs(value) /
             std::max(a.cwiseProduct(x).cwiseAbs().sum() + std::abs(own), 1e-3 * a.norm());
    };
    const auto worsen = [](double& worst, double value) { worst = std::max(worst, value); };
    for (int i = 0; i < system_.constraints(); ++i) {
      const Row& row = here.rows[static_cast<std::size_t>(i)];
      worsen(motion_.audit.position_drift, relative(i, row.f, frame.q, 0.0));
      worsen(motion_.audit.velocity_drift, relative(i, row.rate, frame.u, row.b1));
      const double second = system_.along(here, i, frame.accelerations.data(), row.b2);
      worsen(motion_.audit.acceleration_drift, relative(i, second, frame.accelerations, row.b2));
    }
  }

  const Variation& variation_;
  const System& system_;
  const RunOptions& options_;
  WayBack back_;
  Trajectory motion_;
};

}  // namespace

Trajectory run(const Variation& variation, const State& start, const Vector& rho,
               const RunOptions& options) {
  options.check();
  return judged(variation.system(), options, laws_of(variation), [&](const RunOptions& heard) {
    return VariationalRun(variation, heard).go(start, rho);
  });
}

}  // namespace zwang
