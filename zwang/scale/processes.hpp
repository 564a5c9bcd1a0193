// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The processes of a job and their collective operations: every process calls, and every process
// gets the same result.
#pragma once

#include <mpi.h>

#include <array>

namespace zwang::scale {

class Processes {
 public:
  explicit Processes(MPI_Comm comm = MPI_COMM_WORLD);

  MPI_Comm comm() const { return comm_; }
  int rank() const { return rank_; }
  int count() const { return count_; }

  double sum(double x) const;
  int sum(int n) const;
  std::array<double, 2> sum(std::array<double, 2> x) const;
  double largest(double x) const;
  double least(double x) const;
  bool any(bool here) const { return largest(here ? 1.0 : 0.0) > 0.0; }
  // Over the processes of lower rank.
  int sum_before(int n) const;

 private:
  MPI_Comm comm_;
  int rank_ = 0;
  int count_ = 1;
};

}  // namespace zwang::scale
