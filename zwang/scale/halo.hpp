// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// Numbers spread over the processes, each owned by one, and those of others that a process must
// know. Here a number has a place: its own come first, then those of others.
#pragma once

#include <span>
#include <vector>

#include "zwang/scale/petsc.hpp"
#include "zwang/scale/processes.hpp"

namespace zwang::scale {

class Halo {
 public:
  Halo() = default;
  // `own` numbers are this process's: they follow those of the processes before. `others` are the
  // numbers of other processes that it must know, ascending.
  Halo(const Processes& processes, int own, std::vector<PetscInt> others);

  int own() const { return own_; }
  int size() const { return own_ + static_cast<int>(others_.size()); }
  PetscInt first() const { return first_; }
  // The number at a place.
  PetscInt number(int place) const {
    return place < own_ ? first_ + place : others_[static_cast<std::size_t>(place - own_)];
  }

  // x has an entry for every place. Begin sends, end has received.
  void bring_begin(std::span<double> x) const;
  void bring_end(std::span<double> x) const;
  void bring(std::span<double> x) const;
  // Adds what stands at the places of others to the owner's; theirs stay as they are.
  void add(std::span<double> x) const;

 private:
  int own_ = 0;
  PetscInt first_ = 0;
  std::vector<PetscInt> others_;
  Held<PetscSF> way_;
};

}  // namespace zwang::scale
