// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The holonomic equations hidden in velocity constraints: functions phi whose differentials are
// combinations of the forms (theory 11),
//
//   d phi = sum lambda_s omega_s,   that is   W phi = 0 for all directions W that the forms leave
//
// The search covers polynomials, logarithms, sines and cosines of single coordinates: the factors
// lambda need not be known.
#pragma once

#include <string>
#include <vector>

#include "zwang/laws/pfaffian.hpp"
#include "zwang/model/system.hpp"

namespace zwang {

struct FirstIntegral {
  NodeId phi = 0;  // in the graph of the forms
  double start = unset;
  // Largest |W phi| at points other than those it was found from, relative to its terms.
  double off = unset;
  std::string text = {};
};

// At most `wanted` independent ones, the simplest first; none if they are not of this kind. `start`
// as in integrability().
std::vector<FirstIntegral> first_integrals(const PfaffianSystem& system,
                                           const std::vector<double>& start, int wanted);

// The velocity equations that are holonomic, each by itself, and whose integral is found: on the
// leaf of the start. The model must outlive them.
std::vector<HiddenEquation> hidden_equations(const Model& model, const State& start);

}  // namespace zwang
