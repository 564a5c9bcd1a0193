// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/prepare/row_geometry.hpp"

namespace zwang {

Geometry geometry_of(const ModelFile& file, const System& system, const StoredRow& row) {
  if (file.problem.is_mechanical()) return geometry(system, row.state());
  const Variation variation = file.problem.variation(system);
  const auto size = static_cast<Eigen::Index>(row.rho.size());
  return geometry(system, row.state(),
                  {.variation = &variation, .rho = Eigen::Map<const Vector>(row.rho.data(), size)});
}

}  // namespace zwang
