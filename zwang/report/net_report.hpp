// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The report of a net that is too large to show as a whole: some of its rows and columns, and a few
// numbers for all of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "zwang/model_file/model_file.hpp"
#include "zwang/result/result.hpp"

namespace zwang {

struct NetExcerpt {
  std::string file;      // name of the result
  std::string sentence;  // how large it is, and which part is shown
  std::string shown;     // the latter alone
  RunStatus status = RunStatus::finished;
  std::vector<Setting> settings;

  std::vector<int> rows, columns;  // shown, ascending
  double mass = 0.0;               // of a point, kg
  std::vector<bool> held;          // of each row and column
  std::vector<double> times;
  std::vector<std::array<double, 3>> places;  // of each time, row and column

  // Of all points, at each time.
  std::vector<double> kinetic, potential;  // J
  std::vector<double> violation;           // m, largest so far
  std::vector<CertificateNumber> certificate;
};

// `sample` is the model, read as a sample of the net. Throws Error if this build has no viewer.
std::string net_report(const ModelFile& sample, const NetExcerpt& net);

}  // namespace zwang
