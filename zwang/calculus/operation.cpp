// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/calculus/operation.hpp"

#include <algorithm>
#include <array>

namespace zwang {
namespace {

struct Entry {
  std::string_view word;
  int arity;
};

// In the order of the enumeration.
constexpr std::array<Entry, 25> entries = {{
    {"", 0},     {"", 0},     {"", 2},     {"", 2},       {"", 2},     {"", 2},     {"", 1},
    {"", 2},     {"sqrt", 1}, {"exp", 1},  {"log", 1},    {"sin", 1},  {"cos", 1},  {"tan", 1},
    {"asin", 1}, {"acos", 1}, {"atan", 1}, {"sinh", 1},   {"cosh", 1}, {"tanh", 1}, {"atan2", 2},
    {"min", 2},  {"max", 2},  {"step", 1}, {"smooth", 2},
}};

}  // namespace

int arity(Operation operation) { return entries[static_cast<std::size_t>(operation)].arity; }

std::string_view word(Operation operation) {
  return entries[static_cast<std::size_t>(operation)].word;
}

std::optional<Operation> function_named(std::string_view word) {
  if (word.empty()) return std::nullopt;
  const auto found = std::ranges::find(entries, word, &Entry::word);
  if (found == entries.end()) return std::nullopt;
  return static_cast<Operation>(found - entries.begin());
}

}  // namespace zwang
