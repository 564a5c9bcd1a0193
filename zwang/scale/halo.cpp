// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/halo.hpp"

namespace zwang::scale {

Halo::Halo(const Processes& processes, int own, std::vector<PetscInt> others)
    : own_(own), others_(std::move(others)) {
  PetscLayout layout = nullptr;
  check(PetscLayoutCreateFromSizes(processes.comm(), own, PETSC_DETERMINE, 1, &layout));
  check(PetscLayoutGetRange(layout, &first_, nullptr));
  check(PetscSFCreate(processes.comm(), way_.fresh()));
  check(PetscSFSetGraphLayout(way_, layout, static_cast<PetscInt>(others_.size()), nullptr,
                              PETSC_OWN_POINTER, others_.data()));
  check(PetscSFSetUp(way_));
  check(PetscLayoutDestroy(&layout));
}

void Halo::bring_begin(std::span<double> x) const {
  check(PetscSFBcastBegin(way_, MPI_DOUBLE, x.data(), x.data() + own_, MPI_REPLACE));
}

void Halo::bring_end(std::span<double> x) const {
  check(PetscSFBcastEnd(way_, MPI_DOUBLE, x.data(), x.data() + own_, MPI_REPLACE));
}

void Halo::bring(std::span<double> x) const {
  bring_begin(x);
  bring_end(x);
}

void Halo::add(std::span<double> x) const {
  check(PetscSFReduceBegin(way_, MPI_DOUBLE, x.data() + own_, x.data(), MPI_SUM));
  check(PetscSFReduceEnd(way_, MPI_DOUBLE, x.data() + own_, x.data(), MPI_SUM));
}

}  // namespace zwang::scale
