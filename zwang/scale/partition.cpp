// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/partition.hpp"

#include <algorithm>

namespace zwang::scale {
namespace {

// Equal parts in the order of the pattern.
PetscInt begin_of_strip(PetscInt points, int rank, int count) {
  return static_cast<PetscInt>(static_cast<std::int64_t>(points) * rank / count);
}

std::vector<PetscInt> content(IS set) {
  PetscInt size = 0;
  const PetscInt* numbers = nullptr;
  check(ISGetLocalSize(set, &size));
  check(ISGetIndices(set, &numbers));
  std::vector<PetscInt> result(numbers, numbers + size);
  check(ISRestoreIndices(set, &numbers));
  return result;
}

}  // namespace

Partition::Partition(const Processes& processes, const Pattern& pattern) : processes_(processes) {
  const PetscInt all = pattern.points();
  const PetscInt from = begin_of_strip(all, processes.rank(), processes.count());
  const PetscInt to = begin_of_strip(all, processes.rank() + 1, processes.count());
  const PetscInt strip = to - from;
  // the arrays become the graph's own
  std::size_t edges = 0;
  std::vector<PetscInt> found;
  for (PetscInt n = from; n < to; ++n) {
    pattern.neighbours(n, found);
    edges += found.size();
  }
  PetscInt *start = nullptr, *other = nullptr;
  check(PetscMalloc1(static_cast<std::size_t>(strip) + 1, &start));
  check(PetscMalloc1(edges, &other));
  start[0] = 0;
  for (PetscInt n = from, e = 0; n < to; ++n) {
    pattern.neighbours(n, found);
    for (const PetscInt neighbour : found) other[e++] = neighbour;
    start[n - from + 1] = e;
  }
  Held<Mat> graph;
  check(MatCreateMPIAdj(processes.comm(), strip, all, start, other, nullptr, graph.fresh()));
  Held<MatPartitioning> partitioning;
  check(MatPartitioningCreate(processes.comm(), partitioning.fresh()));
  check(MatPartitioningSetAdjacency(partitioning, graph));
  check(MatPartitioningSetType(
      partitioning, processes.count() > 1 ? MATPARTITIONINGPTSCOTCH : MATPARTITIONINGCURRENT));
  check(MatPartitioningSetFromOptions(partitioning));
  Held<IS> owner, number, points;
  check(MatPartitioningApply(partitioning, owner.fresh()));
  check(ISPartitioningToNumbering(owner, number.fresh()));
  check(ISBuildTwoSided(owner, nullptr, points.fresh()));
  number_ = content(number);
  points_ = content(points);
  std::ranges::sort(points_);
}

std::vector<PetscInt> Partition::known_of(const std::vector<PetscInt>& points,
                                          const std::vector<PetscInt>& known) const {
  return fetch(known, fetch(number_, points));
}

std::vector<PetscInt> Partition::fetch(const std::vector<PetscInt>& entries,
                                       const std::vector<PetscInt>& numbers) const {
  PetscLayout layout = nullptr;
  check(PetscLayoutCreateFromSizes(processes_.comm(), static_cast<PetscInt>(entries.size()),
                                   PETSC_DETERMINE, 1, &layout));
  Held<PetscSF> way;
  check(PetscSFCreate(processes_.comm(), way.fresh()));
  check(PetscSFSetGraphLayout(way, layout, static_cast<PetscInt>(numbers.size()), nullptr,
                              PETSC_OWN_POINTER, numbers.data()));
  std::vector<PetscInt> found(numbers.size());
  check(PetscSFBcastBegin(way, MPIU_INT, entries.data(), found.data(), MPI_REPLACE));
  check(PetscSFBcastEnd(way, MPIU_INT, entries.data(), found.data(), MPI_REPLACE));
  check(PetscLayoutDestroy(&layout));
  return found;
}

}  // namespace zwang::scale
