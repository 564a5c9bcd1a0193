// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/convert/table.hpp"

namespace zwang {

Table::Table(const StoredRun& run) : run_(run) {
  const auto n = static_cast<std::size_t>(run.system->coordinates());
  const auto k = static_cast<std::size_t>(run.system->constraints());
  coordinates_ = 2 + n;
  velocities_ = coordinates_ + n;
  multipliers_ = velocities_ + k;
  rhos_ = multipliers_ + (run.file.problem.is_mechanical() ? 0 : k);
}

double Table::value(std::size_t row, std::size_t column) const {
  const StoredRow& here = run_.rows[row];
  if (column == 0) return here.t;
  if (column == 1) return here.side;
  if (column < coordinates_) return here.q[static_cast<Eigen::Index>(column - 2)];
  if (column < velocities_) return here.u[static_cast<Eigen::Index>(column - coordinates_)];
  if (column < multipliers_) return here.multipliers[column - velocities_];
  if (column < rhos_) return here.rho[column - multipliers_];
  return here.states[column - rhos_];
}

std::vector<double> Table::column(std::size_t column) const {
  std::vector<double> out;
  out.reserve(rows());
  for (std::size_t row = 0; row < rows(); ++row) out.push_back(value(row, column));
  return out;
}

}  // namespace zwang
