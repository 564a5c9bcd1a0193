// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/processes.hpp"

namespace zwang::scale {
namespace {

template <class T>
T all(T x, MPI_Datatype type, MPI_Op operation, MPI_Comm comm) {
  MPI_Allreduce(MPI_IN_PLACE, &x, 1, type, operation, comm);
  return x;
}

}  // namespace

Processes::Processes(MPI_Comm comm) : comm_(comm) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &count_);
}

double Processes::sum(double x) const { return all(x, MPI_DOUBLE, MPI_SUM, comm_); }
int Processes::sum(int n) const { return all(n, MPI_INT, MPI_SUM, comm_); }
double Processes::largest(double x) const { return all(x, MPI_DOUBLE, MPI_MAX, comm_); }
double Processes::least(double x) const { return all(x, MPI_DOUBLE, MPI_MIN, comm_); }

std::array<double, 2> Processes::sum(std::array<double, 2> x) const {
  MPI_Allreduce(MPI_IN_PLACE, x.data(), 2, MPI_DOUBLE, MPI_SUM, comm_);
  return x;
}

int Processes::sum_before(int n) const {
  int before = 0;
  MPI_Exscan(&n, &before, 1, MPI_INT, MPI_SUM, comm_);
  return rank_ == 0 ? 0 : before;
}

}  // namespace zwang::scale
