// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the plots of a report show, one number per sample.
#pragma once

#include <vector>

#include "zwang/report/buffer.hpp"
#include "zwang/report/families.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

struct PageSeries {
  ReportBuffer::Name name;
  std::vector<double> values;
};

// "N" if the constraint is a length or a contact of shapes, so that its multiplier is a force;
// otherwise unknown.
std::string multiplier_unit(const StoredRun& run, int constraint);

// Multipliers, shares of families, coordinates that belong to no mass and their rates, energies,
// Gauss's zwang, violation.
std::vector<PageSeries> series_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                  const std::vector<Family>& families);

// f, f' and, where a constraint is closed, f'' of the free motion: why it acts or not. For a few
// constraints only, none from a crowded family.
std::vector<PageSeries> reasons_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                   const std::vector<Family>& families);

}  // namespace zwang
