// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a page shows of a motion: enough rows for a smooth picture, and never more than it can
// carry.
#pragma once

#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// The stored rows, and rows between them where they are far apart, on the curve that the run
// followed.
std::vector<StoredRow> refined(const StoredRun& run, std::size_t wanted);

// Numbers of the samples that make the picture: about `most` at equal times, and both sides of
// every jump.
std::vector<std::size_t> frames_of(const std::vector<StoredRow>& samples, std::size_t most);

// Numbers of the samples that make the plots of `columns`: in each of `buckets` pieces of time the
// least and the largest of every column, and everything around the first 200 of `events`. No spike
// is lost.
std::vector<std::size_t> plot_points(const std::vector<double>& times,
                                     const std::vector<const std::vector<double>*>& columns,
                                     const std::vector<double>& events, std::size_t buckets);

}  // namespace zwang
