// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A motion's account of itself, the only input of its judge: rows, events, and laws found
// elsewhere. It is the same from a file or from a run in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zwang/model/event_kind.hpp"
#include "zwang/model/state.hpp"
#include "zwang/system/constraint_status.hpp"
#include "zwang/system/rubbing.hpp"

namespace zwang {

// One row. States: 0 open, 1 closed, 2 active, 3 held; of slip rows 0, 4 sticking, 5 slipping.
struct AuditRow {
  double t = 0.0;
  int side = 0;  // −1 before a jump, 1 after it
  Vector q, u;
  std::vector<double> multipliers;
  std::vector<std::uint8_t> states;
  std::vector<double> rho = {};  // of a variational problem

  State state() const { return {q, u, t}; }
  // Whether a constraint holds as an equation.
  bool holds(int constraint) const {
    const auto state = states[static_cast<std::size_t>(constraint)];
    return state >= 2 && state != slips;
  }
  static constexpr std::uint8_t sticks = 4, slips = 5;
  // Which surfaces slip, and which way: against their friction.
  std::vector<Slip> slipping() const {
    std::vector<Slip> all;
    for (std::size_t i = 0; i < states.size(); ++i)
      if (states[i] == slips)
        all.push_back({static_cast<int>(i), multipliers[i] < 0.0 ? -1.0 : 1.0});
    return all;
  }
  // q, u and rho.
  Vector numbers() const;
};

struct AuditPart {
  int constraint = 0;
  ConstraintStatus before = ConstraintStatus::absent;
  ConstraintStatus after = ConstraintStatus::absent;
  std::optional<double> approach = {}, impulse = {};  // approach: g1 before
};

struct AuditEvent {
  double t = 0.0;
  EventKind kind = EventKind::start;
  std::string cause = {};  // as recorded: gap, multiplier, schedule, rate, limit, or empty
  std::size_t row = 0;     // the number of the row just before it
  std::optional<double> energy_before = {}, energy_after = {}, supplied = {};
  std::vector<AuditPart> parts = {};
};

// A momentum conserved by a symmetry of the model.
struct KeptMomentum {
  std::function<double(const State&)> value;
  std::function<double(const State&)> size;  // of its terms
};

// What the judge cannot find by itself.
struct Laws {
  // For a variational problem: y = (q, u, rho) to its rates, false where there are none; and the
  // accelerations that multipliers give, not finite where they do not determine them.
  std::function<bool(double t, const double* y, double* dy)> rates = {};
  std::function<Vector(const State& state, const Vector& rho, const Vector& multipliers)>
      accelerations = {};
  // Likewise its constant of energy, and the size of its terms; empty where T + V or nothing is
  // conserved.
  std::function<double(const State& state, const Vector& rho)> energy = {}, energy_size = {};
  std::vector<KeptMomentum> momenta = {};
  // At a singular start: the accelerations chosen, which its rows do not determine. Otherwise
  // empty.
  Vector first_accelerations = {};
};

}  // namespace zwang
