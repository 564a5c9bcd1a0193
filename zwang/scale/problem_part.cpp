// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/scale/problem_part.hpp"

namespace zwang::scale {

void ProblemPart::row(minimum::Kind kind, std::span<const minimum::Entry> entries, double offset) {
  entry_.insert(entry_.end(), entries.begin(), entries.end());
  start_.push_back(entry_.size());
  offset_.push_back(offset);
  kind_.push_back(kind);
}

}  // namespace zwang::scale
