// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers distributed over the processes, each owned by one, and those of others that a process
// needs. Locally every number has a place: its own come first, then those of others.
#pragma once

#include <span>
#include <vector>

#include "zwang/scale/petsc.hpp"
#include "zwang/scale/processes.hpp"

namespace zwang::scale {

class Halo {
 public:
  Halo() = default;
  // This process owns `own` numbers, which follow those of the lower ranks. `others` are the
  // numbers of other processes that it needs, ascending.
  Halo(const Processes& processes, int own, std::vector<PetscInt> others);

  int own() const { return own_; }
  int size() const { return own_ + static_cast<int>(others_.size()); }
  PetscInt first() const { return first_; }
  // The number at a place.
  PetscInt number(int place) const {
    return place < own_ ? first_ + place : others_[static_cast<std::size_t>(place - own_)];
  }

  // x has an entry per place. After bring_begin() data are in transit, after bring_end() received.
  void bring_begin(std::span<double> x) const;
  void bring_end(std::span<double> x) const;
  void bring(std::span<double> x) const;
  // Adds the entries at the places of others to their owners'; the entries here stay unchanged.
  void add(std::span<double> x) const;

 private:
  int own_ = 0;
  PetscInt first_ = 0;
  std::vector<PetscInt> others_;
  Held<PetscSF> way_;
};

}  // namespace zwang::scale
