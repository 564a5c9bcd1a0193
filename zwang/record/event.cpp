// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/record/event.hpp"

#include <algorithm>

namespace zwang {

const Part* Event::part(int constraint) const {
  const auto found = std::ranges::find(parts, constraint, &Part::constraint);
  return found == parts.end() ? nullptr : &*found;
}

bool Event::has(int constraint) const { return part(constraint) != nullptr; }

}  // namespace zwang
