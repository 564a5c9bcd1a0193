// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What the plots of a page show, one number for each sample.
#pragma once

#include <vector>

#include "zwang/page/buffer.hpp"
#include "zwang/page/families.hpp"
#include "zwang/result/stored_run.hpp"

namespace zwang {

struct PageSeries {
  PageBuffer::Name name;
  std::vector<double> values;
};

// "N" where a condition is a length, so that its multiplier is a force; otherwise not known.
std::string multiplier_unit(const StoredRun& run, int condition);

// Multipliers, shares of families, coordinates that belong to no mass and their rates, energies,
// Gauss's constraint, violation.
std::vector<PageSeries> series_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                  const std::vector<Family>& families);

// f, f' and, where a condition is closed, f'' of the free motion: why it acts or not. Of few
// conditions only, and none of a crowd.
std::vector<PageSeries> reasons_of(const StoredRun& run, const std::vector<StoredRow>& samples,
                                   const std::vector<Family>& families);

}  // namespace zwang
