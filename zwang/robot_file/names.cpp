// SPDX-FileCopyrightText: The zwang authors
// SPDX-License-Identifier: Apache-2.0

#include "zwang/robot_file/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "zwang/base/text.hpp"

namespace zwang {
namespace {

// What formulas know already, and the world.
constexpr std::array<std::string_view, 28> reserved = {
    "t",   "pi",  "in",   "all",    "dot",  "cross", "world", "sqrt", "exp",  "log",
    "sin", "cos", "tan",  "asin",   "acos", "atan",  "sinh",  "cosh", "tanh", "atan2",
    "min", "max", "step", "smooth", "abs",  "r",     "v",     "m"};

constexpr std::array<std::string_view, 9> of_bodies = {
    "com", "omega", "spin", "quaternion", "stretch", "angle", "x", "y", "z"};

std::string spelt(std::string_view wish) {
  constexpr std::size_t longest = 60;
  std::string out;
  for (const char c : wish.substr(0, longest)) out += is_letter(c) || is_digit(c) ? c : '_';
  return out.empty() || !is_letter(out[0]) ? "n" + out : out;
}

}  // namespace

std::string ModelNames::add(std::string_view wish, std::string_view kind) {
  std::string plain = spelt(wish);
  const auto is_free = [&](const std::string& name) {
    return std::ranges::find(reserved, name) == reserved.end() && taken_.insert(name).second;
  };
  if (is_free(plain)) return plain;
  std::string longer = kind.empty() ? plain : fmt::format("{}_{}", plain, kind);
  if (!kind.empty() && is_free(longer)) return longer;
  for (int& number = next_.try_emplace(longer, 2).first->second;; ++number)
    if (std::string other = fmt::format("{}_{}", longer, number); is_free(other)) return other;
}

ModelNames names_in_body() {
  ModelNames out;
  for (const std::string_view name : of_bodies) out.add(name, "");
  return out;
}

}  // namespace zwang
