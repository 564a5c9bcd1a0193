// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/record/event.hpp"

#include <algorithm>

namespace zwang {

const Part* Event::part(int condition) const {
  const auto found = std::ranges::find(parts, condition, &Part::condition);
  return found == parts.end() ? nullptr : &*found;
}

bool Event::has(int condition) const { return part(condition) != nullptr; }

}  // namespace zwang
