// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

// What a model expects of its own motion: known times, values, counts, outcomes.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zwang/base/error.hpp"
#include "zwang/model/event_kind.hpp"

namespace zwang {

struct Expectation {
  // An event: the `number`-th of its kind on a constraint, or how many there are.
  std::optional<EventKind> event = {};
  std::string of = {};
  std::optional<int> count = {};
  int number = 1;
  std::optional<double> at = {};  // for a value too
  std::vector<std::pair<std::string, double>> impulses = {};
  std::vector<std::pair<std::string, double>> before = {};  // quantities on either side of it
  std::vector<std::pair<std::string, double>> after = {};
  // A value at a time, or at every stored row.
  std::string value = {};
  std::optional<double> is = {};
  std::optional<double> always = {};
  // How it ends.
  std::string ends = {};   // "finished" or a code
  std::string warns = {};  // a code
  std::optional<double> within = {};
  Place place = {};
};

}  // namespace zwang
