// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// A mechanism with equations that follow from others beside its twin without them: the same bodies
// in the same order, and as many equations as count.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "zwang/model/model.hpp"

namespace redundant {

struct Differences {
  double accelerations = 0.0;  // of the largest
  double sums = 0.0;           // of the reactions on each body against what its motion needs
  double unique = 0.0;         // of reactions that are unique, against those of the twin
  double norm = 0.0;           // how far multipliers are from those of least norm
  std::string fault;           // empty if all could be compared, and the right joints were named

  void worsen(const Differences& other) {
    accelerations = std::max(accelerations, other.accelerations);
    sums = std::max(sums, other.sums);
    unique = std::max(unique, other.unique);
    norm = std::max(norm, other.norm);
  }
};

// `not_unique`: by number, which joints of the redundant model must be named. Joints of the same
// name are compared.
Differences compare(const zwang::Model& redundant, const zwang::Model& twin,
                    const zwang::State& state, const std::vector<bool>& not_unique);

// A velocity that the constraints of a model allow, near the one given.
zwang::State allowed(const zwang::Model& model, zwang::State state);

}  // namespace redundant
