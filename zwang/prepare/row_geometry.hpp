// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The geometry at a row of a stored motion, mechanical or a curve of a variational problem.
#pragma once

#include "zwang/analysis/geometry.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

Geometry geometry_of(const ModelFile& file, const System& system, const StoredRow& row);

}  // namespace zwang
