// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What changes the quantity J of a symmetry (zwang/laws/conserved.hpp), line by line: each line is
// a part of J' that must vanish by itself, in numbers or as a formula.
//
//   tau (U_t - T_t) + xi(T) - xi(U)       energies
//   Q . (tau q' + xi)                     forces that begin and end together
//   I . xi                                impulses that come together
//   tau b1 - A xi                         one constraint; of a slip - A (tau q' + xi)
#pragma once

#include <optional>
#include <vector>

#include "zwang/laws/symmetry.hpp"

namespace zwang {

// A state in coordinates and rates.
struct Moment {
  double t = 0.0;
  Vector q, rates;
};

double kinetic(const Model& model, const Moment& at);
Vector momenta(const Model& model, const Moment& at);  // dT/dq'

// A line is linear in the symmetry: tau times `time`, xi and xi' times the terms.
struct BalanceLine {
  struct Term {
    int coordinate = 0;
    double by_place = 0.0;
    double by_rate = 0.0;
  };
  double time = 0.0;
  std::vector<Term> terms;
};

std::vector<BalanceLine> lines(const Model& model, const Moment& at);

// The lines for one symmetry as formulas of a layer over the model's graph; empty if a force or a
// constraint is code.
std::optional<std::vector<NodeId>> formula_lines(const Model& model, const Symmetry& symmetry,
                                                 Graph& layer);

}  // namespace zwang
