// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Events and the rows beside them.
//
//   shock_energy  kinetic energy gained in a shock beyond what was supplied
//   event         times, kinetic energies and approaches are those of the rows beside it
//   standing      states change at events only, and as these say
//   impulse       impulses make the jump of the velocities, and nothing else jumps
//   shock         who is struck leaves as its restitution says, who pushes is struck (theory 7.4):
//                 with w = g1 after it + e g1 before it, w <= 0, and w = 0 where there is an
//                 impulse. Without e goes who touches softly; and who stays where it would not have
//                 hopped higher than shocks that accumulate are followed (theory 8.7) is held
#pragma once

#include <vector>

#include "zwang/audit/held_motion.hpp"
#include "zwang/audit/number.hpp"

namespace zwang {

class EventAuditor {
 public:
  // The system must outlive it.
  explicit EventAuditor(const System& system);

  // A row, the one after it (itself, if it is the last), and the events that name it.
  void rows(const AuditRow& row, const AuditRow& next, const std::vector<AuditEvent>& events,
            bool first, bool last);
  // An event that names no row that could be its own.
  void lost(const AuditEvent& event) { event_.note(1.0, event.t); }

  // After the last row.
  std::vector<AuditNumber> numbers(bool finished);

 private:
  // Of a condition in a shock: impulse, g1 before and after it, and what these are measured
  // against.
  struct Struck {
    int condition;
    double impulse, came, left, size;
    double e;  // with which it leaves
    bool equation, of_velocities, soft;
    bool near;             // it stays, and its gap is too low to count
    double speed;          // m/s of approach, whatever its unit
    bool may_end = false;  // it would have hopped too low to count
    bool ended = false;    // it is held from here

    double wrong(bool exactly) const;
  };

  void between(const AuditRow& row, const AuditRow& next, const std::vector<AuditEvent>& events);
  void look(const AuditEvent& event, const AuditRow& row, const AuditRow& next);
  double quadratic(const State& state) const;
  void jump(const AuditEvent& event, const AuditRow& row, const AuditRow& next);
  bool strike(const AuditEvent& event, const AuditRow& next, const Vector& free,
              const Snapshot& before, const Snapshot& after);
  // Whether some are held from here.
  bool judge(std::vector<Struck>& struck, double t);
  Vector obeying(const Vector& free, const AuditRow& next, const AuditEvent& event);
  bool soft(int condition, double approach, const Snapshot& at) const;
  double low(int condition, const Snapshot& at) const;

  const System& system_;
  HeldMotion motion_;
  std::vector<double> schedule_;
  std::vector<double> shocks_;  // the last time of each condition
  double end_ = 0.0;            // time and side of the last row
  int end_side_ = 0;
  AuditNumber shock_energy_{"shock_energy", "no shock gains energy", 0.0, 1e-10};
  AuditNumber event_{"event", "events tell what the rows beside them show", 0.0, 1e-9};
  AuditNumber standing_{"standing", "states change at events, as these say", 0.0, 0.0};
  AuditNumber impulse_{"impulse", "impulses make the jumps of velocities", 0.0, 1e-9};
  AuditNumber shock_{"shock", "who is struck leaves as it must", 0.0, 1e-9};
};

}  // namespace zwang
