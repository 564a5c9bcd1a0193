// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// The burst of accelerated gradient steps of minimum/burst.hpp on many processes: rows that are not
// coupled to other processes are stepped while data from these are in transit.
#pragma once

#include <vector>

#include "zwang/minimum/burst.hpp"
#include "zwang/scale/dual.hpp"

namespace zwang::scale {

class Burst {
 public:
  void prepare(const Dual& dual);
  void run(const Dual& dual, std::vector<double>& z, int steps, minimum::BurstEnd end);
  int products() const { return products_; }

 private:
  double step_ = 0.0;
  int products_ = 0;
  std::vector<double> ahead_, next_;
};

}  // namespace zwang::scale
