// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The holonomic equations hidden in velocity constraints: functions phi whose differentials are
// combinations of the forms (theory 11),
//
//   d phi = sum lambda_s omega_s,   that is   W phi = 0 for all directions W that the forms leave
//
// The factors lambda need not be known. Sought are sums of products of the coordinates and of the
// functions that occur in the forms, logarithms, angles and quotients of them, with fractions as
// factors. What is found is proved as it is printed (proof.hpp): nothing rests on rounded numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zwang/laws/pfaffian.hpp"
#include "zwang/system/system.hpp"

namespace zwang {

struct FirstIntegral {
  NodeId phi = 0;  // in the graph of the forms
  double start = unset;
  std::string text = {};
  // phi = factor atan2(y, x) + rest: it jumps where the angle does, though its leaves do not.
  struct Angle {
    NodeId y = 0, x = 0, rest = 0;
    double factor = 1.0;
  };
  std::optional<Angle> angle = {};
};

// At most `wanted` independent ones, the simplest first; none if they are not of this kind or the
// search, whose work is bounded, is too long. `start` as in integrability().
std::vector<FirstIntegral> first_integrals(const PfaffianSystem& system,
                                           const std::vector<double>& start, int wanted);

// The velocity equations that are holonomic, each by itself, and whose integral is found: on the
// leaf of the start. The model must outlive them.
std::vector<HiddenEquation> hidden_equations(const Model& model, const State& start);

}  // namespace zwang
