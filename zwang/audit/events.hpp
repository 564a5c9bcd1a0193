// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events and the rows next to them.
//
//   impact_energy  kinetic energy gained in an impact beyond what was supplied
//   event          times, kinetic energies and approach velocities match the rows next to it
//   status         states change at events only, and as these record
//   impulse        impulses account for the velocity jump, and nothing else jumps
//   impact         a constraint that is hit rebounds by its restitution, one that pushes was hit
//                  (theory 7.4): with w = g1 after it + e g1 before it, w <= 0, and w = 0 where
//                  there is an impulse. A soft touch has no e; a constraint is held that stays
//                  where it would not have hopped higher than accumulating impacts are followed
//                  (theory 8.7). Impacts in sequence are made anew, one after the other, and the
//                  velocities after them compared (theory 7.7). Friction is within its bound, and
//                  at it, against the slip, of what slips afterwards
#pragma once

#include <cmath>
#include <vector>

#include "zwang/audit/held_motion.hpp"
#include "zwang/audit/number.hpp"

namespace zwang {

class EventAuditor {
 public:
  // The system must outlive it.
  explicit EventAuditor(const System& system);

  // A row, the one after it (itself, if it is the last), and the events that refer to it.
  void rows(const AuditRow& row, const AuditRow& next, const std::vector<AuditEvent>& events,
            bool first, bool last);
  // An event that refers to no row that could be its own.
  void lost(const AuditEvent& event) { event_.note(1.0, event.t); }

  // After the last row.
  std::vector<AuditNumber> numbers(bool finished);

 private:
  // A constraint in an impact: impulse, g1 before and after it, and the size these are measured
  // against.
  struct Struck {
    int constraint;
    double impulse, came, left, size;
    double e;  // restitution with which it leaves
    bool equation, of_velocities, soft;
    bool near;             // it stays, and its gap is too small to count
    double speed;          // m/s of approach, whatever its unit
    bool may_end = false;  // its hop would have been too low to count
    bool ended = false;    // it is held from here on

    double wrong(bool exactly) const;
    bool ends(double allowed) const { return may_end && std::abs(left) <= allowed * size; }
  };

  void between(const AuditRow& row, const AuditRow& next, const std::vector<AuditEvent>& events);
  void evaluate(const AuditEvent& event, const AuditRow& row, const AuditRow& next);
  double quadratic(const State& state) const;
  void jump(const AuditEvent& event, const AuditRow& row, const AuditRow& next);
  bool strike(const AuditEvent& event, const AuditRow& next, const Vector& free,
              const Snapshot& before, const Snapshot& after);
  // Whether some are held from here on.
  bool judge(std::vector<Struck>& struck, double t, bool keeps_energy);
  bool keeps_energy(const Snapshot& before, const Snapshot& after) const;
  bool judge_sequence(std::vector<Struck>& struck, const Vector& free, const AuditRow& next,
                      const Snapshot& after);
  void rub(const AuditEvent& event, const AuditPart& part, const Snapshot& before,
           const Snapshot& after);
  // Velocities after impacts one after the other, with `held` as equations.
  Vector in_sequence(const std::vector<Struck>& struck, const std::vector<int>& held, Vector u,
                     const AuditRow& next, const Snapshot& after);
  Vector obeying(const Vector& free, const AuditRow& next, const AuditEvent& event);
  bool soft(int constraint, double approach, const Snapshot& at) const;
  double low(int constraint, const Snapshot& at) const;
  static double rounding(int constraint, const Snapshot& before, const Snapshot& after);

  const System& system_;
  HeldMotion motion_;
  std::vector<double> schedule_;
  std::vector<double> impacts_;  // the last time of each constraint
  double end_ = 0.0;             // time and side of the last row
  int end_side_ = 0;
  AuditNumber impact_energy_{"impact_energy", "no impact gains energy", 0.0, 1e-10};
  AuditNumber event_{"event", "events match the adjacent rows", 0.0, 1e-9};
  AuditNumber status_{"status", "states change at events, as these record", 0.0, 0.0};
  AuditNumber impulse_{"impulse", "impulses account for the velocity jumps", 0.0, 1e-9};
  AuditNumber impact_{"impact", "a body that was hit rebounds at the right speed", 0.0, 1e-9};
};

}  // namespace zwang
