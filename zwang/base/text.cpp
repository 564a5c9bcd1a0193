// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace zwang {

int characters(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

std::string without_controls(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    const bool second_set = byte == 0xC2U && next >= 0x80U && next < 0xA0U;  // U+0080 to U+009F
    plain += byte < 32U || byte == 127U || second_set ? ' ' : text[i];
    if (second_set) ++i;
  }
  return plain;
}

// Three rows of the usual table: the exchange of neighbours looks two rows back.
int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row[b.size()];
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  // A short word is near to everything: of two or three letters it must keep all but one.
  const int size = static_cast<int>(word.size());
  const int allowed = size < 4 ? std::min(size - 1, 1) : std::max(2, size / 3);
  std::optional<std::string> best;
  int least = allowed + 1;
  for (const std::string& candidate : candidates) {
    const auto longer = std::max(word.size(), candidate.size());
    const auto shorter = std::min(word.size(), candidate.size());
    if (longer - shorter >= static_cast<std::size_t>(std::max(least, 0))) continue;
    if (const int distance = edit_distance(word, candidate); distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string shortest(double number) { return fmt::format("{}", number); }

}  // namespace zwang
