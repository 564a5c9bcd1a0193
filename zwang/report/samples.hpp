// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a report shows of a motion: enough rows for a smooth animation, and never more than it can
// hold.
#pragma once

#include <vector>

#include "zwang/result/stored_run.hpp"

namespace zwang {

// The stored rows, and rows between them where they are far apart, on the curve that the run
// followed.
std::vector<StoredRow> refined(const StoredRun& run, std::size_t wanted);

// Indices of the samples for the animation: about `most` at equal intervals, and both sides of
// every jump.
std::vector<std::size_t> frames_of(const std::vector<StoredRow>& samples, std::size_t most);

// Indices of the samples for the plots of `columns`: in each of `buckets` time intervals the
// minimum and maximum of every column, and everything around the first 200 of `events`. No spike is
// lost.
std::vector<std::size_t> plot_points(const std::vector<double>& times,
                                     const std::vector<const std::vector<double>*>& columns,
                                     const std::vector<double>& events, std::size_t buckets);

}  // namespace zwang
