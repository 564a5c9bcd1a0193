// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// One instant as the principles see it, beside Gauss's answer: Mayer's trials, what d'Alembert and
// Fourier leave open, Stäckel's two cones, Ostrogradsky's rule.
#pragma once

#include <string>

#include "zwang/gauss/dalembert.hpp"

namespace zwang {

struct [[nodiscard]] Principles {
  Instant instant;  // with Ostrogradsky's answer
  // Empty where Gauss's principle has no linear problem to solve (impact due, singular position,
  // mass zero), or where more constraints bind than `InstantOptions::most_binding`.
  std::optional<KineticFrame> frame;
  std::optional<Trials> trials;
  // Empty if no trial was accepted as well.
  std::optional<Allowed> allowed;
  std::optional<Cones> cones;

  std::string summary() const;  // for people
};

// "rejected by (19): would violate wall"
std::string verdict_in_words(const System& system, const Trial& trial);

// The system must outlive summary().
Principles principles(const System& system, const State& state, InstantOptions options = {});

}  // namespace zwang
